/**
 * What is used is deleted only after a confirmation that names the users, and every deletion hands
 * back what it took.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { ToolResult } from '../../../tools/index.ts'
import { benchOf, errorOf, recordingErp } from '../helpers/erp.ts'
import { recordedSandbox } from '../helpers/recorded-sandbox.ts'
import type { RecordedSandbox } from '../helpers/recorded-sandbox.ts'
import { toolBench } from '../helpers/sandbox-bench.ts'

const classOf = (name: string, body = 'result = 1.') =>
  `CLASS ${name} DEFINITION PUBLIC FINAL CREATE PUBLIC.\n  PUBLIC SECTION.\n` +
  `    CLASS-METHODS run RETURNING VALUE(result) TYPE i.\nENDCLASS.\nCLASS ${name} IMPLEMENTATION.\n  METHOD run.\n    ${body}\n  ENDMETHOD.\nENDCLASS.\n`

let field: RecordedSandbox
let bench: ReturnType<typeof toolBench>
before(async () => {
  field = await recordedSandbox()
  bench = toolBench(field.erp)
})
after(async () => {
  await field?.close()
})

async function make(name: string, source = classOf(name.toLowerCase())): Promise<void> {
  await bench.data('ERPWrite', {
    action: 'create',
    type: 'CLAS',
    name,
    package: '$TMP',
    source,
    activate: true
  })
}
const call = async (args: object): Promise<ToolResult> =>
  await bench.call('ERPWrite', { action: 'delete', type: 'CLAS', ...args })
function askedBy(result: ToolResult): Extract<ToolResult, { kind: 'confirm' }> {
  if (result.kind !== 'confirm') {
    assert.fail(`a question was expected, not ${result.kind}: ${result.text}`)
  }
  return result
}

test('a used class is kept until its users were shown and the same ones are confirmed', async () => {
  await make('ZCL_DU_BASE')
  await make('ZCL_DU_USER', classOf('zcl_du_user', 'result = zcl_du_base=>run( ).'))
  field.clear()
  const first = askedBy(await call({ name: 'ZCL_DU_BASE' }))
  assert.match(first.question, /^Delete CLAS ZCL_DU_BASE\? It is used by CLAS ZCL_DU_USER\.$/)
  assert.match(first.text, /^NOT DONE: .*syntax errors afterwards/)
  assert.deepEqual([field.changes, field.locks], [[], []])
  const dry = await call({ name: 'ZCL_DU_BASE', dryRun: true })
  assert.equal(dry.kind === 'text' ? dry.digest : '', first.digest)
  // One more user, or another source: the old confirmation is of other facts.
  await make('ZCL_DU_MORE', classOf('zcl_du_more', 'result = zcl_du_base=>run( ).'))
  const second = askedBy(await call({ name: 'ZCL_DU_BASE', confirm: first.digest }))
  assert.match(
    second.text,
    /used by CLAS ZCL_DU_MORE, CLAS ZCL_DU_USER|used by CLAS ZCL_DU_USER, CLAS ZCL_DU_MORE/
  )
  assert.match(second.text, /belongs to another change or to other facts/)
  await bench.data('ERPWrite', {
    action: 'edit',
    type: 'CLAS',
    name: 'ZCL_DU_BASE',
    edits: [{ old: 'result = 1.', new: 'result = 2.' }]
  })
  const third = askedBy(await call({ name: 'ZCL_DU_BASE', confirm: second.digest }))
  const done = await call({ name: 'ZCL_DU_BASE', confirm: third.digest })
  assert.equal(done.kind, 'data', done.text)
  assert.ok(done.text.includes(classOf('zcl_du_base', 'result = 2.').trimEnd()), done.text)
  assert.equal(await bench.code('ERPRead', { type: 'CLAS', name: 'ZCL_DU_BASE' }), 'ERP_NOT_FOUND')
})

test('what nothing uses is deleted at once, and all of it is handed back', async () => {
  await make('ZCL_DU_ALONE')
  const tests =
    'CLASS ltc DEFINITION FOR TESTING RISK LEVEL HARMLESS DURATION SHORT.\nENDCLASS.\nCLASS ltc IMPLEMENTATION.\nENDCLASS.\n'
  await bench.data('ERPWrite', {
    action: 'update',
    type: 'CLAS',
    name: 'ZCL_DU_ALONE',
    include: 'testclasses',
    source: tests,
    overwrite: true
  })
  const done = await call({ name: 'ZCL_DU_ALONE' })
  assert.equal(done.kind, 'data', done.text)
  assert.match(
    done.text,
    /Its source was:\nCLASS zcl_du_alone[^]*\nIts source was \(testclasses\):\nCLASS ltc DEFINITION/
  )
  assert.doesNotMatch(done.text, /\*"\*/, 'comments that the ERP generated are not handed back')
  await bench.data('ERPWrite', {
    action: 'create',
    type: 'DOMA',
    name: 'ZDU_DOMA',
    package: '$TMP',
    fields: { dataType: 'CHAR', length: 3 }
  })
  assert.match(
    (await call({ type: 'DOMA', name: 'ZDU_DOMA' })).text,
    /Its facts were:\n<erp>\n\{"dataType":"CHAR","length":3/
  )
})

