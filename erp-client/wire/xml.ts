import type * as FastXml from 'fast-xml-parser'
import { ErpError } from '../errors.ts'
import { lazily } from '../lazy.ts'

/**
 * An element without its namespace prefixes: releases differ in them and in nothing else. Every child name holds a list, every value
 * is text.
 */
export interface XmlElement {
  readonly $?: Readonly<Record<string, string>>
  readonly '#text'?: string
  readonly [child: string]: readonly XmlElement[] | Readonly<Record<string, string>> | string | undefined
}

export interface XmlDocument { readonly root: string, readonly element: XmlElement }

const deepest = 200
const longestName = 300

/** The parser refuses names that mean something to every object; a class with a constructor has such an attribute. */
const guarded = new Set(['__proto__', 'constructor', 'prototype', 'hasOwnProperty', 'toString', 'valueOf', '__defineGetter__', '__defineSetter__', '__lookupGetter__', '__lookupSetter__'])
const guard = (name: string): string => guarded.has(name) ? `@${name}` : name

const parserOptions: FastXml.X2jOptions = {
  ignoreAttributes: false,
  attributeNamePrefix: '',
  attributesGroupName: '$',
  removeNSPrefix: true,
  transformTagName: guard,
  transformAttributeName: guard,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  alwaysCreateTextNode: true,
  isArray: (...[, , , isAttribute]) => !isAttribute,
  processEntities: true,
  htmlEntities: true, // brings the numeric references; the named ones of HTML do no harm
  ignoreDeclaration: true,
  ignorePiTags: true,
  maxNestedTags: deepest
}

const fastXml = lazily<typeof FastXml>('fast-xml-parser')
let parser: FastXml.XMLParser | undefined

function parserHere (): FastXml.XMLParser {
  return (parser ??= new (fastXml().XMLParser)(parserOptions))
}

/**
 * Reads a document. A document type declaration is refused (it could define entities), so is one that ends early.
 *
 * @param roots local names of the root element that the caller understands; none: any
 * @throws ErpError ERP_BAD_ANSWER
 */
export function parseXml (text: string, roots: readonly string[] = []): XmlDocument {
  const bad = (why: string, cause?: unknown) => new ErpError('ERP_BAD_ANSWER', `The answer of the ERP ${why}`, { cause })
  const begin = rootAt(text)
  const [, qualified] = /^<([A-Za-z_][\w.:-]*)/.exec(text.slice(begin, begin + longestName)) ?? []
  if (qualified === undefined) throw bad('is not the XML that was expected')
  if (/<!(?:DOCTYPE|ENTITY)/i.test(outsideCdata(text))) throw bad('declares a document type, which is not read')
  const tail = text.slice(-200).trimEnd()
  if (!tail.endsWith(`</${qualified}>`) && !/<\/[\w.:-]+\s+>$/.test(tail) && !isOneTag(text, begin)) throw bad('is cut off')
  let tree: unknown
  try {
    tree = parserHere().parse(text)
  } catch (cause) {
    throw bad('cannot be read as XML', cause)
  }
  const root = localName(qualified)
  const element = children(tree as XmlElement, root)[0]
  if (element === undefined) throw bad('cannot be read as XML')
  if (roots.length > 0 && !roots.includes(root)) throw bad(`is a <${root}>, expected <${roots.join('> or <')}>`)
  return { root, element }
}

/**
 * Index at which the root element begins, behind comments and instructions, or where something else stands. In steps: one expression could divide a
 * row of comments in exponentially many ways before it gives up.
 */
export function rootAt (text: string): number {
  let at = text.startsWith('\uFEFF') ? 1 : 0
  for (;;) {
    while (/\s/.test(text.charAt(at))) at++
    const end = text.startsWith('<?', at) ? '?>' : text.startsWith('<!--', at) ? '-->' : undefined
    const found = end === undefined ? -1 : text.indexOf(end, at + (end === '-->' ? 4 : 2))
    if (end === undefined || found < 0) return at
    at = found + end.length
  }
}

