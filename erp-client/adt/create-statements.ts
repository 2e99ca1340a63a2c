/** Asks for the SQL that the ERP generates of a CDS source. */
import type { ErpReader } from '../erp.ts'
import { assertName } from '../objects.ts'
import { readCreateStatements } from '../wire/document/create-statements.ts'
import type { CreateStatement } from '../wire/document/create-statements.ts'

export type { CreateStatement } from '../wire/document/create-statements.ts'

/**
 * The statements with which the database creates the views of a CDS source, as of its active
 * version. @throws ErpError ERP_NOT_FOUND, ERP_UNSUPPORTED
 */
export async function createStatementsOf(
  erp: ErpReader,
  { name }: { name: string },
  signal?: AbortSignal
): Promise<CreateStatement[]> {
  assertName({ type: 'DDLS', name })
  const response = await erp.request(
    {
      operation: 'cds.createStatements',
      effect: 'none',
      // The service answers POST alone, and changes nothing.
      method: 'POST',
      path: `/sap/bc/adt/ddic/ddl/createstatements/${encodeURIComponent(name)}`,
      accept: 'application/vnd.sap.adt.ddl.createStatements+xml, application/xml;q=0.8'
    },
    signal
  )
  return readCreateStatements(response.text)
}
