/**
 * Every action of ERPWrite with dryRun: what would change is shown, and nothing that changes or
 * locks is sent.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { tools } from '../../../tools/index.ts'
import { benchOf } from '../helpers/erp.ts'
import { recordedSandbox } from '../helpers/recorded-sandbox.ts'
import type { RecordedSandbox } from '../helpers/recorded-sandbox.ts'
import { standIn } from '../../stand-in/server.ts'

const class1 =
  'CLASS zcl_dr DEFINITION PUBLIC FINAL CREATE PUBLIC.\n  PUBLIC SECTION.\n    METHODS run RETURNING VALUE(result) TYPE i.\nENDCLASS.\nCLASS zcl_dr IMPLEMENTATION.\n  METHOD run.\n    DATA(one) = 1.\n    result = one.\n  ENDMETHOD.\nENDCLASS.\n'

let field: RecordedSandbox
before(async () => {
  field = await recordedSandbox()
  const { call } = benchOf({ erp: field.erp })
  for (const args of [
    {
      action: 'create',
      type: 'CLAS',
      name: 'ZCL_DR',
      package: '$TMP',
      source: class1,
      activate: true
    },
    {
      action: 'create',
      type: 'PROG',
      name: 'ZDR_PROGRAM',
      package: '$TMP',
      source: 'REPORT zdr_program.\nWRITE text-001.\nWRITE NEW zcl_dr( )->run( ).\n',
      activate: true
    },
    {
      action: 'create',
      type: 'DOMA',
      name: 'ZDR_DOMAIN',
      package: '$TMP',
      fields: { dataType: 'CHAR', length: 1 },
      activate: true
    },
    ...['zcl_dr_from', 'zcl_dr_to'].map(name => ({
      action: 'create',
      type: 'CLAS',
      name,
      package: '$TMP',
      source: `CLASS ${name} DEFINITION PUBLIC.\n  PUBLIC SECTION.\n    CONSTANTS ${name.slice(4)} TYPE i VALUE 1.\nENDCLASS.\nCLASS ${name} IMPLEMENTATION.\nENDCLASS.\n`,
      activate: true
    })),
    { action: 'create', type: 'MSAG', name: 'ZDR_MESSAGES', package: '$TMP' }
  ]) {
    const result = await call('ERPWrite', args)
    assert.equal(result.kind, 'data', result.text)
  }
})
after(async () => {
  await field?.close()
})

/** Arguments, and what the answer shows of the change. */
const rows: readonly (readonly [string, object, RegExp])[] = [
  [
    'create',
    {
      type: 'CLAS',
      name: 'ZCL_DR_NEW',
      package: '$TMP',
      source: class1.replaceAll('zcl_dr', 'zcl_dr_new')
    },
    /DRY RUN.*ZCL_DR_NEW.*\$TMP.*\+10 lines, all of it new\. Checked by abaplint, not by the ERP.*: no errors\./s
  ],
  [
    'create',
    { type: 'PROG', name: 'ZDR_BAD', package: '$TMP', source: 'REPORT zdr_bad.\nWRITE nothing.\n' },
    /Checked by abaplint.*: 1 error\.\nerror 2:7 check_syntax/s
  ],
  [
    'create',
    { type: 'BDEF', name: 'ZDR_BDEF', package: '$TMP', source: 'managed;\n' },
    /The ERP can check the source once the object exists/
  ],
  [
    'create',
    {
      type: 'DOMA',
      name: 'ZDR_DOMAIN_2',
      package: '$TMP',
      fields: { dataType: 'CHAR', length: 1 }
    },
    /^\S+ · DRY RUN of creating DOMA ZDR_DOMAIN_2 in package \$TMP · nothing saved$/
  ],
  [
    'create',
    {
      type: 'CLAS',
      name: 'ZCL_DR_BAD',
      package: '$TMP',
      source: 'CLASS zcl_dr_bad DEFINITION PUBLIC.'
    },
    /DRY RUN.*Checked by abaplint.*: \d+ errors?\.\nerror 1:1 /s
  ],
  [
    'update',
    { type: 'CLAS', name: 'ZCL_DR', source: class1.replace('= 1.', '= 2.'), overwrite: true },
    /DRY RUN: \+1 -1.*syntax check: clean.*\+ {4}DATA\(one\) = 2\./s
  ],
  [
    'update',
    {
      type: 'CLAS',
      name: 'ZCL_DR',
      source: class1.replace('result = one.', 'result = two.'),
      overwrite: true
    },
    /1 finding\n<erp>\nerror CLAS ZCL_DR 8:/
  ],
  [
    'update',
    { type: 'DOMA', name: 'ZDR_DOMAIN', fields: { values: [{ low: 'A', text: 'Active' }] } },
    /DRY RUN.*Nothing to check before it is saved\..*Active/s
  ],
  [
    'edit',
    { type: 'CLAS', name: 'ZCL_DR', edits: [{ old: 'result = one.', new: 'result = one + 1.' }] },
    /DRY RUN: \+1 -1.*\+ {4}result = one \+ 1\./s
  ],
  [
    'edit_method',
    { type: 'CLAS', name: 'ZCL_DR', method: 'RUN', source: '    result = 3.' },
    /DRY RUN.*\+ {4}result = 3\./s
  ],
  [
    'edit_class',
    { type: 'CLAS', name: 'ZCL_DR', change: 'add', declaration: 'METHODS more' },
    /DRY RUN.*\+.*METHODS more/is
  ],
  [
    'edit_class',
    { type: 'CLAS', name: 'ZCL_DR', change: 'visibility', member: 'run', section: 'private' },
    /DRY RUN.*\+.*PRIVATE SECTION/is
  ],
  [
    'edit_texts',
    { type: 'PROG', name: 'ZDR_PROGRAM', kind: 'symbols', texts: [{ key: '001', text: 'Text' }] },
    /DRY RUN.*Nothing to check before it is saved\..*\+001=Text/s
  ],
  [
    'edit_texts',
    {
      type: 'MSAG',
      name: 'ZDR_MESSAGES',
      kind: 'messages',
      texts: [{ key: '001', text: 'Message' }]
    },
    /DRY RUN.*Message/s
  ],
  [
    'move',
    { type: 'CLAS', name: 'ZCL_DR', package: '$FERRY_PRICING' },
    /DRY RUN.*\$FERRY_PRICING.*Nothing to check before/s
  ],
  [
    'rename',
    { type: 'CLAS', name: 'ZCL_DR', symbol: 'one', line: 7, newName: 'first' },
    /DRY RUN.*syntax check of the changed sources: clean\n<erp>\nCLAS ZCL_DR 7: /s
  ],
  [
    'rename',
    { type: 'CLAS', name: 'ZCL_DR', symbol: 'run', line: 3, newName: 'go' },
    /syntax check of the changed sources: clean \(2 objects of 2\)\n<erp>\nCLAS ZCL_DR 3: .*\nPROG ZDR_PROGRAM 3: /
  ],
  [
    'replace',
    { type: 'CLAS', name: 'ZCL_DR', pattern: '\\bone\\b', replacement: 'first' },
    /DRY RUN.*2 places in 1 object.*syntax check of the changed sources: clean/s
  ],
  [
    'move_members',
    { type: 'CLAS', name: 'ZCL_DR_FROM', members: ['dr_from'], to: 'ZCL_DR_TO' },
    /DRY RUN.*syntax check of the changed sources: clean \(2 objects of 2\)/s
  ],
  [
    'change_signature',
    {
      type: 'CLAS',
      name: 'ZCL_DR',
      method: 'run',
      declaration: 'METHODS run IMPORTING iv_more TYPE i OPTIONAL RETURNING VALUE(result) TYPE i.'
    },
    /DRY RUN.*by the bridge.*changed sources: clean\n/s
  ],
  [
    'extract_method',
    { type: 'CLAS', name: 'ZCL_DR', line: 8, endLine: 8, newName: 'part' },
    /DRY RUN.*into part \(returning result i, importing one i\).*changed sources: clean\n/s
  ],
  [
    'apply_quick_fix',
    { type: 'CLAS', name: 'ZCL_FERRY_MONEY', line: 10, column: 10 },
    /DRY RUN|several|proposals/i
  ],
  [
    'batch',
    {
      items: [
        { action: 'edit', type: 'CLAS', name: 'ZCL_DR', edits: [{ old: '= 1.', new: '= 4.' }] },
        {
          action: 'create',
          type: 'INTF',
          name: 'ZIF_DR',
          package: '$TMP',
          source: 'INTERFACE zif_dr PUBLIC.\nENDINTERFACE.\n'
        },
        { action: 'delete', type: 'PROG', name: 'ZDR_PROGRAM' }
      ],
      activate: true
    },
    /DRY RUN of 3 changes in this order · nothing saved\n=== create INTF ZIF_DR.*=== edit CLAS ZCL_DR.*\+ {4}DATA\(one\) = 4.*=== delete PROG ZDR_PROGRAM/s
  ],
  ['delete', { type: 'PROG', name: 'ZDR_PROGRAM' }, /DRY RUN.*PROG ZDR_PROGRAM/s]
]

