/** The authorizations of the ERP that requests need: areas of requests, and the area of each operation. */
import type { ChangeOperation } from '../operations.ts'
import type { ReadOperation } from '../reading-operations.ts'

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
    nodes: ['/sap/public/bc/icf/logoff'],
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
  data: {
    title: 'rows of tables and views',
    role: 'reading',
    uris: ['datapreview'],
    checks: [
      {
        object: 'S_TABU_NAM',
        fields: { ACTVT: ['03'], TABLE: ['the tables that agents may query'] },
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

/** The area of each operation; a new operation does not compile without one. */
export const areaOfOperation: Readonly<Record<ChangeOperation | ReadOperation, AreaName>> = {
  lock: 'change',
  unlock: 'change',
  'source.write': 'change',
  'part.create': 'change',
  'document.write': 'change',
  'texts.write': 'change',
  'object.create': 'create',
  'object.delete': 'delete',
  'refactoring.execute': 'change',
  'package.change': 'change',
  'release.write': 'change',
  'service.publish': 'services',
  'service.unpublish': 'services',
  'generator.run': 'create',
  'ui5.write': 'ui5',
  activate: 'activate',
  'transport.create': 'transport',
  'transport.task': 'transport',
  'transport.owner': 'transport',
  'transport.add': 'transport',
  'transport.classify': 'transport',
  'transport.target': 'transport',
  'transport.text': 'transport',
  'transport.attribute': 'transport',
  'transport.compress': 'transport',
  'transport.remove': 'transport',
  'transport.release': 'transport',
  'transport.delete': 'transport',
  'git.link': 'git',
  'git.unlink': 'git',
  'git.push': 'git',
  'git.pull': 'git',
  'git.switch': 'git',
  'gcts.credentials': 'gcts',
  'gcts.create': 'gcts',
  'gcts.delete': 'gcts',
  'gcts.commit': 'gcts',
  'gcts.clone': 'gcts',
  'gcts.pull': 'gcts',
  'gcts.switch': 'gcts',
  run: 'execute',
  'unit.run': 'test',
  'traces.parameters': 'traces',
  'traces.start': 'traces',
  'traces.stop': 'traces',
  'amdp.start': 'amdp',
  'amdp.breakpoints': 'amdp',
  'amdp.continue': 'amdp',
  'amdp.stop': 'amdp',
  'debugger.set': 'debug',
  'debugger.delete': 'debug',
  'debugger.unlisten': 'debug',
  'debugger.attach': 'debug',
  'debugger.getStack': 'debug',
  'debugger.getVariables': 'debug',
  'debugger.getChildVariables': 'debug',
  'debugger.setStackPosition': 'debug',
  'debugger.stepContinue': 'debug',
  'debugger.stepInto': 'debug',
  'debugger.stepOver': 'debug',
  'debugger.stepReturn': 'debug',
  'debugger.stepRunToLine': 'debug',
  'debugger.watch': 'debug',
  'debugger.unwatch': 'debug',
  'debugger.terminateDebuggee': 'debug',
  'discovery.read': 'connect',
  'system.read': 'connect',
  'system.installation': 'connect',
  'systemmessages.list': 'connect',
  'session.end': 'connect',
  logoff: 'connect',
  'search.objects': 'read',
  'search.source': 'read',
  'package.contents': 'read',
  'inactive.list': 'read',
  'usages.find': 'read',
  'usages.snippets': 'read',
  'metadata.read': 'read',
  'object.describe': 'read',
  'source.read': 'read',
  'document.read': 'read',
  'texts.read': 'read',
  'outline.read': 'read',
  'include.programs': 'read',
  'versions.list': 'read',
  'versions.read': 'read',
  'release.read': 'read',
  'service.details': 'services',
  'service.metadata': 'services',
  'navigation.target': 'read',
  'assist.complete': 'read',
  'assist.element': 'read',
  'assist.cds': 'read',
  'assist.hierarchy': 'read',
  'assist.documentation': 'read',
  'cds.createStatements': 'read',
  'enhancements.options': 'read',
  'enhancements.read': 'read',
  'ui5.list': 'ui5',
  'ui5.folder': 'ui5',
  'ui5.read': 'ui5',
  'source.format': 'read',
  'quickfix.evaluate': 'read',
  'quickfix.propose': 'read',
  'rename.evaluate': 'read',
  'rename.preview': 'read',
  'extract.evaluate': 'read',
  'extract.preview': 'read',
  'package.preview': 'read',
  'generator.content': 'read',
  'generator.list': 'read',
  'generator.check': 'read',
  'generator.preview': 'read',
  'transport.check': 'requests',
  'syntax.check': 'check',
  'atc.customizing': 'check',
  'atc.variants': 'check',
  'atc.worklist': 'check',
  'atc.run': 'check',
  'atc.findings': 'check',
  'atc.documentation': 'check',
  'atc.status': 'check',
  'unit.result': 'test',
  'unit.status': 'test',
  'coverage.read': 'test',
  'transport.list': 'requests',
  'transport.read': 'requests',
  'transport.object': 'read',
  'transport.targets': 'requests',
  'transport.layers': 'requests',
  'transport.search': 'requests',
  'transport.find': 'requests',
  'transport.saved': 'requests',
  'transport.consistency': 'requests',
  'git.list': 'git',
  'git.stage': 'git',
  'gcts.system': 'gcts',
  'gcts.list': 'gcts',
  'gcts.repository': 'gcts',
  'gcts.history': 'gcts',
  'gcts.objects': 'gcts',
  'gcts.branches': 'gcts',
  'gcts.user': 'gcts',
  'dumps.list': 'dumps',
  'dumps.read': 'dumps',
  'gateway.errors': 'traces',
  'gateway.error': 'traces',
  'sqltrace.state': 'traces',
  'traces.list': 'traces',
  'traces.hits': 'traces',
  'traces.db': 'traces',
  'traces.requests': 'traces',
  'debugger.list': 'debug',
  'debugger.listen': 'debug',
  'debugger.listening': 'debug',
  'debugger.stack': 'debug',
  'debugger.frame': 'debug',
  'amdp.await': 'amdp',
  'data.preview': 'data'
}
