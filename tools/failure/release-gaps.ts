import { isErpError, readDiscovery } from '../../erp-client/index.ts'
import type { ErpError } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { ToolError } from './errors.ts'
import { errorWords } from './prose.ts'

export interface Gap {
  readonly what: string
  /** Collection that a system with the service announces; empty where that tells nothing. */
  readonly collection: string
  readonly since: string
  readonly instead: string
  /**
   * Actions, or whole tools, whose unsupported requests are this gap wherever nothing nearer to
   * them says so.
   */
  readonly actions?: readonly string[]
}

/**
 * What not every release has: the one table behind NOT_SUPPORTED_BY_RELEASE. A row that comes first
 * wins an action.
 */
export const gaps = {
  versions: {
    what: 'The version history',
    collection: '/sap/bc/adt/repository',
    since: '7.50',
    instead: 'ERPRead version active and inactive compare what is stored.'
  },
  texts: {
    what: 'Access to text elements',
    collection: '/sap/bc/adt/textelements',
    since: '7.51',
    instead: 'The source names texts as TEXT-nnn; transaction SE32 shows and changes them.',
    actions: ['ERPWrite edit_texts']
  },
  apiState: {
    what: 'The API release state',
    collection: '/sap/bc/adt/apireleases',
    since: 'S/4HANA',
    instead:
      'The released objects are listed in the view I_APISWITHCLOUDDEVSUCCESSOR of a cloud system.',
    actions: ['ERPManage set_release_state']
  },
  metadata: {
    what: 'A description of this object type',
    collection: '',
    since: 'a newer release',
    instead:
      'ERPSearch gives its package and description; transaction SE11, or ERPQuery on the table behind it where the release has a data preview.'
  },
  ui5: {
    what: 'The UI5 repository',
    collection: '/sap/bc/adt/filestore/ui5-bsp',
    since: '7.50',
    instead: 'ERPQuery on table O2PAGDIR lists the pages of an application.',
    actions: ['ERPManage ui5_apps', 'ERPManage ui5_upload']
  },
  completion: {
    what: 'Code completion',
    collection: '/sap/bc/adt/abapsource/codecompletion/proposal',
    since: '7.40',
    instead: 'ERPContext dependencies shows what the objects offer.'
  },
  elementInfo: {
    what: 'Information about a name',
    collection: '/sap/bc/adt/abapsource/codecompletion/elementinfo',
    since: '7.40',
    instead: 'ERPNavigate definition leads to the declaration.'
  },
  cdsElementInfo: {
    what: 'Information about CDS elements',
    collection: '/sap/bc/adt/ddic/ddl/elementinfo',
    since: '7.50',
    instead: 'ERPRead shows the view; ERPQuery with maxRows 1 gives the types of its columns.'
  },
  hierarchy: {
    what: 'The type hierarchy',
    collection: '/sap/bc/adt/abapsource/typehierarchy',
    since: '7.40',
    instead:
      'ERPQuery: SELECT clsname, refclsname FROM seometarel WHERE refclsname = … gives subclasses.'
  },
  documentation: {
    what: 'ABAP keyword documentation',
    collection: '/sap/bc/adt/docu/abap/langu',
    since: '7.40',
    instead: 'The documentation on help.sap.com.'
  },
  quickFixes: {
    what: 'Quick fixes',
    collection: '/sap/bc/adt/quickfixes/evaluation',
    since: '7.50',
    instead: 'ERPLint fix corrects what the linter finds.'
  },
  atc: {
    what: 'The ABAP Test Cockpit with worklists',
    collection: '/sap/bc/adt/atc/worklists',
    since: '7.50',
    instead: 'ERPLint check and ERPDiagnose syntax judge sources.'
  },
  dumps: {
    what: 'Short dumps',
    collection: '/sap/bc/adt/runtime/dumps',
    since: '7.50',
    instead: 'ERPQuery on table SNAP_ADT lists dumps where it exists; else transaction ST22.'
  },
  whereUsed: {
    what: 'The where-used list',
    collection: '/sap/bc/adt/repository/informationsystem/usageReferences',
    since: '7.50',
    instead:
      'ERPSearch kind source with a package or a list of objects finds the name in their sources.',
    actions: ['ERPNavigate references', 'ERPContext usages', 'ERPContext impact']
  },
  sourceSearch: {
    what: 'Text search over all sources',
    collection: '/sap/bc/adt/repository/informationsystem/textsearch',
    since: '7.51, where it is set up',
    instead:
      'Give `package` (one package, no wildcard) or `objects`; their sources are then read one by one.'
  },
  dataPreview: {
    what: 'The data preview',
    collection: '/sap/bc/adt/datapreview',
    since: '7.50',
    instead: 'Transaction SE16, or a console class that prints the rows.',
    actions: ['ERPQuery']
  },
  packages: {
    what: 'Maintenance of packages',
    collection: '/sap/bc/adt/packages',
    since: '7.50',
    instead: 'Transaction SE21; ERPRead type DEVC lists what a package holds.',
    actions: ['ERPManage create_package', 'ERPManage change_package', 'ERPManage delete_package']
  },
  transports: {
    what: 'The list and the contents of transport requests',
    collection: '/sap/bc/adt/cts/transportrequests',
    since: '7.40',
    instead:
      'ERPTransport check names the requests of an object; transaction SE09 shows and changes them.',
    actions: [
      'ERPTransport list',
      'ERPTransport get',
      'ERPTransport objects',
      'ERPTransport diff',
      'ERPTransport review',
      'ERPTransport create_task',
      'ERPTransport add_user',
      'ERPTransport reassign',
      'ERPTransport remove_object',
      'ERPTransport release',
      'ERPTransport release_recursive',
      'ERPTransport delete'
    ]
  },
  transportKinds: {
    what: 'Creation of a request with a kind or target of its own, or without a package',
    collection: '',
    since: '7.51',
    instead:
      'Give `package` and leave `requestType` and `target` out: the request is a workbench request with the target of the package.',
    actions: ['ERPTransport create']
  },
  transportTargets: {
    what: 'The list of transport layers or targets',
    collection: '',
    since: '7.51 (targets 7.50)',
    instead: 'Transaction STMS; ERPRead type DEVC view metadata shows the layer of a package.',
    actions: ['ERPTransport layers', 'ERPTransport targets']
  },
  git: {
    what: 'The abapGit backend',
    collection: '/sap/bc/adt/abapgit/repos',
    since: 'the add-on is installed (cloud: always)',
    instead: 'The program ZABAPGIT in SAP GUI, or gCTS.',
    actions: [
      'ERPManage git_repos',
      'ERPManage git_status',
      'ERPManage git_clone',
      'ERPManage git_pull',
      'ERPManage git_switch',
      'ERPManage git_stage',
      'ERPManage git_push',
      'ERPManage git_unlink'
    ]
  },
  generators: {
    what: 'The generators of RAP objects',
    collection: '/sap/bc/adt/businessservices/generators',
    since: '7.56',
    instead: 'ERPWrite batch creates DDLS, BDEF, SRVD and SRVB from sources in dependency order.',
    actions: ['ERPWrite scaffold']
  },
  programRun: {
    what: 'Running a program',
    collection: '/sap/bc/adt/programs/programrun',
    since: '7.56',
    instead: 'ERPManage run_class runs a class that implements IF_OO_ADT_CLASSRUN.',
    actions: ['ERPManage run_program']
  },
  locks: {
    what: 'Changing objects over plain HTTP',
    collection: '',
    since: '7.51',
    instead:
      'An https:// address of the system, or its server enhancement that keeps sessions over HTTP. Until then ERPLint and ERPDiagnose syntax judge sources that are not saved.'
  },
  objectType: {
    what: 'The development interface to this object type',
    collection: '',
    since:
      'a newer release (TABL, DOMA, TTYP, DDLX, BDEF, SRVD and SRVB after 7.50, STRU, DTEL and DCLS after 7.40)',
    instead:
      'ERPSearch gives package and description; transactions SE11 and SE80 show and change it.',
    actions: [
      'ERPRead',
      'ERPContext structure',
      'ERPContext dependencies',
      'ERPWrite create',
      'ERPWrite update',
      'ERPWrite edit',
      'ERPWrite move',
      'ERPWrite delete',
      'ERPWrite batch',
      'ERPActivate activate'
    ]
  },
  traces: {
    what: 'ABAP traces',
    collection: '/sap/bc/adt/runtime/traces/abaptraces',
    since: '7.50',
    instead: 'Transaction SAT.'
  },
  coverage: {
    what: 'Coverage',
    collection: '/sap/bc/adt/runtime/traces/coverage',
    since: '7.50',
    instead: 'Run the tests without coverage.'
  },
  systemMessages: {
    what: 'System messages',
    collection: '/sap/bc/adt/runtime/systemmessages',
    since: '7.51',
    instead: 'Transaction SM02.'
  },
  gatewayErrors: {
    what: 'The Gateway error log',
    collection: '/sap/bc/adt/gw/errorlog',
    since: '7.50',
    instead: 'Transaction /IWFND/ERROR_LOG.'
  },
  sqlTrace: {
    what: 'The state of SQL traces',
    collection: '/sap/bc/adt/st05/trace/state',
    since: '7.53',
    instead: 'Transaction ST05.'
  },
  serviceCheck: {
    what: 'Service bindings',
    collection: '/sap/bc/adt/businessservices/bindings',
    since: '7.54',
    instead: 'Transaction /IWFND/MAINT_SERVICE.',
    actions: ['ERPActivate publish', 'ERPActivate unpublish']
  },
  debugger: {
    what: 'The debugger',
    collection: '/sap/bc/adt/debugger',
    since: '7.40',
    instead: 'ERPDiagnose unit_test and dumps show what went wrong.'
  },
  amdp: {
    what: 'The debugger for database procedures',
    collection: '/sap/bc/adt/amdp/debugger',
    since: '7.54 on HANA',
    instead: 'ERPDiagnose debug_run shows what goes into the procedure and what comes out of it.'
  }
} as const satisfies Readonly<Record<string, Gap>>

