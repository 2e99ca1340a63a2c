/** The authorizations of the ERP that requests need, by areas of requests. */
/** One check of the ERP: an authorization object with the values that a request needs. */
export interface AuthorizationCheck {
  readonly object: string
  readonly fields: Readonly<Record<string, readonly string[]>>
  /** The check is not the same on all releases, or no public source names it. */
  readonly note?: string
}

/**
 * Requests that one authorization permits together.
 * - `role`: the role that has it; `expert` and `feature` areas come with the setting of `needs`.
 * - `uris`: addresses for `S_ADT_RES`, each with what is below it; `objects` adds those of the
 *   object types.
 * - `nodes`: services outside of `/sap/bc/adt`.
 * - `probe`: a request that reads and shows whether the user may reach the area.
 */
export interface AuthorizationArea {
  readonly title: string
  readonly role: 'reading' | 'developer' | 'feature' | 'expert'
  readonly needs?: string
  readonly uris: readonly string[]
  readonly objects?: true | undefined
  readonly nodes?: readonly string[]
  readonly checks: readonly AuthorizationCheck[]
  readonly probe?: string
  readonly tools: readonly string[]
}

const adt = '/sap/bc/adt'
const develop = (...activities: string[]): AuthorizationCheck => ({
  object: 'S_DEVELOP',
  fields: { ACTVT: activities }
})
const transport = (...activities: string[]): AuthorizationCheck => ({
  object: 'S_TRANSPRT',
  fields: { ACTVT: activities, TTYPE: ['DTRA', 'TASK'] }
})
const unknownCheck = 'SU53 names it: no public source does'

