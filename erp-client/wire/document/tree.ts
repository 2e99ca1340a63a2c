/**
 * A document as a tree whose elements, attributes and texts know where they stand, so that one of
 * them can change and the rest stays.
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
  /** What stands between the quotes. */
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
 * The document with its places. @throws ErpError ERP_BAD_ANSWER where it is no document, or the
 * parser and the places differ
 */
export function placeXml(text: string): PlacedElement {
  const { element } = parseXml(text)
  const frame = scan(text)
  demandAlike(text, frame, element)
  return new PlacedElement({ text, frame, read: element }, noScope)
}

/** Every element has the name and as many children as the one parser of answers reads there. */
function demandAlike(
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
    demandAlike(text, child, read.children[index] ?? read)
  }
}

/** An element; what is in it is made when it is asked for, as most of a large document never is. */
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
  /** Where the name in the start tag ends. */
  get nameEnd(): number {
    return this.#source.frame.nameEnd
  }
  /** Written as `<a/>`. */
  get closed(): boolean {
    return this.#source.frame.closed
  }
  /**
   * Behind the start tag, and before the end tag; the same place where the element is written as
   * one tag.
   */
  get inner(): Span {
    return { start: this.#source.frame.tagEnd, end: this.#source.frame.innerEnd }
  }
  /** Where its text stands. */
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
  /** The element as it is written. */
  get markup(): string {
    return this.#source.text.slice(this.start, this.end)
  }
  get namespace(): string {
    return this.scope.get(prefixOf(this.qualified)) ?? ''
  }
  /** Prefixes in force inside it. */
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
