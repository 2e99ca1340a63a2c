/** The answer to a query: one page of its rows, as data and as a table with tabs. */
import type { TableResult } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import type { ToolResult } from '../call/result.ts'
import { fenced } from '../failure/prose.ts'
import { maskNote } from '../mask/index.ts'
import type { MaskedResult } from '../mask/index.ts'
import { count, systemWords } from '../objects/words.ts'
import { omitUndefined } from '../schema/output.ts'

export interface RowsPage {
  /** What a cursor is bound to. */
  readonly question: readonly unknown[]
  /** Rows before this page. */
  readonly offset: number
  /** Rows up to the end of this page, as many as the ERP was asked for. */
  readonly end: number
  readonly requested: number | undefined
  readonly sql: string
}

/** The rows of a page that fit into the byte limit; text and data hold the same rows. */
export function rowsAnswer(
  context: ToolContext,
  result: TableResult & Partial<MaskedResult>,
  page: RowsPage
): ToolResult {
  const { offset, end } = page
  const wanted = result.rows.slice(offset, end)
  const lines = fittingLines(wanted, context.limits.bytes)
  const next = offset + lines.length
  const isCut = lines.length < wanted.length
  const complete = !isCut && !result.truncated && result.rows.length <= end
  // Pages end with the rows that one query may return; a row too large for a page ends them too.
  const cursor =
    complete || lines.length === 0 || next >= context.limits.rows
      ? undefined
      : context.cursors.at(page.question, next)
  const system = systemWords(context.erp)
  const { total } = result
  return {
    kind: 'data',
    data: omitUndefined({
      system,
      columns: result.columns.map(({ name, type, length, key }) =>
        omitUndefined({ name, type, length, key: key === true ? true : undefined })
      ),
      rows: wanted.slice(0, lines.length),
      rowCount: lines.length,
      offset: offset === 0 ? undefined : offset,
      total,
      complete,
      cursor,
      masked: result.maskedColumns?.length === 0 ? undefined : result.maskedColumns
    }),
    text: [
      `${system} · ${sizeWords(lines.length, offset, total)} · ${complete ? 'complete' : 'not complete'}`,
      ...fenced([result.columns.map(({ name }) => name).join('\t'), ...lines]),
      ...maskNote(context.columnRules, result.maskedColumns),
      ...(complete ? [] : [remedy(context, page, { cursor, isCut })])
    ].join('\n')
  }
}

function fittingLines(rows: TableResult['rows'], most: number): string[] {
  const lines: string[] = []
  let bytes = 0
  for (const row of rows) {
    const line = row.map(cell).join('\t')
    // The structured half holds the same values with their quotation marks.
    bytes += Buffer.byteLength(JSON.stringify(row))
    if (bytes > most) break
    lines.push(line)
  }
  return lines
}

function sizeWords(rows: number, offset: number, total: number | undefined): string {
  if (offset > 0 && rows > 0) {
    return `rows ${offset + 1}-${offset + rows}${total === undefined ? '' : ` of ${total}`}`
  }
  return `${count(rows, 'row')}${total === undefined || total === rows ? '' : ` of ${total}`}`
}

function remedy(
  { limits }: ToolContext,
  { requested, sql }: RowsPage,
  { cursor, isCut }: { readonly cursor: string | undefined; readonly isCut: boolean }
): string {
  const what = isCut ? 'Cut by size' : 'There are more rows'
  if (cursor === undefined) {
    return `${what}: narrow by a where condition${isCut ? ' or fewer columns' : `; one query gives at most ${count(limits.rows, 'row')} here, on all pages together`}.`
  }
  const raise = requested === undefined && !isCut ? ', raise maxRows' : ''
  const order = /\bORDER\s+BY\b/i.test(sql)
    ? ''
    : ' Without ORDER BY the ERP may return the rows in another order on the next page.'
  return `${what}: narrow by a where condition${raise}, or go on with the same arguments and cursor "${cursor}".${order}`
}

function cell(value: string | null): string {
  return value === null
    ? 'NULL'
    : value.replace(
        /[\t\n\r\\]/g,
        char => ({ '\t': '\\t', '\n': '\\n', '\r': '\\r' })[char] ?? '\\\\'
      )
}
