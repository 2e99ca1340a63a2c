/**
 * One proper call, or several, of every action. They run in this order, each on what those before
 * it left.
 */
import { classSource } from './world.ts'
import type { World } from './world.ts'

export interface MatrixCall {
  /** Tool and action, with a word in brackets where an action has several calls. */
  readonly name: string
  readonly args: object | ((world: World) => Promise<object>)
  /** What the call needs on top of the world; it must succeed. */
  readonly first?: (world: World) => Promise<unknown>
}

const on = { type: 'CLAS', name: 'ZCL_RL' }
const newRequest = async ({ done }: World) =>
  String(
    (
      await done('ERPTransport', {
        action: 'create',
        description: 'Made by a test',
        package: 'ZFERRY_CORE'
      })
    )['transport']
  )
const withRequest = (args: object) => async (world: World) => ({
  transport: await newRequest(world),
  ...args
})
const entry = { type: 'CLAS', name: 'ZRL_RECORDED' }
const newClass = async (name: string, { done }: World) =>
  await done('ERPWrite', {
    action: 'create',
    type: 'CLAS',
    name,
    package: '$FERRY_DEMO',
    source: classSource(name),
    activate: true
  })

/** Creation of a type with what it needs. */
export const creations: Readonly<Record<string, object>> = {
  CLAS: { name: 'ZCL_RL_NEW', source: classSource('zcl_rl_new') },
  INTF: {
    name: 'ZIF_RL_NEW',
    source: 'INTERFACE zif_rl_new PUBLIC.\n  METHODS run.\nENDINTERFACE.\n'
  },
  PROG: { name: 'ZRL_NEW', source: 'REPORT zrl_new.\n' },
  INCL: { name: 'ZRL_NEW_INCL', source: '* Nothing\n' },
  FUGR: { name: 'ZRL_GROUP' },
  FUNC: {
    name: 'Z_RL_MODULE',
    group: 'ZRL_GROUP',
    source: 'FUNCTION z_rl_module.\n  RETURN.\nENDFUNCTION.\n'
  },
  DOMA: { name: 'ZRL_DOMA', fields: { dataType: 'CHAR', length: 10 } },
  DTEL: {
    name: 'ZRL_DTEL',
    fields: {
      typeKind: 'predefinedAbapType',
      dataType: 'CHAR',
      length: 10,
      short: 'Demo',
      medium: 'Demo',
      long: 'Demo',
      heading: 'Demo'
    }
  },
  STRU: {
    name: 'ZRL_STRU',
    source:
      "@EndUserText.label : 'Demo'\n@AbapCatalog.enhancement.category : #NOT_EXTENSIBLE\ndefine structure zrl_stru {\n  id : abap.char(4);\n}\n"
  },
  TABL: {
    name: 'ZRL_TABL',
    source:
      "@EndUserText.label : 'Demo'\n@AbapCatalog.enhancement.category : #NOT_EXTENSIBLE\n@AbapCatalog.tableCategory : #TRANSPARENT\n@AbapCatalog.deliveryClass : #A\n@AbapCatalog.dataMaintenance : #RESTRICTED\ndefine table zrl_tabl {\n  key mandt : mandt not null;\n  key id : abap.char(4) not null;\n}\n"
  },
  TTYP: { name: 'ZRL_TTYP', fields: { rowType: 'ZFERRY_PORT' } },
  MSAG: { name: 'ZRL_MSAG', fields: { messages: [{ number: '001', text: 'Text' }] } },
  DDLS: {
    name: 'ZRL_DDLS',
    source:
      "@AbapCatalog.sqlViewName: 'ZRLDDLSV'\n@EndUserText.label: 'Demo'\ndefine view ZRL_DDLS as select from zferry_port { key port_id }\n"
  },
  DCLS: {
    name: 'ZRL_DDLS',
    source:
      "@MappingRole: true\ndefine role ZRL_DDLS {\n  grant select on ZRL_DDLS where port_id = 'X';\n}\n"
  },
  DDLX: {
    name: 'ZRL_DDLX',
    source:
      "@Metadata.layer: #CUSTOMER\nannotate view ZRL_DDLS with\n{\n  @EndUserText.label: 'Port'\n  port_id;\n}\n"
  },
  BDEF: {
    name: 'ZRL_DDLS',
    source:
      'managed;\ndefine behavior for ZRL_DDLS alias Port\npersistent table zferry_port\nlock master\n{\n  create;\n}\n'
  },
  SRVD: {
    name: 'ZRL_SRVD',
    source: "@EndUserText.label: 'Demo'\ndefine service ZRL_SRVD {\n  expose ZRL_DDLS as Port;\n}\n"
  },
  SRVB: { name: 'ZRL_SRVB', fields: { serviceDefinition: 'ZRL_SRVD' } },
  TYPE: { name: 'ZRLTG', source: 'TYPE-POOL zrltg.\nTYPES zrltg_id TYPE i.\n' },
  ENQU: { name: 'EZ_RL_LOCK', fields: { table: 'ZFERRY_PORT' } },
  DRUL: { name: 'ZRL_DRUL', source: 'DEFINE FILTER DEPENDENCY RULE zrl_drul ON zferry_port { }\n' },
  DTSC: { name: 'ZRL_DTSC', source: 'define static cache zrl_dtsc on zferry_port { port_id }\n' },
  ...Object.fromEntries(
    ['EVTB', 'DESD', 'CSNM', 'EVTO', 'COTA'].map(type => [
      type,
      { name: `ZRL_${type}`, source: '{ "formatVersion": "1" }\n' }
    ])
  )
}