for (const [action, args, shown] of rows) {
  test(`${action} ${JSON.stringify(args).slice(0, 60)}`, async () => {
    field.clear()
    const { call } = benchOf({ erp: field.erp })
    const result = await call('ERPWrite', { action, ...args, dryRun: true })
    assert.match(result.text, shown)
    assert.deepEqual([field.changes, field.locks], [[], []])
  })
}

test('scaffold shows what the generator would make', async t => {
  const adt = '/sap/bc/adt'
  const content = 'application/vnd.sap.adt.repository.generator.content.v1+json'
  const query = { referencedObject: `${adt}/ddic/ddl/sources/zi_dr`, package: '$TMP' }
  const { erp } = await standIn(t, [
    // A release without a list of generators.
    { method: 'GET', path: `${adt}/discovery`, status: 404, answer: '' },
    {
      method: 'GET',
      path: `${adt}/businessservices/generators/uiservice/validation`,
      query: { ...query, checks: 'PACKAGE,REFERENCEDOBJECT,AUTHORIZATION' },
      answer:
        '<asx:abap xmlns:asx="http://www.sap.com/abapxml" version="1.0"><asx:values><DATA><SEVERITY>OK</SEVERITY></DATA></asx:values></asx:abap>'
    },
    {
      method: 'GET',
      path: `${adt}/businessservices/generators/uiservice/content`,
      query,
      accept: content,
      type: content,
      answer: '{"metadata":{}}'
    },
    {
      method: 'POST',
      path: `${adt}/businessservices/generators/uiservice/preview`,
      query: { referencedObject: query.referencedObject },
      contentType: content,
      accept: 'application/vnd.sap.adt.repository.generator.preview.v1+xml',
      body: '{"metadata":{}}',
      answer: `<adtcore:objectReferences xmlns:adtcore="http://www.sap.com/adt/core"><adtcore:objectReference adtcore:uri="${adt}/ddic/srvd/sources/zui_dr" adtcore:type="SRVD/SRV" adtcore:name="ZUI_DR" adtcore:description="Service"/></adtcore:objectReferences>`
    }
  ])
  const result = await benchOf({ erp }).call('ERPWrite', {
    action: 'scaffold',
    type: 'DDLS',
    name: 'ZI_DR',
    generator: 'uiservice',
    package: '$TMP',
    dryRun: true
  })
  assert.match(
    result.text,
    /DRY RUN of uiservice for DDLS ZI_DR: 1 object in \$TMP · nothing created\nNothing to check before it is saved\.\nSRVD ZUI_DR/
  )
})

test('no action is left out', () => {
  const actions = [...(tools.find(({ name }) => name === 'ERPWrite')?.actions.keys() ?? [])]
  assert.deepEqual(
    // Dry runs of undo need a journal: `test/tools/journal/undo.test.ts` has them.
    actions.filter(
      name => !['scaffold', 'undo'].includes(name) && !rows.some(([action]) => action === name)
    ),
    []
  )
  assert.equal(actions.length, 17)
})
