/** ERPDiagnose clean_core: the level of each use of a foreign object, successors, and a plan. */
import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import type { ToolContext } from '../call/context.ts'
import type { ToolResult } from '../call/result.ts'
import { badArguments } from '../failure/errors.ts'
import { count, placeWords, refWords, systemWords } from '../objects/words.ts'
import { changedLinesOf } from '../pipeline/changed-lines.ts'
import { keyOf, readSources } from '../pipeline/sources.ts'
import { subjectOf } from '../pipeline/subject.ts'
import * as argument from '../schema/arguments.ts'
import { Choice } from '../schema/choice.ts'
import { omitUndefined } from '../schema/output.ts'
import { editions } from './catalogue.ts'
import { judgeUses } from './judged-uses.ts'
import type { JudgedUse, JudgedUses } from './judged-uses.ts'
import { cleanCoreLevels } from './levels.ts'
import { planLines, planOf } from './plan.ts'

export const cleanCoreInput = {
  edition: Type.Optional(
    Choice(editions, {
      ...argument.helpOnly,
      description:
        'Of the catalogue: s4hc (public cloud), btp, or pce (private cloud, on premise; default).'
    })
  ),
  onlyChanged: Type.Optional(
    Type.Boolean({
      ...argument.helpOnly,
      description: 'clean_core of type TRANSPORT: only lines that the request changed.'
    })
  )
}

type Args = Static<ReturnType<typeof Type.Object<typeof cleanCoreInput>>> & {
  readonly type?: string | undefined
  readonly name: string
}

export async function cleanCore(context: ToolContext, args: Args): Promise<ToolResult> {
  const { type, name, edition = 'pce', onlyChanged = false } = args
  if (onlyChanged && type !== 'TRANSPORT') {
    throw badArguments('`onlyChanged` belongs to type TRANSPORT.', 'Leave it out.')
  }
  const subject = await subjectOf(context, planFor(type, name))
  const sources = await readSources(context, subject.sources, 'auto')
  const changed = onlyChanged ? await changedLinesOf(context, subject, sources) : undefined
  const judged = await judgeUses(context, sources.parts, {
    edition,
    isWanted: ({ ref, part, line }) => changed?.get(keyOf(ref, part))?.has(line) ?? true
  })
  return await answerOf(context, subject.words, { ...judged, unread: sources.unread })
}

function planFor(type: string | undefined, name: string) {
  const plan = { off: new Set<never>(), onlyChanged: false, production: false }
  if (type === 'TRANSPORT') return { ...plan, transport: name }
  return type === 'DEVC' ? { ...plan, package: name } : { ...plan, objects: [{ type, name }] }
}

async function answerOf(
  context: ToolContext,
  subject: string,
  { uses, edition, date, missing, unread }: JudgedUses & { readonly unread: readonly string[] }
): Promise<ToolResult> {
  const totals = Object.fromEntries(
    cleanCoreLevels.map(level => [
      level,
      uses.filter(({ object }) => object.level === level).length
    ])
  )
  const judged = cleanCoreLevels.filter(level => (totals[level] ?? 0) > 0)
  const isWhole = !judged.includes('?') && unread.length === 0
  const verdict = !isWhole ? 'not_judged' : (judged.at(-1) ?? 'A')
  const plan = planOf(uses)
  const system = systemWords(context.erp)
  const counts = judged.map(level => `${totals[level]} ${level}`).join(', ') || 'no foreign objects'
  return {
    kind: 'data',
    data: omitUndefined({
      ...{ system, verdict, edition, catalogue: date, totals },
      missing: missing.length === 0 ? undefined : missing,
      uses: [...byObject(uses).values()].map(useData)
    }),
    text: [
      `${system} · clean core of ${subject} · ${verdict === 'not_judged' ? 'NOT JUDGED' : `level ${verdict}`} · uses: ${counts} · edition ${edition} · ${date === undefined ? 'no catalogue' : `catalogue of ${date}`}`,
      ...missing.map(words => `Missing: ${words}`),
      ...unread.map(words => `Not read: ${words}`),
      ...[...byObject(uses).values()].map(useLine),
      ...(plan.length === 0 ? [] : ['Plan, the least effort first:']),
      ...(await planLines(context, plan))
    ].join('\n')
  }
}

/** The worst level first. */
function byObject(uses: readonly JudgedUse[]): ReadonlyMap<string, readonly JudgedUse[]> {
  const rank = ({ object }: JudgedUse) => 'DC?BA'.indexOf(object.level)
  return Map.groupBy(
    uses.toSorted((a, b) => rank(a) - rank(b)),
    ({ object }) => object.words
  )
}

const placesShown = 12

function placesOf(uses: readonly JudgedUse[]): string {
  const words = [...Map.groupBy(uses, ({ ref }) => refWords(ref))].map(
    ([object, list]) =>
      `${object} ${list
        .map(place => placeWords(place))
        .slice(0, placesShown)
        .join(', ')}${list.length > placesShown ? ` and ${list.length - placesShown} more` : ''}`
  )
  return words.join('; ')
}

function useLine(uses: readonly JudgedUse[]): string {
  const [first] = uses
  if (first === undefined) return ''
  const { level, words, deprecated, source } = first.object
  return `${level} ${words}${deprecated ? ' (deprecated)' : ''} [${source}] ${count(uses.length, 'place')}: ${placesOf(uses)}`
}

function useData(uses: readonly JudgedUse[]): object {
  const [first] = uses
  if (first === undefined) return {}
  const { level, words, deprecated, source, successors, concept } = first.object
  return omitUndefined({
    ...{ level, object: words, source, places: placesOf(uses) },
    deprecated: deprecated ? true : undefined,
    successors: successors.length === 0 ? undefined : successors,
    concept
  })
}
