/** XML of the ERP: a safe reader, access to elements, and escaping. */
import type * as Saxes from 'saxes'
import { ErpError } from '../errors.ts'
import { lazily } from '../http/lazy.ts'

/** An element without namespace prefixes, which differ between releases. Every value is text. */
export interface XmlElement {
  readonly name: string
  /** Names and values alternately, in document order. */
  readonly attributes: readonly string[]
  readonly children: readonly XmlElement[]
  /** All text directly in it, whitespace included. */
  readonly text: string
}

export interface XmlDocument {
  readonly root: string
  readonly element: XmlElement
}

interface Growing {
  readonly name: string
  readonly attributes: readonly string[]
  readonly children: XmlElement[]
  text: string
}

const deepest = 200
const longestName = 300
const none: readonly never[] = Object.freeze([])

/** Faults that leave the boundaries of elements unambiguous: such a text is accepted as it is. */
const harmless =
  /^(?:disallowed character\.|undefined entity\.|malformed character entity\.|the string "]]>" is disallowed in char data\.|duplicate attribute: .*)$/s

const saxes = lazily<typeof Saxes>('saxes')

/**
 * Reads a document. A document type declaration is refused, because it could define entities; so is
 * a truncated document.
 *
 * @param roots accepted local names of the root element; none: any
 * @throws ErpError ERP_BAD_ANSWER
 */
export function parseXml(text: string, roots: readonly string[] = []): XmlDocument {
  const begin = rootAt(text)
  const [, qualified] = /^<([A-Za-z_][\w.:-]*)/.exec(text.slice(begin, begin + longestName)) ?? []
  if (qualified === undefined) throw bad('is not the XML that was expected')
  const element = grow(begin === 0 ? text : text.slice(begin))
  const root = element.name
  if (roots.length > 0 && !roots.includes(root)) {
    throw bad(`is a <${root}>, expected <${roots.join('> or <')}>`)
  }
  return { root, element }
}

function bad(why: string, cause?: unknown): ErpError {
  return new ErpError('ERP_BAD_ANSWER', `The answer of the ERP ${why}`, { cause })
}