interface OtherWay {
  readonly on: string
  readonly actions: readonly string[]
  readonly way: string
}

/** Where a release has another way to the same end, which is then taken. */
export const otherWays: readonly OtherWay[] = [
  {
    on: '7.50',
    actions: ['ERPRead'],
    way: 'A table is read among the structures; the head line says so.'
  },
  {
    on: '7.50 and older',
    actions: ['ERPWrite update', 'ERPWrite create', 'ERPManage change_package'],
    way: 'Documents are written in the older media type that the release accepts.'
  },
  {
    on: '7.50 and older',
    actions: ['ERPSearch'],
    way: 'Text in the sources of a package or of named objects is found by reading them one by one; the answer says how far it came.'
  },
  {
    on: '7.50 and older',
    actions: ['ERPTransport create'],
    way: 'The classic service creates a workbench request for the package that is named.'
  },
  {
    on: '7.40',
    actions: ['ERPTransport list', 'ERPTransport get', 'ERPTransport create', 'ERPTransport check'],
    way: 'The transport services are asked for at their older address, /sap/bc/cts.'
  },
  {
    on: '7.40',
    actions: ['ERPContext overview'],
    way: 'A package is listed without its description; the head line says so.'
  },
  {
    on: '7.40',
    actions: ['ERPContext call_graph'],
    way: 'Calls are followed in the sources; where a block is called from is left open, which the answer says.'
  }
]

