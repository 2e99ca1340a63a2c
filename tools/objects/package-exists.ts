/** Whether a package exists, before an object is planned or put into it. */
import { isErpError, readMetadata } from '../../erp-client/index.ts'
import type { ErpReader } from '../../erp-client/index.ts'
import { ToolError } from '../failure/errors.ts'

/**
 * Whether changes in the package are not recorded, by its software component and its own flag;
 * undefined where the ERP says that it has no such package. ABAP cloud has no other local packages
 * than those without the flag.
 */
export async function localPackage(
  erp: ErpReader,
  name: string,
  signal: AbortSignal
): Promise<boolean | undefined> {
  try {
    const { attributes } = await readMetadata(erp, { ref: { type: 'DEVC', name } }, signal)
    return attributes['softwareComponent'] === 'LOCAL' || attributes['recordChanges'] === 'false'
  } catch (error) {
    signal.throwIfAborted()
    // A 404 without an exception of the ERP comes from something before it, or from an old release.
    return isErpError(error, 'ERP_NOT_FOUND') && error.type !== undefined ? undefined : false
  }
}

/** @throws ToolError ERP_NOT_FOUND where the ERP has no such package */
export async function assertPackage(
  { erp, signal }: { readonly erp: ErpReader; readonly signal: AbortSignal },
  name: string
): Promise<void> {
  if ((await localPackage(erp, name, signal)) === undefined) throw noPackage(name)
}

export function noPackage(name: string): ToolError {
  return new ToolError('ERP_NOT_FOUND', `There is no package ${name}. Nothing was changed.`, {
    remedy: 'ERPSearch with type DEVC finds packages; ERPManage create_package creates one.'
  })
}
