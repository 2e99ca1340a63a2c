import assert from 'node:assert/strict'
import { test } from 'node:test'
import { classWith, engineWith, file, table, unique } from './fixture.ts'

test('the closure has what an object needs over any number of steps, and nothing else', async t => {
  const [first, second, third, unrelated, tested] = [
    unique('zcl_'),
    unique('zcl_'),
    unique('zcl_'),
    unique('zcl_'),
    unique('zcl_')
  ]
  const rows = unique('zt_').slice(0, 14)
  const engine = await engineWith(t, [
    classWith(first, `    NEW ${second}( )->run( ).`, `    " ${unrelated} is only mentioned`),
    classWith(second, `    NEW ${third}( )->run( ).`),
    file(
      `${second}.clas.testclasses.abap`,
      'CLASS ltc DEFINITION FOR TESTING.',
      'ENDCLASS.',
      'CLASS ltc IMPLEMENTATION.',
      'ENDCLASS.',
      `* ${unrelated}`
    ),
    classWith(
      third,
      `    SELECT SINGLE * FROM ${rows} INTO @DATA(row).`,
      `    NEW ${first}( )->run( ).`,
      '    cl_abap_unit_assert=>assert_equals( act = 1 exp = 1 ).'
    ),
    file(
      `${first}.clas.testclasses.abap`,
      'CLASS ltc DEFINITION FOR TESTING.',
      '  PRIVATE SECTION.',
      `    DATA double TYPE REF TO ${tested}.`,
      'ENDCLASS.',
      'CLASS ltc IMPLEMENTATION.',
      'ENDCLASS.'
    ),
    classWith(unrelated),
    classWith(tested),
    table(rows, [['code', 'CHAR', 10, true]])
  ])
  const found = await engine.closure({ files: [`${first}.clas.abap`], overlay: [] })
  assert.deepEqual(
    found.map(entry => entry.name).toSorted(),
    [
      `${first}.clas.abap`,
      `${first}.clas.testclasses.abap`,
      `${second}.clas.abap`,
      `${third}.clas.abap`,
      `${tested}.clas.abap`,
      `${rows}.tabl.xml`
    ].toSorted()
  )
  const draft = classWith(first, `    NEW ${unrelated}( )->run( ).`)
  const drafted = await engine.closure({ files: [`${first}.clas.abap`], overlay: [draft] })
  assert.ok(drafted.some(entry => entry.name === `${unrelated}.clas.abap`))
  assert.equal(drafted.find(entry => entry.name === draft.name)?.text, draft.text)
  assert.deepEqual(await engine.closure({ files: ['zno_such.clas.abap'], overlay: [] }), [])
})
