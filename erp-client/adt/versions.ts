/** Versions of a source in the ERP's version management. */
import { ErpError } from '../errors.ts'
import type { ErpReader } from '../erp.ts'
import { crlfToLf } from '../line-ends.ts'
import { objectUri, partUri, rowFor } from '../objects.ts'
import type { ObjectRef } from '../objects.ts'
import { decodeVersions } from '../wire/versions.ts'
import type { ObjectVersion } from '../wire/versions.ts'

/** The versions of a part. @throws ErpError ERP_NOT_FOUND, ERP_UNSUPPORTED */
export async function listVersions(
  erp: ErpReader,
  args: { ref: ObjectRef; part?: string | undefined },
  signal?: AbortSignal
): Promise<ObjectVersion[]> {
  const hasSource = Object.keys(rowFor(args.ref).parts).length > 0
  const path = `${hasSource ? partUri(args.ref, args.part) : objectUri(args.ref)}/versions`
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
