/** Says what the ERP did with fields that were sent: what it decided by itself, did not take over, or changed beside them. */
import type { Comparison, FieldDifference, FieldsChange } from '../../erp-client/index.ts'
import { fenced } from '../prose.ts'

const mostShown = 20
const longest = 120

const quoted = (value: string | undefined): string => {
  if (value === undefined) return 'nothing'
  return JSON.stringify(value.length > longest ? `${value.slice(0, longest)}…` : value)
}

function differenceLines (title: string, found: readonly FieldDifference[]): string[] {
  if (found.length === 0) return []
  const shown = found.slice(0, mostShown).map(({ path, sent, kept }) => `${path}: ${quoted(sent)} → ${quoted(kept)}`)
  return [title, ...fenced(shown), ...(found.length > mostShown ? [`… ${found.length - mostShown} more`] : [])]
}

type Done = Pick<FieldsChange, 'changed' | 'implied' | 'comparison'>

/** Lines under the head of a result; none where everything is as it was asked for. */
export function keptLines ({ changed, implied, comparison }: Done): string[] {
  if (!changed) return []
  return [
    ...impliedLines(implied),
    ...(comparison === undefined ? ['It could not be read back, so nothing tells whether the ERP kept it as it was sent: look at it with ERPRead.'] : comparisonLines(comparison))
  ]
}

/** Fields that were not named and change all the same, because a named one decides them. */
export function impliedLines (implied: FieldsChange['implied']): string[] {
  const values = Object.entries(implied).map(([name, value]) => `${name} = ${JSON.stringify(value)}`)
  return values.length === 0 ? [] : [`Set with them: ${values.join(', ')}.`]
}

function comparisonLines ({ refused, others }: Comparison): string[] {
  return [
    ...differenceLines('The ERP did NOT keep these as they were sent (sent → kept):', refused),
    ...differenceLines('The ERP also changed what was not named (before → now):', others)
  ]
}

/** The same for the structured result. */
export function keptData ({ implied, comparison }: Done): Readonly<Record<string, unknown>> {
  const list = (found: readonly FieldDifference[] | undefined) => found === undefined || found.length === 0 ? undefined : found.slice(0, mostShown)
  return { implied: Object.keys(implied).length === 0 ? undefined : implied, notKept: list(comparison?.refused), alsoChanged: list(comparison?.others) }
}