export type GapName = keyof typeof gaps

/**
 * Runs what a release may not have. A refusal that means "there is no such service" becomes
 * NOT_SUPPORTED_BY_RELEASE with what to do instead; a missing object on a system that announces the
 * service stays a missing object.
 */
export async function onRelease<T>(
  context: ToolContext,
  name: GapName,
  work: () => Promise<T>
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isErpError(error, 'ERP_UNSUPPORTED', 'ERP_NOT_FOUND', 'ERP_NOT_ACCEPTABLE')) throw error
    const gap: Gap = gaps[name]
    if (
      error.code !== 'ERP_UNSUPPORTED' &&
      (gap.collection === '' || (await announced(context, gap.collection)))
    ) {
      throw error
    }
    throw gapError(name, error)
  }
}

/** The refusal of what a release lacks, with what to use instead. */
export function gapError(name: GapName, error: ErpError): ToolError {
  const gap: Gap = gaps[name]
  return new ToolError(
    'NOT_SUPPORTED_BY_RELEASE',
    `${gap.what}: this system does not offer it. ${errorWords(error)}`,
    {
      remedy: `Systems have it since ${gap.since}. Instead: ${gap.instead}`,
      data: { gap: name },
      ...(error.outcome === undefined ? {} : { outcome: error.outcome }),
      cause: error
    }
  )
}

