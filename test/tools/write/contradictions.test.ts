/** Entries of a batch that contradict each other are named before anything is sent. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { benchOf, errorOf, recordingErp } from '../helpers/erp.ts'

const on = { type: 'CLAS', name: 'ZCL_X' }
const create = { action: 'create', ...on, package: '$TMP', source: 'a' }
const update = { action: 'update', ...on, source: 'a', overwrite: true }
const edit = { action: 'edit', ...on, edits: [{ old: 'a', new: 'b' }] }
const method = { action: 'edit_method', ...on, method: 'RUN', source: 'x = 1.' }
const remove = { action: 'delete', ...on }
const facts = { action: 'update', type: 'DOMA', name: 'ZD', fields: { length: 1, lowercase: true } }
const other = { action: 'update', type: 'PROG', name: 'ZP', source: 'a', overwrite: true }

/** Entries, and the places and the reason that the answer names. */
const refused: readonly (readonly [readonly object[], RegExp])[] = [
  [
    [update, { ...update, source: 'b' }],
    /Entry 1 \(update CLAS ZCL_X\) and entry 2 \(update CLAS ZCL_X\): both give the whole source, and not the same one/
  ],
  [[update, other, update], /Entry 1 .* and entry 3 .*both give the whole source\./],
  [[create, create], /both create it/],
  [[remove, remove], /both delete it/],
  [
    [remove, update],
    /Entry 1 \(delete CLAS ZCL_X\) and entry 2 \(update CLAS ZCL_X\): one deletes what the other writes/
  ],
  [[edit, remove], /one deletes what the other writes/],
  [[create, remove], /one deletes what the other writes/],
  [[update, create], /it is changed before it is created/],
  [[create, update], /both give the whole source/],
  [[edit, update], /the whole source of the second undoes the first/],
  [[method, update], /undoes the first/],
  [[method, { ...update, include: 'testclasses' }], /undoes the first/],
  [[method, { ...method, method: 'run', source: 'x = 2.' }], /both give the method run/],
  [
    [
      edit,
      {
        ...edit,
        edits: [
          { old: 'z', new: 'y' },
          { old: ' a ', new: 'c' }
        ]
      }
    ],
    /both replace the same text/
  ],
  [[facts, { ...facts, fields: { length: 2 } }], /different values for length/],
  [
    [edit, { ...edit, edits: [{ old: 'c', new: 'd' }], expectedHash: '0123456789abcdef' }],
    /no longer that of the source after the first/
  ],
  [
    [
      { ...edit, transport: 'SBXK900001' },
      { ...method, transport: 'SBXK900002' }
    ],
    /different requests, SBXK900001 and SBXK900002/
  ],
  [[update, update, other, other], /Entry 1 .* and entry 2 .* Entry 3 .* and entry 4 /],
  [[{ ...update, name: 'zcl_x' }, remove], /Entry 1 .* and entry 2 /]
]

for (const [items, message] of refused) {
  test(`refused: ${message.source.slice(0, 60)}`, async t => {
    const { erp, asked } = await recordingErp(t)
    const { call } = benchOf({ erp, policy: { allowTransportableEdits: true } })
    for (const dryRun of [false, true]) {
      const { code, text } = errorOf(await call('ERPWrite', { action: 'batch', items, dryRun }))
      assert.equal(code, 'TOOL_BAD_ARGUMENTS', text)
      assert.match(text, message)
      assert.match(text, /Nothing was sent\./)
    }
    assert.deepEqual(asked, [])
  })
}

const kept: readonly (readonly object[])[] = [
  [update, { ...update, include: 'testclasses' }],
  [{ ...create, source: undefined }, update],
  [update, edit],
  [create, method],
  [method, { ...method, method: 'STOP' }],
  [edit, { ...edit, edits: [{ old: 'c', new: 'd' }] }],
  [facts, { ...facts, fields: { decimals: 2, lowercase: true } }],
  [update, { ...update, name: 'ZCL_Y' }]
]

for (const items of kept) {
  test(`no contradiction: ${JSON.stringify(items).slice(0, 90)}`, async t => {
    const { erp, asked } = await recordingErp(t)
    const { text } = errorOf(await benchOf({ erp }).call('ERPWrite', { action: 'batch', items }))
    assert.doesNotMatch(text, /contradict/)
    assert.notEqual(asked.length, 0)
  })
}
