/** Completion and element information at a position. */
import { cdsElementInfo, completeAt, elementInfoAt, isErpError } from '../../erp-client/index.ts'
import type { ElementInfo, Proposal } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { badArguments, ToolError } from '../failure/errors.ts'
import { omitUndefined } from '../schema/output.ts'
import { fenced } from '../failure/prose.ts'
import type { ToolResult } from '../call/result.ts'
import { readPart } from '../objects/sources.ts'
import { onRelease } from '../failure/release-gaps.ts'
import { count, placeWords, refWords, systemWords } from '../objects/words.ts'
import { toLf } from '../../erp-client/line-ends.ts'
import { needPosition, at } from './at-position.ts'
import type { AssistOptions } from './at-position.ts'

const mostProposals = 200

export const mostEntries = 300

/** What can stand at a position of the stored or the given text. */
export async function completion(
  context: ToolContext,
  options: AssistOptions & { maxResults?: number | undefined }
): Promise<ToolResult> {
  const { ref, include, line, column, source, maxResults } = options
  if (line === undefined || column === undefined) {
    throw badArguments(
      '`line` and `column` are missing.',
      'Completion is of a position: the column behind what is typed already.'
    )
  }
  const text =
    source === undefined ? (await readPart(context, { ref, part: include })).text : toLf(source)
  const length = text.split('\n')[line - 1]?.length
  if (length === undefined || column > length + 1) {
    throw badArguments(`The source has no line ${line}, column ${column}.`)
  }
  const place = { ref, part: include, line, column, source: text }
  const all = await onRelease(
    context,
    'completion',
    async () => await completeAt(context.erp, place, context.signal)
  )
  const shown = all.slice(0, Math.min(maxResults ?? 50, mostProposals))
  const system = systemWords(context.erp)
  return {
    kind: 'data',
    data: {
      system,
      of: `${refWords(ref)} ${line}:${column}`,
      total: all.length,
      complete: shown.length === all.length,
      proposals: shown.map(({ name, kind, inherited }) =>
        omitUndefined({ name, kind: kind || undefined, inherited: inherited || undefined })
      )
    },
    text: [
      `${system} · completion at ${refWords(ref)} ${line}:${column} · ${count(all.length, 'proposal')}`,
      ...shown.map(proposalWords),
      ...(shown.length < all.length ? ['Type more of the name to narrow.'] : [])
    ].join('\n')
  }
}

function proposalWords({ name, kind, inherited }: Proposal): string {
  return `${name}${kind === '' ? '' : `  ${kind}`}${inherited ? ' (inherited)' : ''}`
}

/** What the name at a position is; for a CDS view, its elements with their types. */
export async function elementInfo(
  context: ToolContext,
  options: AssistOptions
): Promise<ToolResult> {
  const { ref } = options
  const system = systemWords(context.erp)
  if (ref.type === 'DDLS' && options.line === undefined && options.symbol === undefined) {
    const info = await onRelease(
      context,
      'cdsElementInfo',
      async () => await cdsElementInfo(context.erp, { name: ref.name }, context.signal)
    )
    return infoResult(system, refWords(ref), info)
  }
  const position = await needPosition(context, options)
  const of = `${position.word} at ${refWords(ref)} ${placeWords({ part: position.source.part, line: position.line, column: position.column })}`
  const info = await knownAt(
    of,
    async () =>
      await onRelease(
        context,
        'elementInfo',
        async () => await elementInfoAt(context.erp, at(ref, position), context.signal)
      )
  )
  return infoResult(system, of, info)
}

/**
 * Keywords, literals and comments are no names: the object is there, and what to do is not to look
 * for it.
 */
async function knownAt(of: string, ask: () => Promise<ElementInfo>): Promise<ElementInfo> {
  const unknown = (cause?: unknown) =>
    new ToolError('ERP_NOT_FOUND', `The ERP has no type information about ${of}.`, {
      remedy:
        'It must be a declared name (variable, method, type, object): give it as `symbol`, or line with column. For a keyword use ERPNavigate documentation.',
      ...(cause === undefined ? {} : { cause })
    })
  try {
    const info = await ask()
    if (info.name === '' && info.documentation === '' && info.children.length === 0) throw unknown()
    return info
  } catch (error) {
    throw isErpError(error, 'ERP_NOT_FOUND') ? unknown(error) : error
  }
}

function infoResult(system: string, of: string, info: ElementInfo): ToolResult {
  return {
    kind: 'data',
    data: { system, of, element: info },
    text: [`${system} · ${of}`, ...fenced(infoLines(info, 0))].join('\n')
  }
}

function infoLines(
  { name, adtType, documentation, properties, children }: ElementInfo,
  depth: number
): string[] {
  const indentation = '  '.repeat(depth)
  const { ddicDataType, ddicLength, ddicDecimals, ddicIsKey, ddicDataElement, ...others } =
    properties
  const type =
    ddicDataType === undefined
      ? ''
      : ` : ${ddicDataType}${ddicLength === undefined ? '' : `(${Number(ddicLength)}${Number(ddicDecimals ?? 0) > 0 ? `,${Number(ddicDecimals)}` : ''})`}${ddicDataElement === undefined ? '' : ` ${ddicDataElement}`}`
  const rest =
    depth === 0
      ? Object.entries(others)
          .filter(([, value]) => value !== '')
          .map(([key, value]) => `${indentation}  ${key}: ${value}`)
      : []
  return [
    `${indentation}${ddicIsKey === 'true' ? 'key ' : ''}${name}${type === '' && adtType !== '' ? ` (${adtType})` : type}`,
    ...(documentation === ''
      ? []
      : documentation.split('\n').map(line => `${indentation}  ${line}`)),
    ...rest,
    ...children.slice(0, mostEntries).flatMap(child => infoLines(child, depth + 1))
  ]
}
