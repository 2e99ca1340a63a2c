/**
 * Every save says what the syntax check finds in the draft; a failed check never makes a save a
 * failure.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { readSource } from '../../../erp-client/index.ts'
import { recordingErp } from '../helpers/erp.ts'
import { recordedSandbox } from '../helpers/recorded-sandbox.ts'
import type { RecordedSandbox } from '../helpers/recorded-sandbox.ts'
import { toolBench } from '../helpers/sandbox-bench.ts'

const good =
  'CLASS zcl_sf DEFINITION PUBLIC FINAL CREATE PUBLIC.\n  PUBLIC SECTION.\n' +
  '    METHODS run RETURNING VALUE(result) TYPE i.\nENDCLASS.\nCLASS zcl_sf IMPLEMENTATION.\n' +
  '  METHOD run.\n    result = 1.\n  ENDMETHOD.\nENDCLASS.\n'
const broken =
  /^Saved.*\nSaved as inactive draft; syntax check: \d+ error.*correct it with ERPWrite\.\n<erp>\nerror CLAS ZCL_SF \d+:\d+: .+\n(?:.+\n)*?<\/erp>/
const clean = /\nSaved as inactive draft; syntax check: clean\. ERPActivate makes it active\./
const lock =
  '<asx:abap xmlns:asx="http://www.sap.com/abapxml" version="1.0"><asx:values><DATA>' +
  '<LOCK_HANDLE>H</LOCK_HANDLE><IS_LOCAL>X</IS_LOCAL></DATA></asx:values></asx:abap>'
const locked =
  '<exc:exception xmlns:exc="http://www.sap.com/abapxml/types/communicationframework">' +
  '<type id="ExceptionResourceNoAccess"/><message>User TESTER is currently editing ZSF</message></exc:exception>'
const metadata =
  '<program:abapProgram xmlns:program="http://www.sap.com/adt/programs/programs" ' +
  'xmlns:adtcore="http://www.sap.com/adt/core" adtcore:name="ZSF" adtcore:type="PROG/P">' +
  '<adtcore:packageRef adtcore:name="$TMP"/></program:abapProgram>'
const object = { type: 'CLAS', name: 'ZCL_SF' }

let field: RecordedSandbox
let bench: ReturnType<typeof toolBench>
before(async () => {
  field = await recordedSandbox()
  bench = toolBench(field.erp)
  await bench.data('ERPWrite', {
    action: 'create',
    ...object,
    package: '$TMP',
    source: good,
    activate: true
  })
})
after(async () => {
  await field?.close()
})

async function save(args: object): Promise<{ text: string; data: Record<string, unknown> }> {
  await bench.data('ERPWrite', {
    action: 'update',
    ...object,
    source: `${good}* again\n`,
    overwrite: true
  })
  const result = await bench.call('ERPWrite', { ...object, ...args })
  assert.equal(result.kind, 'data', result.text)
  return { text: result.text, data: 'data' in result ? { ...result.data } : {} }
}

const breaking: readonly object[] = [
  { action: 'edit_method', method: 'RUN', source: 'x' },
  { action: 'edit', edits: [{ old: 'result = 1.', new: 'resul = 1.' }] },
  { action: 'update', source: good.replace('result = 1', 'result = nothing'), overwrite: true },
  {
    action: 'edit_class',
    change: 'add',
    declaration: 'METHODS more IMPORTING x TYPE zz_no_such_type'
  }
]

for (const args of breaking) {
  test(`findings of ${JSON.stringify(args).slice(0, 60)}`, async () => {
    const { text, data } = await save(args)
    assert.match(text, broken)
    assert.equal((data['findings'] as { severity: string }[])[0]?.severity, 'error')
  })
}

test('a source that is right is said to be', async () => {
  assert.match(
    (await save({ action: 'edit_method', method: 'RUN', source: '    result = 2.' })).text,
    clean
  )
})

test('a creation says it of its first source and of its facts', async () => {
  const create = { action: 'create', package: '$TMP' }
  const bad = await bench.text('ERPWrite', {
    ...create,
    type: 'PROG',
    name: 'ZSF_BAD',
    source: 'REPORT zsf_bad.\nWRITE nothing.\n'
  })
  assert.match(
    bad,
    /^Created.*\nSaved as inactive draft; syntax check: 1 error\..*\n<erp>\nerror PROG ZSF_BAD 2:/
  )
  const right = await bench.text('ERPWrite', {
    ...create,
    type: 'PROG',
    name: 'ZSF_GOOD',
    source: 'REPORT zsf_good.\n'
  })
  assert.match(right, clean)
  const facts = await bench.text('ERPWrite', {
    ...create,
    type: 'DOMA',
    name: 'ZSF_DOMA',
    fields: { dataType: 'CHAR', length: 1 }
  })
  assert.match(facts, clean)
})

test('fences around a pasted source are not saved', async () => {
  const fence = '```'
  await save({ action: 'update', source: `${fence}abap\n${good}${fence}\n`, overwrite: true })
  assert.equal((await readSource(field.erp.reader, { ref: object })).text, good)
  const { text } = await save({
    action: 'edit_method',
    method: 'RUN',
    source: `${fence}abap\n  METHOD run.\n    result = 3.\n  ENDMETHOD.\n${fence}`
  })
  assert.match(text, clean)
  assert.doesNotMatch((await readSource(field.erp.reader, { ref: object })).text, /`/)
  field.clear()
  const mixed = {
    action: 'update',
    ...object,
    source: `Here it is:\n${fence}abap\n${good}${fence}`,
    overwrite: true
  }
  assert.equal(await bench.code('ERPWrite', mixed), 'TOOL_BAD_ARGUMENTS')
  const item = { action: 'update', ...object, source: `${fence}abap\n${good}`, overwrite: true }
  assert.equal(
    await bench.code('ERPWrite', { action: 'batch', items: [item] }),
    'TOOL_BAD_ARGUMENTS'
  )
  assert.deepEqual([field.changes, field.locks], [[], []])
})

test('nothing is checked where nothing was changed, and where the activation tells', async () => {
  const { hash, text: source } = await readSource(field.erp.reader, { ref: object })
  field.clear()
  const same = await bench.text('ERPWrite', {
    action: 'update',
    ...object,
    source,
    expectedHash: hash
  })
  assert.match(same, /^Unchanged/)
  const edits = [{ old: 'result = 3.', new: 'result = 4.' }]
  assert.match(
    await bench.text('ERPWrite', { action: 'edit', ...object, edits, activate: true }),
    /Activated \(verified\)/
  )
  assert.deepEqual(
    field.all.filter(one => one.includes('/checkruns')),
    []
  )
})

for (const [why, reply] of [
  ['the check failed', { status: 500, answer: 'dump' }],
  ['the ERP has no check for it', { status: 404, answer: 'nothing here' }]
] as const) {
  test(`${why}: the save is none the less done`, async t => {
    const path = '/sap/bc/adt/programs/programs/zsf'
    let locks = 0
    const { erp } = await recordingErp(t, asked => {
      if (asked.path.endsWith('/checkruns')) return { status: reply.status, body: reply.answer }
      // Every second lock is the question whether the first one was kept.
      if (asked.query.get('_action') === 'LOCK') {
        return ++locks % 2 === 0 ? { status: 403, body: locked } : { status: 200, body: lock }
      }
      if (asked.method === 'GET' && asked.path === path) return { status: 200, body: metadata }
      return asked.path.startsWith(path) ? { status: 200 } : undefined
    })
    const args = {
      action: 'update',
      type: 'PROG',
      name: 'ZSF',
      source: 'REPORT zsf.\n',
      overwrite: true
    }
    const result = await toolBench(erp).call('ERPWrite', args)
    assert.equal(result.kind, 'data', result.text)
    assert.match(
      result.text,
      new RegExp(`^Saved.*\nSaved as inactive draft, not checked \\(${why}\\); ERPActivate`)
    )
  })
}
