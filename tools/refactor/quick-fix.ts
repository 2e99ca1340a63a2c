/** Applies quick fixes that the ERP proposes. */
import {
  checkSyntax,
  fixAddress,
  fixEdits,
  objectUri,
  proposeFixes
} from '../../erp-client/index.ts'
import type {
  FixEdit,
  FixPlace,
  ObjectRef,
  QuickFix,
  Source,
  TextEdit
} from '../../erp-client/index.ts'
import { toLf } from '../../erp-client/line-ends.ts'
import { lineStarts } from '../abap/units.ts'
import type { ToolContext } from '../call/context.ts'
import { badArguments, ToolError } from '../failure/errors.ts'
import type { ToolResult } from '../call/result.ts'
import { readPart } from '../objects/sources.ts'
import { refWords } from '../objects/words.ts'
import { saveSource } from '../write/source/save.ts'
import type { SaveOptions } from '../write/source/current-source.ts'

export interface FixOptions {
  readonly ref: ObjectRef
  readonly part: string | undefined
  readonly line: number | undefined
  readonly column: number | undefined
  /** Which of the proposals, by its type or a piece of its name. */
  readonly fix: string | undefined
  readonly save: Omit<SaveOptions, 'compute'>
}

const mostFindings = 50

interface Chosen {
  readonly at: string
  readonly name: string
  readonly edits: readonly FixEdit[]
}

/**
 * Applies proposals of the ERP in one change: at one place, or for all findings of the syntax
 * check. A proposal that edits another object is refused, because only this object was named.
 */
export async function applyQuickFix(
  context: ToolContext,
  options: FixOptions
): Promise<ToolResult> {
  const source = await readPart(context, { ref: options.ref, part: options.part })
  const { chosen, left } = await choose(context, source, options)
  if (chosen.length === 0) throw nothingToFix(options.ref, left)
  const edits = chosen.flatMap(one => one.edits)
  const result = await saveSource(context, {
    ...options.save,
    expectedHash: options.save.expectedHash ?? source.hash,
    compute: ({ text }) => applied(text, edits)
  })
  const words = [
    `Fixed: ${chosen.map(({ at, name }) => `${at} ${name}`).join('; ')}`,
    ...(left.length === 0 ? [] : [`Not fixed: ${left.join('; ')}`])
  ]
  return { ...result, text: `${words.join('\n')}\n${result.text}` }
}

/** The proposal for each place, and the places for which none was chosen, with the reason. */
async function choose(
  context: ToolContext,
  source: Source,
  options: FixOptions
): Promise<{ readonly chosen: Chosen[]; readonly left: string[] }> {
  const chosen: Chosen[] = []
  const left: string[] = []
  for (const place of await placesOf(context, source, options)) {
    const proposals = await proposeFixes(context.erp, place, context.signal)
    const proposal = pickOf(proposals, options.fix)
    const at = `${place.line}:${place.column}`
    if (proposal === undefined) {
      left.push(`${at}: ${whyNone(proposals)}`)
    } else {
      const edits = await fixEdits(context.erp, { place, proposal }, context.signal)
      chosen.push({ at, name: proposal.name, edits: ownEdits(source, edits, proposal) })
    }
  }
  return { chosen, left }
}

function whyNone(proposals: readonly QuickFix[]): string {
  if (proposals.length === 0) return 'the ERP proposes nothing'
  const names = proposals.map(({ type, name }) => `${type} (${name})`)
  return `several proposals, give \`fix\`: ${names.join(', ')}`
}

function nothingToFix(ref: ObjectRef, left: readonly string[]): ToolError {
  const why = left.length === 0 ? ': the syntax check finds nothing' : ''
  return new ToolError(
    'TOOL_NO_QUICK_FIX',
    `There is no quick fix to apply to ${refWords(ref)}${why}.`,
    {
      remedy: [
        ...left,
        'Give line and column of the place, as ERPDiagnose syntax shows them. Nothing was changed.'
      ].join('\n')
    }
  )
}

async function placesOf(
  context: ToolContext,
  source: Source,
  { ref, part, line, column }: FixOptions
): Promise<FixPlace[]> {
  const own = {
    ref,
    part,
    source: source.text,
    address: await fixAddress(context.erp, { ref, part }, context.signal)
  }
  if (line !== undefined) return [{ ...own, line, column: column ?? 1 }]
  if (column !== undefined) {
    throw badArguments(
      '`column` without `line` is no place.',
      'Give both, or neither for all findings.'
    )
  }
  const { findings } = await checkSyntax(
    context.erp,
    { ref, part, source: source.text },
    context.signal
  )
  return findings
    .filter(finding => finding.line !== undefined && (finding.part ?? source.part) === source.part)
    .slice(0, mostFindings)
    .map(finding => ({ ...own, line: finding.line ?? 1, column: finding.column ?? 1 }))
}

/** The only one, or the one that is named; with several and no name nothing is guessed. */
function pickOf(proposals: readonly QuickFix[], wanted: string | undefined): QuickFix | undefined {
  if (wanted === undefined) return proposals.length === 1 ? proposals[0] : undefined
  const word = wanted.toLowerCase()
  return (
    proposals.find(({ type }) => type.toLowerCase() === word) ??
    proposals.find(({ name }) => name.toLowerCase().includes(word))
  )
}

function ownEdits(
  source: Source,
  edits: readonly FixEdit[],
  { name }: QuickFix
): readonly FixEdit[] {
  const uri = objectUri(source.ref)
  const foreign = edits.find(
    edit =>
      !edit.uri.toLowerCase().startsWith(uri) ||
      edit.uri.split(/[?#]/, 1)[0]?.toLowerCase() !== source.uri.toLowerCase()
  )
  if (foreign === undefined) return edits
  throw new ToolError(
    'TOOL_FIX_ELSEWHERE',
    `"${name}" would also change ${foreign.uri.split('#')[0]?.slice(0, 160) ?? ''}.`,
    {
      remedy: `Only ${refWords(source.ref)} was asked for: change that place with its own call. Nothing was changed.`
    }
  )
}

/** Applies the edits from the end of the text, so that earlier positions stay valid. */
export function applied(text: string, edits: readonly TextEdit[]): string {
  const starts = lineStarts(text)
  const offset = (line: number, column: number) =>
    Math.min(text.length, (starts[line - 1] ?? text.length) + column - 1)
  const places = edits
    .map(edit => ({
      from: offset(edit.line, edit.column),
      to: offset(edit.endLine, edit.endColumn),
      after: toLf(edit.after)
    }))
    .filter(
      (place, index, all) =>
        all.findIndex(
          other => other.from === place.from && other.to === place.to && other.after === place.after
        ) === index
    )
    .sort((a, b) => b.from - a.from)
  let result = text
  let limit = text.length
  for (const { from, to, after } of places) {
    if (to > limit) {
      throw new ToolError('TOOL_EDIT_OVERLAP', 'Two of these quick fixes touch the same text.', {
        remedy: 'Apply them one by one with line and column. Nothing was changed.'
      })
    }
    result = result.slice(0, from) + after + result.slice(to)
    limit = from
  }
  return result
}