const reads: Readonly<Record<string, string>> = {
  PROG: 'ZFERRY_QUOTE',
  INCL: 'ZFERRY_TIMETABLE_FORMS',
  CLAS: 'ZCL_FERRY_MONEY',
  INTF: 'ZIF_FERRY_FARES',
  FUGR: 'ZFERRY_API',
  FUNC: 'Z_FERRY_QUOTE',
  TABL: 'ZFERRY_PORT',
  STRU: 'ZFERRY_S_PRICE',
  DDLS: 'ZFERRY_I_ROUTE',
  DOMA: 'ZFERRY_COUNTRY',
  DTEL: 'ZFERRY_PORT_ID',
  TTYP: 'ZFERRY_T_TIERS',
  MSAG: 'ZFERRY',
  TABT: 'ZFERRY_PORT',
  DEVC: 'ZFERRY_CORE'
}

const action = (
  tool: string,
  name: string,
  args: MatrixCall['args'] = {},
  more: Partial<MatrixCall> = {}
): MatrixCall => {
  const [bare = ''] = name.split(' ')
  return {
    name: `${tool} ${name}`,
    args:
      typeof args === 'function'
        ? async world => ({ action: bare, ...(await args(world)) })
        : { action: bare, ...args },
    ...more
  }
}

const reading: readonly MatrixCall[] = [
  ...Object.entries(reads).map(([type, name]) => ({
    name: `ERPRead (${type})`,
    args: { type, name }
  })),
  ...['DOMA', 'DTEL', 'TTYP', 'TABL', 'CLAS', 'DEVC'].map(type => ({
    name: `ERPRead (metadata ${type})`,
    args: { type, name: reads[type], view: 'metadata' }
  })),
  { name: 'ERPRead (without type)', args: { name: 'zcl_ferry_money' } },
  { name: 'ERPRead (method)', args: { ...on, method: 'RUN' } },
  { name: 'ERPRead (outline)', args: { ...on, view: 'outline' } },
  { name: 'ERPRead (outline FUGR)', args: { type: 'FUGR', name: 'ZFERRY_API', view: 'outline' } },
  { name: 'ERPRead (signature)', args: { ...on, view: 'signature' } },
  { name: 'ERPRead (grep)', args: { ...on, grep: 'METHOD' } },
  { name: 'ERPRead (revisions)', args: { ...on, revision: 'list' } },
  { name: 'ERPRead (texts)', args: { type: 'PROG', name: 'ZRL_PROGRAM', view: 'texts' } },
  { name: 'ERPRead (enhancements)', args: { ...on, view: 'enhancements' } },
  { name: 'ERPRead (sql)', args: { type: 'DDLS', name: 'ZFERRY_I_ROUTE', view: 'sql' } },
  { name: 'ERPRead (api_state)', args: { ...on, view: 'api_state' } },
  { name: 'ERPRead (several)', args: { objects: ['CLAS ZCL_RL', 'CLAS ZCL_RL_USER'] } },
  { name: 'ERPRead (SYSTEM)', args: { type: 'SYSTEM' } },
  { name: 'ERPRead (COMPONENTS)', args: { type: 'COMPONENTS' } },
  { name: 'ERPRead (INACTIVE)', args: { type: 'INACTIVE' } },
  { name: 'ERPRead (UI5)', args: { type: 'UI5', name: 'ZAPP' } },
  {
    name: 'ERPRead (TRANSPORT)',
    args: async world => ({ type: 'TRANSPORT', name: await newRequest(world) })
  },
  { name: 'ERPSearch (name)', args: { query: 'zcl_ferry_m*' } },
  { name: 'ERPSearch (names)', args: { names: ['ZCL_RL', 'ZCL_NOT_THERE'] } },
  {
    name: 'ERPSearch (source)',
    args: { kind: 'source', query: 'gives_it', objects: ['CLAS ZCL_RL'] }
  },
  {
    name: 'ERPSearch (source, package)',
    args: { kind: 'source', query: 'METHOD', package: '$FERRY_PRICING' }
  },
  { name: 'ERPSearch (source, everywhere)', args: { kind: 'source', query: 'round_to' } },
  { name: 'ERPSearch (package)', args: { kind: 'package', package: 'ZFERRY' } },
  { name: 'ERPQuery (table)', args: { table: 'ZFERRY_PORT', maxRows: 2 } },
  {
    name: 'ERPQuery (sql)',
    args: { sql: 'SELECT country, COUNT( * ) AS n FROM zferry_port GROUP BY country' }
  },
  action('ERPNavigate', 'definition', { name: 'ZCL_RL_USER', line: 9, symbol: 'run' }),
  action('ERPNavigate', 'references', { ...on, method: 'RUN' }),
  action('ERPNavigate', 'references (object)', { ...on }),
  action('ERPNavigate', 'implementations', { type: 'INTF', name: 'ZIF_FERRY_FARES' }),
  action('ERPNavigate', 'completion', { ...on, line: 13, column: 8 }),
  action('ERPNavigate', 'element_info', { ...on, line: 13, symbol: 'run' }),
  action('ERPNavigate', 'hierarchy', { ...on, line: 1, symbol: 'zcl_rl' }),
  action('ERPNavigate', 'outline', { ...on }),
  action('ERPNavigate', 'documentation', { ...on, line: 8, symbol: 'METHOD' }),
  action('ERPContext', 'overview', { type: 'PROG', name: 'ZFERRY_TIMETABLE' }),
  action('ERPContext', 'overview (package)', { type: 'DEVC', name: '$FERRY_PRICING' }),
  action('ERPContext', 'dependencies', { name: 'ZCL_RL_USER', type: 'CLAS' }),
  action('ERPContext', 'usages', { ...on }),
  action('ERPContext', 'impact', { type: 'TABL', name: 'ZFERRY_ROUTE' }),
  action('ERPContext', 'call_graph', { ...on, method: 'RUN' }),
  action('ERPContext', 'structure', { type: 'TABL', name: 'ZFERRY_ROUTE' }),
  action('ERPContext', 'compare', {
    type: 'PROG',
    name: 'ZFERRY_TIMETABLE',
    withVersion: 'active'
  }),
  action('ERPContext', 'changes', { type: 'DEVC', name: '$FERRY_PRICING' }),
  action('ERPContext', 'test_seams', { type: 'CLAS', name: 'ZCL_RL_USER' }),
  action('ERPLint', 'check', { ...on }),
  action('ERPLint', 'fix', { ...on }),
  action('ERPLint', 'format', { ...on }),
  action('ERPLint', 'rules', { query: 'obsolete' })
]

