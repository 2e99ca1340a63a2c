import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { StoreError } from '../errors.ts'

/** An element as it stands in a file: order, attributes and every unknown child are kept. Never changed in place. */
export interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly (Element | string)[]
}

interface RawNode { readonly [name: string]: unknown }

const depthLimit = 100
const attributeKey = ':@'
const cdataKey = '#cdata'
const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  processEntities: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  cdataPropName: cdataKey
})
const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function decode (value: string): string {
  return value.replace(/&(#x[0-9a-fA-F]+|#[0-9]+|[a-z]+);/g, (whole, entity: string) => {
    if (!entity.startsWith('#')) return named[entity] ?? whole
    const code = entity[1] === 'x' ? parseInt(entity.slice(2), 16) : parseInt(entity.slice(1), 10)
    return code <= 0x10FFFF ? String.fromCodePoint(code) : '\uFFFD'
  })
}

// eslint-disable-next-line no-control-regex -- exactly the characters that XML 1.0 has no way to carry
const notInXml = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g

function encode (value: string): string {
  return value.replace(notInXml, '\uFFFD').replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/\r/g, '&#13;')
}

function encodeAttribute (value: string): string {
  return encode(value).replace(/"/g, '&quot;').replace(/\n/g, '&#10;')
}

function attributesOf (raw: unknown): Record<string, string> {
  const entries = Object.entries(raw ?? {}).map(([key, value]) => [key, decode(String(value))] as const)
  return Object.fromEntries(entries)
}

function toNode (raw: RawNode, depth: number): Element | string | undefined {
  if (depth > depthLimit) throw new StoreError('INVALID_SOURCE', 'The document is nested too deeply', { position: { line: 1, column: 0 } })
  if ('#text' in raw) return decode(String(raw['#text']))
  const name = Object.keys(raw).find(key => key !== attributeKey)
  if (name === undefined || name === '#comment') return undefined
  const inner = raw[name] as readonly RawNode[]
  if (name === cdataKey) return inner.map(each => String(each['#text'])).join('')
  const children = inner.map(each => toNode(each, depth + 1)).filter(each => each !== undefined)
  return { name, attributes: attributesOf(raw[attributeKey]), children: withoutLayout(children) }
}

/** White space between elements is layout; inside an element that has only text it is content. */
function withoutLayout (children: readonly (Element | string)[]): readonly (Element | string)[] {
  if (!children.some(each => typeof each !== 'string')) return children
  return children.filter(each => typeof each !== 'string' || each.trim() !== '')
}

/** Parses a document. Throws StoreError `INVALID_SOURCE` with the place when it is not well-formed. */
export function parseXml (source: string): Element {
  const body = source.replace(/^\uFEFF/, '')
  const verdict = /<!DOCTYPE/i.test(body) ? { msg: 'A document type declaration is not allowed', line: 1, col: 1 } : validate(body)
  if (verdict !== undefined) {
    throw new StoreError('INVALID_SOURCE', `Not well-formed XML: ${verdict.msg}`, { position: { line: verdict.line, column: Math.max(0, verdict.col - 1) } })
  }
  const nodes = parser.parse(body) as readonly RawNode[]
  const root = nodes.map(node => toNode(node, 0)).find(node => node !== undefined && typeof node !== 'string')
  if (root === undefined || typeof root === 'string') {
    throw new StoreError('INVALID_SOURCE', 'Not well-formed XML: there is no element', { position: { line: 1, column: 0 } })
  }
  return root
}

function validate (body: string): { msg: string, line: number, col: number } | undefined {
  const verdict = XMLValidator.validate(body)
  return verdict === true ? undefined : verdict.err
}

function serialize (node: Element, indent: string): string {
  const attributes = Object.entries(node.attributes).map(([key, value]) => ` ${key}="${encodeAttribute(value)}"`).join('')
  if (node.children.length === 0) return `${indent}<${node.name}${attributes}/>\n`
  const mixed = node.children.some(each => typeof each === 'string')
  const inner = mixed
    ? node.children.map(each => typeof each === 'string' ? encode(each) : serialize(each, '').trimEnd()).join('')
    : '\n' + node.children.map(each => typeof each === 'string' ? '' : serialize(each, indent + ' ')).join('') + indent
  return `${indent}<${node.name}${attributes}>${inner}</${node.name}>\n`
}

/** The document as abapGit lays it out: one blank of indentation a level, leaves on one line. */
export function writeXml (root: Element): string {
  return `<?xml version="1.0" encoding="utf-8"?>\n${serialize(root, '')}`
}

/** An element with children; a text child that is empty is left out. */
export function element (name: string, children: readonly (Element | string)[] = [], attributes: Readonly<Record<string, string>> = {}): Element {
  return { name, attributes, children: children.filter(each => each !== '') }
}

/** Leaves from a record; empty values are left out, as abapGit does with initial fields. */
export function leaves (values: Readonly<Record<string, string>>): Element[] {
  return Object.entries(values).filter(([, value]) => value !== '').map(([name, value]) => element(name, [value]))
}

export function isElement (node: Element | string): node is Element {
  return typeof node !== 'string'
}

export function child (parent: Element | undefined, name: string): Element | undefined {
  return parent?.children.find((each): each is Element => isElement(each) && each.name === name)
}

export function childrenOf (parent: Element | undefined, name: string): Element[] {
  return parent?.children.filter((each): each is Element => isElement(each) && each.name === name) ?? []
}

/** The text below a path of element names; empty when it is not there. */
export function textAt (parent: Element | undefined, ...path: readonly string[]): string {
  const found = path.reduce<Element | undefined>(child, parent)
  return found?.children.filter(each => typeof each === 'string').join('') ?? ''
}

/** The element with its child of that name replaced, added at the end, or removed when `next` is undefined. */
export function withChild (parent: Element, name: string, next: Element | undefined): Element {
  const at = parent.children.findIndex(each => isElement(each) && each.name === name)
  const children = [...parent.children]
  if (at < 0 && next !== undefined) children.push(next)
  if (at >= 0) children.splice(at, 1, ...(next === undefined ? [] : [next]))
  return { ...parent, children }
}

/** The element with the leaf at the path set; elements on the way are made, an empty value removes the leaf. */
export function withText (parent: Element, path: readonly string[], value: string): Element {
  const [name, ...rest] = path
  if (name === undefined) return { ...parent, children: value === '' ? [] : [value] }
  const old = child(parent, name)
  if (old === undefined && value === '') return parent
  if (rest.length === 0) return withChild(parent, name, value === '' ? undefined : element(name, [value], old?.attributes))
  return withChild(parent, name, withText(old ?? element(name), rest, value))
}
