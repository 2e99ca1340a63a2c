/** Results of searches, repository trees and source searches. */
import { offLoop } from '../threads/worker-thread.ts'
import { objectOfUri, objectType, refOfUri } from '../objects.ts'
import type { ObjectRef } from '../objects.ts'
import { asxData, attribute, children, parseXml, rawText, textOf } from './xml.ts'
import type { XmlElement } from './xml.ts'

export interface ObjectHit {
  /** For unknown types `type` is the ADT type as received. */
  readonly ref: ObjectRef
  readonly adtType: string
  readonly name: string
  readonly package?: string | undefined
  readonly description?: string | undefined
  readonly uri: string
}

export interface SourceHit {
  readonly ref: ObjectRef
  readonly part?: string | undefined
  /** 1-based. */
  readonly line?: number | undefined
  readonly snippet?: string | undefined
  readonly uri: string
}

interface Named {
  readonly uri: string
  readonly adtType: string
  readonly name: string
}

/** The object of a URI; without one, type and name as received. */
function refOf({ uri, adtType, name }: Named): ObjectRef {
  return refOfUri(uri) ?? { type: objectType(adtType)?.code ?? adtType, name }
}

function hitOf(
  named: Named,
  more: { package?: string | undefined; description?: string | undefined }
): ObjectHit {
  return {
    ref: refOf(named),
    ...named,
    package: more.package || undefined,
    description: more.description || undefined
  }
}