/** The id of the first trace, or of the first request of one. */
async function idOf(world: World, list: 'traces' | 'armed'): Promise<string> {
  const found = (await world.done('ERPDiagnose', { action: 'traces' }))[list]
  return (found as { readonly id: string }[])[0]?.id ?? ''
}

const diagnosing: readonly MatrixCall[] = [
  action('ERPDiagnose', 'syntax', { ...on }),
  action('ERPDiagnose', 'syntax (unsaved)', {
    ...on,
    method: 'RUN',
    source: '    result = nowhere.'
  }),
  action('ERPDiagnose', 'unit_test', { ...on }),
  action('ERPDiagnose', 'unit_test (coverage)', { ...on, coverage: true }),
  action('ERPDiagnose', 'atc', { ...on }),
  action('ERPDiagnose', 'atc_variants'),
  action('ERPDiagnose', 'quick_fixes', { ...on, line: 13, column: 5 }),
  action('ERPDiagnose', 'compare', { type: 'CLAS', name: 'ZCL_RL_DRAFT' }),
  action('ERPDiagnose', 'dumps'),
  action('ERPDiagnose', 'dump', { user: 'DEVELOPER' }),
  action('ERPDiagnose', 'incident', { job: 'ZFERRY_QUOTES', from: '20260519' }),
  action('ERPDiagnose', 'traces'),
  action('ERPDiagnose', 'trace', async world => ({
    id: await idOf(world, 'traces')
  })),
  action('ERPDiagnose', 'trace_start', { user: 'DEVELOPER' }),
  action('ERPDiagnose', 'trace_stop', async world => ({
    id: await idOf(world, 'armed')
  })),
  action('ERPDiagnose', 'system_messages'),
  action('ERPDiagnose', 'gateway_errors'),
  action('ERPDiagnose', 'clean_core', { ...on }),
  action('ERPDiagnose', 'sql_trace'),
  action('ERPDiagnose', 'breakpoints'),
  action('ERPDiagnose', 'set_breakpoint', { ...on, line: 9 }),
  action('ERPDiagnose', 'delete_breakpoint', { id: 'KIND=0.SOURCETYPE=ABAP.MAIN_PROGRAM=ZRL' }),
  action('ERPDiagnose', 'debug_run', {
    ...on,
    breakpoints: [{ ...on, line: 9 }],
    trigger: 'unit_test',
    seconds: 2
  }),
  action('ERPDiagnose', 'amdp_run', {
    ...on,
    breakpoints: [{ ...on, line: 9 }],
    trigger: 'unit_test',
    seconds: 2
  })
]

