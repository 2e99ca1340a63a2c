/*
 * What differs between the releases of the ERP whose interface the sandbox can show: one table,
 * read by router, discovery and error answers. 758 is what the handlers are written for: a row names it where
 * a service came later. Of 751 to 757 little is known for certain: 754 is 758 under another number.
 */

export const releases = ['740', '750', '754', '758', '816', 'cloud'] as const
export type Release = (typeof releases)[number]
/** What the handlers are written for. */
export const standardRelease: Release = '758'

export type Effect =
  /**
   * Not there: 404, and nothing in discovery. Path prefixes; below `/sap/bc/adt` unless they begin
   * with `/sap/`.
   */
  | { readonly kind: 'absent'; readonly paths: readonly string[] }
  /** Served and announced under another prefix. */
  | { readonly kind: 'moved'; readonly from: string; readonly to: string }
  /** Served, but not in discovery. */
  | { readonly kind: 'unannounced'; readonly paths: readonly string[] }
  /** HEAD is refused, on one path or on all. */
  | { readonly kind: 'head'; readonly path?: string; readonly status: number }
  /** Media types that came later: 406 and 415, and nothing in discovery. */
  | { readonly kind: 'unknownTypes'; readonly types: readonly string[] }
  /** Discovery names no media types. */
  | { readonly kind: 'noAccepts' }
  /**
   * Over plain HTTP `X-sap-adt-sessiontype: stateful` is ignored: a lock is gone with its request.
   */
  | { readonly kind: 'noStatefulSessions' }
  /** Another status for a type of exception. */
  | { readonly kind: 'status'; readonly type: string; readonly status: number }
  /** Exceptions carry no properties, except those of the debugger. */
  | { readonly kind: 'noProperties' }
  /** Other words for an object that is not there; `{name}` stands for its name. */
  | { readonly kind: 'notFoundText'; readonly paths: readonly string[]; readonly text: string }
  /** A request that the release does not support yet. */
  | {
      readonly kind: 'refused'
      readonly method: 'POST' | 'PUT'
      readonly path: string
      readonly status: number
      readonly message: string
    }
  /**
   * A read of one transport request ignores its number: the answer is the worklist of all users,
   * which holds modifiable requests only.
   */
  | { readonly kind: 'worklistOnly'; readonly path: string }
  /** The only change of a transport request is that of its owner; the document is not read. */
  | { readonly kind: 'changesOwnerOnly'; readonly path: string }
  /**
   * A conflict of a change that brings no credentials is answered with the page of a refused
   * log-on.
   */
  | { readonly kind: 'hiddenConflicts'; readonly status: number }
  /** Reads what is not found among `path` among `from`, which has no path of its own yet. */
  | { readonly kind: 'alsoServes'; readonly path: string; readonly from: string }
  /**
   * The outline has a method as two siblings: `CLAS/OO` where it is declared, `CLAS/OM` where it is
   * implemented.
   */
  | { readonly kind: 'splitMethods'; readonly path: string }
  /** Names in the list of found objects carry what they are: `Z_X (PROGRAM)`. */
  | {
      readonly kind: 'labelledNames'
      readonly path: string
      readonly labels: Readonly<Record<string, string>>
    }
  /** Routes that came later, below objects that are there: 404 as for any unknown path. */
  | { readonly kind: 'laterRoutes'; readonly paths: readonly string[] }
  | { readonly kind: 'withoutAttributes'; readonly path: string; readonly names: readonly string[] }
  | { readonly kind: 'withoutElements'; readonly path: string; readonly names: readonly string[] }
  /** Coverage names a method's type with its visibility: `CLAS/OM/public`. */
  | { readonly kind: 'methodsByVisibility' }
  /**
   * The list of inactive objects is one of references: always, or for clients that accept plain
   * XML.
   */
  | { readonly kind: 'flatInactiveObjects'; readonly always: boolean }
  /** An activation without messages is answered without a document. */
  | { readonly kind: 'silentActivations' }
  /** Names are found as they are written, that is in upper case. */
  | { readonly kind: 'caseSensitiveSearch' }
  /** A line of a query that is cut at a blank loses its rest. */
  | { readonly kind: 'queriesCutAtBlanks' }
  /**
   * Documents of new objects and packages are read as an ABAP cloud system reads them; $TMP takes no
   * objects, and data that is not the customer's own is not shown.
   */
  | { readonly kind: 'cloudRules' }
  /** New data elements have the log-on language as original one, whatever the document names. */
  | { readonly kind: 'languagesIgnored' }
  /** The newest version of TLS that the kernel supports. */
  | { readonly kind: 'tls'; readonly maxVersion: 'TLSv1.2' }
  /** Component → release, before those that all have. */
  | { readonly kind: 'components'; readonly list: Readonly<Record<string, string>> }

