/** Quick fixes: proposals for a place in a source, and their text edits. */
import { ErpError } from '../errors.ts'
import type { ErpReader } from '../erp.ts'
import { uriInContext } from './main-program.ts'
import { defaultPart, refOfUri } from '../objects.ts'
import type { ObjectRef } from '../objects.ts'
import { assertPath } from '../http/paths.ts'
import { fragment, rangeOf } from '../wire/places.ts'
import { attribute, child, children, escapeXml, parseXml, rawText, xmlHead } from '../wire/xml.ts'
import type { XmlElement } from '../wire/xml.ts'
import type { TextEdit } from '../wire/refactoring.ts'

export interface QuickFix {
  readonly uri: string
  readonly type: string
  readonly name: string
  readonly description: string
  /** Sent back unchanged. */
  readonly userContent: string
  readonly affected: readonly {
    readonly uri: string
    readonly type: string
    readonly name: string
  }[]
}

export interface FixPlace {
  readonly ref: ObjectRef
  readonly part?: string | undefined
  readonly line: number
  readonly column: number
  readonly source: string
  readonly address?: string | undefined
}
export interface FixEdit extends TextEdit {
  readonly ref: ObjectRef | undefined
  readonly uri: string
}

const root = '/sap/bc/adt/quickfixes'
const mediaType =
  'application/vnd.sap.adt.quickfixes.evaluation+xml;version=1.0.0, application/*;q=0.8'

async function placeUri(
  erp: ErpReader,
  { ref, part, line, column, address }: FixPlace,
  signal: AbortSignal | undefined
): Promise<string> {
  return (address ?? (await fixAddress(erp, { ref, part }, signal))) + fragment({ line, column })
}

/**
 * URI of a source with the main program of an include; resolved once for places of the same source.
 */
export async function fixAddress(
  erp: ErpReader,
  { ref, part }: Pick<FixPlace, 'ref' | 'part'>,
  signal?: AbortSignal
): Promise<string> {
  return await uriInContext(erp, { ref, part: part ?? defaultPart(ref) }, signal)
}

function fix(element: XmlElement): QuickFix[] {
  const reference = child(element, 'objectReference')
  const uri = attribute(reference, 'uri') ?? ''
  if (!uri.startsWith(`${root}/`)) return []
  const affected = children(element, 'affectedObjects', 'unit', 'objectReference').map(each => ({
    uri: attribute(each, 'uri') ?? '',
    type: attribute(each, 'type') ?? '',
    name: attribute(each, 'name') ?? ''
  }))
  return [
    {
      uri,
      type: attribute(reference, 'type') ?? '',
      name: attribute(reference, 'name') ?? '',
      description: attribute(reference, 'description') ?? '',
      userContent: rawText(child(element, 'userContent')),
      affected
    }
  ]
}

/** Proposals of the ERP for a place in a source. @throws ErpError ERP_UNSUPPORTED */
export async function proposeFixes(
  erp: ErpReader,
  place: FixPlace,
  signal?: AbortSignal
): Promise<QuickFix[]> {
  const { text } = await erp.request(
    {
      operation: 'quickfix.evaluate',
      effect: 'none',
      method: 'POST',
      path: `${root}/evaluation`,
      query: { uri: await placeUri(erp, place, signal) },
      contentType: 'application/*',
      accept: mediaType,
      body: place.source
    },
    signal
  )
  return text.trim() === ''
    ? []
    : children(parseXml(text, ['evaluationResults']).element, 'evaluationResult').flatMap(fix)
}

function edit(unit: XmlElement): FixEdit[] {
  const reference = child(unit, 'objectReference')
  const uri = attribute(reference, 'uri') ?? ''
  const at = rangeOf(uri)
  return at === undefined
    ? []
    : [{ ...at, uri, ref: refOfUri(uri), before: '', after: rawText(child(unit, 'content')) }]
}

/**
 * The text edits of a proposal; the request changes nothing.
 * @throws ErpError ERP_BAD_NAME for an unknown proposal
 */
export async function fixEdits(
  erp: ErpReader,
  { place, proposal }: { place: FixPlace; proposal: QuickFix },
  signal?: AbortSignal
): Promise<FixEdit[]> {
  if (!proposal.uri.startsWith(`${root}/`)) {
    throw new ErpError('ERP_BAD_NAME', 'This is not the address of a quick fix', {
      outcome: 'failed'
    })
  }
  assertPath(proposal.uri)
  const affected = proposal.affected
    .map(
      each =>
        `<unit><adtcore:objectReference adtcore:uri="${escapeXml(each.uri)}" adtcore:type="${escapeXml(each.type)}" adtcore:name="${escapeXml(each.name)}"/></unit>`
    )
    .join('')
  const body =
    `${xmlHead}<quickfixes:proposalRequest xmlns:quickfixes="http://www.sap.com/adt/quickfixes" xmlns:adtcore="http://www.sap.com/adt/core">` +
    `<input><content>${escapeXml(place.source)}</content><adtcore:objectReference adtcore:uri="${escapeXml(await placeUri(erp, place, signal))}"/></input>${affected === '' ? '' : `<affectedObjects>${affected}</affectedObjects>`}<userContent>${escapeXml(proposal.userContent)}</userContent></quickfixes:proposalRequest>`
  const { text } = await erp.request(
    {
      operation: 'quickfix.propose',
      effect: 'none',
      method: 'POST',
      path: proposal.uri,
      contentType: 'application/*',
      accept: 'application/*',
      body
    },
    signal
  )
  if (text.trim() === '') return []
  const { element } = parseXml(text, ['proposalResult'])
  return children(element, 'deltas', 'unit').flatMap(edit)
}
