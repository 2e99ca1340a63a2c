/** An inventory as text, Markdown, JSON and CSV. */
import type { InventoryCounts } from './count.ts'
import type { AuditReport } from '../verify/report.ts'

export interface InventoryReport extends InventoryCounts {
  readonly files: readonly string[]
  /** Lines that are none of the audit, as `file:line`. */
  readonly unreadable: { readonly count: number; readonly first: readonly string[] }
  /** Undefined where no key was given. */
  readonly verified: AuditReport | undefined
}

export type InventoryForm = 'text' | 'markdown' | 'json' | 'csv'

const writers: Readonly<Record<InventoryForm, (report: InventoryReport) => string>> = {
  text: asText,
  markdown: asMarkdown,
  json: report => JSON.stringify(report, null, 2),
  csv: asCsv
}

export function writeInventory(report: InventoryReport, form: InventoryForm): string {
  return writers[form](report)
}

const mostFindings = 20

/** What the reader of the numbers has to know. */
export function remarksOf({ unreadable, verified, openIntents }: InventoryReport): string[] {
  const remarks: string[] = []
  const { count, first } = unreadable
  if (count > 0) {
    const more = count > first.length ? ' and more' : ''
    remarks.push(
      `${count} lines are none of the audit and do not count: ${first.join(', ')}${more}`
    )
  }
  if (verified === undefined) {
    remarks.push('Not verified: no key was given. The lines may have been changed.')
  } else if (verified.intact) {
    remarks.push(
      `Verified: ${verified.lines} lines of ${verified.writers.length} chains are intact.`
    )
  } else {
    remarks.push('NOT verified; the numbers may be wrong:')
    const { findings } = verified
    for (const { file, line, kind, writer, detail } of findings.slice(0, mostFindings)) {
      const chain = writer === undefined ? '' : ` (chain ${writer})`
      remarks.push(`${file === '' ? '' : `${file}:${line}: `}${kind}: ${detail}${chain}`)
    }
    if (findings.length > mostFindings) remarks.push(`and ${findings.length - mostFindings} more`)
  }
  if (openIntents > 0) {
    remarks.push(`${openIntents} changes have no end in these files; their requests do not count.`)
  }
  remarks.push(
    'Calls that --audit does not record, the start of the bridge and its probes do not count: complete numbers need --audit all.'
  )
  return remarks
}

const rowHead = ['system', 'caller', 'requests', 'endpoint'] as const
const callerHead = ['system', 'caller', 'calls', 'changes', 'requests'] as const

function tablesOf({ rows, callers }: InventoryReport) {
  return {
    callers: callers.map(({ system, caller, calls, changes, requests }) => [
      ...[system, caller],
      ...[calls, changes, requests].map(String)
    ]),
    rows: rows.map(({ system, caller, endpoint, requests }) => [
      ...[system, caller, String(requests)],
      endpoint
    ])
  }
}

function periodOf({ from, to, callers }: InventoryReport): string {
  if (from === undefined || to === undefined) return 'No call in this period.'
  const sum = callers.reduce((all, { requests }) => all + requests, 0)
  const calls = callers.reduce((all, caller) => all + caller.calls, 0)
  return `${from} to ${to}: ${sum} requests of ${calls} calls`
}

function asText(report: InventoryReport): string {
  const { callers, rows } = tablesOf(report)
  return [
    periodOf(report),
    ...['', ...columns(callerHead, callers)],
    ...['', ...columns(rowHead, rows)],
    ...['', ...remarksOf(report)]
  ].join('\n')
}

function columns(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const cells = rows.map(row => row.map(cell => cell.replace(/\s/g, ' ')))
  const widths = head.map((name, at) =>
    cells.reduce((most, row) => Math.max(most, row[at]?.length ?? 0), name.length)
  )
  return [head, ...cells].map(row =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd()
  )
}

function asMarkdown(report: InventoryReport): string {
  const { callers, rows } = tablesOf(report)
  return [
    ...['# Requests to the ERP', '', plain(periodOf(report))],
    ...['', '## Callers', '', ...table(callerHead, callers)],
    ...['', '## Endpoints', '', ...table(rowHead, rows)],
    ...['', '## Remarks', '', ...remarksOf(report).map(remark => `- ${plain(remark)}`)]
  ].join('\n')
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.map(plain).join(' | ')} |`
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)]
}

/** Names may hold markup. */
const plain = (cell: string) => cell.replace(/[\\`*_[\]<>|#!]/g, '\\$&').replace(/[\r\n]+/g, ' ')

function asCsv(report: InventoryReport): string {
  const { rows } = tablesOf(report)
  return [rowHead, ...rows].map(row => row.map(quoted).join(',')).join('\r\n')
}

/** A spreadsheet takes a cell that begins so for a formula. */
const formula = /^[=+\-@\t\r]/

function quoted(cell: string): string {
  const safe = formula.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
