/** ERPQuery: SELECT statements and the contents of tables. */
import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import { isErpError, previewTable, runSql } from '../erp-client/index.ts'
import type { TableResult } from '../erp-client/index.ts'
import type { ToolContext } from './call/context.ts'
import { defineTool } from './define.ts'
import { badArguments } from './failure/errors.ts'
import { compareWith } from './query/compare-with.ts'
import type { RowsQuestion } from './query/compare-with.ts'
import { systemArgument } from './compare/inputs.ts'
import { omitUndefined } from './schema/output.ts'
import { fenced } from './failure/prose.ts'
import { queryHint } from './sql/query-hint.ts'
import type { ToolResult } from './call/result.ts'
import { splitLongList } from './sql/long-lists.ts'
import { checkClause, checkSelect } from './sql/select.ts'
import type { CheckedSelect } from './sql/select.ts'
import { count, systemWords } from './objects/words.ts'

const defaultRows = 100

const input = Type.Object({
  sql: Type.Optional(
    Type.String({
      multiline: true,
      maxLength: 100_000,
      description: 'One SELECT, values as literals; they come as text.'
    })
  ),
  table: Type.Optional(
    Type.String({
      listed: 'no',
      spelling: 'upper',
      maxLength: 120,
      description: 'Table or CDS view, instead of sql.'
    })
  ),
  columns: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 120 }), {
      listed: 'no',
      description: 'With table: only these columns.'
    })
  ),
  where: Type.Optional(
    Type.String({
      listed: 'no',
      multiline: true,
      maxLength: 50_000,
      description: 'With table, e.g. price > 100.'
    })
  ),
  orderBy: Type.Optional(
    Type.String({
      listed: 'no',
      maxLength: 1000,
      description: 'With table, e.g. price DESCENDING.'
    })
  ),
  maxRows: Type.Optional(
    Type.Integer({
      minimum: 1,
      listed: 'no',
      description: `At most so many rows (${defaultRows} if left out).`
    })
  ),
  compareWith: Type.Optional(
    systemArgument('With table: its rows by key against those of this other system.')
  )
})

type Args = Static<typeof input>

const output = Type.Object({
  system: Type.String(),
  columns: Type.Array(Type.Object({})),
  rows: Type.Array(Type.Array(Type.Unsafe<string | null>({}))),
  rowCount: Type.Integer(),
  total: Type.Optional(Type.Integer()),
  complete: Type.Boolean()
})

export const erpQuery = defineTool({
  name: 'ERPQuery',
  title: 'Query table contents',
  description:
    'Rows of tables and CDS views: one ABAP SQL SELECT in sql, or table with columns, where, orderBy. Examples: {"table":"SFLIGHT","where":"carrid = \'LH\'"}, {"sql":"SELECT carrid, COUNT( * ) AS n FROM sflight GROUP BY carrid"}',
  scope: 'read',
  gap: 'dataPreview',
  feature: 'db',
  operation: 'query',
  examples: [{ table: 'ZRATES', where: "country = 'DE'", compareWith: 'prd' }],
  input,
  output,
  async run(args, context) {
    if (args.compareWith !== undefined) {
      return await compareWith(context, comparisonOf(args, args.compareWith))
    }
    const select = statementOf(args)
    await context.assertTables(select.tables, select.associations)
    const maxRows = Math.min(args.maxRows ?? defaultRows, context.limits.rows)
    try {
      const ask = async (sql: string, rows: number) =>
        args.table === undefined
          ? await runSql(context.erp, { sql, maxRows: rows }, context.signal)
          : await previewTable(
              context.erp,
              { name: args.table, maxRows: rows, sql },
              context.signal
            )
      const parts = splitLongList(select.sql)
      const result =
        parts === undefined ? await ask(select.sql, maxRows) : await inParts(parts, ask, maxRows)
      return answer(context, result, { requested: args.maxRows, maxRows })
    } catch (error) {
      if (!isErpError(error, 'ERP_BAD_REQUEST', 'ERP_NOT_FOUND', 'ERP_SERVER_ERROR')) throw error
      throw await queryHint(context, error, select)
    }
  }
})

/** The rows of a table with its whole key: the columns say only what is compared. */
function comparisonOf({ columns, ...args }: Args, system: string): RowsQuestion {
  const { table, sql, orderBy, maxRows } = args
  if (table === undefined || sql !== undefined || orderBy !== undefined) {
    throw badArguments(
      '`compareWith` compares the rows of one `table` by its key.',
      'Give `table`, and `where` or `columns`; leave `sql` and `orderBy` out.'
    )
  }
  return { system, table, select: statementOf(args), columns, maxRows }
}

