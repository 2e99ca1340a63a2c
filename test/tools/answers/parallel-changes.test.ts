/** Changes of one object that a caller sends at the same time do not refuse each other. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { errorOf } from '../helpers/erp.ts'
import { startTwoUsers } from '../helpers/two-users.ts'
import type { TwoUsers } from '../helpers/two-users.ts'

let users: TwoUsers
before(async () => {
  users = await startTwoUsers()
})
after(async () => await users?.close())

const methods = ['one', 'two', 'three', 'four', 'five', 'six']
const source = `CLASS zcl_pa_par DEFINITION PUBLIC.
  PUBLIC SECTION.
${methods.map(name => `    METHODS ${name} RETURNING VALUE(result) TYPE i.`).join('\n')}
ENDCLASS.
CLASS zcl_pa_par IMPLEMENTATION.
${methods.map(name => `  METHOD ${name}.\n    result = 1. "${name}\n  ENDMETHOD.`).join('\n')}
ENDCLASS.
`
const on = { type: 'CLAS', name: 'ZCL_PA_PAR' }
const read = async () => await users.developer.text('ERPRead', on)

test('edits, methods, parts, activation and fields at the same time all arrive', async () => {
  const { developer } = users
  await developer.data('ERPWrite', {
    action: 'create',
    ...on,
    package: '$TMP',
    source,
    activate: true
  })
  const edits = methods.map(name => ({
    action: 'edit',
    ...on,
    edits: [{ old: `result = 1. "${name}`, new: `result = 2. "${name}` }]
  }))
  const method = (name: string, value: number) => ({
    action: 'edit_method',
    ...on,
    method: name,
    source: `  METHOD ${name}.\n    result = ${value}. "${name}\n  ENDMETHOD.`
  })
  const calls: [string, object][] = [
    ...edits.map((edit): [string, object] => ['ERPWrite', edit]),
    ['ERPActivate', { action: 'activate', ...on }],
    [
      'ERPWrite',
      { action: 'update', ...on, include: 'macros', source: '* none\n', overwrite: true }
    ],
    [
      'ERPWrite',
      {
        action: 'edit_class',
        ...on,
        change: 'add',
        declaration: 'DATA gv_x TYPE i.',
        section: 'private'
      }
    ],
    ['ERPActivate', { action: 'activate', ...on }]
  ]
  const results = await Promise.all(
    calls.map(async ([tool, args]) => await developer.call(tool, args))
  )
  const failed = results.filter(({ kind }) => kind === 'error').map(({ text }) => text)
  assert.deepEqual(failed, [])
  const text = await read()
  for (const name of methods) assert.match(text, new RegExp(`result = 2\\. "${name}`))
  await Promise.all([
    developer.data('ERPWrite', method('one', 8)),
    developer.data('ERPWrite', method('two', 9))
  ])
  assert.match(await read(), /result = 8\. "one[^]*result = 9\. "two/)
})

test('of two changes that expect the same state the second one is refused', async () => {
  const hash = /hash ([0-9a-f]{16})/.exec(await read())?.[1]
  const replace = async (text: string) =>
    await users.developer.call('ERPWrite', {
      action: 'update',
      ...on,
      source: source.replace('METHODS one', text),
      expectedHash: hash
    })
  const [first, second] = await Promise.all([replace('METHODS  one'), replace('METHODS   one')])
  assert.equal(first.kind, 'data', first.text)
  assert.equal(errorOf(second).code, 'TOOL_STALE_HASH')
  const [kept, lost] = await Promise.all([
    users.developer.call('ERPWrite', {
      action: 'edit',
      ...on,
      edits: [{ old: 'METHODS  one', new: 'METHODS one' }]
    }),
    users.developer.call('ERPWrite', {
      action: 'edit',
      ...on,
      edits: [{ old: 'METHODS  one', new: 'METHODS    one' }]
    })
  ])
  assert.equal(kept.kind, 'data', kept.text)
  assert.equal(errorOf(lost).code, 'TOOL_EDIT_NOT_FOUND')
})

test('fields of one object at the same time all arrive', async () => {
  const { developer } = users
  const dtel = { type: 'DTEL', name: 'ZPA_PAR' }
  await developer.data('ERPWrite', {
    action: 'create',
    ...dtel,
    package: '$TMP',
    description: 'Parallel',
    fields: { dataType: 'CHAR', length: 10 }
  })
  const labels = ['short', 'medium', 'long', 'heading']
  const saved = await Promise.all(
    labels.map(
      async label =>
        await developer.call('ERPWrite', {
          action: 'update',
          ...dtel,
          fields: { [label]: `L ${label[0]}` }
        })
    )
  )
  for (const result of saved) assert.equal(result.kind, 'data', result.text)
  const text = await developer.text('ERPRead', { ...dtel, view: 'metadata' })
  for (const label of labels) assert.match(text, new RegExp(`L ${label[0]}`))
})

test('the lock of another user is still a refusal, at once', async () => {
  const { developer, colleague } = users
  const edit = (bench: typeof developer, value: number) =>
    bench.call('ERPWrite', {
      action: 'update',
      ...on,
      source: source.replace('result = 1. "one', `result = ${value}. "one`),
      overwrite: true
    })
  const both = await Promise.all([edit(developer, 3), edit(colleague, 4), edit(developer, 5)])
  for (const result of both) {
    if (result.kind === 'error') assert.match(result.text, /ERP_LOCKED/)
  }
  assert.ok(both.some(({ kind }) => kind === 'data'))
})