test('a batch refuses a deletion that needs a question, and knows who goes with it', async () => {
  await make('ZCL_DU_A')
  await make('ZCL_DU_B', classOf('zcl_du_b', 'result = zcl_du_a=>run( ).'))
  const remove = (name: string) => ({ action: 'delete', type: 'CLAS', name })
  field.clear()
  const { code, text } = errorOf(
    await bench.call('ERPWrite', { action: 'batch', items: [remove('ZCL_DU_A')] })
  )
  assert.equal(code, 'TOOL_CONFIRMATION_NEEDED')
  assert.match(text, /used by CLAS ZCL_DU_B.*in a call of its own/s)
  assert.deepEqual([field.changes, field.locks], [[], []])
  const done = await bench.call('ERPWrite', {
    action: 'batch',
    items: [remove('ZCL_DU_A'), remove('ZCL_DU_B')]
  })
  assert.equal(done.kind, 'data', done.text)
  assert.match(
    done.text,
    /--- CLAS ZCL_DU_B, deleted\nIts source was:\nCLASS zcl_du_b[^]*--- CLAS ZCL_DU_A, deleted\nIts source was:\nCLASS zcl_du_a/
  )
})

test('a source beyond the answer is asked about, and the rules decide before anything is asked', async () => {
  await make('ZCL_DU_LONG', classOf('zcl_du_long', 'result = 1.\n'.repeat(200)))
  const small = toolBench(field.erp, { limits: { bytes: 2000, rows: 10 } })
  const long = { action: 'delete', type: 'CLAS', name: 'ZCL_DU_LONG' }
  const { text, digest } = askedBy(await small.call('ERPWrite', long))
  assert.match(text, /too long to be handed back: read it before/)
  const done = await small.call('ERPWrite', { ...long, confirm: digest })
  assert.match(done.text, /^Deleted.*\nIts source \(\d+ bytes\) is too long for this answer\./)
  const bound = toolBench(field.erp, { policy: { readOnly: true } })
  assert.equal(
    await bound.code('ERPWrite', {
      action: 'delete',
      type: 'CLAS',
      name: 'ZCL_FERRY_REQUEST_CHECK'
    }),
    'BLOCKED_READ_ONLY'
  )
})

test('a look at the users that fails asks, and a system without one says so', async t => {
  for (const [status, asks] of [
    [500, true],
    [404, false]
  ] as const) {
    const { erp, changes } = await recordingErp(t, ({ method, path }) => {
      if (path.endsWith('/usageReferences')) return { status, body: 'no' }
      if (method !== 'GET' || !path.includes('/programs/programs/zdu')) return undefined
      return path.endsWith('/source/main')
        ? { status: 200, body: 'REPORT zdu.' }
        : { status: 200, body: metadata }
    })
    const result = await benchOf({ erp }).call('ERPWrite', {
      action: 'delete',
      type: 'PROG',
      name: 'ZDU'
    })
    assert.equal(result.kind === 'confirm', asks, result.text)
    if (asks) assert.match(result.text, /Where it is used could not be looked up/)
    assert.equal(
      changes().some(({ query }) => query.get('_action') === 'LOCK'),
      !asks
    )
  }
})

const metadata =
  '<program:abapProgram xmlns:program="http://www.sap.com/adt/programs/programs" ' +
  'xmlns:adtcore="http://www.sap.com/adt/core" adtcore:name="ZDU" adtcore:type="PROG/P">' +
  '<adtcore:packageRef adtcore:name="$TMP"/></program:abapProgram>'