export const authorizationAreas = {
  connect: {
    title: 'log-on, services and facts of the system',
    role: 'reading',
    uris: ['discovery', 'core', 'system', 'sscr', 'runtime/systemmessages'],
    nodes: ['/sap/public/bc/icf/logoff', '/sap/public/bc/icf/virtualhost'],
    checks: [],
    probe: `${adt}/core/discovery`,
    tools: ['all tools']
  },
  read: {
    title: 'search, navigation, sources and definitions',
    role: 'reading',
    uris: [
      'repository',
      'activation/inactiveobjects',
      'navigation',
      'abapsource',
      'ddic/ddl',
      'docu',
      'textelements',
      'apireleases',
      'enhancements',
      'quickfixes',
      'refactorings',
      'urifragmentmappings'
    ],
    objects: true,
    checks: [develop('03')],
    probe: `${adt}/repository/informationsystem/search?operation=quickSearch&query=CL_ABAP_TYPEDESCR&maxResults=1`,
    tools: ['ERPRead', 'ERPSearch', 'ERPNavigate', 'ERPContext', 'ERPLint format']
  },
  check: {
    title: 'syntax checks and ATC',
    role: 'reading',
    uris: ['checkruns', 'atc'],
    checks: [develop('03')],
    probe: `${adt}/atc/customizing`,
    tools: ['ERPDiagnose syntax', 'ERPDiagnose atc', 'ERPWrite (checks before a change)']
  },
  test: {
    title: 'unit tests and coverage',
    role: 'reading',
    uris: ['abapunit', 'runtime/traces/coverage'],
    checks: [{ ...develop('16'), note: 'believed; tests run code of the program under test' }],
    probe: `${adt}/abapunit/testruns`,
    tools: ['ERPDiagnose unit_test']
  },
  unattended: {
    title: 'runs of a communication user (SAP_COM_0901 for ATC, SAP_COM_0735 for unit tests)',
    role: 'feature',
    needs:
      'erp-bridge ci --communication-user, with a communication arrangement in place of a role',
    uris: ['api/atc', 'api/abapunit'],
    checks: [],
    tools: []
  },
  data: {
    title: 'rows of tables and views',
    role: 'reading',
    uris: ['datapreview'],
    checks: [
      {
        object: 'S_TABU_NAM',
        fields: { ACTVT: ['03'], TABLE: ['T000', 'the tables that agents may query'] },
        note: 'or S_TABU_DIS with the groups of these tables'
      }
    ],
    probe: `${adt}/datapreview/freestyle`,
    tools: ['ERPQuery']
  },
  dumps: {
    title: 'short dumps',
    role: 'reading',
    uris: ['runtime/dumps', 'runtime/dump'],
    checks: [
      {
        object: 'S_ABAPDUMP',
        fields: { ACTVT: ['03'] },
        note: 'alone from 7.58 (SAP Note 3229193); older releases check others'
      }
    ],
    probe: `${adt}/runtime/dumps?$top=1`,
    tools: ['ERPDiagnose dumps', 'ERPDiagnose dump']
  },
  traces: {
    title: 'traces and error logs',
    role: 'reading',
    uris: ['runtime/traces/abaptraces', 'st05', 'gw/errorlog'],
    checks: [{ object: 'S_ADMI_FCD', fields: {}, note: unknownCheck }],
    probe: `${adt}/runtime/traces/abaptraces/requests`,
    tools: [
      'ERPDiagnose traces',
      'ERPDiagnose trace',
      'ERPDiagnose gateway_errors',
      'ERPDiagnose sql_trace'
    ]
  },
  change: {
    title: 'changes of objects',
    role: 'developer',
    uris: [
      'textelements',
      'refactorings',
      'apireleases',
      'businessservices',
      'repository/generators'
    ],
    objects: true,
    checks: [develop('02')],
    tools: ['ERPWrite', 'ERPManage']
  },
  create: {
    title: 'new objects',
    role: 'developer',
    uris: [],
    objects: true,
    checks: [develop('01')],
    tools: ['ERPWrite create', 'ERPWrite scaffold', 'ERPManage create_package']
  },
  delete: {
    title: 'deletions of objects',
    role: 'developer',
    uris: ['deletion'],
    objects: true,
    checks: [develop('06')],
    tools: ['ERPWrite delete']
  },
  activate: {
    title: 'activation',
    role: 'developer',
    uris: ['activation'],
    checks: [develop('07')],
    tools: ['ERPActivate', 'ERPWrite with activate: true']
  },
  requests: {
    title: 'transport requests, to look at',
    role: 'reading',
    uris: ['cts', 'packages/valuehelps'],
    checks: [transport('03')],
    probe: `${adt}/cts/transportrequests/valuehelp/target?maxItemCount=1&quickSearch=*`,
    tools: ['ERPTransport list', 'ERPTransport get', 'ERPWrite (which request records a change)']
  },
  transport: {
    title: 'changes and releases of transport requests',
    role: 'feature',
    needs: '--enable-transports',
    uris: ['cts'],
    checks: [transport('01', '02', '06', '43', '90')],
    tools: [
      'ERPTransport create',
      'ERPTransport change',
      'ERPTransport release',
      'ERPTransport delete'
    ]
  },
  git: {
    title: 'git repositories of abapGit',
    role: 'feature',
    needs: '--feature-gitsync on',
    uris: ['abapgit'],
    checks: [develop('01', '02', '06')],
    probe: `${adt}/abapgit/repos`,
    tools: ['ERPManage (git actions)']
  },
  gcts: {
    title: 'git repositories of gCTS',
    role: 'feature',
    needs: '--feature-gitsync on',
    uris: [],
    nodes: ['/sap/bc/cts_abapvcs'],
    checks: [{ object: 'S_TRANSPRT', fields: { ACTVT: ['01', '02', '43'] }, note: unknownCheck }],
    probe: '/sap/bc/cts_abapvcs/system',
    tools: ['ERPManage (git actions)']
  },
  services: {
    title: 'metadata of published services',
    role: 'feature',
    needs: 'service bindings',
    uris: ['businessservices'],
    nodes: ['/sap/opu/odata', '/sap/opu/odata4'],
    checks: [{ object: 'S_SERVICE', fields: {}, note: 'with the services whose metadata is read' }],
    tools: ['ERPDiagnose service_check', 'ERPManage publish', 'ERPManage unpublish']
  },
  ui5: {
    title: 'files of UI5 applications',
    role: 'feature',
    needs: '--feature-ui5 on',
    uris: ['filestore/ui5-bsp'],
    checks: [develop('02', '03')],
    tools: ['ERPManage (UI5 actions)']
  },
  execute: {
    title: 'running classes and programs',
    role: 'expert',
    needs: '--expert execute',
    uris: ['oo/classrun', 'programs/programrun'],
    checks: [develop('16'), { object: 'S_PROGRAM', fields: { P_ACTION: ['SUBMIT'] } }],
    tools: ['ERPManage run_class', 'ERPManage run_program']
  },
  debug: {
    title: 'the debugger, to look at values',
    role: 'expert',
    needs: '--expert debug',
    uris: ['debugger'],
    checks: [{ object: 'S_DEVELOP', fields: { OBJTYPE: ['DEBUG'], ACTVT: ['03'] } }],
    tools: ['ERPDiagnose debug_run', 'ERPDiagnose set_breakpoint', 'ERPDiagnose breakpoints']
  },
  debugChange: {
    title: 'the debugger, to change values',
    role: 'expert',
    needs: '--expert debug-change',
    uris: ['debugger'],
    checks: [{ object: 'S_DEVELOP', fields: { OBJTYPE: ['DEBUG'], ACTVT: ['02', '03'] } }],
    tools: ['ERPDiagnose debug_run']
  },
  amdp: {
    title: 'the debugger of database procedures',
    role: 'expert',
    needs: '--expert amdp',
    uris: ['amdp/debugger'],
    checks: [{ object: 'S_DEVELOP', fields: { OBJTYPE: ['DEBUG'], ACTVT: ['03'] } }],
    tools: ['ERPDiagnose amdp_run']
  }
} as const satisfies Readonly<Record<string, AuthorizationArea>>

export type AreaName = keyof typeof authorizationAreas
