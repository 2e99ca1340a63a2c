/*
 * What the ERP has and the sandbox has not: the one place of the reasons. The paths are known to
 * clients, absent from the discovery document, and answered with 404 and the reason; any other unknown
 * path is a 404 without one. The limits lie inside of what is served, and are answered with 501.
 */

export interface Absence {
  /** Path prefix from the server's root, lower case. */
  readonly prefix: string
  /** One sentence: what is missing and why. */
  readonly reason: string
}

const adt = '/sap/bc/adt'

export const absences: readonly Absence[] = [
  ...['actions', 'batch', 'memorysizes', 'systemareas', 'variables'].map(part => ({
    prefix: `${adt}/debugger/${part}`,
    reason: 'The sandbox debugs with breakpoints, steps, stacks, variables and watchpoints alone.'
  })),
  {
    prefix: `${adt}/debugger/amdp`,
    reason: 'The sandbox has no AMDP: there is no HANA database behind it.'
  },
  {
    prefix: `${adt}/amdp`,
    reason: 'The sandbox has no AMDP: there is no HANA database behind it.'
  },
  {
    prefix: `${adt}/runtime/traces`,
    reason:
      'The sandbox traces procedures and accesses to the database, and measures coverage; it has no other traces.'
  },
  {
    prefix: `${adt}/runtime`,
    reason:
      'The sandbox keeps short dumps, and no system messages, memory snapshots or logs of the server.'
  },
  { prefix: `${adt}/st05`, reason: 'The sandbox records no SQL traces.' },
  { prefix: `${adt}/crosstrace`, reason: 'The sandbox records no cross traces.' },
  { prefix: `${adt}/gw`, reason: 'The sandbox has no SAP Gateway, hence no Gateway error log.' },
  { prefix: `${adt}/feeds/variants`, reason: 'The sandbox keeps no variants of feeds.' },
  { prefix: `${adt}/atc/exemptions`, reason: 'The sandbox keeps no exemptions from checks.' },
  { prefix: `${adt}/atc/items`, reason: 'The sandbox assigns findings to no user.' },
  {
    prefix: `${adt}/atc/autoqf`,
    reason: 'The sandbox applies corrections one by one, by its quick fixes.'
  },
  {
    prefix: `${adt}/atc/results`,
    reason: 'The sandbox keeps the worklists of runs, not their results.'
  },
  {
    prefix: `${adt}/abapgit`,
    reason:
      'The sandbox has no abapGit backend: its sources are a folder in abapGit format already.'
  },
  { prefix: '/sap/bc/cts_abapvcs', reason: 'The sandbox has no gCTS.' },
  { prefix: `${adt}/businessservices/odatav2`, reason: 'The sandbox publishes no OData services.' },
  { prefix: `${adt}/businessservices/odatav4`, reason: 'The sandbox publishes no OData services.' },
  { prefix: `${adt}/businessservices/generators`, reason: 'The sandbox has no RAP generators.' },
  {
    prefix: `${adt}/businessservices/release`,
    reason: 'The sandbox has no release contracts of services.'
  },
  { prefix: `${adt}/rap`, reason: 'The sandbox has no RAP generators.' },
  {
    prefix: `${adt}/bo`,
    reason:
      'The sandbox serves behavior definitions as sources, and nothing else of business objects.'
  },
  { prefix: `${adt}/ddic/ddla`, reason: 'The sandbox has no annotation definitions.' },
  { prefix: `${adt}/ddic/views`, reason: 'The sandbox has no classic database views.' },
  { prefix: `${adt}/ddic/cds`, reason: 'The sandbox has no annotation definitions.' },
  {
    prefix: `${adt}/ddic/ddl`,
    reason: 'The sandbox knows no dependency graphs of CDS views.'
  },
  {
    prefix: `${adt}/ddic/elementinfo`,
    reason: 'The sandbox describes dictionary elements only as those of CDS.'
  },
  { prefix: `${adt}/ddic/dbprocedureproxies`, reason: 'The sandbox has no database procedures.' },
  {
    prefix: `${adt}/datapreview/amdp`,
    reason: 'The sandbox has no AMDP: there is no HANA database behind it.'
  },
  {
    prefix: `${adt}/datapreview/amdpdebugger`,
    reason: 'The sandbox has no AMDP: there is no HANA database behind it.'
  },
  {
    prefix: `${adt}/ddic/db`,
    reason: 'The sandbox has no database indexes: no recording shows how the ERP describes one.'
  },
  { prefix: `${adt}/ddic/logs`, reason: 'The sandbox keeps no activation logs.' },
  { prefix: `${adt}/ddic/sysinfo`, reason: 'The sandbox has no HANA database to describe.' },
  { prefix: `${adt}/enhancements`, reason: 'The sandbox has no enhancements.' },
  { prefix: `${adt}/aps`, reason: 'The sandbox has no authorization objects and no transactions.' },
  { prefix: `${adt}/filestore`, reason: 'The sandbox has no UI5 repository.' },
  { prefix: '/sap/opu/odata', reason: 'The sandbox serves no OData.' },
  { prefix: '/sap/opu/odata4', reason: 'The sandbox serves no OData.' },
  {
    prefix: `${adt}/abapsource/occurencemarkers`,
    reason:
      'The sandbox marks no occurrences: which kinds of them the ERP tells apart is not known.'
  },
  { prefix: `${adt}/docu`, reason: 'The sandbox has no ABAP keyword documentation.' },
  { prefix: `${adt}/documentation`, reason: 'The sandbox has no knowledge transfer documents.' },
  { prefix: `${adt}/apireleases`, reason: 'The sandbox has no API release contracts.' },
  { prefix: `${adt}/sfw`, reason: 'The sandbox has no feature toggles.' },
  { prefix: `${adt}/security/reentranceticket`, reason: 'The sandbox issues no log-on tickets.' },
  { prefix: `${adt}/core/http/reentranceticket`, reason: 'The sandbox issues no log-on tickets.' },
  { prefix: `${adt}/cai`, reason: 'The sandbox has no call graph service.' },
  { prefix: `${adt}/testcodegen`, reason: 'The sandbox generates no test doubles.' },
  {
    prefix: `${adt}/aunit/dbtestdoubles`,
    reason: 'The sandbox does not list what a CDS view depends on for its test doubles.'
  },
  { prefix: `${adt}/applicationlog`, reason: 'The sandbox has no application logs.' },
  {
    prefix: `${adt}/system/landscape`,
    reason: 'The sandbox is one process without application servers.'
  },
  { prefix: `${adt}/activation/runs`, reason: 'The sandbox activates in the request itself.' },
  { prefix: `${adt}/activation/results`, reason: 'The sandbox activates in the request itself.' },
  {
    prefix: `${adt}/repository/informationsystem/virtualfolders`,
    reason: 'The sandbox has no virtual folders: what their answer looks like is not known.'
  },
  {
    prefix: `${adt}/repository/informationsystem/objectproperties`,
    reason: 'The sandbox lists no object properties: what their answer looks like is not known.'
  },
  {
    prefix: `${adt}/repository/informationsystem/abaplanguageversions`,
    reason: 'The sandbox has one ABAP language version.'
  },
  {
    prefix: `${adt}/repository/informationsystem/releasestates`,
    reason: 'The sandbox has no release states.'
  },
  {
    prefix: `${adt}/repository/informationsystem/metadata`,
    reason: 'The sandbox does not describe its search.'
  },
  {
    prefix: `${adt}/repository/objectstructure`,
    reason: 'The sandbox outlines sources by the objectstructure of the object.'
  },
  { prefix: `${adt}/vit/docu`, reason: 'The sandbox keeps no documentation and no long texts.' },
  { prefix: `${adt}/vit`, reason: 'The sandbox has no SAP GUI objects.' },
  { prefix: `${adt}/abapsource/syntax`, reason: 'The sandbox does not describe its ABAP syntax.' },
  { prefix: `${adt}/abapsource/parser`, reason: 'The sandbox does not describe its ABAP syntax.' },
  { prefix: `${adt}/abapunit/metadata`, reason: 'The sandbox does not describe its unit runs.' },
  { prefix: `${adt}/abapunit/previews`, reason: 'The sandbox previews no unit runs.' },
  {
    prefix: `${adt}/programs/programrun/job`,
    reason: 'The sandbox runs reports at once, and has no background jobs.'
  }
]