/** The same without what stands in CDATA; what does not end is left. */
function outsideCdata (text: string): string {
  const pieces: string[] = []
  for (let at = 0; ;) {
    const open = text.indexOf('<![CDATA[', at)
    const close = open < 0 ? -1 : text.indexOf(']]>', open)
    if (close < 0) return [...pieces, text.slice(at)].join('')
    pieces.push(text.slice(at, open))
    at = close + 3
  }
}

/** `<a/>` and nothing but comments behind it. */
function isOneTag (text: string, begin: number): boolean {
  const end = text.indexOf('>', begin)
  return text.charAt(end - 1) === '/' && text.lastIndexOf('<', end) === begin && rootAt(text.slice(end + 1)) === text.length - end - 1
}

function localName (qualified: string): string {
  return qualified.slice(qualified.indexOf(':') + 1)
}

/** All elements at a path of child names. */
export function children (element: XmlElement | undefined, ...path: readonly string[]): readonly XmlElement[] {
  let level: readonly XmlElement[] = element === undefined ? [] : [element]
  for (const name of path) {
    level = level.flatMap(each => {
      const found = Object.hasOwn(each, guard(name)) ? each[guard(name)] : undefined
      return Array.isArray(found) ? found as readonly XmlElement[] : []
    })
  }
  return level
}

export function child (element: XmlElement | undefined, ...path: readonly string[]): XmlElement | undefined {
  return children(element, ...path)[0]
}

/** Text of the first element at the path, trimmed; empty when there is none. */
export function textOf (element: XmlElement | undefined, ...path: readonly string[]): string {
  return rawText(child(element, ...path)).trim()
}

/** Text as it stands, blanks included. */
export function rawText (element: XmlElement | undefined): string {
  return element?.['#text'] ?? ''
}

export function attribute (element: XmlElement | undefined, name: string): string | undefined {
  const { $: all = {} } = element ?? {}
  return Object.hasOwn(all, guard(name)) ? all[guard(name)] : undefined
}

/** All attributes under their own names, in an object without a prototype. */
export function attributesOf (element: XmlElement | undefined): Readonly<Record<string, string>> {
  const all: Record<string, string> = Object.create(null)
  for (const [name, value] of Object.entries(element?.$ ?? {})) all[name.startsWith('@') ? name.slice(1) : name] = value
  return all
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;', '\n': '&#10;', '\r': '&#13;', '\t': '&#9;' }

/** For element text and attribute values alike. */
export function escapeXml (value: string): string {
  return value.replace(/[&<>"'\n\r\t]/g, found => escapes[found] ?? found)
}

export const xmlHead = '<?xml version="1.0" encoding="UTF-8"?>'

/** The `DATA` of ABAP XML (`asx:abap/asx:values/DATA`). */
export function asxData (text: string): XmlElement {
  const { element } = parseXml(text, ['abap'])
  const data = child(element, 'values', 'DATA')
  if (data === undefined) throw new ErpError('ERP_BAD_ANSWER', 'The answer of the ERP has no DATA')
  return data
}

export function asxDocument (data: string): string {
  return `${xmlHead}<asx:abap xmlns:asx="http://www.sap.com/abapxml" version="1.0"><asx:values><DATA>${data}</DATA></asx:values></asx:abap>`
}

const adtcore = 'xmlns:adtcore="http://www.sap.com/adt/core"'

/** `adtcore:objectReferences`: how activation and its kin name objects. */
export function objectReferences (references: readonly { readonly uri: string, readonly name?: string | undefined, readonly type?: string | undefined, readonly parentUri?: string | undefined }[]): string {
  const body = references.map(each => {
    const pairs = Object.entries(each).filter((pair): pair is [string, string] => pair[1] !== undefined)
    return `<adtcore:objectReference ${pairs.map(([name, value]) => `adtcore:${name}="${escapeXml(value)}"`).join(' ')}/>`
  })
  return `<adtcore:objectReferences ${adtcore}>${body.join('')}</adtcore:objectReferences>`
}
