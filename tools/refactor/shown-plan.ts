/** The answer to the dry run of a change of many sources. */
import type { ToolContext } from '../call/context.ts'
import { fenced } from '../failure/prose.ts'
import { count, refWords, systemWords } from '../objects/words.ts'
import type { ChangePlan } from '../write/planned-change.ts'
import { compareTexts } from '../write/source/diff.ts'
import { changeFindings } from './check.ts'
import { namesByType, objectsOf, placesIn, refsOf, sourceWords } from './changed-source.ts'
import type { ChangedSource, Exception, SourcesChange } from './changed-source.ts'
import type { Holder, Screened } from './screen.ts'

/** Stands for the missing side of a line that is new or gone. */
const noLine = '(none)'

const most = { samples: 3, line: 100, reasons: 10 }

/** The plan in words: size, findings, samples, exceptions and transport requests. */
export async function shownPlan(
  context: ToolContext,
  change: SourcesChange,
  { screened, digest }: { readonly screened: Screened; readonly digest: string }
): Promise<ChangePlan> {
  const { sources, holders } = screened
  const head = `${systemWords(context.erp)} · DRY RUN of ${change.title} · ${sizeWords(sources)}${byWords(change)} · nothing saved`
  if (sources.length === 0) {
    return { summary: [head], details: exceptionLines(exceptionsOf(change, screened)) }
  }
  const [findings, samples] = await Promise.all([
    changeFindings(context, { sources, asBefore: change.asBefore }),
    samplesOf(sources, context.signal)
  ])
  return {
    summary: [head],
    details: [
      ...findings,
      ...fenced(samples),
      ...exceptionLines(exceptionsOf(change, screened)),
      ...holderLines(sources, holders),
      `For exactly this: the same call without dryRun, with confirm: "${digest}".`
    ],
    verbatim: [],
    digest
  }
}

export function sizeWords(sources: readonly ChangedSource[]): string {
  const objects = refsOf(sources).length
  return `${count(placesIn(sources), 'place')} in ${count(objects, 'object')}`
}

export function byWords({ by }: Pick<SourcesChange, 'by'>): string {
  return by === undefined ? '' : ` · by ${by}`
}

/** What the action leaves out, and what cannot be changed now. */
export function exceptionsOf(
  { exceptions }: Pick<SourcesChange, 'exceptions'>,
  { refused }: Pick<Screened, 'refused'>
): Exception[] {
  return [...exceptions, ...refused]
}

/** Grouped by the reason. */
export function exceptionLines(exceptions: readonly Exception[]): string[] {
  const groups = [...Map.groupBy(exceptions, ({ why }) => why)]
  return [
    ...groups
      .slice(0, most.reasons)
      .map(([why, own]) => `Left alone (${why}): ${exceptionNames(own)}`),
    ...(groups.length > most.reasons
      ? [`Left alone for ${groups.length - most.reasons} further reasons.`]
      : [])
  ]
}

function exceptionNames(own: readonly Exception[]): string {
  if (own.every(({ line }) => line === undefined)) {
    return namesByType(objectsOf(own.map(({ ref }) => ref)), 10)
  }
  const words = own
    .slice(0, 10)
    .map(one => `${sourceWords(one)}${one.line === undefined ? '' : ` ${one.line}`}`)
  return `${words.join(', ')}${own.length > 10 ? ` and ${own.length - 10} more` : ''}`
}

/** The objects by the request that records them. */
export function holderLines(
  sources: readonly ChangedSource[],
  holders: ReadonlyMap<string, Holder>
): string[] {
  const groups = Map.groupBy(refsOf(sources), ref => holders.get(refWords(ref)))
  return [...groups].map(([holder, refs]) => {
    const names = `${groups.size === 1 ? '' : ` (${refs.length})`}: ${namesByType(refs)}`
    if (holder === undefined) return `In no request${names}`
    const task = holder.hasOwnTask ? '' : `, no task of yours (${taskRemedy(holder)})`
    return `In ${holder.number} of ${holder.owner}${task}${names}`
  })
}

export function taskRemedy({ number }: Holder): string {
  return `ERPTransport create_task transport ${number}`
}

/** The first changed lines of a few objects. */
async function samplesOf(
  sources: readonly ChangedSource[],
  signal: AbortSignal
): Promise<string[]> {
  const shown = objectsOf(sources.map(({ before }) => before.ref))
    .slice(0, most.samples)
    .flatMap(ref => sources.find(({ before }) => refWords(before.ref) === refWords(ref)) ?? [])
  const lines = await Promise.all(
    shown.map(async ({ before, after }) => {
      const { text } = await compareTexts(before.text, after, signal)
      const replaced = replacedLines(text)
      // A line that changes says more than one that is new.
      const ordered = [...replaced.filter(isChange), ...replaced.filter(one => !isChange(one))]
      return ordered.map(words => `${sourceWords(before)} ${words}`)
    })
  )
  const each = Math.floor(most.samples / Math.max(1, lines.length))
  return lines.flatMap(own => own.slice(0, each))
}

const isChange = (words: string) => !words.includes(noLine)

/** The lines that a difference replaces: `12: before → after`. */
export function replacedLines(diff: string): string[] {
  return diff.split(/^(?=@@ )/m).flatMap(hunk => {
    const [head = '', ...lines] = hunk.split('\n')
    const start = Number(/^@@ -(\d+)/.exec(head)?.[1])
    const removed = lines.filter(line => line.startsWith('-'))
    const added = lines.filter(line => line.startsWith('+'))
    const at = lines.findIndex(line => /^[-+]/.test(line))
    return Array.from(
      { length: Math.max(removed.length, added.length) },
      (_, index) => `${start + at + index}: ${cut(removed[index])} → ${cut(added[index])}`
    )
  })
}

function cut(line: string | undefined): string {
  if (line === undefined) return noLine
  const text = line.slice(1).trim()
  return text.length > most.line ? `${text.slice(0, most.line)}…` : text
}