/** The tree of a text that begins with its root element. */
function grow(text: string): XmlElement {
  const { SaxesParser } = saxes()
  const parser = new SaxesParser({ xmlns: false, position: false })
  const top: Growing = { name: '', attributes: none, children: [], text: '' }
  const open: Growing[] = [top]
  let inner = top
  let isWhole = false
  let attributes: string[] | undefined
  parser.on('attribute', ({ name, value }) => {
    if (name !== 'xmlns' && !name.startsWith('xmlns:')) {
      ;(attributes ??= []).push(localName(name), value)
    }
  })
  parser.on('opentag', ({ name }) => {
    if (open.length > deepest) throw bad('is nested too deeply')
    const element: Growing = {
      name: localName(name),
      attributes: attributes ?? none,
      children: [],
      text: ''
    }
    attributes = undefined
    inner.children.push(element)
    open.push(element)
    inner = element
  })
  parser.on('closetag', () => {
    open.pop()
    inner = open.at(-1) ?? top
  })
  const addText = (more: string) => {
    inner.text += more
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('error', cause => {
    if (harmless.test(cause.message)) return
    throw bad(
      isWhole
        ? 'is cut off'
        : /doctype/.test(cause.message)
          ? 'declares a document type, which is not read'
          : 'cannot be read as XML',
      cause
    )
  })
  parser.write(text)
  isWhole = true
  parser.close()
  const [root] = top.children
  if (root === undefined) throw bad('cannot be read as XML')
  return root
}

/**
 * Index of the root element, behind comments and instructions, or of other content there. A loop
 * instead of one expression: that could split a row of comments in exponentially many ways before
 * it fails.
 */
export function rootAt(text: string): number {
  let at = text.startsWith('\uFEFF') ? 1 : 0
  for (;;) {
    while (/\s/.test(text.charAt(at))) at++
    const end = text.startsWith('<?', at) ? '?>' : text.startsWith('<!--', at) ? '-->' : undefined
    const found = end === undefined ? -1 : text.indexOf(end, at + (end === '-->' ? 4 : 2))
    if (end === undefined || found < 0) return at
    at = found + end.length
  }
}

function localName(qualified: string): string {
  return qualified.slice(qualified.indexOf(':') + 1)
}

/** All elements at a path of child names. */
export function children(
  element: XmlElement | undefined,
  ...path: readonly string[]
): readonly XmlElement[] {
  let level: readonly XmlElement[] = element === undefined ? none : [element]
  for (const name of path) {
    level = level.length === 1 ? named(level[0], name) : level.flatMap(each => named(each, name))
  }
  return level
}

function named(element: XmlElement | undefined, name: string): readonly XmlElement[] {
  return element?.children.filter(each => each.name === name) ?? none
}

export function child(
  element: XmlElement | undefined,
  ...path: readonly string[]
): XmlElement | undefined {
  return children(element, ...path)[0]
}

/** Children by name, in the order of the first of each name. */
export function byName(element: XmlElement): ReadonlyMap<string, readonly XmlElement[]> {
  return Map.groupBy(element.children, ({ name }) => name)
}

/** Text of the first element at the path, trimmed; empty when there is none. */
export function textOf(element: XmlElement | undefined, ...path: readonly string[]): string {
  return rawText(child(element, ...path)).trim()
}

/** Text with its whitespace. */
export function rawText(element: XmlElement | undefined): string {
  return element?.text ?? ''
}

export function attribute(element: XmlElement | undefined, name: string): string | undefined {
  const all = element?.attributes ?? none
  for (let at = 0; at < all.length; at += 2) if (all[at] === name) return all[at + 1]
  return undefined
}

/** All attributes under their own names, in an object without a prototype. */
export function attributesOf(element: XmlElement | undefined): Readonly<Record<string, string>> {
  const all: Record<string, string> = Object.create(null)
  const pairs = element?.attributes ?? none
  for (let at = 0; at < pairs.length; at += 2) all[pairs[at] ?? ''] = pairs[at + 1] ?? ''
  return all
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '\n': '&#10;',
  '\r': '&#13;',
  '\t': '&#9;'
}

/** For element text and attribute values alike. */
export function escapeXml(value: string): string {
  return value.replace(/[&<>"'\n\r\t]/g, found => escapes[found] ?? found)
}

export const xmlHead = '<?xml version="1.0" encoding="UTF-8"?>'

/** The `DATA` of ABAP XML (`asx:abap/asx:values/DATA`). */
export function asxData(text: string): XmlElement {
  const { element } = parseXml(text, ['abap'])
  const data = child(element, 'values', 'DATA')
  if (data === undefined) throw new ErpError('ERP_BAD_ANSWER', 'The answer of the ERP has no DATA')
  return data
}

export function asxDocument(data: string): string {
  return `${xmlHead}<asx:abap xmlns:asx="http://www.sap.com/abapxml" version="1.0"><asx:values><DATA>${data}</DATA></asx:values></asx:abap>`
}

const adtcore = 'xmlns:adtcore="http://www.sap.com/adt/core"'

/** `adtcore:objectReferences`: the list of objects in requests such as activation. */
export function objectReferences(
  references: readonly {
    readonly uri: string
    readonly name?: string | undefined
    readonly type?: string | undefined
    readonly parentUri?: string | undefined
  }[]
): string {
  const body = references.map(each => {
    const pairs = Object.entries(each).filter(
      (pair): pair is [string, string] => pair[1] !== undefined
    )
    return `<adtcore:objectReference ${pairs.map(([name, value]) => `adtcore:${name}="${escapeXml(value)}"`).join(' ')}/>`
  })
  return `<adtcore:objectReferences ${adtcore}>${body.join('')}</adtcore:objectReferences>`
}
