/** The result of a run for people and programs: lines, JSON and Markdown. */
import { outcomes } from './check.ts'
import type { Outcome, Result } from './check.ts'
import type { Report } from './run.ts'

const words: Readonly<Record<Outcome, string>> = {
  holds: 'hold',
  differs: 'differ',
  absent: 'absent',
  'not permitted': 'not permitted',
  skipped: 'skipped'
}

function countOf({ results }: Report, outcome: Outcome): number {
  return results.filter(each => each.outcome === outcome).length
}

/** Whether nothing differs, nothing is left, and the run came to its end. */
export function isGood(report: Report): boolean {
  return countOf(report, 'differs') === 0 && report.left.length === 0 && report.ended === undefined
}

export function summaryOf(report: Report): string {
  return outcomes.map(outcome => `${String(countOf(report, outcome))} ${words[outcome]}`).join(', ')
}

function systemLine({ system, url, client }: Report): string {
  const release = system?.release === undefined ? '' : `, release ${system.release}`
  return `${system?.id ?? ''} client ${client}${release} at ${url}`
}

/** One line for a check that does not hold; undefined for the others. */
export function resultLine({ operation, outcome, detail, assumes }: Result): string | undefined {
  if (outcome === 'holds') return undefined
  const reason = detail === undefined ? '' : `: ${oneLine(detail)}`
  const assumed = outcome === 'differs' ? `\n    assumed: ${assumes}` : ''
  return `${outcome.padEnd(13)}  ${operation}${reason}${assumed}`
}

export function endLines(report: Report): string[] {
  const { left, removed, ended, requests } = report
  return [
    ...removed.map(name => `removed        ${name}, which an earlier run has left`),
    ...left.map(name => `LEFT           ${oneLine(name)}`),
    ...(ended === undefined ? [] : [`The run ended before its last check: ${ended}.`]),
    ...(left.length === 0
      ? []
      : ['The next run with --write removes what is left, as soon as it is not locked.']),
    `${summaryOf(report)}; ${String(requests)} requests.`
  ]
}

export function jsonOf(report: Report): string {
  const { system, url, client, results, removed, left, ended, requests } = report
  const counts = Object.fromEntries(outcomes.map(outcome => [outcome, countOf(report, outcome)]))
  const about = { id: system?.id, release: system?.release, client, url }
  return `${JSON.stringify({ ok: isGood(report), system: about, counts, requests, ended, removed, left, results }, null, 2)}\n`
}

export function markdownOf(report: Report): string {
  const rows = report.results.map(
    ({ operation, outcome, assumes, detail = '' }) =>
      `| \`${operation}\` | ${outcome} | ${cell(assumes)} | ${cell(detail)} |`
  )
  return [
    '# What erp-bridge assumes about this system',
    '',
    `${cell(systemLine(report))}. ${summaryOf(report)}.`,
    '',
    ...endLines(report)
      .slice(0, -1)
      .flatMap(line => [`- ${cell(line)}`]),
    '',
    '| operation | outcome | assumption | detail |',
    '|---|---|---|---|',
    ...rows,
    ''
  ].join('\n')
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** Text of the ERP must not end a cell, or become a link, code or HTML. */
function cell(text: string): string {
  return oneLine(text)
    .replaceAll(/[|[\]`*_]/g, '\\$&')
    .replaceAll('<', '&lt;')
}
