/** ERPQuery: SELECT statements and the contents of tables. */
import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import { isErpError, previewTable, runSql } from '../erp-client/index.ts'
import type { TableResult } from '../erp-client/index.ts'
import { defineTool } from './define.ts'
import { badArguments } from './failure/errors.ts'
import { compareWith } from './query/compare-with.ts'
import type { RowsQuestion } from './query/compare-with.ts'
import { systemArgument } from './compare/inputs.ts'
import { cursorArgument } from './schema/arguments.ts'
import { parameterList } from './query/parameters.ts'
import { rowsAnswer } from './query/rows-answer.ts'
import { queryHint } from './sql/query-hint.ts'
import { splitLongList } from './sql/long-lists.ts'
import { checkClause, checkSelect } from './sql/select.ts'
import type { CheckedSelect } from './sql/select.ts'

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
  parameters: Type.Optional(
    Type.Record(Type.String(), Type.Union([Type.String({ maxLength: 253 }), Type.Number()]), {
      listed: 'bare',
      maxProperties: 100,
      description: 'With table: values of the parameters of a CDS view, {"P_DATE":"20260101"}.'
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
  cursor: Type.Optional(cursorArgument),
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
  offset: Type.Optional(Type.Integer()),
  total: Type.Optional(Type.Integer()),
  complete: Type.Boolean(),
  cursor: Type.Optional(Type.String()),
  masked: Type.Optional(Type.Array(Type.String()))
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
    const mask = await context.maskOf(select)
    const sent = mask?.sql ?? select.sql
    const most = context.limits.rows
    const question = ['rows', select.sql, args.table]
    const offset = context.cursors.offset(question, args.cursor)
    // The data preview skips no rows: a later page asks for those before it as well.
    const end = Math.min(offset + (args.maxRows ?? defaultRows), most)
    try {
      const ask = async (sql: string, rows: number) =>
        args.table === undefined || args.parameters !== undefined
          ? await runSql(context.erp, { sql, maxRows: rows }, context.signal)
          : await previewTable(
              context.erp,
              { name: args.table, maxRows: rows, sql },
              context.signal
            )
      const parts = splitLongList(sent)
      const result = parts === undefined ? await ask(sent, end) : await inParts(parts, ask, end)
      return rowsAnswer(context, mask?.apply(result) ?? result, {
        question,
        offset,
        end,
        requested: args.maxRows,
        sql: select.sql
      })
    } catch (error) {
      if (!isErpError(error, 'ERP_BAD_REQUEST', 'ERP_NOT_FOUND', 'ERP_SERVER_ERROR')) throw error
      throw await queryHint(context, error, select)
    }
  }
})

/** The rows of a table with its whole key: the columns say only what is compared. */
function comparisonOf({ columns, ...args }: Args, system: string): RowsQuestion {
  const { table, sql, parameters, orderBy, maxRows, cursor } = args
  const others = [sql, parameters, orderBy, cursor]
  if (others.some(each => each !== undefined) || table === undefined) {
    throw badArguments(
      '`compareWith` compares the rows of one `table` by its key.',
      'Give `table`, and `where` or `columns`; leave `sql`, `parameters`, `orderBy` and `cursor` out.'
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

function statementOf({ sql, table, parameters, columns, where, orderBy }: Args): CheckedSelect {
  if (sql !== undefined) {
    if (table !== undefined) {
      throw badArguments('`sql` and `table` contradict each other.', 'Give one of them.')
    }
    if ([parameters, columns, where, orderBy].some(each => each !== undefined)) {
      throw badArguments(
        '`parameters`, `columns`, `where` and `orderBy` belong to `table`.',
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
    `SELECT ${columns?.join(', ') ?? '*'} FROM ${table}${parameters === undefined ? '' : parameterList(parameters)}`,
    ...(where === undefined ? [] : [`WHERE ${checkClause(where, 'where')}`]),
    ...(orderBy === undefined ? [] : [`ORDER BY ${checkClause(orderBy, 'orderBy')}`])
  ]
  return checkSelect(clauses.join(' '))
}