/**
 * Whether the ERP itself said that it has no such service; arguments that make no sense on any
 * release are not meant.
 */
function saidByErp(error: unknown): error is ErpError {
  return (
    isErpError(error, 'ERP_UNSUPPORTED') && (error.status !== undefined || isErpError(error.cause))
  )
}

/** What a system lacks that lacks a feature, where the action itself has no gap of its own. */
const featureGaps: Readonly<Record<string, GapName>> = {
  db: 'dataPreview',
  ui5: 'ui5',
  gitsync: 'git',
  amdp: 'amdp'
}

function gapOf(full: string): GapName | undefined {
  return (Object.keys(gaps) as GapName[]).find(one => (gaps[one] as Gap).actions?.includes(full))
}

/**
 * The refusal of a feature as the release's, where it is the ERP that does not announce it; with
 * the operator's way to say otherwise.
 */
export function asMissingFeature(
  error: ToolError,
  full: string,
  isMissing: ((feature: string) => boolean) | undefined
): ToolError {
  const feature = error.code === 'BLOCKED_FEATURE' ? error.details.data?.['feature'] : undefined
  if (typeof feature !== 'string' || isMissing?.(feature) !== true) return error
  const name =
    featureGaps[feature] ??
    gapOf(full) ??
    (full === 'ERPDiagnose service_check' ? 'serviceCheck' : 'objectType')
  const gap: Gap = gaps[name]
  return new ToolError(
    'NOT_SUPPORTED_BY_RELEASE',
    `${gap.what}: this system does not announce it (feature ${feature}).`,
    {
      remedy: `Systems have it since ${gap.since}. Instead: ${gap.instead} If the system has it after all, the operator says so with --feature-${feature} on.`,
      data: { gap: name, feature }
    }
  )
}

/**
 * A failure that the release is the reason of, by the gap of its action; any other failure as it
 * is.
 */
export function asReleaseGap(error: unknown, full: string): unknown {
  if (isErpError(error, 'ERP_LOCKS_NOT_KEPT')) return gapError('locks', error)
  // where a package cannot be asked for, the refusal to change anything in it says less than its
  // reason
  const reason =
    error instanceof ToolError && error.code === 'BLOCKED_PACKAGE' ? error.details.cause : error
  if (!saidByErp(reason)) return error
  const name = gapOf(full)
  return name === undefined ? error : gapError(name, reason)
}

async function announced(context: ToolContext, collection: string): Promise<boolean> {
  try {
    const { collections } = await readDiscovery(context.erp, {}, context.signal)
    return [...collections.keys()].some(
      path => path === collection || path.startsWith(`${collection}/`)
    )
  } catch {
    context.signal.throwIfAborted()
    return true
  }
}
