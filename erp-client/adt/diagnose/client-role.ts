/** The role of a client: production, test, customizing. */
import type { ErpReader } from '../../erp.ts'
import { runSql } from '../query.ts'

/** The role of a client in table T000: `P` for production. Rejects where it cannot be read. */
export async function readClientRole(
  erp: ErpReader,
  { client }: { client: string },
  signal?: AbortSignal
): Promise<string> {
  const sql = `SELECT cccategory FROM t000 WHERE mandt = '${client}'`
  const { rows } = await runSql(erp, { sql, maxRows: 1 }, signal)
  return rows[0]?.[0] ?? ''
}
