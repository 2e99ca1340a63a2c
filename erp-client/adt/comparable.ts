/** The active contents of objects for a comparison: one request for each part, without metadata. */
import { isErpError } from '../errors.ts'
import type { ErpReader } from '../erp.ts'
import type { ObjectRef } from '../objects.ts'
import { readDocument } from './document/documents.ts'
import { fetchSource } from './source.ts'
import { comparableAway } from '../wire/document/comparable.ts'

/**
 * The active text of a part with LF line ends; undefined where the ERP has no such object or part.
 * @throws ErpError ERP_UNSUPPORTED for a type without source
 */
export async function readActiveText(
  erp: ErpReader,
  args: { readonly ref: ObjectRef; readonly part: string },
  signal?: AbortSignal
): Promise<string | undefined> {
  return await unlessMissing(async () => {
    const found = await fetchSource(request => erp.request(request, signal), {
      ...args,
      version: 'active'
    })
    return found?.text
  })
}

/**
 * The document of an object without source as comparable lines; undefined where there is none.
 * @throws ErpError ERP_BAD_ANSWER
 */
export async function readComparableDocument(
  erp: ErpReader,
  { ref }: { readonly ref: ObjectRef },
  signal?: AbortSignal
): Promise<string | undefined> {
  return await unlessMissing(
    async () => await comparableAway([await readDocument(erp, { ref }, signal)], signal)
  )
}

async function unlessMissing<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read()
  } catch (error) {
    if (isErpError(error, 'ERP_NOT_FOUND')) return undefined
    throw error
  }
}
