/** The beginning of a span of time, as an agent writes it. */
import { badArguments } from '../../failure/errors.ts'

const units: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000, w: 604_800_000 }

/**
 * `2026-11-20`, `2026-11-20T08:00` (UTC where no zone is given), `20261120`, or a span up to now:
 * `12h`, `7 days`, `2w`.
 *
 * @returns milliseconds since 1970
 * @throws ToolError TOOL_BAD_ARGUMENTS
 */
export function sinceOf(text: string, now: number, argument = 'since'): number {
  const word = text.trim()
  const [, number, unit = ''] = /^(\d{1,4})\s*([hdw])(?:ours?|ays?|eeks?)?$/i.exec(word) ?? []
  const length = units[unit.toLowerCase()]
  if (number !== undefined && length !== undefined) return now - Number(number) * length
  const dated = word.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3').replace(' ', 'T')
  const form = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/i.exec(
    dated
  )
  const at = Date.parse(form?.[1] === undefined && dated.includes('T') ? `${dated}Z` : dated)
  // Date.parse turns 30 February into 2 March.
  const isDay =
    form !== null &&
    new Date(`${dated.slice(0, 10)}T00:00:00Z`).getUTCDate() === Number(dated.slice(8, 10))
  if (!isDay || Number.isNaN(at)) {
    throw badArguments(
      `\`${argument}\` is no date.`,
      'Give a date, 2026-11-20 or 2026-11-20T08:00 (UTC), or a span: 12h, 7d, 2w.'
    )
  }
  return at
}
