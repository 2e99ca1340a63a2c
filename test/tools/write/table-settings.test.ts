/** Technical settings of tables through the tools: an object of their own beside the table. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { benchOf, errorOf } from '../helpers/erp.ts'
import { toolBench } from '../helpers/sandbox-bench.ts'
import { recordedSandbox } from '../helpers/recorded-sandbox.ts'
import type { RecordedSandbox } from '../helpers/recorded-sandbox.ts'

let field: RecordedSandbox

before(async () => {
  field = await recordedSandbox()
  await toolBench(field.erp).data('ERPWrite', {
    action: 'create',
    type: 'TABL',
    name: 'ZTS_PLAIN',
    package: '$TMP',
    description: 'Plain',
    source:
      "@EndUserText.label : 'Plain'\n@AbapCatalog.enhancement.category : #NOT_EXTENSIBLE\n@AbapCatalog.tableCategory : #TRANSPARENT\n@AbapCatalog.deliveryClass : #A\n@AbapCatalog.dataMaintenance : #RESTRICTED\ndefine table zts_plain {\n  key client : abap.clnt not null;\n  key id : abap.char(4) not null;\n}\n",
    activate: true
  })
})

after(() => field?.close())

const settings = { type: 'TABT', name: 'ZTS_PLAIN' }
const update = (fields: object) => ({ action: 'update', ...settings, fields })
const bench = () => toolBench(field.erp)

test('settings are read, changed, activated, and stay when the table changes', async () => {
  const before = await bench().text('ERPRead', settings)
  assert.match(before, /dataClassCategory: APPL0/)
  assert.match(before, /allowed: N/)
  const fields = {
    dataClass: 'APPL2',
    sizeCategory: 3,
    bufferingAllowed: 'X',
    bufferingType: 'G',
    keyFields: 1,
    logging: true
  }
  const saved = await bench().data('ERPWrite', { ...update(fields), activate: true })
  assert.equal(saved['outcome'], 'done')
  const now = await bench().text('ERPRead', settings)
  for (const line of [
    /dataClassCategory: APPL2/,
    /sizeCategory: 3/,
    /allowed: X/,
    /type: G/,
    /areaKeyFields: 0*1\b/,
    /loggingEnabled: true/
  ]) {
    assert.match(now, line)
  }
  assert.match(now, / active /)
  await bench().data('ERPWrite', {
    action: 'edit',
    type: 'TABL',
    name: 'ZTS_PLAIN',
    edits: [
      { old: 'abap.char(4) not null;', new: 'abap.char(4) not null;\n  text : abap.char(9);' }
    ],
    activate: true
  })
  assert.equal(
    await bench()
      .text('ERPRead', settings)
      .then(text => /type: G/.test(text)),
    true
  )
})

test('a dry run shows the difference and changes nothing', async () => {
  field.clear()
  const text = await bench().text('ERPWrite', { ...update({ sizeCategory: 5 }), dryRun: true })
  assert.match(text, /DRY RUN/)
  assert.match(text, /sizeCategory>5</)
  assert.deepEqual(field.changes, [])
})

test('values that contradict each other, and unknown ones, are refused before anything is sent', async () => {
  for (const fields of [
    { bufferingAllowed: 'Y' },
    { sizeCategory: 10 },
    { delivery: 'A' },
    { sizeCategory: 'x' }
  ]) {
    field.clear()
    assert.equal(await bench().code('ERPWrite', update(fields)), 'TOOL_BAD_ARGUMENTS')
    assert.deepEqual(field.changes, [])
  }
  assert.equal(await bench().code('ERPWrite', update({ bufferingType: '' })), 'ERP_BAD_REQUEST')
  assert.deepEqual(field.changes, [])
})

test('the package of the table decides, and read-only holds', async () => {
  const elsewhere = benchOf({ erp: field.erp, policy: { allowedPackages: ['ZOTHER'] } })
  field.clear()
  const { code } = errorOf(await elsewhere.call('ERPWrite', update({ sizeCategory: 6 })))
  assert.equal(code, 'BLOCKED_PACKAGE')
  const reading = benchOf({ erp: field.erp, policy: { readOnly: true } })
  assert.equal(
    errorOf(await reading.call('ERPWrite', update({ sizeCategory: 6 }))).code,
    'BLOCKED_READ_ONLY'
  )
  assert.deepEqual(field.changes, [])
})

test('settings are not created or deleted, and a table that is not there has none', async () => {
  assert.match(await bench().code('ERPWrite', { action: 'delete', ...settings }), /^(?:TOOL|ERP)_/)
  assert.equal(
    await bench().code('ERPWrite', { action: 'create', package: '$TMP', ...settings }),
    'TOOL_BAD_ARGUMENTS'
  )
  assert.equal(await bench().code('ERPRead', { ...settings, name: 'ZTS_NONE' }), 'ERP_NOT_FOUND')
  assert.match(await bench().text('ERPRead', settings), /type: G/)
})
