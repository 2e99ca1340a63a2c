/**
 * Whether an object is still as the ERP generated it, so that a creation which broke off can be
 * gone on with.
 */
import type { Fields } from '../../erp-client/index.ts'
import { statements } from '../abap/statements.ts'

/**
 * The first words of the statements that a generated source consists of, by type; other types count
 * as generated when empty.
 */
const generated: Readonly<Record<string, ReadonlySet<string>>> = {
  CLAS: new Set(['CLASS', 'PUBLIC', 'PROTECTED', 'PRIVATE', 'ENDCLASS']),
  INTF: new Set(['INTERFACE', 'ENDINTERFACE']),
  PROG: new Set(['REPORT', 'PROGRAM']),
  TYPE: new Set(['TYPE-POOL']),
  INCL: new Set(),
  FINC: new Set(),
  FUNC: new Set(['FUNCTION', 'ENDFUNCTION']),
  FUGR: new Set(['INCLUDE', 'FUNCTION-POOL'])
}

/**
 * The components of a new table or structure. Older releases define a structure as a type, and a
 * new table may be without its client.
 */
const placeholders: Readonly<Record<string, RegExp>> = {
  TABL: /^(?:key\s+(?:client|mandt)\s*:\s*(?:abap\.clnt|mandt)\s+not\s+null\s*;)?$/i,
  STRU: /^(?:component_to_be_changed\s*:\s*abap\.string\s*\(\s*0\s*\)\s*;)?$/i
}

/** A new transformation: its frame and the root that the ERP names. */
const frames: Readonly<Record<string, readonly RegExp[]>> = {
  XSLT: [
    /^<\?sap\.transform simple\?>\s*<tt:transform\s[^<>]*>\s*<tt:root name="ROOT"\s*\/>\s*<tt:template>\s*<\/tt:template>\s*<\/tt:transform>$/,
    /^(?:<\?xml[^<>]*\?>\s*)?<xsl:transform\s[^<>]*>\s*(?:<xsl:strip-space elements="\*"\s*\/>\s*)?(?:<xsl:template match="\/">\s*<\/xsl:template>\s*)?<\/xsl:transform>$/
  ]
}

/** Annotations and a frame around the placeholder alone; a label is no content either. */
function holdsPlaceholder(text: string, placeholder: RegExp): boolean {
  const lines = text.split('\n').filter(line => !/^\s*(?:@|\/\/)/.test(line))
  const frame = lines.join('\n').trim()
  if (frame === '') return true
  const [, body] = /^define\s+(?:table|structure|type)\s+[\w/]+\s*\{([^{}]*)\}$/i.exec(frame) ?? []
  return body !== undefined && placeholder.test(body.trim())
}

/** Nothing but what the ERP writes into a new source of this type. */
export function isGenerated(type: string, text: string): boolean {
  const placeholder = Object.hasOwn(placeholders, type) ? placeholders[type] : undefined
  if (placeholder !== undefined) return holdsPlaceholder(text, placeholder)
  const known = Object.hasOwn(generated, type) ? generated[type] : undefined
  if (known === undefined) {
    const bare = text.trim()
    return bare === '' || (frames[type] ?? []).some(frame => frame.test(bare))
  }
  for (const { words } of statements(text)) if (!known.has(words[0] ?? '')) return false
  return true
}

const facts: Readonly<Record<string, readonly string[]>> = {
  DOMA: ['values', 'valueTable', 'conversionExit'],
  DTEL: ['typeName', 'short', 'medium', 'long', 'heading', 'searchHelp', 'parameterId'],
  TTYP: ['rowType'],
  MSAG: ['messages'],
  ENQU: ['table']
}

/** None of the facts that only a user gives. */
export function hasNoFacts(type: string, stored: Fields): boolean {
  return (facts[type] ?? []).every(name => {
    const value = stored[name]
    return Array.isArray(value) ? value.length === 0 : value === undefined || value === ''
  })
}

/** Each named fact is stored; of a list each named entry. */
export function holdsFacts(wanted: Fields, stored: Fields): boolean {
  return Object.entries(wanted).every(([name, value]) => holds(value, stored[name]))
}

function holds(wanted: unknown, stored: unknown): boolean {
  if (Array.isArray(wanted)) {
    return Array.isArray(stored) && wanted.every(each => stored.some(other => holds(each, other)))
  }
  if (typeof wanted === 'object' && wanted !== null) {
    return typeof stored === 'object' && stored !== null && holdsFacts({ ...wanted }, { ...stored })
  }
  return plain(wanted) === plain(stored)
}

/** As the ERP keeps names and numbers. */
function plain(value: unknown): string {
  return String(value ?? '')
    .trim()
    .toUpperCase()
    .replace(/^0+(?=\d)/, '')
}
