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

test('mounted code is used, found and part of closures, and keeps out of renames', async t => {
  const [own, mounted] = [unique('zcl_'), unique('zcl_')]
  const caller = classWith(own, `    NEW ${mounted}( )->run( ).`)
  const callee = classWith(mounted)
  const engine = await engineWith(t, [])
  await engine.load([caller], [callee])
  const names = async () =>
    (await engine.closure({ files: [caller.name], overlay: [] })).map(({ name }) => name).toSorted()
  assert.deepEqual(await engine.check({ files: [caller.name], overlay: [] }), [])
  assert.deepEqual(await names(), [callee.name, caller.name].toSorted())
  const uses = await engine.references({ file: callee.name, overlay: [] })
  assert.deepEqual([...new Set(uses.map(({ file: used }) => used))], [caller.name])
  const row = caller.text.split('\n').findIndex(line => line.includes(mounted)) + 1
  const column = caller.text.split('\n')[row - 1]?.indexOf(mounted) ?? 0
  const place = { file: caller.name, row, column, overlay: [] }
  assert.equal((await engine.definition(place))?.file, callee.name)
  await assert.rejects(engine.rename({ ...place, newName: 'zcl_other' }), { code: 'INVALID' })
  // another folder
  await engine.load([caller], [])
  assert.match(
    (await engine.check({ files: [caller.name], overlay: [] }))[0]?.text ?? '',
    /not found|unknown/i
  )
  assert.deepEqual(await names(), [caller.name])
})
