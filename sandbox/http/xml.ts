/** Writes XML documents as strings. */
import { xmlAttribute, xmlText } from '../xml-tree.ts'

/**
 * Writing XML. Clients compare literal qualified names instead of resolving namespaces, so every
 * element and attribute is written with exactly the prefix given here, and the document is one
 * line.
 */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>
export type Content = string | readonly Content[] | undefined

export const xmlDeclaration = '<?xml version="1.0" encoding="utf-8"?>'

/** Prefix → namespace, for the declarations on root elements. */
export const namespaces = {
  changepackage: 'http://www.sap.com/adt/refactoring/changepackagerefactoring',
  extractmethod: 'http://www.sap.com/adt/refactoring/extractmethodrefactoring',
  rename: 'http://www.sap.com/adt/refactoring/renamerefactoring',
  qf: 'http://www.sap.com/adt/quickfixes',
  hierarchy: 'http://www.sap.com/adt/hierarchy',
  generic: 'http://www.sap.com/adt/refactoring/genericrefactoring',
  atcworklist: 'http://www.sap.com/adt/atc/worklist',
  atcobject: 'http://www.sap.com/adt/atc/object',
  atcinfo: 'http://www.sap.com/adt/atc/info',
  atcfinding: 'http://www.sap.com/adt/atc/finding',
  atc: 'http://www.sap.com/adt/atc',
  abapformatter: 'http://www.sap.com/adt/prettyprintersettings',
  abapoo: 'http://www.sap.com/adt/oo',
  abapsource: 'http://www.sap.com/adt/abapsource',
  adtcomp: 'http://www.sap.com/adt/compatibility',
  adtcore: 'http://www.sap.com/adt/core',
  app: 'http://www.w3.org/2007/app',
  asx: 'http://www.sap.com/abapxml',
  atom: 'http://www.w3.org/2005/Atom',
  aunit: 'http://www.sap.com/adt/aunit',
  blue: 'http://www.sap.com/wbobj/blue',
  chkl: 'http://www.sap.com/abapxml/checklist',
  chkrun: 'http://www.sap.com/adt/checkrun',
  class: 'http://www.sap.com/adt/oo/classes',
  compatibility: 'http://www.sap.com/adt/compatibility',
  cov: 'http://www.sap.com/adt/cov',
  configuration: 'http://www.sap.com/adt/configuration',
  configurations: 'http://www.sap.com/adt/configurations',
  dataPreview: 'http://www.sap.com/adt/dataPreview',
  dbg: 'http://www.sap.com/adt/debugger',
  dcl: 'http://www.sap.com/adt/acm/dclsources',
  ddl: 'http://www.sap.com/adt/ddic/ddlsources',
  ddlx: 'http://www.sap.com/adt/ddic/ddlxsources',
  del: 'http://www.sap.com/adt/deletion',
  dump: 'http://www.sap.com/adt/categories/dump',
  doma: 'http://www.sap.com/dictionary/domain',
  dtel: 'http://www.sap.com/adt/dictionary/dataelements',
  atypgr: 'http://www.sap.com/adt/ddic/typegroups',
  enqu: 'http://www.sap.com/adt/ddic/enqu',
  exc: 'http://www.sap.com/abapxml/types/communicationframework',
  finclude: 'http://www.sap.com/adt/functions/fincludes',
  fmodule: 'http://www.sap.com/adt/functions/fmodules',
  group: 'http://www.sap.com/adt/functions/groups',
  include: 'http://www.sap.com/adt/programs/includes',
  intf: 'http://www.sap.com/adt/oo/interfaces',
  ioc: 'http://www.sap.com/abapxml/inactiveCtsObjects',
  mc: 'http://www.sap.com/adt/MessageClass',
  nameditem: 'http://www.sap.com/adt/nameditem',
  pak: 'http://www.sap.com/adt/packages',
  program: 'http://www.sap.com/adt/programs/programs',
  projectexplorer: 'http://www.sap.com/adt/projectexplorer',
  sktd: 'http://www.sap.com/wbobj/texts/sktd',
  srvb: 'http://www.sap.com/adt/ddic/ServiceBindings',
  srvd: 'http://www.sap.com/adt/ddic/srvdsources',
  trans: 'http://www.sap.com/adt/transformation',
  trc: 'http://www.sap.com/adt/runtime/traces/abaptraces',
  tm: 'http://www.sap.com/cts/adt/tm',
  transports: 'http://www.sap.com/cts/adt/transports/search',
  log: 'http://www.sap.com/adt/logs',
  ts: 'http://www.sap.com/dictionary/table/settings',
  ttyp: 'http://www.sap.com/dictionary/tabletype',
  usageReferences: 'http://www.sap.com/adt/ris/usageReferences',
  usagereferences: 'http://www.sap.com/adt/ris/usageReferences'
} as const

export type Prefix = keyof typeof namespaces

/** `xmlns:…` attributes for the prefixes. */
export function declare(...prefixes: readonly Prefix[]): Attributes {
  return Object.fromEntries(prefixes.map(prefix => [`xmlns:${prefix}`, namespaces[prefix]]))
}

function flat(content: Content): string {
  if (content === undefined) return ''
  return typeof content === 'string' ? content : content.map(flat).join('')
}

/**
 * One element. `content` is XML already: pass texts through `text` (or use `leaf`). Attributes that
 * are undefined are left out.
 */
export function element(name: string, attributes: Attributes = {}, content?: Content): string {
  let written = ''
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined) written += ` ${key}="${xmlAttribute(String(value))}"`
  }
  const inner = flat(content)
  return inner === '' ? `<${name}${written}/>` : `<${name}${written}>${inner}</${name}>`
}

/** Text as element content. */
export function text(value: string | number | boolean): string {
  return xmlText(String(value))
}

/** An element that holds only text. */
export function leaf(
  name: string,
  value: string | number | boolean,
  attributes: Attributes = {}
): string {
  return element(name, attributes, text(value))
}

/** The document of a root element. */
export function document(root: string): string {
  return xmlDeclaration + root
}

/**
 * ABAP-XML: `DATA` with upper-case, unprefixed fields; nothing but what is given stands below
 * `DATA`.
 */
export function asx(data: Content): string {
  return document(
    element(
      'asx:abap',
      { ...declare('asx'), version: '1.0' },
      element('asx:values', {}, element('DATA', {}, data))
    )
  )
}

export function asxType(dataname: string): string {
  return `application/vnd.sap.as+xml; charset=utf-8; dataname=${dataname}`
}
