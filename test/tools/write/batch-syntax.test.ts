/** A batch that would bring syntax errors into existing objects is refused before its first change. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { ToolResult } from '../../../tools/index.ts'
import { errorOf } from '../helpers/erp.ts'
import { recordedSandbox } from '../helpers/recorded-sandbox.ts'
import type { RecordedSandbox } from '../helpers/recorded-sandbox.ts'
import { toolBench } from '../helpers/sandbox-bench.ts'

let recorded: RecordedSandbox
let bench: ReturnType<typeof toolBench>

const intf = (name: string, method: string) =>
  `INTERFACE ${name} PUBLIC.\n  METHODS ${method}.\nENDINTERFACE.\n`
const classOf = (name: string, body: string, head = '') =>
  `CLASS ${name} DEFINITION PUBLIC FINAL CREATE PUBLIC.\n  PUBLIC SECTION.\n${head}    METHODS run.\n` +
  `ENDCLASS.\nCLASS ${name} IMPLEMENTATION.\n  METHOD run.\n${body}  ENDMETHOD.\nENDCLASS.\n`
const user = (method: string) =>
  classOf('zcl_bs_user', `    DATA one TYPE REF TO zif_bs_one.\n    one->${method}( ).\n`)
const create = (type: string, name: string, source: string) => ({
  action: 'create',
  type,
  name,
  source
})
const update = (type: string, name: string, source: string) => ({
  action: 'update',
  type,
  name,
  source,
  overwrite: true
})
const batch = async (items: readonly object[], more: object = {}): Promise<ToolResult> =>
  await bench.call('ERPWrite', { action: 'batch', package: '$TMP', items, ...more })

before(async () => {
  recorded = await recordedSandbox()
  bench = toolBench(recorded.erp)
  const made = await batch(
    [
      create('INTF', 'ZIF_BS_ONE', intf('zif_bs_one', 'old')),
      create('CLAS', 'ZCL_BS_USER', user('old')),
      create('CLAS', 'ZCL_BS_OTHER', classOf('zcl_bs_other', ''))
    ],
    { activate: true }
  )
  assert.equal(made.kind, 'data', made.text)
})
after(() => recorded?.close())
beforeEach(() => {
  recorded.clear()
})

async function assertRefused(items: readonly object[], words: RegExp): Promise<void> {
  const { code, text } = errorOf(await batch(items))
  assert.equal(code, 'SYNTAX_ERRORS', text)
  assert.match(text, words)
  assert.match(text, /nothing was changed/)
  assert.deepEqual([...recorded.changes, ...recorded.locks], [])
}

test('an error in the second of two objects stops the batch before the first', async () => {
  await assertRefused(
    [
      update('CLAS', 'ZCL_BS_OTHER', classOf('zcl_bs_other', '    RETURN.\n')),
      update('CLAS', 'ZCL_BS_USER', user('old').replace('ENDMETHOD', 'ENDMETOD'))
    ],
    /1 syntax error|syntax errors/
  )
})

test('an error in an edit stops the creation beside it', async () => {
  await assertRefused(
    [
      create('PROG', 'ZBS_NEW', 'REPORT zbs_new.\n'),
      {
        action: 'edit_method',
        type: 'CLAS',
        name: 'ZCL_BS_OTHER',
        method: 'RUN',
        source: '    unknown_variable = 1.'
      }
    ],
    /unknown_variable/i
  )
})

test('objects are checked with each other: what only fits together is no error', async () => {
  const items = [
    update('INTF', 'ZIF_BS_ONE', intf('zif_bs_one', 'fresh')),
    update('CLAS', 'ZCL_BS_USER', user('fresh'))
  ]
  await assertRefused(items.slice(1), /fresh/i)
  const done = await batch(items, { activate: true })
  assert.equal(done.kind, 'data', done.text)
})

test('what names a new object is judged only once that object exists', async () => {
  const items = [
    create('CLAS', 'ZCL_BS_NEW', classOf('zcl_bs_new', '')),
    update('CLAS', 'ZCL_BS_OTHER', classOf('zcl_bs_other', '    NEW zcl_bs_new( )->run( ).\n'))
  ]
  const done = await batch(items, { activate: true })
  assert.equal(done.kind, 'data', done.text)
})

test('an error that the object has already is not laid to the batch', async () => {
  const broken = classOf('zcl_bs_other', '    unknown_variable = 1.\n')
  await bench.data('ERPWrite', update('CLAS', 'ZCL_BS_OTHER', broken))
  const done = await batch([
    update(
      'CLAS',
      'ZCL_BS_OTHER',
      broken.replace('unknown_variable = 1', '\n    unknown_variable = 1')
    )
  ])
  assert.equal(done.kind, 'data', done.text)
  assert.match(done.text, /unknown_variable/i)
})

test('two entries on one object are not judged by halves', async () => {
  const edit = (old: string, text: string) => ({
    action: 'edit',
    type: 'CLAS',
    name: 'ZCL_BS_USER',
    edits: [{ old, new: text }]
  })
  const done = await batch([
    edit('one->fresh( ).', 'one->fresh( ). count = 1.'),
    edit('    DATA one', '    DATA count TYPE i.\n    DATA one')
  ])
  assert.equal(done.kind, 'data', done.text)
})
