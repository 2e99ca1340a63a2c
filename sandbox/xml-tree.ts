/** Reads XML documents into trees, with bounds. */
import { XMLParser, XMLValidator } from 'fast-xml-parser'

/**
 * An element as it stands in a document: qualified name, attributes in their order, elements and
 * texts inside.
 */
export interface XmlNode {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly (XmlNode | string)[]
}

/** Where and why a text is no document that is read here. Rows and columns are 1-based. */
export class XmlError extends Error {
  readonly row: number
  readonly column: number

  constructor(message: string, row = 1, column = 1) {
    super(message)
    this.name = 'XmlError'
    this.row = row
    this.column = column
  }
}

interface RawNode {
  readonly [name: string]: unknown
}

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

function decode(value: string): string {
  return value.replace(/&(#x[0-9a-fA-F]+|#[0-9]+|[a-zA-Z]+);/g, (whole, entity: string) => {
    if (!entity.startsWith('#')) return named[entity] ?? whole
    const code = entity[1] === 'x' ? parseInt(entity.slice(2), 16) : parseInt(entity.slice(1), 10)
    return code <= 0x10ffff ? String.fromCodePoint(code) : '\uFFFD'
  })
}

function attributesOf(raw: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries(raw ?? {}).map(([key, value]) => [key, decode(String(value))])
  )
}

function toNode(raw: RawNode, depth: number): XmlNode | string | undefined {
  if (depth > depthLimit) throw new XmlError('The document is nested too deeply')
  if ('#text' in raw) return decode(String(raw['#text']))
  const name = Object.keys(raw).find(key => key !== attributeKey)
  if (name === undefined || name === '#comment') return undefined
  const inner = raw[name] as readonly RawNode[]
  if (name === cdataKey) return inner.map(each => String(each['#text'])).join('')
  const children = inner.map(each => toNode(each, depth + 1)).filter(each => each !== undefined)
  return { name, attributes: attributesOf(raw[attributeKey]), children }
}

/** The parser has limits of its own, for what it nests. */
function parse(body: string): readonly RawNode[] {
  try {
    return parser.parse(body) as readonly RawNode[]
  } catch (error) {
    throw new XmlError(error instanceof Error ? error.message : 'The document cannot be read')
  }
}

/**
 * Reads a document. Throws XmlError when it is not well-formed, is empty, has a document type
 * declaration (no client sends one; entities declared there could blow up) or is nested too deeply.
 */
export function readTree(body: string): XmlNode {
  if (/<!DOCTYPE/i.test(body)) throw new XmlError('A document type declaration is not allowed')
  const verdict = XMLValidator.validate(body)
  if (verdict !== true) throw new XmlError(verdict.err.msg, verdict.err.line, verdict.err.col)
  const nodes = parse(body)
  const [root, more] = nodes.map(node => toNode(node, 0)).filter(node => typeof node === 'object')
  if (root === undefined) throw new XmlError('There is no element')
  if (more !== undefined) throw new XmlError('There is more than one root element')
  return root
}

const notInXml =
  // eslint-disable-next-line no-control-regex -- these characters are what is looked for
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g

/**
 * Texts that stand in XML as they are, which are most: nothing in them has to be looked for a
 * second time.
 */
const plain = /^[ !#-%'-;=?-~]*$/

/** Text as element content. Characters that XML 1.0 cannot carry become U+FFFD. */
export function xmlText(value: string): string {
  if (plain.test(value)) return value
  return value
    .replace(notInXml, '\uFFFD')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/\r/g, '&#13;')
}

/** Text as the value of an attribute, in double quotes. */
export function xmlAttribute(value: string): string {
  if (plain.test(value)) return value
  return xmlText(value).replace(/"/g, '&quot;').replace(/\n/g, '&#10;').replace(/\t/g, '&#9;')
}
