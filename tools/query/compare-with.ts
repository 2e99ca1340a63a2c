/** ERPQuery compareWith: rows of a table here against those of another system. */
import { previewTable } from '../../erp-client/index.ts'
import type { TableResult } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import type { ToolResult } from '../call/result.ts'
import { badArguments, ToolError } from '../failure/errors.ts'
import { fenced } from '../failure/prose.ts'
import { count, namedSystemWords, systemWords } from '../objects/words.ts'
import { maskedRead, masksOf } from './masked-compare.ts'
import type { CheckedSelect } from '../sql/select.ts'
import { columnsOnlyIn, compareRows, layoutOf } from './compare-rows.ts'
import type { RowComparison, RowLayout } from './compare-rows.ts'

const defaultRows = 1000
const mostExamples = 50

export interface RowsQuestion {
  readonly system: string
  readonly table: string
  /** Every column of the table: the key must be among them. */
  readonly select: CheckedSelect
  /** Fields to compare; all of them if left out. */
  readonly columns?: readonly string[] | undefined
  readonly maxRows?: number | undefined
}

/** Both policies decide about the table before either system is asked for rows. */
export async function compareWith(
  context: ToolContext,
  question: RowsQuestion
): Promise<ToolResult> {
  const { system, table, select } = question
  await context.assertTables(select.tables, select.associations)
  return await context.readAt({ system, object: `table ${table}`, feature: 'db' }, async there => {
    await there.assertTables(select.tables, select.associations)
    const masks = await masksOf({ here: context, there }, select)
    const maxRows = Math.min(
      question.maxRows ?? defaultRows,
      context.limits.rows,
      there.limits.rows
    )
    const read = maskedRead(await readBoth({ here: context, there }, question, maxRows), masks)
    return answer(context, question, {
      ...read,
      other: namedSystemWords(system, there.erp),
      maxRows
    })
  })
}

interface Read {
  readonly here: TableResult
  readonly there: TableResult
  readonly layout: RowLayout
}

/**
 * Rows that were cut are read once more in the order of their key: only then both parts are the same
 * part of the table.
 */
async function readBoth(
  { here, there }: { readonly here: ToolContext; readonly there: ToolContext },
  { table, select, columns, system }: RowsQuestion,
  maxRows: number
): Promise<Read> {
  const ask = async (sql: string) => {
    const [mine, others] = await Promise.all(
      [here, there].map(
        async ({ erp, signal }) => await previewTable(erp, { name: table, maxRows, sql }, signal)
      )
    )
    if (mine === undefined || others === undefined) throw new TypeError('two results expected')
    return { here: mine, there: others }
  }
  const first = await ask(select.sql)
  const layout = layoutOf(first.here.columns, first.there.columns, columns)
  if ('fault' in layout) throw keyError(layout.fault, table, system)
  assertColumns(layout, columns)
  if (!first.here.truncated && !first.there.truncated) return { ...first, layout }
  const order = layout.keys.map(({ name }) => name).join(', ')
  return { ...(await ask(`${select.sql} ORDER BY ${order}`)), layout }
}

function keyError(fault: 'no key' | 'other key', table: string, system: string): ToolError {
  return fault === 'no key'
    ? badArguments(
        `${table} names no key, so its rows cannot be matched.`,
        'Compare the table itself instead of a view without a key.'
      )
    : new ToolError('TOOL_KEY_DIFFERS', `${table} has another key in ${system}.`, {
        remedy: 'Compare the definitions first: ERPContext compare.'
      })
}

function assertColumns({ keys, fields }: RowLayout, columns: readonly string[] | undefined): void {
  const known = new Set([...keys, ...fields].map(({ name }) => name.toUpperCase()))
  const missing = columns?.filter(name => !known.has(name.toUpperCase())) ?? []
  if (missing.length > 0) {
    throw badArguments(
      `${missing.join(', ')} is no column that both systems have.`,
      'Leave `columns` out to compare all of them.'
    )
  }
}

interface Answered extends Read {
  readonly maskedColumns: readonly string[]
  readonly other: string
  readonly maxRows: number
}

function answer(
  context: ToolContext,
  { table, system: name }: RowsQuestion,
  { here, there, layout, other, maxRows, maskedColumns }: Answered
): ToolResult {
  const comparison = compareRows(here, there, { layout, most: mostExamples })
  const { examples, ...counts } = comparison
  const rows = examples.flatMap(example => exampleRows(example, layout))
  const columns = [...layout.keys.map(key => key.name), 'verdict', 'field', 'here', 'there']
  const complete = !here.truncated && !there.truncated
  const own = {
    onlyColumnsHere: columnsOnlyIn(here.columns, there.columns),
    onlyColumnsThere: columnsOnlyIn(there.columns, here.columns)
  }
  const system = systemWords(context.erp)
  const shown = cutRows(rows, context.limits.bytes / 4)
  return {
    kind: 'data',
    data: {
      system,
      with: name,
      columns: columns.map(column => ({ name: column })),
      rows: shown,
      rowCount: shown.length,
      complete,
      comparison: { ...counts, ...own, rowsHere: here.rows.length, rowsThere: there.rows.length }
    },
    text: [
      `${system} against ${other} · ${table} by ${layout.keys.map(key => key.name).join(', ')} · ${countWords(comparison)}${complete ? ' · complete' : ' · not complete'}`,
      ...columnWords(own, maskedColumns),
      ...(shown.length === 0
        ? []
        : fenced([columns, ...shown].map(row => row.map(cell).join('\t')))),
      ...(shown.length < rows.length || examples.length === mostExamples
        ? [`Only the first ${count(mostExamples, 'differing row')} are shown.`]
        : []),
      ...(complete
        ? []
        : [
            `At most ${count(maxRows, 'row')} of each system were read: narrow by a where condition.`
          ])
    ].join('\n')
  }
}

function countWords({ same, different, onlyHere, onlyThere, undecided }: RowComparison): string {
  const words = `${different} different, ${onlyHere} only here, ${onlyThere} only there, ${same} same`
  return undecided === 0 ? words : `${words}, ${undecided} undecided (the other side was cut)`
}

function columnWords(
  own: Record<'onlyColumnsHere' | 'onlyColumnsThere', string[]>,
  masked: readonly string[]
): string[] {
  return [
    ...(masked.length === 0 ? [] : [`Columns masked, not compared: ${masked.join(', ')}`]),
    ...(own.onlyColumnsHere.length === 0
      ? []
      : [`Columns only here, not compared: ${own.onlyColumnsHere.join(', ')}`]),
    ...(own.onlyColumnsThere.length === 0
      ? []
      : [`Columns only there, not compared: ${own.onlyColumnsThere.join(', ')}`])
  ]
}

/** One line for each field that differs; one for a row that only one system has. */
function exampleRows(
  { key, verdict, fields = [] }: RowComparison['examples'][number],
  layout: RowLayout
): (string | null)[][] {
  const keys = layout.keys.map(({ name }) => key[name] ?? null)
  return fields.length === 0
    ? [[...keys, verdict, null, null, null]]
    : fields.map(({ name, here, there }) => [...keys, verdict, name, here, there])
}

function cutRows(rows: (string | null)[][], bytes: number): (string | null)[][] {
  let left = bytes
  return rows.filter(row => (left -= Buffer.byteLength(row.join('\t'))) >= 0)
}

function cell(value: string | null): string {
  return value === null ? '' : value.replace(/[\t\r\n]/g, ' ')
}