export type Difference = { readonly releases: readonly Release[] } & Effect

const before751: readonly Release[] = ['740', '750']

/** Releases whose transport documents hold no positions of entries. */
export const withoutPositions = before751

export const differences: readonly Difference[] = [
  { releases: ['740'], kind: 'components', list: { SAP_BASIS: '740' } },
  { releases: ['750'], kind: 'components', list: { SAP_BASIS: '750' } },
  { releases: ['754'], kind: 'components', list: { SAP_BASIS: '754' } },
  { releases: ['816'], kind: 'components', list: { SAP_BASIS: '816' } },
  // the number of a release of the cloud begins with 9; SAP_CLOUD is what clients recognize it by
  { releases: ['cloud'], kind: 'components', list: { SAP_BASIS: '916', SAP_CLOUD: '916' } },

  { releases: ['740'], kind: 'head', path: '/core/discovery', status: 400 },
  { releases: ['750'], kind: 'languagesIgnored' },
  { releases: ['cloud'], kind: 'head', status: 403 },
  { releases: ['cloud'], kind: 'cloudRules' },
  { releases: ['cloud'], kind: 'unannounced', paths: ['/compatibility/graph'] },
  { releases: ['740'], kind: 'noAccepts' },
  { releases: ['740'], kind: 'moved', from: '/cts', to: '/sap/bc/cts' },
  { releases: ['740'], kind: 'caseSensitiveSearch' },
  // recorded on 7.54: Freight-Art/abapsmith test/fixtures/live-captured/216-np-activate.meta.json
  { releases: [...before751, '754'], kind: 'silentActivations' },

  { releases: before751, kind: 'tls', maxVersion: 'TLSv1.2' },
  { releases: before751, kind: 'noStatefulSessions' },
  { releases: ['750'], kind: 'queriesCutAtBlanks' },
  { releases: before751, kind: 'status', type: 'uriMappingError', status: 500 },
  { releases: before751, kind: 'noProperties' },
  {
    releases: before751,
    kind: 'notFoundText',
    paths: ['/programs/programs', '/programs/includes'],
    text: 'Object {name} not found'
  },
  {
    releases: before751,
    kind: 'unknownTypes',
    types: ['functions.groups.v3', 'packages.v2', 'dataelements.v2', 'transports.search.v1'].map(
      name => `application/vnd.sap.adt.${name}+xml`
    )
  },
  {
    releases: before751,
    kind: 'withoutElements',
    path: '/repository/nodestructure',
    names: [
      'IS_FINAL',
      'IS_ABSTRACT',
      'IS_FOR_TESTING',
      'IS_EVENT_HANDLER',
      'IS_CONSTRUCTOR',
      'IS_REDEFINITION',
      'IS_STATIC',
      'IS_READ_ONLY',
      'IS_CONSTANT',
      'VISIBILITY',
      'PARENT_NAME',
      'DESCRIPTION',
      'DESCRIPTION_TYPE',
      'VERSION',
      'INACTIVE_TYPE'
    ]
  },
  {
    releases: before751,
    kind: 'withoutAttributes',
    path: '/cts/transportrequests',
    names: [
      'tm:parent',
      'tm:target',
      'tm:target_desc',
      'tm:lock_status',
      'tm:position',
      'tm:img_activity',
      'tm:obj_info'
    ]
  },
  { releases: ['740'], kind: 'flatInactiveObjects', always: true },
  { releases: ['750'], kind: 'flatInactiveObjects', always: false },
  {
    releases: ['750'],
    kind: 'refused',
    method: 'POST',
    path: '/cts/transportrequests',
    status: 400,
    message: 'user action  is not supported'
  },
  { releases: ['750'], kind: 'worklistOnly', path: '/cts/transportrequests' },
  { releases: before751, kind: 'changesOwnerOnly', path: '/cts/transportrequests/{number}' },
  { releases: ['750'], kind: 'hiddenConflicts', status: 401 },

  { releases: before751, kind: 'splitMethods', path: '/oo/classes/{name}/objectstructure' },
  {
    releases: ['740'],
    kind: 'labelledNames',
    path: '/repository/informationsystem/search',
    labels: { 'PROG/P': 'PROGRAM' }
  },
  {
    releases: before751,
    kind: 'laterRoutes',
    paths: ['/programs/programs/{name}/objectstructure', '/functions/groups/{name}/objectstructure']
  },

  { releases: ['750'], kind: 'methodsByVisibility' },
  { releases: ['750'], kind: 'alsoServes', path: '/ddic/structures', from: '/ddic/tables' },

  {
    releases: ['740'],
    kind: 'absent',
    paths: [
      '/core',
      '/cts',
      '/packages',
      '/deletion',
      '/datapreview',
      '/acm',
      '/ddic/structures',
      '/ddic/dataelements',
      '/ddic/ddl/createstatements',
      '/repository/informationsystem/usagereferences',
      '/repository/informationsystem/usagesnippets',
      '/repository/informationsystem/virtualfolders',
      '/abapunit/testruns/evaluation',
      '/runtime/traces/coverage',
      '/atc/worklists',
      '/atc/variants',
      '/debugger/stack',
      '/debugger/actions',
      '/debugger/watchpoints',
      '/debugger/batch',
      '/debugger/memorysizes',
      '/amdp/debugger',
      '/runtime/traces/abaptraces/objecttypes',
      '/runtime/traces/abaptraces/processtypes',
      '/sap/bc/cts/transportrequests/searchconfiguration'
    ]
  },
  {
    releases: before751,
    kind: 'absent',
    paths: [
      '/ddic/tables',
      '/ddic/domains',
      '/ddic/tabletypes',
      '/ddic/ddlx',
      '/ddic/ddla',
      '/ddic/srvd',
      '/bo/behaviordefinitions',
      '/businessservices/bindings',
      '/aps/iam',
      '/enhancements/enhoxhb',
      '/sfw/featuretoggles',
      '/textelements',
      '/abapunit/runs',
      '/programs/programrun',
      '/abapunit/results',
      '/api/abapunit',
      '/api/atc',
      '/packages/valuehelps/transportlayers',
      '/cts/transports/search',
      '/sap/bc/cts/transports/search',
      '/repository/informationsystem/textsearch'
    ]
  },
  // recorded discovery documents: arc-mcp/arc-1 tests/fixtures/probe/*/meta.json
  {
    releases: before751,
    kind: 'absent',
    paths: [
      '/ddic/lockobjects',
      '/ddic/drul',
      '/ddic/db',
      '/businessservices/evtbevb',
      '/documentation/ktd'
    ]
  },
  {
    releases: ['754'],
    kind: 'absent',
    paths: ['/businessservices/evtbevb', '/documentation/ktd']
  },
  {
    releases: ['740', '750', '754', '758'],
    kind: 'absent',
    paths: ['/ddic/desd', '/ddic/dtsc', '/csn', '/businessservices/evtoevo', '/conn/commtargets']
  },
  { releases: ['740', '750', '754', '816'], kind: 'absent', paths: ['/abapgit'] }
]
