/** The pretty printer of the ERP. */
import type { ErpReader } from '../erp.ts'
import { crlfToLf } from '../line-ends.ts'

/** Formats ABAP with the user's pretty-printer settings; LF line ends. */
export async function formatSource(
  erp: ErpReader,
  args: { source: string },
  signal?: AbortSignal
): Promise<string> {
  const response = await erp.request(
    {
      operation: 'source.format',
      effect: 'none',
      method: 'POST',
      path: '/sap/bc/adt/abapsource/prettyprinter',
      contentType: 'text/plain; charset=utf-8',
      accept: 'text/plain',
      body: args.source
    },
    signal
  )
  // Nothing comes back when nothing changed.
  return response.text === '' ? args.source : crlfToLf(response.text)
}
