/** Where-used lists, code snippets and navigation targets. */
import { ErpError } from '../errors.ts'
import { offLoop } from '../threads/worker-thread.ts'
import { placeOf } from './places.ts'
import { attribute, child, children, escapeXml, parseXml, rawText, textOf, xmlHead } from './xml.ts'
import type { XmlElement } from './xml.ts'
import type { Place } from './places.ts'
import type { ObjectRef } from '../objects.ts'

export interface Snippet {
  readonly line?: number | undefined
  readonly text: string
}

export interface Reference {
  readonly ref?: ObjectRef | undefined
  readonly part?: string | undefined
  readonly uri: string
  readonly name: string
  readonly adtType: string
  readonly package?: string | undefined
  readonly description?: string | undefined
  /** False for packages and objects that only group results. */
  readonly isResult: boolean
  /** Identifier for `readSnippets`. */
  readonly objectIdentifier?: string | undefined
  /** For example `gradeDirect,includeTest`. */
  readonly usage?: string | undefined
  readonly snippets?: Snippet[] | undefined
}

const namespace = 'xmlns:usagereferences="http://www.sap.com/adt/ris/usageReferences"'

export const usageBody = `${xmlHead}<usagereferences:usageReferenceRequest ${namespace}><usagereferences:affectedObjects/></usagereferences:usageReferenceRequest>`

export function snippetBody(identifiers: readonly string[]): string {
  const list = identifiers
    .map(each => `<objectIdentifier optional="false">${escapeXml(each)}</objectIdentifier>`)
    .join('')
  return `${xmlHead}<usagereferences:usageSnippetRequest ${namespace}><objectIdentifiers>${list}</objectIdentifiers><usagereferences:affectedObjects/></usagereferences:usageSnippetRequest>`
}

/**
 * Reads the one `adtcore:objectReference` of a navigation. @throws ErpError ERP_NOT_FOUND,
 * ERP_BAD_ANSWER
 */
export function readTargetXml(xml: string): Place {
  const missing = () => new ErpError('ERP_NOT_FOUND', 'The ERP knows no place for this name')
  if (xml.trim() === '') throw missing()
  const { root, element } = parseXml(xml, ['objectReference', 'objectReferences'])
  const reference = root === 'objectReference' ? element : child(element, 'objectReference')
  const uri = attribute(reference, 'uri') ?? ''
  if (uri === '') throw missing()
  return {
    ...placeOf(uri),
    adtType: attribute(reference, 'type') || undefined,
    name: attribute(reference, 'name') || undefined
  }
}

function readReference(referenced: XmlElement): Reference {
  const object = child(referenced, 'adtObject')
  const uri = attribute(referenced, 'uri') ?? ''
  const { ref, part } = placeOf(uri)
  return {
    ref,
    part,
    uri,
    name: attribute(object, 'name') ?? ref?.name ?? '',
    adtType: attribute(object, 'type') ?? '',
    package: attribute(child(object, 'packageRef'), 'name') || undefined,
    description: attribute(object, 'description') || undefined,
    isResult: attribute(referenced, 'isResult') === 'true',
    objectIdentifier: textOf(referenced, 'objectIdentifier') || undefined,
    usage: attribute(referenced, 'usageInformation') || undefined
  }
}

/** Reads a where-used list; it is flat, the tree is in the URIs. @throws ErpError ERP_BAD_ANSWER */
export function readUsagesXml(xml: string): { total: number; references: Reference[] } {
  const { element } = parseXml(xml, ['usageReferenceResult'])
  const references = children(element, 'referencedObjects', 'referencedObject').map(readReference)
  const reported = Number.parseInt(attribute(element, 'numberOfResults') ?? '', 10)
  return {
    total: Number.isNaN(reported) ? references.filter(each => each.isResult).length : reported,
    references
  }
}

/** Reads snippets by the identifier of their request. @throws ErpError ERP_BAD_ANSWER */
export function readSnippetsXml(xml: string): Map<string, (Snippet & { uri: string })[]> {
  if (xml.trim() === '') return new Map()
  const { element } = parseXml(xml, ['usageSnippetResult'])
  const objects = children(element, 'codeSnippetObjects', 'codeSnippetObject')
  return new Map(
    objects.map(object => [
      textOf(object, 'objectIdentifier'),
      children(object, 'codeSnippets', 'codeSnippet').map(snippet => {
        const uri = attribute(snippet, 'uri') ?? ''
        return { uri, line: placeOf(uri).line, text: rawText(child(snippet, 'content')) }
      })
    ])
  )
}

export const decodeUsages = offLoop({ readUsagesXml }, import.meta.url)
export const decodeSnippets = offLoop({ readSnippetsXml }, import.meta.url)
