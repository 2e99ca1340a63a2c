/** A document as a tree whose elements, attributes and texts know where they stand, so that one of them can change and the rest stays. */
import { ErpError } from '../../errors.ts'
import { parseXml, rootAt } from '../xml.ts'
import type { XmlElement } from '../xml.ts'

export interface Span { readonly start: number, readonly end: number }

export interface PlacedAttribute extends Span {
  readonly qualified: string
  /** Local name. */
  readonly name: string
  readonly namespace: string
  readonly value: string
  /** What stands between the quotes. */
  readonly inner: Span
}

export interface PlacedElement extends Span {
  readonly qualified: string
  /** Local name. */
  readonly name: string
  readonly namespace: string
  readonly attributes: readonly PlacedAttribute[]
  readonly children: readonly PlacedElement[]
  /** All text directly in it, as the parser reads it. */
  readonly text: string
  /** Where that text stands: character data and CDATA sections, in their order. */
  readonly pieces: readonly Span[]
  /** Behind the start tag, and before the end tag; the same place where the element is written as one tag. */
  readonly inner: Span
  /** Where the name in the start tag ends. */
  readonly nameEnd: number
  /** Written as `<a/>`. */
  readonly closed: boolean
  /** Prefixes in force inside it. */
  readonly scope: ReadonlyMap<string, string>
}

interface Frame {
  readonly start: number
  readonly qualified: string
  readonly nameEnd: number
  readonly attributes: readonly RawAttribute[]
  readonly children: Frame[]
  readonly pieces: Span[]
  closed: boolean
  inner: Span
  end: number
}

/** `raw` is what stands between the quotes, for declarations of namespaces only. */
interface RawAttribute extends Span { readonly qualified: string, readonly inner: Span, readonly raw: string }

const noScope: ReadonlyMap<string, string> = new Map([['xml', 'http://www.w3.org/XML/1998/namespace']])
const nameAt = /[^\s/>=]+/y
const attributeAt = /\s+([^\s=/>]+)\s*=\s*(?:"[^"]*"|'[^']*')/y
const tagEndAt = /\s*(\/?)>/y

/** The document with its places. @throws ErpError ERP_BAD_ANSWER where it is no document, or not one that can be read in two ways alike */
export function placeXml (text: string): PlacedElement {
  const { element } = parseXml(text)
  return placed(scan(text), element, noScope)
}

function unlike (): ErpError {
  return new ErpError('ERP_BAD_ANSWER', 'The places of elements in the document of the ERP cannot be told', { outcome: 'failed' })
}

/** Elements as they open and close; the parser has read the text before and refused what is not well-formed. */
function scan (text: string): Frame {
  const open: Frame[] = []
  let at = rootAt(text)
  for (;;) {
    const parent = open.at(-1)
    const skipped = text.startsWith('</', at) ? undefined : passed(text, at)
    if (text.startsWith('</', at)) {
      if (parent === undefined) throw unlike()
      open.pop()
      closeAt(parent, text, at)
      if (open.length === 0) return parent
      at = parent.end
    } else if (skipped !== undefined) {
      if (text.startsWith('<![CDATA[', at)) parent?.pieces.push({ start: at, end: skipped })
      at = skipped
    } else {
      const frame = startTag(text, at)
      parent?.children.push(frame)
      if (!frame.closed) open.push(frame)
      else if (parent === undefined) return frame
      at = frame.inner.start
    }
    at = textUntil(text, at, open.at(-1))
  }
}

function closeAt (frame: Frame, text: string, at: number): void {
  frame.inner = { start: frame.inner.start, end: at }
  frame.end = text.indexOf('>', at) + 1
  if (frame.end === 0) throw unlike()
}

/** Notes the character data up to the next tag. */
function textUntil (text: string, at: number, parent: Frame | undefined): number {
  const next = text.indexOf('<', at)
  if (next < 0) throw unlike()
  if (next > at) parent?.pieces.push({ start: at, end: next })
  return next
}

