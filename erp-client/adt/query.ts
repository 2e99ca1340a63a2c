/** Data preview: ABAP SQL queries and rows of tables. */
import type { ErpReader } from '../erp.ts'
import { assertGrammar } from './names.ts'
import { queryLines } from '../wire/query-lines.ts'
import { decodeTable } from '../wire/table.ts'
import { trimEndOf } from '../wire/tails.ts'
import type { TableResult } from '../wire/table.ts'
import { coalesce } from '../cache/coalesce.ts'

const accept = 'application/vnd.sap.adt.datapreview.table.v1+xml, application/xml;q=0.9'

/** The service accepts one SELECT without the final period, in short lines. */
function bare(sql: string): string {
  return queryLines(trimEndOf(sql.trim(), ' \t\r\n.'))
}

interface Preview {
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly sql: string
  readonly maxRows: number
}

function preview(
  erp: ErpReader,
  request: Preview,
  signal: AbortSignal | undefined
): Promise<TableResult> {
  return coalesce(erp, ['data.preview', request], {
    request: own => previewNow(erp, request, own),
    signal
  })
}

async function previewNow(
  erp: ErpReader,
  request: Preview,
  signal: AbortSignal
): Promise<TableResult> {
  const response = await erp.request(
    {
      operation: 'data.preview',
      effect: 'none',
      method: 'POST',
      path: request.path,
      // One row more than requested shows whether there are more.
      query: { rowNumber: request.maxRows + 1, ...request.query },
      contentType: 'text/plain; charset=utf-8',
      accept,
      body: request.sql
    },
    signal
  )
  return await decodeTable([response.text, request.maxRows], signal)
}

/**
 * Runs one ABAP SQL SELECT. @throws ErpError ERP_BAD_REQUEST with the compiler's message,
 * ERP_FORBIDDEN
 */
export function runSql(
  erp: ErpReader,
  args: { sql: string; maxRows: number },
  signal?: AbortSignal
): Promise<TableResult> {
  return preview(
    erp,
    {
      path: '/sap/bc/adt/datapreview/freestyle',
      query: {},
      sql: bare(args.sql),
      maxRows: args.maxRows
    },
    signal
  )
}

/**
 * Rows of a table, view or CDS entity, optionally by a SELECT on it. @throws ErpError ERP_BAD_NAME,
 * ERP_BAD_REQUEST, ERP_FORBIDDEN
 */
export async function previewTable(
  erp: ErpReader,
  args: { name: string; maxRows: number; sql?: string | undefined },
  signal?: AbortSignal
): Promise<TableResult> {
  const name = args.name.trim().toUpperCase()
  assertGrammar(name, { kind: 'Table', grammar: 'identifier', maxLength: 40 })
  return preview(
    erp,
    {
      path: '/sap/bc/adt/datapreview/ddic',
      query: { ddicEntityName: name },
      sql: bare(args.sql ?? ''),
      maxRows: args.maxRows
    },
    signal
  )
}