/** What stands below objects and sources of many types. */
export const absencesBelowObjects: readonly { readonly ending: RegExp; readonly reason: string }[] =
  [
    {
      ending: /\/source\/main\/enhancements(\/(elements|options))?$/,
      reason: 'The sandbox has no enhancements.'
    },
    {
      ending: /\/messageclass\/[^/]+\/messages\/[^/]+\/longtext$/,
      reason:
        'The sandbox shows no long texts of messages: what their answer looks like is not known.'
    }
  ]

/** Limits inside of what is served. */
export const limits = {
  formatterStyle: 'The sandbox changes the case of keywords, not that of names.',
  refactoring:
    'The sandbox renames, extracts methods, moves objects to another package, and knows no other refactoring.',
  previewAction: 'The sandbox runs the query of a data preview and offers no other action on it.',
  partialEntries: 'The sandbox adds whole objects (R3TR) to a request, and no parts of them.',
  storedConstruct: 'The sandbox cannot keep this.',
  debugger: 'The debugger of the sandbox cannot do this.',
  runtimeConstruct: 'The sandbox runtime cannot run this construct.'
} as const

/**
 * The reason why the sandbox does not serve a path; undefined for a path that the ERP has not
 * either.
 */
export function absenceOf(path: string): string | undefined {
  const lower = path.toLowerCase()
  return (
    absences.find(each => lower === each.prefix || lower.startsWith(each.prefix + '/'))?.reason ??
    absencesBelowObjects.find(each => each.ending.test(lower))?.reason
  )
}