/** 7.40 appends the type to the name: `ZDEMO (PROGRAM)`. */
function bareName(name: string): string {
  const trimmed = name.trim()
  const at = trimmed.endsWith(')') ? trimmed.search(/\s\(/) : -1
  return (at < 0 ? trimmed : trimmed.slice(0, at)).trim().toUpperCase()
}

/**
 * Filter of an answer: the ERP ignores unknown filters, and ignores the package together with some
 * types.
 */
export interface HitFilter {
  readonly type?: string | undefined
  readonly package?: string | undefined
  readonly most?: number | undefined
}

/** Reads `adtcore:objectReferences`. @throws ErpError ERP_BAD_ANSWER */
export function readReferences(
  xml: string,
  { type, package: packageName, most }: HitFilter = {}
): ObjectHit[] {
  const { element } = parseXml(xml, ['objectReferences'])
  const references = children(element, 'objectReference').map(each => ({
    uri: attribute(each, 'uri') ?? '',
    adtType: attribute(each, 'type') ?? '',
    name: bareName(attribute(each, 'name') ?? ''),
    package: attribute(each, 'packageName')?.toUpperCase(),
    description: attribute(each, 'description')
  }))
  const mixed = mixedTypes(references)
  const hits = references.map(({ package: home, description, ...named }) =>
    hitOf(named, {
      package: home,
      description: mixed.has(mainType(named.adtType)) ? undefined : description
    })
  )
  return hits
    .filter(
      hit =>
        (type === undefined || hit.ref.type === type) &&
        (packageName === undefined || hit.package === undefined || hit.package === packageName)
    )
    .slice(0, most)
}

function mainType(adtType: string): string {
  return adtType.split('/')[0] ?? ''
}

/**
 * Programs and dictionary tables have subtypes. ERP systems list them by subtype and name, but give
 * them the descriptions in the order of the names alone, so that they belong to other objects
 * (recorded at 7.54: Freight-Art/abapsmith, live captures 822 and 824).
 */
function mixedTypes(references: readonly Named[]): ReadonlySet<string> {
  return new Set(
    ['PROG', 'TABL'].filter(type => {
      const names = references
        .filter(each => mainType(each.adtType) === type)
        .map(each => each.name)
      return names.some((name, index) => name < (names[index - 1] ?? ''))
    })
  )
}

/**
 * Reads the repository tree of a package; an empty body is an empty package. Descriptions are left
 * out where the answer gives them to other objects than their own.
 * @throws ErpError ERP_BAD_ANSWER
 */
export function readNodes(xml: string, packageName: string): ObjectHit[] {
  if (xml.trim() === '') return []
  const nodes = children(asxData(xml), 'TREE_CONTENT', 'SEU_ADT_REPOSITORY_OBJ_NODE')
    .map(node => ({
      uri: textOf(node, 'OBJECT_URI') || textOf(node, 'OBJECT_VIT_URI'),
      adtType: textOf(node, 'OBJECT_TYPE'),
      name: textOf(node, 'OBJECT_NAME').toUpperCase(),
      description: textOf(node, 'DESCRIPTION')
    }))
    .filter(node => node.name !== '')
  const shifted = areShifted(nodes)
  return nodes.map(({ description, ...named }) =>
    hitOf(named, { package: packageName, description: shifted ? undefined : description })
  )
}

/**
 * Beside subpackages, ERP systems give each object the description of an earlier one, and the
 * subpackages none (recorded at 7.54: Freight-Art/abapsmith, live captures 853 and 884).
 */
function areShifted(nodes: readonly { adtType: string; description: string }[]): boolean {
  const isPackage = ({ adtType }: { adtType: string }) => adtType === 'DEVC/K'
  return (
    nodes.some(node => isPackage(node) && node.description === '') &&
    nodes.some(node => !isPackage(node) && node.description !== '')
  )
}

function sourceHit(
  uri: string,
  named: { name: string; adtType: string },
  at: { line?: string | undefined; snippet?: string | undefined }
): SourceHit {
  const place = objectOfUri(uri)
  const line = Number(at.line ?? '')
  return {
    ref: refOf({ uri, ...named }),
    part: place?.part,
    line: at.line !== undefined && line > 0 ? line : place?.line,
    snippet: at.snippet?.trim() || undefined,
    uri
  }
}

function hitsOfReference(reference: XmlElement): SourceHit[] {
  const uri = attribute(reference, 'uri') ?? ''
  const named = {
    name: bareName(attribute(reference, 'name') ?? ''),
    adtType: attribute(reference, 'type') ?? ''
  }
  const results = children(reference, 'textSearchResult')
  if (results.length === 0) {
    return [
      sourceHit(uri, named, {
        line: attribute(reference, 'line'),
        snippet: attribute(reference, 'snippet') ?? attribute(reference, 'description')
      })
    ]
  }
  return results.map(each =>
    sourceHit(attribute(each, 'uri') ?? uri, named, {
      line: attribute(each, 'line'),
      snippet: attribute(each, 'snippet') ?? rawText(each)
    })
  )
}

function hitsOfEntry(entry: XmlElement): SourceHit[] {
  const links = children(entry, 'link').map(each => attribute(each, 'href') ?? '')
  const uri =
    [textOf(entry, 'id'), ...links].find(each => objectOfUri(each) !== undefined) ??
    textOf(entry, 'id')
  return [
    sourceHit(
      uri,
      { name: bareName(textOf(entry, 'title')), adtType: '' },
      { snippet: textOf(entry, 'content') || textOf(entry, 'summary') }
    )
  ]
}

function findAll(element: XmlElement, name: string): XmlElement[] {
  return element.children.flatMap(each => (each.name === name ? [each] : findAll(each, name)))
}

/**
 * Reads the hits of a source search: references or a feed, depending on the release.
 * @throws ErpError ERP_BAD_ANSWER
 */
export function readSourceHits(xml: string, most?: number): SourceHit[] {
  if (xml.trim() === '') return []
  const { root, element } = parseXml(xml)
  if (root === 'feed') return children(element, 'entry').flatMap(hitsOfEntry).slice(0, most)
  return findAll(element, 'objectReference').flatMap(hitsOfReference).slice(0, most)
}

export const decodeReferences = offLoop({ readReferences }, import.meta.url)
export const decodeNodes = offLoop({ readNodes }, import.meta.url)
export const decodeSourceHits = offLoop({ readSourceHits }, import.meta.url)
