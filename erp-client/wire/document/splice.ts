/** Changes of single places in a document; everything else stays as it is. */
import { escapeXml } from '../xml.ts'
import { prefixOf } from './tree.ts'
import type { Span } from './scan.ts'
import type { PlacedAttribute, PlacedElement } from './tree.ts'

export interface Splice extends Span {
  readonly text: string
}

/** Applies splices to a document; those at one place keep their order. */
export function spliced(document: string, splices: readonly Splice[]): string {
  const parts: string[] = []
  let at = 0
  for (const { start, end, text } of splices.toSorted(
    (a, b) => a.start - b.start || a.end - b.end
  )) {
    if (start < at) throw new RangeError('two changes of one place in a document')
    parts.push(document.slice(at, start), text)
    at = end
  }
  return parts.join('') + document.slice(at)
}

const insertedAt = (at: number, text: string): Splice => ({ start: at, end: at, text })

/** Replaces the text of an element without children; comments and instructions in it stay. */
export function withText(element: PlacedElement, value: string): readonly Splice[] {
  const { pieces, closed, qualified, end, inner } = element
  const text = escapeXml(value)
  if (closed) return value === '' ? [] : [{ start: end - 2, end, text: `>${text}</${qualified}>` }]
  const [first, ...others] = pieces
  if (first === undefined) return value === '' ? [] : [insertedAt(inner.start, text)]
  return [{ ...spanOf(first), text }, ...others.map(piece => ({ ...spanOf(piece), text: '' }))]
}

const spanOf = ({ start, end }: Span): Span => ({ start, end })

export function withValue({ inner }: PlacedAttribute, value: string): Splice {
  return { ...spanOf(inner), text: escapeXml(value) }
}

export function withoutAttribute({ start, end }: PlacedAttribute): Splice {
  return { start: start - 1, end, text: '' }
}

/** Adds an attribute after the last one. */
export function withAttribute(element: PlacedElement, qualified: string, value: string): Splice {
  return insertedAt(
    element.attributes.at(-1)?.end ?? element.nameEnd,
    ` ${qualified}="${escapeXml(value)}"`
  )
}

/** Inserts markup into an element: before or after one of its children, or at its end. */
export function withMarkup(
  parent: PlacedElement,
  markup: string,
  place: { before?: PlacedElement | undefined; after?: PlacedElement | undefined } = {}
): Splice {
  if (parent.closed) {
    return { start: parent.end - 2, end: parent.end, text: `>${markup}</${parent.qualified}>` }
  }
  return insertedAt(place.before?.start ?? place.after?.end ?? parent.inner.end, markup)
}

export function without({ start, end }: PlacedElement): Splice {
  return { start, end, text: '' }
}

/** The qualified name of a new child in the namespace of its parent. */
export function childName(parent: PlacedElement, name: string): string {
  const prefix = prefixOf(parent.qualified)
  return prefix === '' ? name : `${prefix}:${name}`
}