const writing: readonly MatrixCall[] = [
  ...Object.entries(creations).map(([type, args]) =>
    action('ERPWrite', `create (${type})`, {
      type,
      package: '$FERRY_DEMO',
      description: 'Made by a test',
      ...args
    })
  ),
  action('ERPWrite', 'update', {
    ...on,
    source: classSource('zcl_rl', '    result = 2.'),
    overwrite: true
  }),
  action('ERPWrite', 'update (fields)', {
    type: 'DTEL',
    name: 'ZRL_DTEL',
    fields: { short: 'Other' }
  }),
  action('ERPWrite', 'edit', {
    ...on,
    edits: [{ old: 'result = 2.', new: 'result = 1.' }],
    activate: true
  }),
  action('ERPWrite', 'edit_method', {
    ...on,
    method: 'RUN',
    source: '    result = 1.\n    IF 1 = 1.\n    ENDIF.'
  }),
  action('ERPWrite', 'edit_class', {
    ...on,
    change: 'add',
    declaration: 'METHODS more',
    source: '    RETURN.',
    activate: true
  }),
  action('ERPWrite', 'edit_texts', {
    type: 'PROG',
    name: 'ZRL_PROGRAM',
    kind: 'symbols',
    texts: [{ key: '001', text: 'Text' }]
  }),
  action('ERPWrite', 'edit_texts (messages)', {
    type: 'MSAG',
    name: 'ZFERRY',
    kind: 'messages',
    texts: [{ key: '199', text: 'Text' }],
    dryRun: true
  }),
  action('ERPWrite', 'rename', {
    type: 'PROG',
    name: 'ZRL_PROGRAM',
    symbol: 'show',
    newName: 'display',
    line: 4
  }),
  action('ERPWrite', 'replace', {
    type: 'PROG',
    name: 'ZRL_PROGRAM',
    pattern: 'show',
    replacement: 'display',
    dryRun: true
  }),
  action('ERPWrite', 'move_members', {
    type: 'CLAS',
    name: 'ZCL_FERRY_DURATION',
    members: ['MINUTES_OF_DAY'],
    to: 'ZCL_FERRY_MONEY',
    dryRun: true
  }),
  action('ERPWrite', 'change_signature', {
    type: 'CLAS',
    name: 'ZCL_RL',
    method: 'run',
    declaration: 'METHODS run IMPORTING iv_more TYPE i OPTIONAL RETURNING VALUE(result) TYPE i.',
    dryRun: true
  }),
  action(
    'ERPWrite',
    'extract_method',
    { type: 'CLAS', name: 'ZCL_RL_EXTRACT', line: 9, endLine: 10, newName: 'part', dryRun: true },
    {
      first: async ({ done }) =>
        await done('ERPWrite', {
          action: 'create',
          type: 'CLAS',
          name: 'ZCL_RL_EXTRACT',
          package: '$FERRY_DEMO',
          source: classSource('zcl_rl_extract', '    result = 1.\n    result = result + 1.')
        })
    }
  ),
  action(
    'ERPWrite',
    'apply_quick_fix',
    { type: 'CLAS', name: 'ZCL_RL_FIX', line: 11, column: 5 },
    {
      first: async ({ done }) =>
        await done('ERPWrite', {
          action: 'create',
          type: 'CLAS',
          name: 'ZCL_RL_FIX',
          package: '$FERRY_DEMO',
          source: classSource(
            'zcl_rl_fix',
            '    DATA unused TYPE i.\n    result = 1.\n    MOVE 1 TO result.'
          )
        })
    }
  ),
  action('ERPWrite', 'scaffold', {
    type: 'DDLS',
    name: 'ZFERRY_I_ROUTE',
    generator: 'uiservice',
    package: '$FERRY_DEMO'
  }),
  action('ERPWrite', 'batch', {
    items: [
      {
        action: 'create',
        type: 'CLAS',
        name: 'ZRL_BATCH',
        package: '$FERRY_DEMO',
        source: classSource('zrl_batch')
      },
      {
        action: 'edit',
        type: 'CLAS',
        name: 'ZCL_RL_USER',
        edits: [{ old: 'run( ).\n  ENDMETHOD.\n\n', new: 'run( ).\n\n  ENDMETHOD.\n\n' }]
      }
    ],
    activate: true
  }),
  action(
    'ERPWrite',
    'move',
    { type: 'CLAS', name: 'ZRL_GOES', package: '$FERRY_DEMO' },
    { first: async world => await newClass('zrl_goes', world) }
  ),
  action('ERPWrite', 'undo', { type: 'CLAS', name: 'ZRL_BATCH', version: 'inactive' }),
  action('ERPWrite', 'delete', { type: 'CLAS', name: 'ZRL_BATCH' }),
  action('ERPDiagnose', 'service_check', { name: 'ZRL_SRVB' }),
  action('ERPActivate', 'activate', { type: 'CLAS', name: 'ZCL_RL_DRAFT' }),
  action('ERPActivate', 'check', { ...on }),
  action('ERPActivate', 'publish', { name: 'ZRL_SRVB' }),
  action('ERPActivate', 'unpublish', { name: 'ZRL_SRVB' })
]

