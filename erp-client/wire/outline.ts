/** Outlines of objects: their parts with places and attributes. */
import { objectOfUri } from '../objects.ts'
import { offLoop } from '../threads/worker-thread.ts'
import { placeOf } from './places.ts'
import { attribute, attributesOf, children, parseXml } from './xml.ts'
import type { XmlElement } from './xml.ts'
import type { Place } from './places.ts'

/** Lines and columns 1-based, `endColumn` exclusive. */
export interface Range {
  readonly uri: string
  readonly part?: string | undefined
  readonly startLine: number
  readonly startColumn: number
  readonly endLine: number
  readonly endColumn: number
}

export interface OutlineNode {
  readonly name: string
  readonly adtType: string
  readonly visibility?: string | undefined
  readonly level?: string | undefined
  readonly description?: string | undefined
  readonly attributes: Readonly<Record<string, string>>
  readonly definition?: Place | undefined
  readonly implementation?: Place | undefined
  readonly definitionBlock?: Range | undefined
  readonly implementationBlock?: Range | undefined
  readonly children: OutlineNode[]
  /** Root only: number of parts beyond the limit. */
  readonly omitted?: number
}

const relation = 'http://www.sap.com/adt/relations/source/'

function resolve(href: string, base: string): string {
  const url = new URL(href, `http://erp${base}`)
  return url.pathname + url.search + url.hash
}

/** `#start=3,4;end=11,11`, columns 0-based on the wire. */
function rangeOf(uri: string): Range | undefined {
  const [, startLine, startColumn = '0', endLine, endColumn = '0'] =
    /#[^#]*?start=(\d+)(?:,(\d+))?;end=(\d+)(?:,(\d+))?/.exec(uri) ?? []
  if (startLine === undefined || endLine === undefined) return undefined
  return {
    uri,
    part: objectOfUri(uri)?.part,
    startLine: Number(startLine),
    startColumn: Number(startColumn) + 1,
    endLine: Number(endLine),
    endColumn: Number(endColumn) + 1
  }
}

function readNode(element: XmlElement, base: string): OutlineNode {
  const links = new Map(
    children(element, 'link').map(link => [
      attribute(link, 'rel') ?? '',
      resolve(attribute(link, 'href') ?? '', base)
    ])
  )
  const place = (name: string): Place | undefined => {
    const uri = links.get(relation + name)
    return uri === undefined ? undefined : placeOf(uri)
  }
  const range = (name: string): Range | undefined => rangeOf(links.get(relation + name) ?? '')
  const {
    name = '',
    type = '',
    visibility,
    level,
    description,
    base: _base,
    ...attributes
  } = attributesOf(element)
  return {
    name,
    adtType: type,
    visibility,
    level,
    description,
    attributes,
    definition: place('definitionIdentifier'),
    implementation: place('implementationIdentifier'),
    definitionBlock: range('definitionBlock'),
    implementationBlock: range('implementationBlock'),
    children: children(element, 'objectStructureElement').map(each => readNode(each, base))
  }
}

/**
 * Reads the first `most` parts of `abapsource:objectStructureElement`; links are relative to its
 * `xml:base`.
 */
export function readOutlineXml(xml: string, uri: string, most = Infinity): OutlineNode {
  const { element } = parseXml(xml, ['objectStructureElement'])
  const counter = { left: most, omitted: 0 }
  const root = shortened(readNode(element, attribute(element, 'base') ?? uri), counter)
  return counter.omitted === 0 ? root : { ...root, omitted: counter.omitted }
}

function shortened(node: OutlineNode, counter: { left: number; omitted: number }): OutlineNode {
  counter.left--
  const children: OutlineNode[] = []
  for (const child of node.children) {
    if (counter.left > 0) children.push(shortened(child, counter))
    else counter.omitted += countOf(child)
  }
  return { ...node, children }
}

function countOf(node: OutlineNode): number {
  return node.children.reduce((sum, child) => sum + countOf(child), 1)
}

export const decodeOutline = offLoop({ readOutlineXml }, import.meta.url)
