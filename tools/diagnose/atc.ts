/** Runs the ABAP Test Cockpit; its variants and quick fixes. */
import {
  listAtcVariants,
  plainText,
  proposeFixes,
  readAtcDefault,
  readAtcDocumentation,
  runAtc
} from '../../erp-client/index.ts'
import type { AtcFinding, ObjectRef } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { atcData, atcLines, groupAtc } from './atc-groups.ts'
import { badArguments } from '../failure/errors.ts'
import { omitUndefined, refData } from '../schema/output.ts'
import { inParallel } from '../call/parallel.ts'
import { findPosition } from '../objects/position.ts'
import type { PositionOptions } from '../objects/position.ts'
import { fenced } from '../failure/prose.ts'
import type { ToolResult } from '../call/result.ts'
import { onRelease } from '../failure/release-gaps.ts'
import { count, placeWords, refWords, systemWords } from '../objects/words.ts'

const mostExplained = 5
const explanationLength = 1500

export interface AtcOptions {
  readonly refs: readonly ObjectRef[]
  readonly variant?: string | undefined
  readonly maxResults?: number | undefined
  readonly details?: boolean | undefined
}

/**
 * Findings of the ABAP Test Cockpit, the gravest first; with details, what the checks say about
 * themselves.
 */
export async function atc(
  context: ToolContext,
  { refs, variant, maxResults, details }: AtcOptions
): Promise<ToolResult> {
  const size = Math.min(maxResults ?? 100, 1000)
  context.progress({ done: 0, message: `ATC runs on ${count(refs.length, 'object')}` })
  const result = await onRelease(
    context,
    'atc',
    async () => await runAtc(context.erp, { refs, variant, maxFindings: size + 1 }, context.signal)
  )
  const sorted = result.findings.toSorted((a, b) => a.priority - b.priority)
  const shown = sorted.slice(0, size)
  if (details === true) {
    context.progress({ done: 1, message: 'reading what the checks say about themselves' })
  }
  const explained =
    details === true ? await explanations(context, shown) : new Map<string, string>()
  const by = [1, 2, 3].map(priority => sorted.filter(one => one.priority === priority).length)
  const complete = shown.length === sorted.length && result.complete
  const failed = result.infos.filter(({ type }) => type !== 'FINDING_STATS')
  const system = systemWords(context.erp)
  const verdict = verdictOf(failed, sorted.length)
  const groups = groupAtc(shown)
  return {
    kind: 'data',
    data: omitUndefined({
      system,
      verdict,
      objects: refs.map(refData),
      variant: result.variant,
      totals: { priority1: by[0], priority2: by[1], priority3: by[2] },
      complete,
      findings: groups.map(group => atcData(group, refs)),
      infos: failed.length === 0 ? undefined : failed,
      documentation: explained.size === 0 ? undefined : Object.fromEntries(explained)
    }),
    text: [
      `${system} · ATC (${result.variant}) of ${refs.map(refWords).join(', ')} · ${verdict === 'nothing_checked' ? 'NOTHING CHECKED' : verdict === 'incomplete' ? 'INCOMPLETE: a check failed' : `${by[0]} of priority 1, ${by[1]} of priority 2, ${by[2]} of priority 3`}${complete ? '' : ' · not complete: narrow by object or raise maxResults'}`,
      ...fenced([
        ...failed.map(({ type, text }) => `${type}: ${text}`),
        ...groups.flatMap(group => atcLines(group, refs)),
        ...[...explained].map(([check, text]) => `--- ${check}\n${text}`)
      ])
    ].join('\n')
  }
}

type AtcVerdict = 'incomplete' | 'nothing_checked' | 'clean' | 'findings'

function verdictOf(infos: readonly { readonly type: string }[], findings: number): AtcVerdict {
  if (infos.some(({ type }) => type === 'TOOL_FAILURE')) return 'incomplete'
  if (findings > 0) return 'findings'
  return infos.some(({ type }) => type === 'NO_OBJS') ? 'nothing_checked' : 'clean'
}

async function explanations(
  context: ToolContext,
  findings: readonly AtcFinding[]
): Promise<Map<string, string>> {
  const first = [
    ...new Map(
      findings
        .toReversed()
        .flatMap(one =>
          one.documentation === undefined
            ? []
            : [[`${one.check}: ${one.text}`, one.documentation] as const]
        )
    ).entries()
  ]
    .reverse()
    .slice(0, mostExplained)
  const read = await inParallel(first, async ([check, path]) => {
    try {
      return [
        check,
        plainText(await readAtcDocumentation(context.erp, { path }, context.signal)).slice(
          0,
          explanationLength
        )
      ] as const
    } catch {
      context.signal.throwIfAborted()
      return [check, '(no documentation)'] as const
    }
  })
  return new Map(read)
}

/** Check variants by name, and the one that the system takes by itself. */
export async function atcVariants(
  context: ToolContext,
  { query = '*', maxResults = 100 }: { query?: string | undefined; maxResults?: number | undefined }
): Promise<ToolResult> {
  const [byDefault, variants] = await onRelease(
    context,
    'atc',
    async () =>
      await Promise.all([
        readAtcDefault(context.erp, context.signal),
        listAtcVariants(context.erp, { name: query, maxResults }, context.signal)
      ])
  )
  const system = systemWords(context.erp)
  return {
    kind: 'data',
    data: { system, verdict: 'listed', objects: [], default: byDefault, variants },
    text: [
      `${system} · ${count(variants.length, 'check variant')} · default ${byDefault}`,
      ...fenced(
        variants.map(
          ({ name, description }) => `${name}${description === '' ? '' : `  ${description}`}`
        )
      )
    ].join('\n')
  }
}

/** What the ERP proposes to correct at a position. */
export async function quickFixes(
  context: ToolContext,
  { ref, ...options }: PositionOptions & { ref: ObjectRef }
): Promise<ToolResult> {
  const position = await findPosition(context, ref, options)
  if (position === undefined) {
    throw badArguments('`line` is missing.', 'Give line and column of a finding, or symbol.')
  }
  const { source, line, column } = position
  const fixes = await onRelease(
    context,
    'quickFixes',
    async () =>
      await proposeFixes(
        context.erp,
        { ref, part: source.part, line, column, source: source.text },
        context.signal
      )
  )
  const system = systemWords(context.erp)
  return {
    kind: 'data',
    data: {
      system,
      verdict: fixes.length === 0 ? 'none' : 'proposals',
      objects: [refData(ref)],
      proposals: fixes.map(({ type, name, description }) => ({
        type,
        name,
        description: plainText(description)
      }))
    },
    text: [
      `${system} · ${count(fixes.length, 'quick fix')} at ${refWords(ref)} ${placeWords({ part: source.part, line, column })}`,
      ...fenced(fixes.map(({ name, type }) => `${name} (${type})`)),
      ...(fixes.length === 0 ? [] : ['ERPWrite apply_quick_fix applies one.'])
    ].join('\n')
  }
}
