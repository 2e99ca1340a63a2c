/** Code assistance: completion, element info, type hierarchy and keyword documentation. */
import type { ErpReader } from '../erp.ts'
import { uriInContext } from './main-program.ts'
import { defaultPart } from '../objects.ts'
import type { ObjectRef } from '../objects.ts'
import type { ReadOperation } from '../reading-operations.ts'
import { fragment, placeOf } from '../wire/places.ts'
import { asxData, attribute, children, parseXml, rawText, textOf } from '../wire/xml.ts'
import type { XmlElement } from '../wire/xml.ts'
import type { Place } from '../wire/places.ts'

/** A position in the source that is sent with the request; line and column are 1-based. */
export interface At {
  readonly ref: ObjectRef
  readonly part?: string | undefined
  readonly line: number
  readonly column: number
  readonly source: string
}

async function ask(
  erp: ErpReader,
  at: At,
  how: {
    operation: ReadOperation
    path: string
    accept: string
    query?: Readonly<Record<string, string>>
    signal: AbortSignal | undefined
  }
): Promise<string> {
  const uri = await uriInContext(
    erp,
    { ref: at.ref, part: at.part ?? defaultPart(at.ref) },
    how.signal
  )
  const response = await erp.request(
    {
      operation: how.operation,
      effect: 'none',
      method: 'POST',
      path: `/sap/bc/adt/${how.path}`,
      query: { uri: uri + fragment(at), ...how.query },
      contentType: 'text/plain; charset=utf-8',
      accept: how.accept,
      body: at.source
    },
    how.signal
  )
  return response.text
}

/** The only documented number of a kind; a wrong name for another one would mislead. */
const proposalKinds: Readonly<Record<string, string>> = { 3: 'method' }

/** `kind` is empty where the meaning of the ERP's number is not documented. */
export interface Proposal {
  readonly name: string
  readonly kind: string
  readonly inherited: boolean
}

/** Proposals for a position. @throws ErpError ERP_UNSUPPORTED */
export async function completeAt(
  erp: ErpReader,
  at: At,
  signal?: AbortSignal
): Promise<Proposal[]> {
  const text = await ask(erp, at, {
    operation: 'assist.complete',
    path: 'abapsource/codecompletion/proposal',
    accept: 'application/*',
    query: { signalCompleteness: 'true' },
    signal
  })
  if (text.trim() === '') return []
  return children(asxData(text), 'SCC_COMPLETION')
    .map(each => ({
      name: textOf(each, 'IDENTIFIER'),
      kind: proposalKinds[textOf(each, 'KIND')] ?? '',
      inherited: textOf(each, 'IS_INHERITED') === '1'
    }))
    .filter(({ name }) => name !== '' && name !== '@end')
}

export interface ElementInfo {
  readonly name: string
  readonly adtType: string
  readonly documentation: string
  readonly properties: Readonly<Record<string, string>>
  readonly children: readonly ElementInfo[]
}

function readElement(element: XmlElement): ElementInfo {
  return {
    name: attribute(element, 'name') ?? '',
    adtType: attribute(element, 'type') ?? '',
    documentation: plainText(textOf(element, 'documentation')),
    properties: Object.fromEntries(
      children(element, 'properties', 'entry').map(entry => [
        attribute(entry, 'key') ?? '',
        rawText(entry).trim()
      ])
    ),
    children: children(element, 'elementInfo').map(readElement)
  }
}

/**
 * Element info of the name at a position.
 * @throws ErpError ERP_UNSUPPORTED
 */
export async function elementInfoAt(
  erp: ErpReader,
  at: At,
  signal?: AbortSignal
): Promise<ElementInfo> {
  const text = await ask(erp, at, {
    operation: 'assist.element',
    path: 'abapsource/codecompletion/elementinfo',
    accept: 'application/vnd.sap.adt.elementinfo+xml, application/*;q=0.8',
    signal
  })
  if (/^\s*<(?:!doctype )?html/i.test(text)) {
    return { name: '', adtType: '', documentation: plainText(text), properties: {}, children: [] }
  }
  return readElement(parseXml(text, ['elementInfo']).element)
}

/**
 * Elements of a CDS entity with their dictionary types. @throws ErpError ERP_UNSUPPORTED,
 * ERP_NOT_FOUND
 */
export async function cdsElementInfo(
  erp: ErpReader,
  args: { name: string },
  signal?: AbortSignal
): Promise<ElementInfo> {
  const response = await erp.request(
    {
      operation: 'assist.cds',
      effect: 'none',
      method: 'GET',
      path: '/sap/bc/adt/ddic/ddl/elementinfo',
      query: {
        getTargetForAssociation: false,
        getExtensionViews: true,
        getSecondaryObjects: false,
        path: args.name
      },
      accept: 'application/vnd.sap.adt.elementinfo+xml'
    },
    signal
  )
  return readElement(parseXml(response.text, ['elementInfo']).element)
}

export interface HierarchyEntry {
  readonly name: string
  readonly adtType: string
  readonly description: string
  readonly parentUri: string
  readonly place: Place
}

/** Types above or below the one at a position. @throws ErpError ERP_UNSUPPORTED */
export async function typeHierarchy(
  erp: ErpReader,
  at: At & { direction: 'superTypes' | 'subTypes' },
  signal?: AbortSignal
): Promise<HierarchyEntry[]> {
  const text = await ask(erp, at, {
    operation: 'assist.hierarchy',
    path: 'abapsource/typehierarchy',
    accept: 'application/vnd.sap.adt.typehierachy.result.v1+xml, application/*;q=0.8',
    query: { type: at.direction },
    signal
  })
  return children(parseXml(text, ['info']).element, 'entries', 'entry').map(entry => ({
    name: attribute(entry, 'name') ?? '',
    adtType: attribute(entry, 'type') ?? '',
    description: attribute(entry, 'description') ?? '',
    parentUri: attribute(entry, 'parentUri') ?? '',
    place: placeOf(attribute(entry, 'uri') ?? '')
  }))
}

/**
 * Documentation of the keyword or name at a position, as plain text.
 * @throws ErpError ERP_UNSUPPORTED
 */
export async function documentationAt(
  erp: ErpReader,
  at: At,
  signal?: AbortSignal
): Promise<string> {
  const query = { language: erp.system.language, format: 'eclipse' }
  return plainText(
    await ask(erp, at, {
      operation: 'assist.documentation',
      path: 'docu/abap/langu',
      accept: 'application/vnd.sap.adt.docu.v1+html,text/html',
      query,
      signal
    })
  )
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' '
}

/** The text of an HTML page: line by line, without markup, scripts and styles. */
export function plainText(html: string): string {
  return html
    .replace(/<(script|style|head)\b[\s\S]*?<\/\1\s*>/gi, '')
    .replace(/<(?:br|\/p|\/h\d|\/li|\/tr|\/div)\b[^<>]*>/gi, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(\w+);/g, (all, name: string) =>
      Object.hasOwn(entities, name) ? (entities[name] ?? all) : all
    )
    .replace(/&#(\d{1,6});/g, (_all, code: string) =>
      String.fromCodePoint(Math.min(Number(code), 0x10ffff))
    )
    .split('\n')
    .map(line => line.replace(/[ \t\r]+/g, ' ').trim())
    .filter((line, index, all) => line !== '' || (all[index - 1] ?? '') !== '')
    .join('\n')
    .trim()
}
