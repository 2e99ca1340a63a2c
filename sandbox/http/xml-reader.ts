import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { invalidData } from './errors.ts'

/** An element as read: clients choose their own prefixes, so names are local names beside their namespace. */
export interface XmlElement {
  readonly name: string
  readonly namespace: string
  /** Attributes by local name; on a clash the one without prefix wins. */
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly XmlElement[]
  /** The character data directly inside, as written. */
  readonly text: string
}

interface RawNode { readonly [name: string]: unknown }
type Scope = Readonly<Record<string, string>>

const depthLimit = 100
const attributeKey = ':@'
const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  processEntities: false,
  ignoreDeclaration: true,
  ignorePiTags: true
})

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function decode (value: string): string {
  return value.replace(/&(#x[0-9a-fA-F]+|#[0-9]+|[a-zA-Z]+);/g, (whole, entity: string) => {
    if (!entity.startsWith('#')) return named[entity] ?? whole
    const code = entity[1] === 'x' ? parseInt(entity.slice(2), 16) : parseInt(entity.slice(1), 10)
    return code <= 0x10FFFF ? String.fromCodePoint(code) : '\uFFFD'
  })
}

function local (name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

function scopeOf (attributes: Readonly<Record<string, string>>, outer: Scope): Scope {
  const own = Object.entries(attributes)
    .filter(([name]) => name === 'xmlns' || name.startsWith('xmlns:'))
    .map(([name, value]) => [name === 'xmlns' ? '' : name.slice(6), value])
  return own.length === 0 ? outer : { ...outer, ...Object.fromEntries(own) }
}

function readAttributes (raw: Readonly<Record<string, string>>): Record<string, string> {
  const result: Record<string, string> = Object.create(null)
  const names = Object.keys(raw).filter(name => name !== 'xmlns' && !name.startsWith('xmlns:'))
  for (const name of names.filter(each => each.includes(':'))) result[local(name)] = decode(String(raw[name]))
  for (const name of names.filter(each => !each.includes(':'))) result[name] = decode(String(raw[name]))
  return result
}

function toElement (node: RawNode, outer: Scope, depth: number): XmlElement | undefined {
  if (depth > depthLimit) throw invalidData('The document is nested too deeply')
  const name = Object.keys(node).find(key => key !== attributeKey)
  if (name === undefined || name.startsWith('#')) return undefined
  const raw = (node[attributeKey] ?? {}) as Record<string, string>
  const scope = scopeOf(raw, outer)
  const inner = node[name] as readonly RawNode[]
  const children = inner.map(child => toElement(child, scope, depth + 1)).filter(child => child !== undefined)
  const text = inner.filter(child => '#text' in child).map(child => decode(String(child['#text']))).join('')
  const prefix = name.includes(':') ? name.slice(0, name.indexOf(':')) : ''
  return { name: local(name), namespace: scope[prefix] ?? '', attributes: readAttributes(raw), children, text }
}

/**
 * Parses a request body, whatever prefixes it uses. Throws 400 `ExceptionInvalidData` when it is not well-formed, has a
 * document type declaration (no client sends one; entities declared there could blow up) or is nested too deeply.
 */
export function readXml (source: string): XmlElement {
  const body = source.replace(/^\uFEFF/, '').trim()
  if (/<!DOCTYPE/i.test(body)) throw invalidData('A document type declaration is not allowed')
  let nodes: readonly RawNode[]
  try {
    const verdict = XMLValidator.validate(body)
    if (verdict !== true) throw new Error(verdict.err.msg)
    nodes = parser.parse(body) as readonly RawNode[]
  } catch (error) {
    throw invalidData(`Data is invalid and could not be converted: ${error instanceof Error ? error.message : 'not XML'}`)
  }
  const root = nodes.map(node => toElement(node, {}, 0)).find(node => node !== undefined)
  if (root === undefined) throw invalidData('The request body is empty')
  return root
}

/** The first child of that local name. */
export function child (parent: XmlElement | undefined, name: string): XmlElement | undefined {
  return parent?.children.find(each => each.name === name)
}

/** All children of that local name. */
export function childrenOf (parent: XmlElement | undefined, name: string): readonly XmlElement[] {
  return parent?.children.filter(each => each.name === name) ?? []
}

/** All elements of that local name, at any depth. */
export function descendants (parent: XmlElement, name: string): readonly XmlElement[] {
  return parent.children.flatMap(each => [...(each.name === name ? [each] : []), ...descendants(each, name)])
}