/** The rows of statements that each hold a part of a long list, as far as rows are wanted. */
async function inParts(
  parts: readonly string[],
  ask: (sql: string, rows: number) => Promise<TableResult>,
  maxRows: number
): Promise<TableResult> {
  let columns: TableResult['columns'] = []
  const rows: TableResult['rows'][number][] = []
  let truncated = false
  for (const [index, sql] of parts.entries()) {
    const part = await ask(sql, maxRows - rows.length)
    columns = part.columns
    rows.push(...part.rows)
    truncated ||= part.truncated
    if (rows.length >= maxRows) {
      truncated ||= index < parts.length - 1
      break
    }
  }
  return { columns, rows, truncated }
}

function statementOf({ sql, table, columns, where, orderBy }: Args): CheckedSelect {
  if (sql !== undefined) {
    if (table !== undefined) {
      throw badArguments('`sql` and `table` contradict each other.', 'Give one of them.')
    }
    if (columns !== undefined || where !== undefined || orderBy !== undefined) {
      throw badArguments(
        '`columns`, `where` and `orderBy` belong to `table`.',
        'Write them into `sql`.'
      )
    }
    return checkSelect(sql)
  }
  if (table === undefined) {
    throw badArguments('`sql` or `table` is missing.', 'For example {"table":"T000"}.')
  }
  if (!/^[A-Z0-9_/$]+$/.test(table)) {
    throw badArguments(
      `\`table\` is ${JSON.stringify(table.slice(0, 60))}, which is no table name.`,
      'Use `sql` for joins.'
    )
  }
  const invalid = columns?.find(column => !/^[\w/$]+$/.test(column))
  if (invalid !== undefined) {
    throw badArguments(
      `\`columns\` contains ${JSON.stringify(invalid.slice(0, 60))}, which is no column name.`,
      'Use `sql` for expressions.'
    )
  }
  const clauses = [
    `SELECT ${columns?.join(', ') ?? '*'} FROM ${table}`,
    ...(where === undefined ? [] : [`WHERE ${checkClause(where, 'where')}`]),
    ...(orderBy === undefined ? [] : [`ORDER BY ${checkClause(orderBy, 'orderBy')}`])
  ]
  return checkSelect(clauses.join(' '))
}

/**
 * The rows that fit into the byte limit, as data and as a table with tabs; both halves hold the
 * same rows.
 */
function answer(
  context: ToolContext,
  result: TableResult,
  { requested, maxRows }: { requested: number | undefined; maxRows: number }
): ToolResult {
  const lines: string[] = []
  let bytes = 0
  for (const row of result.rows.slice(0, maxRows)) {
    const line = row.map(value => cell(value)).join('\t')
    bytes += 2 * Buffer.byteLength(line)
    if (bytes > context.limits.bytes) break
    lines.push(line)
  }
  const cutByBytes = lines.length < Math.min(result.rows.length, maxRows)
  const complete = !cutByBytes && !result.truncated && result.rows.length <= maxRows
  const system = systemWords(context.erp)
  const { total } = result
  const narrow = complete
    ? []
    : [
        cutByBytes
          ? 'Cut by size: narrow by fewer columns or a where condition.'
          : `There are more rows: narrow by a where condition${requested !== undefined && requested > maxRows ? `; this bridge gives at most ${maxRows} rows` : ', or raise maxRows'}.`
      ]
  return {
    kind: 'data',
    data: omitUndefined({
      system,
      columns: result.columns.map(({ name, type, length, key }) =>
        omitUndefined({ name, type, length, key: key === true ? true : undefined })
      ),
      rows: result.rows.slice(0, lines.length),
      rowCount: lines.length,
      total,
      complete
    }),
    text: [
      `${system} · ${count(lines.length, 'row')}${total === undefined || total === lines.length ? '' : ` of ${total}`}${complete ? ' · complete' : ' · not complete'}`,
      ...fenced([result.columns.map(({ name }) => name).join('\t'), ...lines]),
      ...narrow
    ].join('\n')
  }
}

function cell(value: string | null): string {
  return value === null
    ? 'NULL'
    : value.replace(
        /[\t\n\r\\]/g,
        char => ({ '\t': '\\t', '\n': '\\n', '\r': '\\r' })[char] ?? '\\\\'
      )
}
