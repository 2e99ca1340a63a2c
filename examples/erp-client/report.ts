/**
 * The ERP client on its own, without MCP and without HTTP server: the objects of a package and the
 * lengths of their sources. Elsewhere the import is `from 'erp-bridge/erp-client'`.
 */
import { createErp, isErpError, packageContents, readSource } from '../../erp-client/index.ts'
import type { ErpOptions, ErpReader, ObjectRef } from '../../erp-client/index.ts'

export interface Line {
  readonly object: string
  /** Undefined where the object has no source. */
  readonly lines: number | undefined
}

/**
 * @param packageName such as `$TMP`
 * @throws ErpError with `code` (the cause) and `remedy` (what to do)
 */
export async function reportOf(options: ErpOptions, packageName: string): Promise<Line[]> {
  const erp = createErp(options)
  try {
    const { objects } = await packageContents(erp.reader, { package: packageName })
    return await Promise.all(
      objects.map(async ({ ref }) => ({
        object: `${ref.type} ${ref.name}`,
        lines: await linesOf(erp.reader, ref)
      }))
    )
  } finally {
    // Logs off and releases the connections.
    await erp.close()
  }
}

async function linesOf(reader: ErpReader, ref: ObjectRef): Promise<number | undefined> {
  try {
    const { text } = await readSource(reader, { ref })
    return text.split('\n').length
  } catch (error) {
    if (isErpError(error, 'ERP_BAD_NAME', 'ERP_UNSUPPORTED', 'ERP_NOT_FOUND')) return undefined
    throw error
  }
}
