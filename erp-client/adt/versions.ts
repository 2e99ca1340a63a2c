/** Versions of a source in the ERP's version management. */
import { ErpError } from '../errors.ts'
import type { ErpReader } from '../erp.ts'
import { crlfToLf } from '../line-ends.ts'
import { versionsUri } from '../objects.ts'
import type { ObjectRef } from '../objects.ts'
import { decodeVersions } from '../wire/versions.ts'
import type { ObjectVersion } from '../wire/versions.ts'

/**
 * The versions of a part: the draft and the active version, as far as there are any, then those that
 * the ERP keeps, newest first. @throws ErpError ERP_NOT_FOUND, ERP_UNSUPPORTED
 */
export async function listVersions(
  erp: ErpReader,
  args: { ref: ObjectRef; part?: string | undefined },
  signal?: AbortSignal
): Promise<ObjectVersion[]> {
  const path = versionsUri(args.ref, args.part)
  const response = await erp.request(
    {
      operation: 'versions.list',
      effect: 'none',
      method: 'GET',
      path,
      accept: 'application/atom+xml;type=feed'
    },
    signal
  )
  return response.text.trim() === '' ? [] : await decodeVersions([response.text, path], signal)
}

/** The text of one version, with LF line ends. @throws ErpError ERP_NOT_FOUND */
export async function readVersion(
  erp: ErpReader,
  args: { version: ObjectVersion },
  signal?: AbortSignal
): Promise<string> {
  if (args.version.path === '') {
    throw new ErpError('ERP_NOT_FOUND', `The ERP gives no content of version ${args.version.id}`)
  }
  const response = await erp.request(
    {
      operation: 'versions.read',
      effect: 'none',
      method: 'GET',
      path: args.version.path,
      accept: 'text/plain, */*;q=0.5'
    },
    signal
  )
  return crlfToLf(response.text)
}
