/** What kind a client is, by table T000: production, test, customizing; open or closed for changes. */
import type { ErpReader } from '../../erp.ts'
import type { TableResult } from '../../wire/table.ts'
import { runSql } from '../query.ts'

export interface ClientFacts {
  /**
   * `CCCATEGORY`: `P` production, `T` test, `C` customizing, `D` demo, `E` training, `S` reference;
   * empty where the table does not show the client.
   */
  readonly category: string
  /** `CCNOCLIIND` 2 and 3: repository objects cannot be changed in this client. */
  readonly isClosed: boolean
}

const closed: ReadonlySet<string> = new Set(['2', '3'])

/** Rejects where the table cannot be read. */
export async function readClientFacts(
  erp: ErpReader,
  { client }: { client: string },
  signal?: AbortSignal
): Promise<ClientFacts> {
  const sql = `SELECT cccategory, ccnocliind FROM t000 WHERE mandt = '${client}'`
  const found = await runSql(erp, { sql, maxRows: 1 }, signal)
  const cell = (name: string) => cellOf(found, name)
  return { category: cell('CCCATEGORY'), isClosed: closed.has(cell('CCNOCLIIND')) }
}

/** The role of a client: `P` for production. Rejects where it cannot be read. */
export async function readClientRole(
  erp: ErpReader,
  args: { client: string },
  signal?: AbortSignal
): Promise<string> {
  return (await readClientFacts(erp, args, signal)).category
}

function cellOf({ columns, rows }: TableResult, name: string): string {
  const at = columns.findIndex(column => column.name.toUpperCase() === name)
  return rows[0]?.[at]?.trim() ?? ''
}
