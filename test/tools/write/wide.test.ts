/** The wider changes for real: the ERP is the sandbox. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createErp } from '../../../erp-client/index.ts'
import type { Erp } from '../../../erp-client/index.ts'
import { createSandbox } from '../../../sandbox/server.ts'
import type { Sandbox } from '../../../sandbox/server.ts'
import type { PolicyOptions, ToolResult } from '../../../tools/index.ts'
import { benchOf, errorOf } from '../helpers/erp.ts'

let sandbox: Sandbox
let erp: Erp

before(async () => {
  sandbox = await createSandbox({ password: 'secret-1' })
  erp = createErp({
    baseUrl: sandbox.url,
    client: sandbox.client,
    language: 'EN',
    credential: { kind: 'basic', user: sandbox.user, password: 'secret-1' }
  })
})

after(async () => {
  await erp?.close()
  await sandbox?.close()
})

const call = async (
  name: string,
  args: object,
  policy: Partial<PolicyOptions> = {}
): Promise<ToolResult> =>
  await benchOf({ erp, policy, limits: { bytes: 1 << 22, rows: 100 } }).call(name, args)

async function dataOf(
  name: string,
  args: object,
  policy?: Partial<PolicyOptions>
): Promise<Record<string, unknown>> {
  const result = await call(name, args, policy)
  assert.equal(result.kind, 'data', result.text)
  return { ...(result as Extract<ToolResult, { kind: 'data' }>).data }
}

const sourceOf = async (type: string, name: string) => {
  const { text } = await call('ERPRead', { type, name })
  return text.slice(text.indexOf('\n') + 1)
}
const head = (name: string, rest = '') =>
  `CLASS ${name} DEFINITION PUBLIC FINAL CREATE PUBLIC.\n  PUBLIC SECTION.\n    METHODS run RETURNING VALUE(result) TYPE i.\n${rest}ENDCLASS.\nCLASS ${name} IMPLEMENTATION.\n  METHOD run.\n    result = 1.\n  ENDMETHOD.\nENDCLASS.\n`
const create = (name: string, source = head(name)) => ({
  action: 'create',
  type: 'CLAS',
  name,
  package: '$TMP',
  source
})

test('a batch creates what depends on each other and activates it together', async () => {
  const user = head('zcl_wb_user').replace(
    'result = 1.',
    'result = NEW zcl_wb_base( )->zif_wb~give( ).'
  )
  const base =
    'CLASS zcl_wb_base DEFINITION PUBLIC FINAL CREATE PUBLIC.\n  PUBLIC SECTION.\n    INTERFACES zif_wb.\nENDCLASS.\nCLASS zcl_wb_base IMPLEMENTATION.\n  METHOD zif_wb~give.\n    result = 2.\n  ENDMETHOD.\nENDCLASS.\n'
  const items = [
    { ...create('zcl_wb_user', user) },
    { ...create('zcl_wb_base', base) },
    {
      action: 'create',
      type: 'INTF',
      name: 'zif_wb',
      source:
        'INTERFACE zif_wb PUBLIC.\n  METHODS give RETURNING VALUE(result) TYPE i.\nENDINTERFACE.\n'
    },
    { action: 'create', type: 'FUGR', name: 'zwb_group' },
    {
      action: 'create',
      type: 'FUNC',
      name: 'z_wb_add',
      group: 'zwb_group',
      fields: {
        importing: [{ name: 'IV_A', type: 'I', byValue: true }],
        exporting: [{ name: 'EV_B', type: 'I', byValue: true }]
      }
    }
  ]
  const batch = { action: 'batch', package: '$TMP', items }
  assert.match(
    (await call('ERPWrite', { ...batch, dryRun: true }, { readOnly: true })).text,
    /DRY RUN of 5 changes.*BLOCKED_READ_ONLY.*INTF ZIF_WB.*CLAS ZCL_WB_USER.*FUGR.*FUNC/s
  )
  assert.equal(
    errorOf(await call('ERPRead', { type: 'INTF', name: 'zif_wb' })).code,
    'ERP_NOT_FOUND'
  )
  const done = await dataOf('ERPWrite', { ...batch, activate: true })
  assert.equal(done['activation'], 'activated')
  assert.match(
    await sourceOf('FUNC', 'z_wb_add'),
    /IMPORTING\s+VALUE\(IV_A\) TYPE I\s+EXPORTING\s+VALUE\(EV_B\) TYPE I\./i
  )
  const stopped = errorOf(
    await call('ERPWrite', {
      action: 'batch',
      items: [
        { action: 'edit', type: 'INTF', name: 'zif_wb', edits: [{ old: 'give', new: 'take' }] },
        { action: 'edit', type: 'CLAS', name: 'zcl_wb_base', edits: [{ old: 'nowhere', new: '' }] },
        { action: 'delete', type: 'CLAS', name: 'zcl_wb_user' }
      ]
    })
  )
  assert.match(
    stopped.text,
    /1 entry of the batch cannot be made:\nedit CLAS ZCL_WB_BASE: TOOL_EDIT_NOT_FOUND.*nothing was changed/s
  )
  const foreign = errorOf(
    await call('ERPWrite', {
      action: 'batch',
      items: [{ ...create('zcl_wb_ok') }, { ...create('zcl_wb_bad'), package: 'ZFERRY_CORE' }]
    })
  )
  assert.equal(foreign.code, 'BLOCKED_NOT_TRANSPORTABLE')
  assert.equal(
    errorOf(await call('ERPRead', { type: 'CLAS', name: 'zcl_wb_ok' })).code,
    'ERP_NOT_FOUND'
  )
})

test('a class is changed member by member', async () => {
  const name = 'zcl_we_parts'
  await dataOf('ERPWrite', create(name))
  const change = async (args: object) =>
    await dataOf('ERPWrite', { action: 'edit_class', name, ...args })
  await change({ change: 'add', section: 'private', declaration: 'DATA: count TYPE i' })
  await change({
    change: 'add',
    declaration: 'METHODS stop IMPORTING iv_why TYPE string',
    source: '    count = strlen( iv_why ).'
  })
  assert.match(
    await sourceOf('CLAS', name),
    /METHODS stop IMPORTING iv_why TYPE string\.\n\s+PRIVATE SECTION\.\n\s+DATA: count TYPE i\.[^]*METHOD stop\.\n {4}count = strlen\( iv_why \)\.\n {2}ENDMETHOD\.\nENDCLASS/
  )
  await change({
    change: 'signature',
    declaration: 'METHODS stop IMPORTING iv_why TYPE string iv_now TYPE abap_bool OPTIONAL.'
  })
  await change({ change: 'visibility', member: 'stop', section: 'protected' })
  assert.match(
    await sourceOf('CLAS', name),
    /PROTECTED SECTION\.\n\s+METHODS stop[^.]*iv_now[^.]*\.\n\s*PRIVATE SECTION/
  )
  assert.equal((await dataOf('ERPActivate', { type: 'CLAS', name }))['outcome'], 'activated')
  await change({ change: 'delete', member: 'stop' })
  assert.doesNotMatch(await sourceOf('CLAS', name), /stop/)
  assert.match(
    errorOf(
      await call('ERPWrite', { action: 'edit_class', name, change: 'delete', member: 'runn' })
    ).text,
    /TOOL_MEMBER_NOT_FOUND.*Did you mean RUN/s
  )
  assert.equal(
    errorOf(
      await call('ERPWrite', {
        action: 'edit_class',
        name,
        change: 'add',
        declaration: 'METHODS a. METHODS b.'
      })
    ).code,
    'TOOL_BAD_ARGUMENTS'
  )
  assert.match(
    (
      await call('ERPWrite', {
        action: 'edit_class',
        name,
        change: 'delete',
        member: 'count',
        dryRun: true
      })
    ).text,
    /DRY RUN: .*- {4}DATA: count/s
  )
})

test('drafts of a package are activated and checked, and no drafts outside it', async () => {
  await dataOf('ERPManage', {
    action: 'create_package',
    name: '$wide',
    package: '$TMP',
    description: 'Made by a test'
  })
  await dataOf('ERPWrite', { ...create('zcl_wp_one'), package: '$WIDE' })
  await dataOf('ERPWrite', create('zcl_wp_elsewhere'))
  assert.match(
    (await call('ERPActivate', { action: 'check', package: '$wide' })).text,
    /check of CLAS ZCL_WP_ONE.*CLEAN/
  )
  const active = await dataOf('ERPActivate', { package: '$wide' })
  assert.deepEqual(active['objects'], [{ type: 'CLAS', name: 'ZCL_WP_ONE' }])
  assert.match(errorOf(await call('ERPActivate', { package: '$wide' })).text, /no draft in package/)
  assert.match((await call('ERPManage', { action: 'drafts' })).text, /ZCL_WP_ELSEWHERE/)
  assert.match(
    (await call('ERPManage', { action: 'locks', type: 'CLAS', name: 'zcl_wp_one' })).text,
    /no lock between calls/
  )
  assert.equal(
    (await dataOf('ERPManage', { action: 'release_lock', type: 'CLAS', name: 'zcl_wp_one' }))[
      'locked'
    ],
    false
  )
  assert.equal(
    errorOf(await call('ERPManage', { action: 'delete_package', name: '$wide' })).code,
    'PACKAGE_NOT_EMPTY'
  )
  await dataOf('ERPManage', {
    action: 'change_package',
    name: '$wide',
    description: 'Changed <by> "a" test'
  })
  assert.match(
    (await call('ERPManage', { action: 'delete_package', name: '$wide', dryRun: true })).text,
    /holds 1 object/
  )
  await dataOf('ERPWrite', { action: 'delete', type: 'CLAS', name: 'zcl_wp_one' })
  await dataOf('ERPManage', { action: 'delete_package', name: '$wide' })
  assert.match(
    (await call('ERPManage', { action: 'features' })).text,
    /transport: announced \(\/sap\/bc\/adt\/cts/
  )
})

test('a class runs only for those who may execute', async () => {
  await dataOf('ERPWrite', {
    ...create(
      'zcl_wr_run',
      'CLASS zcl_wr_run DEFINITION PUBLIC FINAL CREATE PUBLIC.\n  PUBLIC SECTION.\n    INTERFACES if_oo_adt_classrun.\nENDCLASS.\nCLASS zcl_wr_run IMPLEMENTATION.\n  METHOD if_oo_adt_classrun~main.\n    out->write( `It runs` ).\n  ENDMETHOD.\nENDCLASS.\n'
    ),
    activate: true
  })
  assert.equal(
    errorOf(await call('ERPManage', { action: 'run_class', name: 'zcl_wr_run' })).code,
    'BLOCKED_EXPERT'
  )
  assert.match(
    (
      await call(
        'ERPManage',
        { action: 'run_class', name: 'zcl_wr_run' },
        { expert: new Set(['execute']) }
      )
    ).text,
    /output of CLAS ZCL_WR_RUN\n<erp>\nIt runs/
  )
  assert.equal(
    errorOf(
      await call(
        'ERPManage',
        { action: 'run_class', name: 'zcl_wr_run' },
        { expert: new Set(['execute']), readOnly: true }
      )
    ).code,
    'BLOCKED_READ_ONLY'
  )
})

test('fields explain themselves', async () => {
  assert.match(
    (
      await call(
        'ERPWrite',
        { action: 'create', type: 'DOMA', name: 'ZX', help: true },
        { readOnly: true }
      )
    ).text,
    /dataType \(string\).*values \(list of object\).*Example/s
  )
  assert.match(
    errorOf(
      await call('ERPWrite', {
        action: 'create',
        type: 'DOMA',
        name: 'ZX',
        package: '$TMP',
        fields: { datatyp: 'CHAR' }
      })
    ).text,
    /Did you mean `dataType`.*Example/s
  )
  assert.match(
    errorOf(
      await call('ERPWrite', {
        action: 'create',
        type: 'FUNC',
        name: 'Z_X',
        group: 'ZX',
        fields: { importing: [{ name: 'A', type: 'I. DELETE' }] }
      })
    ).text,
    /ERP_NOT_FOUND|cannot stand there/
  )
  for (const bad of ['I DEFAULT 1. ENDFUNCTION', 'I\nRAISING x', 'I "c']) {
    assert.equal(
      errorOf(
        await call('ERPWrite', {
          action: 'update',
          type: 'FUNC',
          name: 'Z_WB_ADD',
          group: 'ZWB_GROUP',
          overwrite: true,
          fields: { importing: [{ name: 'A', type: bad }] }
        })
      ).code,
      'TOOL_BAD_ARGUMENTS',
      bad
    )
  }
})