const managing: readonly MatrixCall[] = [
  action('ERPManage', 'features'),
  action('ERPManage', 'drafts'),
  action('ERPManage', 'journal'),
  action('ERPManage', 'change_set'),
  action('ERPManage', 'export', { package: '$RL', dryRun: true }),
  action('ERPManage', 'locks', { ...on }),
  action('ERPManage', 'release_lock', { ...on }),
  action('ERPManage', 'create_package', {
    name: '$RL_NEW',
    package: '$FERRY_DEMO',
    description: 'Made by a test'
  }),
  action('ERPManage', 'change_package', { name: '$RL_NEW', description: 'Changed' }),
  action('ERPManage', 'delete_package', { name: '$RL_NEW' }),
  action('ERPManage', 'set_release_state', { ...on, contract: 'C1', state: 'RELEASED' }),
  action('ERPManage', 'git_repos'),
  action('ERPManage', 'git_status', { repository: '$FERRY_DEMO' }),
  action('ERPManage', 'git_clone', {
    repository: 'https://git.example/demo.git',
    package: '$FERRY_DEMO'
  }),
  action('ERPManage', 'git_pull', { repository: '000000000001' }),
  action('ERPManage', 'git_switch', { repository: '000000000001', branch: 'refs/heads/main' }),
  action('ERPManage', 'git_stage', { repository: '000000000001', objects: [on] }),
  action('ERPManage', 'git_push', {
    repository: '000000000001',
    objects: [on],
    description: 'Message'
  }),
  action('ERPManage', 'git_unlink', { repository: '000000000001' }),
  action('ERPManage', 'ui5_apps'),
  action('ERPManage', 'ui5_upload', { name: 'ZAPP', path: 'Component.js', source: 'x' }),
  action('ERPManage', 'run_class', { name: 'ZCL_RL_RUN' }),
  action('ERPManage', 'run_program', { name: 'ZRL_PROGRAM' })
]

