/** The result of a comparison in words and as data. */
import type { ToolContext } from '../call/context.ts'
import type { ToolResult } from '../call/result.ts'
import { errorWords } from '../failure/prose.ts'
import { shortened } from '../objects/sources.ts'
import { count, refWords, systemWords } from '../objects/words.ts'
import { omitUndefined, refData } from '../schema/output.ts'
import { diffSize } from '../write/source/diff.ts'
import { verdicts } from './compare-object.ts'
import type { Compared, Pair } from './compare-object.ts'

export interface Outcome {
  /** What is compared, in words. */
  readonly subject: string
  /** Name of the other side. */
  readonly other: string
  readonly pair: Pair
  readonly compared: readonly Compared[]
  /** Objects in all, and where this page ends. */
  readonly total: number
  readonly end: number
  readonly cursor: string | undefined
  /** Requests for the objects that are left, at the most as far as their types tell. */
  readonly left: { readonly objects: number; readonly requests: number }
  readonly notes: readonly string[]
  /** Why the page ended before its time. */
  readonly stopped?: unknown
}

export function compareAnswer(context: ToolContext, outcome: Outcome, bytes: number): ToolResult {
  const { compared, pair, cursor, left, stopped, total } = outcome
  const counts = Object.fromEntries(countsOf(compared))
  const system = systemWords(context.erp)
  const requests = { here: pair.here.requests, there: pair.there.requests, left: left.requests }
  const body = bodyLines(compared)
  const only = compared.length === 1 && total === 1
  return {
    kind: 'data',
    verbatim: ['diff'],
    data: omitUndefined({
      system,
      with: outcome.other,
      subject: outcome.subject,
      total,
      compared: compared.length,
      counts,
      objects: compared.filter(one => only || isNotable(one)).map(entryData),
      diff: diffText(compared, bytes),
      requests,
      stopped: stopped === undefined ? undefined : stopWords(stopped),
      complete: cursor === undefined,
      cursor
    }),
    text: shortened(
      [
        `${system} against ${outcome.other} · ${outcome.subject} · ${countWords(compared, total)}`,
        requestWords(outcome),
        ...(stopped === undefined ? [] : [`Stopped: ${stopWords(stopped)}`]),
        ...outcome.notes,
        ...(cursor === undefined ? [] : [`More: cursor "${cursor}"`]),
        ...body
      ].join('\n'),
      bytes,
      'lower maxResults or compare a smaller package.'
    )
  }
}

/** The verdicts of this comparison with their numbers; lists and contents give different ones. */
function countsOf(compared: readonly Compared[]): [string, number][] {
  const rare = compared.some(({ verdict }) => verdict === 'on both') ? 'same' : 'on both'
  return verdicts
    .filter(verdict => verdict !== rare)
    .map(verdict => [verdict, compared.filter(one => one.verdict === verdict).length])
}

function isNotable({ verdict, reason, ignored }: Compared): boolean {
  return (
    (verdict !== 'same' && verdict !== 'on both') || reason !== undefined || ignored !== undefined
  )
}

function entryData({ ref, verdict, ignored, parts, reason, unread }: Compared): object {
  return omitUndefined({
    ...refData(ref),
    verdict,
    ignored,
    reason,
    parts: parts?.map(({ part, verdict: own, diff }) =>
      omitUndefined({ part, verdict: own, added: diff?.added, removed: diff?.removed })
    ),
    unread
  })
}

function countWords(compared: readonly Compared[], total: number): string {
  const [only] = compared
  if (only !== undefined && total === 1) return onlyWords(only)
  const words = countsOf(compared).map(([verdict, number]) => `${number} ${verdict}`)
  const normalised = compared.filter(({ ignored }) => ignored !== undefined).length
  const shown =
    compared.length < total
      ? `${compared.length} of ${count(total, 'object')}`
      : count(total, 'object')
  return `${shown}: ${words.join(', ')}${normalised === 0 ? '' : ` (${normalised} only after normalisation)`}`
}

function onlyWords({ verdict, ignored }: Compared): string {
  return ignored === undefined ? verdict : `${verdict}, but only without ${ignored.join(', ')}`
}

function requestWords({ pair: { here, there }, left }: Outcome): string {
  const sent = `Requests: ${here.requests} to ${here.label}${there.label === here.label ? '' : `, ${there.requests} to ${there.label}`}`
  return left.objects === 0
    ? `${sent}.`
    : `${sent}; the contents of ${count(left.objects, 'more object')} take about ${left.requests} more.`
}

function stopWords(error: unknown): string {
  return typeof error === 'string' ? error : errorWords(error)
}

/** Objects by verdict; the same ones only where there is something to say about them. */
function bodyLines(compared: readonly Compared[]): string[] {
  return verdicts.flatMap(verdict =>
    compared
      .filter(one => one.verdict === verdict && isNotable(one))
      .flatMap(one => [entryLine(one), ...diffLines(one)])
  )
}

function entryLine({ ref, verdict, ignored, parts = [], reason, unread }: Compared): string {
  const names = parts.map(({ part, verdict: own, diff }) => {
    const size = diff === undefined ? '' : ` ${diffSize(diff)}`
    return `${part}${own === 'different' ? '' : ` ${own}`}${size}`
  })
  const facts = [
    ...(names.length === 0 ? [] : [names.join(', ')]),
    ...(unread === true ? ['further parts not read'] : []),
    ...(ignored === undefined ? [] : [`only without ${ignored.join(', ')}`]),
    ...(reason === undefined ? [] : [reason])
  ]
  return `${verdict} ${refWords(ref)}${facts.length === 0 ? '' : `: ${facts.join('; ')}`}`
}

function diffLines({ ref, parts = [] }: Compared): string[] {
  return parts.flatMap(({ part, diff }) =>
    diff === undefined || diff.text === ''
      ? []
      : [`--- here, +++ there: ${refWords(ref)} ${part}`, diff.text]
  )
}

function diffText(compared: readonly Compared[], bytes: number): string | undefined {
  const text = compared.flatMap(diffLines).join('\n')
  return text === '' ? undefined : shortened(text, Math.floor(bytes / 2), 'compare single objects.')
}
