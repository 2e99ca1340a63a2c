import { isErpError, readDiscovery } from '../erp-client/index.ts'
import type { ToolContext } from './context.ts'
import { ToolError } from './errors.ts'

interface Gap {
  readonly what: string
  /** Collection that a system with the service announces. */
  readonly collection: string
  readonly since: string
  readonly instead: string
}

/** What not every release has: the one table behind NOT_SUPPORTED_BY_RELEASE. */
export const gaps = {
  versions: { what: 'The version history', collection: '/sap/bc/adt/repository', since: '7.50', instead: 'ERPRead version active and inactive compare what is stored.' },
  texts: { what: 'Reading text elements', collection: '/sap/bc/adt/textelements', since: '7.51', instead: 'The source names texts as TEXT-nnn; transaction SE32 shows them.' },
  apiState: { what: 'The API release state', collection: '/sap/bc/adt/apireleases', since: 'S/4HANA', instead: 'The released objects are listed in the view I_APISWITHCLOUDDEVSUCCESSOR of a cloud system.' },
  metadata: { what: 'A description of this object type', collection: '', since: 'a newer release', instead: 'ERPSearch gives its package and description; ERPQuery reads the table behind it.' },
  ui5: { what: 'The UI5 repository', collection: '/sap/bc/adt/filestore/ui5-bsp', since: '7.50', instead: 'ERPQuery on table O2PAGDIR lists the pages of an application.' },
  completion: { what: 'Code completion', collection: '/sap/bc/adt/abapsource/codecompletion/proposal', since: '7.40', instead: 'ERPContext dependencies shows what the objects offer.' },
  elementInfo: { what: 'Information about a name', collection: '/sap/bc/adt/abapsource/codecompletion/elementinfo', since: '7.40', instead: 'ERPNavigate definition leads to the declaration.' },
  cdsElementInfo: { what: 'Information about CDS elements', collection: '/sap/bc/adt/ddic/ddl/elementinfo', since: '7.50', instead: 'ERPRead shows the view; ERPQuery with maxRows 1 gives the types of its columns.' },
  hierarchy: { what: 'The type hierarchy', collection: '/sap/bc/adt/abapsource/typehierarchy', since: '7.40', instead: 'ERPQuery: SELECT clsname, refclsname FROM seometarel WHERE refclsname = … gives subclasses.' },
  documentation: { what: 'ABAP keyword documentation', collection: '/sap/bc/adt/docu/abap/langu', since: '7.40', instead: 'The documentation on help.sap.com.' },
  quickFixes: { what: 'Quick fixes', collection: '/sap/bc/adt/quickfixes/evaluation', since: '7.50', instead: 'ERPLint fix corrects what the linter finds.' },
  atc: { what: 'The ABAP Test Cockpit with worklists', collection: '/sap/bc/adt/atc/worklists', since: '7.50', instead: 'ERPLint check and ERPDiagnose syntax judge sources.' },
  dumps: { what: 'Short dumps', collection: '/sap/bc/adt/runtime/dumps', since: '7.50', instead: 'ERPQuery on table SNAP_ADT lists dumps where it exists; else transaction ST22.' },
  traces: { what: 'ABAP traces', collection: '/sap/bc/adt/runtime/traces/abaptraces', since: '7.50', instead: 'Transaction SAT.' },
  coverage: { what: 'Coverage', collection: '/sap/bc/adt/runtime/traces/coverage', since: '7.50', instead: 'Run the tests without coverage.' },
  systemMessages: { what: 'System messages', collection: '/sap/bc/adt/runtime/systemmessages', since: '7.51', instead: 'Transaction SM02.' },
  gatewayErrors: { what: 'The Gateway error log', collection: '/sap/bc/adt/gw/errorlog', since: '7.50', instead: 'Transaction /IWFND/ERROR_LOG.' },
  sqlTrace: { what: 'The state of SQL traces', collection: '/sap/bc/adt/st05/trace/state', since: '7.53', instead: 'Transaction ST05.' },
  serviceCheck: { what: 'Service bindings', collection: '/sap/bc/adt/businessservices/bindings', since: '7.54', instead: 'Transaction /IWFND/MAINT_SERVICE.' },
  debugger: { what: 'The debugger', collection: '/sap/bc/adt/debugger', since: '7.40', instead: 'ERPDiagnose unit_test and dumps show what went wrong.' },
  amdp: { what: 'The debugger for database procedures', collection: '/sap/bc/adt/amdp/debugger', since: '7.54 on HANA', instead: 'ERPDiagnose debug_run shows what goes into the procedure and what comes out of it.' }
} as const satisfies Readonly<Record<string, Gap>>

export type GapName = keyof typeof gaps

/**
 * Runs what a release may not have. A refusal that means "there is no such service" becomes NOT_SUPPORTED_BY_RELEASE with what to do
 * instead; a missing object on a system that announces the service stays a missing object.
 */
export async function onRelease<T> (context: ToolContext, name: GapName, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isErpError(error, 'ERP_UNSUPPORTED', 'ERP_NOT_FOUND', 'ERP_NOT_ACCEPTABLE')) throw error
    const gap: Gap = gaps[name]
    if (error.code !== 'ERP_UNSUPPORTED' && (gap.collection === '' || await announced(context, gap.collection))) throw error
    throw new ToolError('NOT_SUPPORTED_BY_RELEASE', `${gap.what} is not offered by this system: ${error.message}`, { remedy: `Systems have it since ${gap.since}. Instead: ${gap.instead}`, data: { gap: name }, cause: error })
  }
}

async function announced (context: ToolContext, collection: string): Promise<boolean> {
  try {
    const { collections } = await readDiscovery(context.erp, {}, context.signal)
    return [...collections.keys()].some((path) => path === collection || path.startsWith(`${collection}/`))
  } catch {
    context.signal.throwIfAborted()
    return true
  }
}
