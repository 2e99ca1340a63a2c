/** Hints for a refused query: similar tables and columns. */
import { previewTable, searchObjects } from '../../erp-client/index.ts'
import type { ErpError } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { ToolError } from '../failure/errors.ts'
import { nearest } from '../schema/nearest.ts'
import { errorWords } from '../failure/prose.ts'
import { tokenize } from './tokens.ts'
import type { CheckedSelect } from './select.ts'

const tablesChecked = 3
const dataTypes = new Set(['TABL', 'DDLS', 'VIEW', 'STRU'])

/**
 * A refused query with suggestions: names like an unknown table, or the columns of the
 * tables that there are.
 */
export async function queryHint(
  context: ToolContext,
  error: ErpError,
  select: CheckedSelect
): Promise<ToolError> {
  const hints: string[] = []
  for (const table of select.tables.slice(0, tablesChecked)) {
    try {
      hints.push(...(await tableHint(context, table, select)))
    } catch {
      // A hint that cannot be had must not hide the error itself.
      context.signal.throwIfAborted()
    }
  }
  hints.unshift(...parameterHints(error, select), ...dialectHints(select))
  return new ToolError('ERP_QUERY_REFUSED', `The ERP refused the query: ${errorWords(error)}`, {
    remedy:
      hints.length === 0
        ? 'Check the names with ERPSearch and ERPRead, and the syntax: ABAP SQL, columns separated by commas.'
        : hints.join(' '),
    data: { sql: select.sql, exception: error.type },
    cause: error
  })
}

/** The preview has no rows of a view whose parameters have no values. */
function parameterHints(error: ErpError, { sql, tables }: CheckedSelect): string[] {
  const [table] = tables
  if (table === undefined || sql.includes(`${table}(`) || !/parameter/i.test(error.message)) {
    return []
  }
  return [
    `Give values with \`table\`: {"table":"${table}","parameters":{"P_DATE":"20260101"}}; the source of the view names them.`
  ]
}

/** Words of other SQL dialects, with what ABAP SQL has for them. */
const dialect: readonly (readonly [RegExp, string])[] = [
  [/^(?:LIMIT|TOP|FETCH)$/, 'ABAP SQL has no LIMIT, TOP or FETCH: leave it out and give maxRows.'],
  [/^(?:DESC|ASC)$/, 'ABAP SQL sorts by DESCENDING and ASCENDING.']
]

function dialectHints(select: CheckedSelect): string[] {
  const words = tokenize(select.sql)
    .filter(({ kind }) => kind === 'word')
    .map(({ upper }) => upper)
  return dialect.filter(([word]) => words.some(one => word.test(one))).map(([, hint]) => hint)
}

async function tableHint(
  context: ToolContext,
  table: string,
  select: CheckedSelect
): Promise<string[]> {
  const columns = await columnsOf(context, table)
  if (columns === undefined) {
    return [await similarTables(context, table)].filter(hint => hint !== '')
  }
  const known = new Set(columns)
  const used = tokenize(select.sql)
    .filter(({ kind }) => kind === 'word')
    .map(({ upper }) => upper.replace(/^.*~/, ''))
  const near = [...new Set(used)]
    .filter(
      word =>
        !known.has(word) &&
        !reserved.has(word) &&
        !select.tables.includes(word) &&
        !/^[\d+-]/.test(word)
    )
    .flatMap(word => {
      const suggestion = nearest(word, columns)
      return suggestion === undefined ? [] : [`${word} → ${suggestion}`]
    })
  const shown = columns.slice(0, 80)
  const list = `Columns of ${table}: ${shown.join(', ')}${columns.length > shown.length ? ', …' : ''}.`
  return near.length === 0 ? [list] : [`Did you mean ${near.join(', ')}?`, list]
}

async function columnsOf(context: ToolContext, table: string): Promise<string[] | undefined> {
  try {
    const { columns } = await previewTable(context.erp, { name: table, maxRows: 1 }, context.signal)
    return columns.map(({ name }) => name.toUpperCase())
  } catch {
    context.signal.throwIfAborted()
    return undefined
  }
}

async function similarTables(context: ToolContext, table: string): Promise<string> {
  if (!context.may('search')) return `${table} could not be read.`
  const stem = table.slice(0, Math.max(3, Math.ceil(table.length * 0.6)))
  const hits = await searchObjects(
    context.erp,
    { query: `${stem}*`, maxResults: 200 },
    context.signal
  )
  const names = hits.filter(({ ref }) => dataTypes.has(ref.type)).map(({ name }) => name)
  if (names.some(name => name.toUpperCase() === table)) {
    return `${table} exists; its rows could not be read.`
  }
  const near = nearest(table, names)
  if (near !== undefined) return `There is no ${table}. Did you mean ${near}?`
  return names.length === 0
    ? `There is no ${table}.`
    : `There is no ${table}; there is ${names.slice(0, 8).join(', ')}.`
}

const reserved = new Set([
  'SELECT',
  'FROM',
  'WHERE',
  'AND',
  'OR',
  'NOT',
  'AS',
  'ON',
  'INNER',
  'LEFT',
  'RIGHT',
  'OUTER',
  'JOIN',
  'GROUP',
  'ORDER',
  'BY',
  'HAVING',
  'COUNT',
  'SUM',
  'MIN',
  'MAX',
  'AVG',
  'DISTINCT',
  'IN',
  'LIKE',
  'BETWEEN',
  'IS',
  'NULL',
  'INITIAL',
  'EXISTS',
  'UNION',
  'ALL',
  'ASCENDING',
  'DESCENDING',
  'CASE',
  'WHEN',
  'THEN',
  'ELSE',
  'END',
  'CAST',
  'UP',
  'TO',
  'ROWS',
  'SINGLE',
  'WITH'
])
