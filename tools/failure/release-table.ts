/** The table of what releases of the ERP lack. */
import type { Way } from './other-ways.ts'

export interface Gap {
  readonly what: string
  /** Collection that a system with the service announces; empty where its absence proves nothing. */
  readonly collection: string
  readonly since: string
  /** Other ways to the same end, in the order in which an answer names them. */
  readonly instead: readonly Way[]
  /** The feature whose absence is this gap, whatever the action. */
  readonly feature?: string
}

/**
 * The services that some releases lack: the one table behind NOT_SUPPORTED_BY_RELEASE. The column
 * `gap` of an action names the row that explains its unsupported requests.
 */
export const gaps = {
  versions: {
    what: 'The version history',
    collection: '/sap/bc/adt/repository',
    since: '7.50',
    instead: ['ERPRead version active and inactive compare what is stored.']
  },
  texts: {
    what: 'Access to text elements',
    collection: '/sap/bc/adt/textelements',
    since: '7.51',
    instead: [
      'The source names texts as TEXT-nnn.',
      { way: 'Transaction SE32 shows and changes them.', needs: 'standard' }
    ]
  },
  enhancements: {
    what: 'The enhancements of a source',
    collection: '/sap/bc/adt/enhancements/enhoxh',
    since: '7.50',
    instead: [
      'ERPSearch with type ENHO finds enhancement implementations by name.',
      { way: 'Transaction SE80 shows the enhancements of a program.', needs: 'standard' }
    ]
  },
  apiState: {
    what: 'The API release state',
    collection: '/sap/bc/adt/apireleases',
    since: 'S/4HANA',
    instead: [
      {
        way: 'The released objects are listed in the view I_APISWITHCLOUDDEVSUCCESSOR of a cloud system.',
        needs: 'standard'
      }
    ]
  },
  createStatements: {
    what: 'The generated SQL of CDS views',
    collection: '/sap/bc/adt/ddic/ddl/createstatements',
    since: '7.50',
    instead: ['ERPRead shows the CDS source.']
  },
  metadata: {
    what: 'A description of this object type',
    collection: '',
    since: 'a newer release',
    instead: [
      'ERPSearch gives its package and description.',
      { way: 'ERPQuery reads the table behind it.', needs: 'dataPreview' },
      { way: 'Transaction SE11 shows it.', needs: 'standard' }
    ]
  },
  ui5: {
    feature: 'ui5',
    what: 'The UI5 repository',
    collection: '/sap/bc/adt/filestore/ui5-bsp',
    since: '7.50',
    instead: [
      { way: 'ERPQuery on table O2PAGDIR lists the pages of an application.', needs: 'standard' }
    ]
  },
  completion: {
    what: 'Code completion',
    collection: '/sap/bc/adt/abapsource/codecompletion/proposal',
    since: '7.40',
    instead: ['ERPContext dependencies shows what the objects offer.']
  },
  elementInfo: {
    what: 'Information about a name',
    collection: '/sap/bc/adt/abapsource/codecompletion/elementinfo',
    since: '7.40',
    instead: ['ERPNavigate definition leads to the declaration.']
  },
  cdsElementInfo: {
    what: 'Information about CDS elements',
    collection: '/sap/bc/adt/ddic/ddl/elementinfo',
    since: '7.50',
    instead: [
      'ERPRead shows the view.',
      { way: 'ERPQuery with maxRows 1 gives the types of its columns.', needs: 'dataPreview' }
    ]
  },
  hierarchy: {
    what: 'The type hierarchy',
    collection: '/sap/bc/adt/abapsource/typehierarchy',
    since: '7.40',
    instead: [
      {
        way: 'ERPQuery: SELECT clsname, refclsname FROM seometarel WHERE refclsname = … gives subclasses.',
        needs: 'standard'
      }
    ]
  },
  documentation: {
    what: 'ABAP keyword documentation',
    collection: '/sap/bc/adt/docu/abap/langu',
    since: '7.40',
    instead: ['The documentation on help.sap.com.']
  },
  quickFixes: {
    what: 'Quick fixes',
    collection: '/sap/bc/adt/quickfixes/evaluation',
    since: '7.50',
    instead: ['ERPLint fix corrects what the linter finds.']
  },
  atc: {
    what: 'The ABAP Test Cockpit with worklists',
    collection: '/sap/bc/adt/atc/worklists',
    since: '7.50',
    instead: ['ERPLint check and ERPDiagnose syntax judge sources.']
  },
  dumps: {
    what: 'Short dumps',
    // service documents announce the catalogue of feeds, and no feed by itself
    collection: '/sap/bc/adt/feeds',
    since: '7.50',
    instead: [
      {
        way: 'ERPQuery on table SNAP_ADT lists dumps where it exists; else transaction ST22.',
        needs: 'standard'
      }
    ]
  },
  whereUsed: {
    what: 'The where-used list',
    collection: '/sap/bc/adt/repository/informationsystem/usageReferences',
    since: '7.50',
    instead: [
      'ERPSearch kind source with a package or a list of objects finds the name in their sources.'
    ]
  },
  sourceSearch: {
    what: 'Text search over all sources',
    collection: '/sap/bc/adt/repository/informationsystem/textsearch',
    since: '7.51, where it is set up',
    instead: [
      'Give `package` (one package, no wildcard) or `objects`; their sources are then read one by one.'
    ]
  },
  dataPreview: {
    feature: 'db',
    what: 'The data preview',
    collection: '/sap/bc/adt/datapreview',
    since: '7.50',
    instead: [
      { way: 'Transaction SE16.', needs: 'standard' },
      'A console class that prints the rows.'
    ]
  },
  packages: {
    what: 'Maintenance of packages',
    collection: '/sap/bc/adt/packages',
    since: '7.50',
    instead: [
      'ERPRead type DEVC lists what a package holds.',
      { way: 'Transaction SE21.', needs: 'standard' }
    ]
  },
  transports: {
    what: 'The list and the contents of transport requests',
    collection: '/sap/bc/adt/cts/transportrequests',
    since: '7.40',
    instead: [
      'ERPTransport check names the requests of an object.',
      { way: 'Transaction SE09 shows and changes them.', needs: 'standard' }
    ]
  },
  transportKinds: {
    what: 'Creation of a request with a kind or target of its own, or without a package',
    collection: '',
    since: '7.51',
    instead: [
      'Give `package` and leave `requestType` and `target` out: the request is a workbench request with the target of the package.'
    ]
  },
  transportEditing: {
    what: 'The editing of a transport request: its objects, text and attributes',
    collection: '',
    since: '7.53',
    instead: [{ way: 'Transaction SE09.', needs: 'standard' }]
  },
  transportTargets: {
    what: 'The list of transport layers or targets',
    collection: '',
    since: '7.51 (targets 7.50)',
    instead: [
      { way: 'ERPRead type DEVC view metadata shows the layer of a package.', needs: 'packages' },
      { way: 'Transaction STMS.', needs: 'standard' }
    ]
  },
  git: {
    feature: 'gitsync',
    what: 'The abapGit backend',
    collection: '/sap/bc/adt/abapgit/repos',
    since: 'the add-on is installed (cloud: always)',
    instead: [{ way: 'The program ZABAPGIT in SAP GUI, or gCTS.', needs: 'standard' }]
  },
  generators: {
    what: 'The generators of RAP objects',
    collection: '/sap/bc/adt/repository/generators',
    since: '7.56',
    instead: ['ERPWrite batch creates DDLS, BDEF, SRVD and SRVB from sources in dependency order.']
  },
  programRun: {
    what: 'Running a program',
    collection: '/sap/bc/adt/programs/programrun',
    since: '7.56',
    instead: ['ERPManage run_class runs a class that implements IF_OO_ADT_CLASSRUN.']
  },
  locks: {
    what: 'Changing objects over plain HTTP',
    collection: '',
    since: '7.51',
    instead: [
      'An https:// address of the system, or its server enhancement that keeps sessions over HTTP. Until then ERPLint and ERPDiagnose syntax judge sources that are not saved.'
    ]
  },
  objectType: {
    what: 'The development interface to this object type',
    collection: '',
    since:
      'a newer release (TABL, TABT, DOMA, TTYP, ENQU, DRUL, DDLX, BDEF, SRVD and SRVB after 7.50, STRU, DTEL and DCLS after 7.40, EVTB with 7.58, DESD, DTSC, CSNM, EVTO and COTA with 8.16)',
    instead: [
      'ERPSearch gives package and description.',
      { way: 'Transactions SE11 and SE80 show and change it.', needs: 'standard' }
    ]
  },
  traces: {
    what: 'ABAP traces',
    collection: '/sap/bc/adt/runtime/traces/abaptraces',
    since: '7.50',
    instead: [{ way: 'Transaction SAT.', needs: 'standard' }]
  },
  coverage: {
    what: 'Coverage',
    collection: '/sap/bc/adt/runtime/traces/coverage',
    since: '7.50',
    instead: ['Run the tests without coverage.']
  },
  systemMessages: {
    what: 'System messages',
    collection: '/sap/bc/adt/runtime/systemmessages',
    since: '7.51',
    instead: [{ way: 'Transaction SM02.', needs: 'standard' }]
  },
  gatewayErrors: {
    what: 'The Gateway error log',
    collection: '/sap/bc/adt/gw/errorlog',
    since: '7.50',
    instead: [{ way: 'Transaction /IWFND/ERROR_LOG.', needs: 'standard' }]
  },
  sqlTrace: {
    what: 'The state of SQL traces',
    collection: '/sap/bc/adt/st05/trace/state',
    since: '7.53',
    instead: [{ way: 'Transaction ST05.', needs: 'standard' }]
  },
  serviceCheck: {
    what: 'Service bindings',
    collection: '/sap/bc/adt/businessservices/bindings',
    since: '7.54',
    instead: [{ way: 'Transaction /IWFND/MAINT_SERVICE.', needs: 'standard' }]
  },
  debugger: {
    what: 'The debugger',
    collection: '/sap/bc/adt/debugger',
    since: '7.40',
    instead: [
      'ERPDiagnose unit_test shows what went wrong in tests.',
      { way: 'ERPDiagnose dumps shows where a program ended.', needs: 'dumps' }
    ]
  },
  amdp: {
    feature: 'amdp',
    what: 'The debugger for database procedures',
    collection: '/sap/bc/adt/amdp/debugger',
    since: '7.54 on HANA',
    instead: [
      {
        way: 'ERPDiagnose debug_run shows what goes into the procedure and what comes out of it.',
        needs: 'debugger'
      }
    ]
  }
} as const satisfies Readonly<Record<string, Gap>>

export type GapName = keyof typeof gaps