const recorded = async (world: World) => {
  const transport = await newRequest(world)
  await world.done('ERPWrite', {
    action: 'create',
    ...entry,
    package: 'ZFERRY_CORE',
    source: classSource('zrl_recorded'),
    transport,
    activate: true
  })
  return transport
}

const transporting: readonly MatrixCall[] = [
  action('ERPTransport', 'create', { description: 'Made by a test', package: 'ZFERRY_CORE' }),
  action('ERPTransport', 'create (without package)', { description: 'Made by a test' }),
  action('ERPTransport', 'create (customizing)', {
    description: 'Made by a test',
    requestType: 'W'
  }),
  action('ERPTransport', 'list'),
  action('ERPTransport', 'get', withRequest({})),
  action('ERPTransport', 'objects', withRequest({})),
  action('ERPTransport', 'diff', withRequest({})),
  action('ERPTransport', 'review', withRequest({})),
  action('ERPTransport', 'list (all users)', { user: '*' }),
  action('ERPTransport', 'check', { type: 'CLAS', name: 'ZCL_FERRY_DURATION' }),
  action('ERPTransport', 'check (request)', withRequest({})),
  action('ERPTransport', 'history', { type: 'CLAS', name: 'ZCL_FERRY_DURATION' }),
  action('ERPTransport', 'layers'),
  action('ERPTransport', 'targets'),
  action('ERPTransport', 'create_task', withRequest({ user: 'OTHER' })),
  action('ERPTransport', 'add_user', withRequest({ user: 'OTHER' })),
  action('ERPTransport', 'reassign', withRequest({ user: 'OTHER' })),
  action('ERPTransport', 'add_object', withRequest({ type: 'CLAS', name: 'ZCL_FERRY_DURATION' })),
  action('ERPTransport', 'change', withRequest({ description: 'Changed text' })),
  action('ERPTransport', 'remove_object', async world => ({
    transport: await recorded(world),
    ...entry
  })),
  action('ERPTransport', 'delete', withRequest({})),
  action('ERPTransport', 'release', withRequest({})),
  action('ERPTransport', 'release_recursive', withRequest({}))
]

export const calls: readonly MatrixCall[] = [
  ...reading,
  ...diagnosing,
  ...writing,
  ...managing,
  ...transporting
]
