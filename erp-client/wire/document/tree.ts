/**
 * A document as a tree whose elements, attributes and texts have offsets, so that one can change
 * while the rest stays.
 */
import { parseXml } from '../xml.ts'
import type { XmlElement } from '../xml.ts'
import { scan, unlike } from './scan.ts'
import type { Frame, Span } from './scan.ts'

export interface PlacedAttribute extends Span {
  readonly qualified: string
  /** Local name. */
  readonly name: string
  readonly namespace: string
  readonly value: string
  /** Offsets between the quotes. */
  readonly inner: Span
}

type Scope = ReadonlyMap<string, string>

interface RawAttribute extends Span {
  readonly qualified: string
  readonly inner: Span
}
interface Source {
  readonly text: string
  readonly frame: Frame
  readonly read: XmlElement
}

const noScope: Scope = new Map([['xml', 'http://www.w3.org/XML/1998/namespace']])
const none: readonly never[] = Object.freeze([])
const attributeAt = /\s+([^\s=/>]+)\s*=\s*(?:"[^"]*"|'[^']*')/y

/**
 * Reads a document with its offsets.
 * @throws ErpError ERP_BAD_ANSWER where it is no document, or parser and offsets differ
 */
export function placeXml(text: string): PlacedElement {
  const { element } = parseXml(text)
  const frame = scan(text)
  requireSameStructure(text, frame, element)
  return new PlacedElement({ text, frame, read: element }, noScope)
}

/**
 * Checks that every element has the name and the number of children that the parser reads there.
 */
function requireSameStructure(
  text: string,
  { start, nameEnd, children = [] }: Frame,
  read: XmlElement
): void {
  const colon = text.indexOf(':', start)
  const local = colon >= 0 && colon < nameEnd ? colon + 1 : start + 1
  if (
    read.name.length !== nameEnd - local ||
    !text.startsWith(read.name, local) ||
    children.length !== read.children.length
  ) {
    throw unlike()
  }
  for (const [index, child] of children.entries()) {
    requireSameStructure(text, child, read.children[index] ?? read)
  }
}

/** An element; its content is created on demand, because most of a large document is never read. */
export class PlacedElement implements Span {
  readonly #source: Source
  readonly #outer: Scope
  #tag: { readonly scope: Scope; readonly attributes: readonly PlacedAttribute[] } | undefined
  #children: readonly PlacedElement[] | undefined

  constructor(source: Source, outer: Scope) {
    this.#source = source
    this.#outer = outer
  }

  get start(): number {
    return this.#source.frame.start
  }
  get end(): number {
    return this.#source.frame.end
  }
  /** Offset behind the name in the start tag. */
  get nameEnd(): number {
    return this.#source.frame.nameEnd
  }
  /** Written as `<a/>`. */
  get closed(): boolean {
    return this.#source.frame.closed
  }
  /** Offsets behind the start tag and before the end tag; equal for an empty-element tag. */
  get inner(): Span {
    return { start: this.#source.frame.tagEnd, end: this.#source.frame.innerEnd }
  }
  /** Offsets of its text. */
  get pieces(): readonly Span[] {
    return this.#source.frame.pieces ?? none
  }
  /** All text directly in it, as the parser reads it. */
  get text(): string {
    return this.#source.read.text
  }
  /** Local name. */
  get name(): string {
    return this.#source.read.name
  }
  get qualified(): string {
    return this.#source.text.slice(this.start + 1, this.nameEnd)
  }
  /** The markup of the element. */
  get markup(): string {
    return this.#source.text.slice(this.start, this.end)
  }
  get namespace(): string {
    return this.scope.get(prefixOf(this.qualified)) ?? ''
  }
  /** Namespace prefixes inside the element. */
  get scope(): Scope {
    return this.#tagOf().scope
  }
  get attributes(): readonly PlacedAttribute[] {
    return this.#tagOf().attributes
  }

  get children(): readonly PlacedElement[] {
    const { text, frame, read } = this.#source
    this.#children ??= (frame.children ?? none).map(
      (child, index) =>
        new PlacedElement({ text, frame: child, read: read.children[index] ?? read }, this.scope)
    )
    return this.#children
  }

  #tagOf(): { readonly scope: Scope; readonly attributes: readonly PlacedAttribute[] } {
    this.#tag ??= readTag(this.#source, this.#outer)
    return this.#tag
  }
}

function readTag(
  { text, frame, read }: Source,
  outer: Scope
): { scope: Scope; attributes: readonly PlacedAttribute[] } {
  const raw = frame.nameEnd + 1 === frame.tagEnd ? none : rawAttributes(text, frame)
  const declared = raw.filter(({ qualified }) => isDeclaration(qualified))
  const own = declared.length === 0 ? raw : raw.filter(({ qualified }) => !isDeclaration(qualified))
  if (own.length * 2 !== read.attributes.length) throw unlike()
  const declarations = declared.map(
    ({ qualified, inner }) =>
      [qualified === 'xmlns' ? '' : localOf(qualified), text.slice(inner.start, inner.end)] as const
  )
  const scope = declared.length === 0 ? outer : new Map([...outer, ...declarations])
  return {
    scope,
    attributes: own.map((each, index) => ({
      ...each,
      ...nameOf(each.qualified, scope),
      value: read.attributes[index * 2 + 1] ?? ''
    }))
  }
}

function rawAttributes(text: string, { nameEnd, tagEnd, closed }: Frame): readonly RawAttribute[] {
  const found: RawAttribute[] = []
  let position = nameEnd
  for (;;) {
    attributeAt.lastIndex = position
    const [whole, qualified = ''] = attributeAt.exec(text) ?? []
    if (whole === undefined) break
    const end = position + whole.length
    const start = position + (whole.length - whole.trimStart().length)
    found.push({
      qualified,
      start,
      end,
      inner: {
        start: text.indexOf(text.charAt(end - 1), start + qualified.length) + 1,
        end: end - 1
      }
    })
    position = end
  }
  if (text.slice(position, tagEnd).trim() !== (closed ? '/>' : '>')) throw unlike()
  return found
}

/** The local name of an attribute, which has a namespace only by its prefix. */
function nameOf(
  qualified: string,
  scope: Scope
): { readonly name: string; readonly namespace: string } {
  const prefix = prefixOf(qualified)
  return { name: localOf(qualified), namespace: prefix === '' ? '' : (scope.get(prefix) ?? '') }
}

const isDeclaration = (qualified: string): boolean =>
  qualified === 'xmlns' || qualified.startsWith('xmlns:')
const localOf = (qualified: string): string => qualified.slice(qualified.indexOf(':') + 1)

/** The part before the colon; empty where there is none. */
export function prefixOf(qualified: string): string {
  return qualified.slice(0, Math.max(qualified.indexOf(':'), 0))
}
