/** The elements of a transformation program with their places and namespaces. */
import type { MarkupAttribute, MarkupName } from '../markup/events.ts'
import { readXml } from '../markup/xml.ts'
import type { TransformationIssue } from './model.ts'

export const ST_URI = 'http://www.sap.com/transformation-templates'
export const XSL_URI = 'http://www.w3.org/1999/XSL/Transform'

export interface ProgramElement extends MarkupName {
  readonly attributes: readonly MarkupAttribute[]
  /** Namespaces by prefix, where the element stands. */
  readonly uris: ReadonlyMap<string, string>
  readonly children: (ProgramElement | string)[]
  /** Where its tag begins. */
  readonly offset: number
}

/** The root element, or why there is none. */
export function readProgram(source: string): ProgramElement | TransformationIssue {
  const open: ProgramElement[] = []
  let root: ProgramElement | undefined
  for (const event of readXml(source)) {
    const parent = open.at(-1)
    if (event.type === 'error') {
      const from = Math.min(event.offset, Math.max(source.length - 1, 0))
      return { text: `The source is not well-formed XML: ${event.text}.`, from, to: from + 1 }
    }
    if (event.type === 'open') {
      const { name, prefix, uri, attributes, offset = 0 } = event
      const outer = parent?.uris ?? new Map<string, string>()
      const uris = event.declared.length === 0 ? outer : new Map([...outer, ...event.declared])
      const element = { name, prefix, uri, attributes, uris, children: [], offset }
      parent?.children.push(element)
      root ??= element
      open.push(element)
    } else if (event.type === 'close') open.pop()
    else if (event.type === 'value') parent?.children.push(event.value)
  }
  return root ?? { text: 'The source has no element.', from: 0, to: 1 }
}

/** The value of an attribute without a namespace. */
export function attributeOf(element: ProgramElement, name: string): string | undefined {
  return element.attributes.find(each => each.name === name && each.uri === '')?.value
}

export function isStatement(node: ProgramElement | string, name?: string): node is ProgramElement {
  return (
    typeof node !== 'string' && node.uri === ST_URI && (name === undefined || node.name === name)
  )
}

export function elementsOf(element: ProgramElement): ProgramElement[] {
  return element.children.filter(child => typeof child !== 'string')
}

/** A name with the namespace that its prefix has where the element stands. */
export function qualified(element: ProgramElement, raw: string): MarkupName | undefined {
  const colon = raw.indexOf(':')
  if (colon < 0) return { name: raw, prefix: '', uri: '' }
  const prefix = raw.slice(0, colon)
  const uri = prefix === 'xml' ? 'http://www.w3.org/XML/1998/namespace' : element.uris.get(prefix)
  return uri === undefined ? undefined : { name: raw.slice(colon + 1), prefix, uri }
}

/** Where the tag of an element, or one of its attributes, stands in the source. */
export function placeOf(
  source: string,
  element: ProgramElement,
  attribute?: string
): { from: number; to: number } {
  const tag = /^<[^\s/>]+(?:\s+[^\s=]+\s*=\s*(?:"[^"]*"|'[^']*'))*/.exec(
    source.slice(element.offset)
  )
  const text = tag?.[0] ?? '<'
  const found =
    attribute === undefined
      ? undefined
      : new RegExp(`\\s((?:[\\w.-]+:)?${attribute}\\s*=\\s*(?:"[^"]*"|'[^']*'))`).exec(text)
  if (found?.[1] !== undefined) {
    const from = element.offset + found.index + 1
    return { from, to: from + found[1].length }
  }
  const name = /^<[^\s/>]+/.exec(text)?.[0] ?? '<'
  return { from: element.offset + 1, to: element.offset + name.length }
}
