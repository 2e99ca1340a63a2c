import assert from 'node:assert/strict'
import { test } from 'node:test'
import { classWith, engineWith, errors, unique } from './fixture.ts'

test('a draft is in force for its own request only', async t => {
  const name = unique('zcl_')
  const engine = await engineWith(t, [classWith(name)])
  const check = (...body: string[]) =>
    engine.check({
      files: [`${name}.clas.abap`],
      overlay: body.length === 0 ? [] : [classWith(name, ...body)]
    })
  assert.equal(errors(await check('    broken = 1.')).length, 1)
  assert.deepEqual(errors(await check()), [])
})

test('drafts of other objects count, and new objects exist in them', async t => {
  const [known, added] = [unique('zcl_'), unique('zcl_')]
  const engine = await engineWith(t, [classWith(known, `    NEW ${added}( )->run( ).`)])
  const check = (overlay: Parameters<typeof engine.check>[0]['overlay']) =>
    engine.check({ files: [`${known}.clas.abap`], overlay })
  assert.equal(errors(await check([])).length > 0, true)
  assert.deepEqual(errors(await check([classWith(added)])), [])
  assert.equal(errors(await check([])).length > 0, true)
})

test('requests at the same time do not see the drafts of each other', async t => {
  const names = Array.from({ length: 6 }, () => unique('zcl_'))
  const engine = await engineWith(
    t,
    names.map(name => classWith(name))
  )
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, index) => {
      const name = names[index % names.length] ?? ''
      const broken = index % 2 === 0
      return engine.check({
        files: names.map(entry => `${entry}.clas.abap`),
        overlay: broken ? [classWith(name, `    wrong_${index} = 1.`)] : []
      })
    })
  )
  for (const [index, messages] of answers.entries()) {
    const expected = index % 2 === 0 ? [`wrong_${index}`] : []
    assert.deepEqual(
      errors(messages).map(text => /"(\w+)"/.exec(text)?.[1]),
      expected
    )
  }
})

test('the stored version is back after a draft that cannot be read at all', async t => {
  const name = unique('zcl_')
  const engine = await engineWith(t, [classWith(name)])
  const overlay = [{ name: `${name}.clas.abap`, text: "\0\u0001 CLASS ( ( ( ' ` | {" }]
  assert.equal((await engine.check({ files: [`${name}.clas.abap`], overlay })).length > 0, true)
  assert.deepEqual(errors(await engine.check({ files: [`${name}.clas.abap`], overlay: [] })), [])
  assert.equal(
    (await engine.structure({ file: `${name}.clas.abap`, overlay: [] }))?.name,
    name.toUpperCase()
  )
})