/** Where a comment, an instruction or a CDATA section ends that begins here. */
function passed (text: string, at: number): number | undefined {
  const tail = text.startsWith('<!--', at) ? '-->' : text.startsWith('<?', at) ? '?>' : text.startsWith('<![CDATA[', at) ? ']]>' : undefined
  if (tail === undefined) return undefined
  const found = text.indexOf(tail, at + (tail === '-->' ? 4 : 2))
  if (found < 0) throw unlike()
  return found + tail.length
}

function startTag (text: string, at: number): Frame {
  const [qualified] = matchAt(nameAt, text, at + 1) ?? []
  if (qualified === undefined) throw unlike()
  const nameEnd = at + 1 + qualified.length
  const attributes: RawAttribute[] = []
  let position = nameEnd
  for (;;) {
    const found = matchAt(attributeAt, text, position)
    if (found === undefined) break
    const [whole, name = ''] = found
    const end = position + whole.length
    const start = position + (whole.length - whole.trimStart().length)
    const quote = text.charAt(end - 1)
    const inner = { start: text.indexOf(quote, start + name.length) + 1, end: end - 1 }
    const raw = isDeclaration(name) ? text.slice(inner.start, inner.end) : ''
    attributes.push({ qualified: name, start, end, inner, raw })
    position = end
  }
  const [tail, slash] = matchAt(tagEndAt, text, position) ?? []
  if (tail === undefined) throw unlike()
  const end = position + tail.length
  const inner = { start: end, end }
  return { qualified, nameEnd, attributes, start: at, end, inner, closed: slash === '/', children: [], pieces: [] }
}

function matchAt (expression: RegExp, text: string, at: number): RegExpExecArray | undefined {
  expression.lastIndex = at
  return expression.exec(text) ?? undefined
}

/** Joins places with what the one parser of answers reads there; where the two differ, nothing may be changed. */
function placed (frame: Frame, read: XmlElement, outer: ReadonlyMap<string, string>): PlacedElement {
  const { qualified, start, end, inner, nameEnd, closed, pieces } = frame
  const { name, text, children } = read
  if (localOf(qualified) !== name || frame.children.length !== children.length) throw unlike()
  const declared = frame.attributes.filter(({ qualified: each }) => isDeclaration(each))
  const own = frame.attributes.filter(({ qualified: each }) => !isDeclaration(each))
  if (own.length * 2 !== read.attributes.length) throw unlike()
  const scope = declared.length === 0 ? outer : scopeOf(declared, outer)
  return {
    ...{ qualified, name, namespace: scope.get(prefixOf(qualified)) ?? '', text, scope },
    ...{ start, end, inner, nameEnd, closed, pieces },
    attributes: own.map((attribute, index) => placedAttribute(attribute, read.attributes[index * 2 + 1] ?? '', scope)),
    children: frame.children.map((child, index) => placed(child, children[index] ?? read, scope))
  }
}

function placedAttribute ({ qualified, start, end, inner }: RawAttribute, value: string, scope: ReadonlyMap<string, string>): PlacedAttribute {
  const prefix = prefixOf(qualified)
  return { qualified, name: localOf(qualified), namespace: prefix === '' ? '' : scope.get(prefix) ?? '', value, start, end, inner }
}

function scopeOf (declared: readonly RawAttribute[], outer: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map([...outer, ...declared.map(({ qualified, raw }) => [qualified === 'xmlns' ? '' : localOf(qualified), raw] as const)])
}

const isDeclaration = (qualified: string): boolean => qualified === 'xmlns' || qualified.startsWith('xmlns:')
const localOf = (qualified: string): string => qualified.slice(qualified.indexOf(':') + 1)

/** The part before the colon; empty where there is none. */
export function prefixOf (qualified: string): string {
  return qualified.slice(0, Math.max(qualified.indexOf(':'), 0))
}
