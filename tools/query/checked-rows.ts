/** Rows of a statement that a tool writes, under the rules that hold for the statements of a caller. */
import { runSql } from '../../erp-client/index.ts'
import type { TableResult } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { ToolError } from '../failure/errors.ts'
import { checkSelect } from '../sql/select.ts'

/** Values by the name of the column, upper case. */
export type NamedRow = Readonly<Record<string, string>>

export interface CheckedRows {
  readonly rows: readonly NamedRow[]
  /** The ERP has more than was asked for. */
  readonly more: boolean
  /** Columns whose values are replaced by a mark. */
  readonly masked: readonly string[]
}

export interface CheckedStatement {
  readonly sql: string
  readonly maxRows: number
  readonly signal?: AbortSignal
}

/**
 * Blocked tables are refused, masked columns are masked, as for ERPQuery.
 *
 * @throws ToolError BLOCKED_TABLE, BLOCKED_COLUMN, BLOCKED_OPERATION; BLOCKED_FEATURE where tables
 * are not read
 */
export async function checkedRows(
  context: ToolContext,
  { sql, maxRows, signal = context.signal }: CheckedStatement
): Promise<CheckedRows> {
  if (context.features.get('db') === 'absent') {
    throw new ToolError(
      'BLOCKED_FEATURE',
      'This stands in tables, and reading tables is switched off or absent here.',
      {
        remedy: 'The operator decides with --feature-db.',
        setting: '--feature-db',
        data: { feature: 'db' }
      }
    )
  }
  const select = checkSelect(sql)
  await context.assertTables(select.tables, select.associations)
  const mask = await context.maskOf(select)
  const result = await runSql(context.erp, { sql: mask?.sql ?? sql, maxRows }, signal)
  const shown = mask?.apply(result)
  return {
    rows: namedRows(shown ?? result),
    more: result.truncated,
    masked: shown?.maskedColumns ?? []
  }
}

function namedRows({ columns, rows }: TableResult): NamedRow[] {
  return rows.map(row =>
    Object.fromEntries(columns.map(({ name }, index) => [name.toUpperCase(), row[index] ?? '']))
  )
}
