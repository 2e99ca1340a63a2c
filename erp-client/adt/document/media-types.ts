/** The media type of a document that is sent: tried in order, remembered for the system. */
import { cacheOf } from '../../cache/erp-cache.ts'
import { isErpError } from '../../errors.ts'
import type { ErpReader } from '../../erp.ts'
import { collectionUri } from '../../objects.ts'
import type { ObjectRef, ObjectTypeRow } from '../../objects.ts'
import { readDiscovery } from '../system.ts'

const any = 'application/*'

/** Types of a creation, best first: most services take any type, some their own alone. */
export function creationTypes(row: ObjectTypeRow, cloud: boolean): readonly string[] {
  const own = row.mediaType
  const needsOwn = row.ownMediaType === true || (cloud && row.ownMediaTypeInCloud === true)
  return needsOwn ? [own, any] : [any, own]
}

/**
 * Types of a changed document, best first: the newest, then those of older releases. Each stands
 * with its character set and without, because a service may refuse either.
 */
export function documentTypes({ mediaType, ownMediaType }: ObjectTypeRow): readonly string[] {
  const [, stem = '', number = ''] = /^(.*\.v)(\d+)\+xml$/.exec(mediaType) ?? []
  const older = Array.from(
    { length: Math.max(Number(number) - 1, 0) },
    (_none, index) => `${stem}${Number(number) - 1 - index}+xml`
  )
  return [mediaType, ...older].flatMap(type =>
    ownMediaType === true ? [type, `${type}; charset=utf-8`] : [`${type}; charset=utf-8`, type]
  )
}

interface TypedRequest {
  /** What the accepted type is remembered for. */
  readonly purpose: 'create' | 'write'
  readonly ref: ObjectRef
  readonly types: readonly string[]
}

/** A refused media type: nothing was done. */
function isRefusal(error: unknown): boolean {
  return isErpError(error, 'ERP_NOT_ACCEPTABLE') && (error.status === 406 || error.status === 415)
}

/** The types that the discovery document announces for the collection of the object. */
async function announced(erp: ErpReader, ref: ObjectRef): Promise<readonly string[]> {
  const discovery = await readDiscovery(erp).catch(() => undefined)
  return discovery?.collections.get(collectionUri(ref)) ?? []
}

/**
 * Sends a document under the first media type that the ERP takes: the one that it took before, the
 * given ones, then those that it announces.
 *
 * @throws the refusal of the last type, where all are refused
 */
export async function sendTyped<T>(
  erp: ErpReader,
  { purpose, ref, types }: TypedRequest,
  send: (type: string) => Promise<T>
): Promise<T> {
  const { memoized } = cacheOf(erp)
  const key = `media type ${purpose} ${ref.type}`
  const known = (await memoized.get(key)) as string | undefined
  const tried = new Set<string>()
  let refusal: unknown
  for (const next of [() => (known === undefined ? [] : [known]), () => types, announced]) {
    for (const type of await next(erp, ref)) {
      if (tried.has(type)) continue
      tried.add(type)
      try {
        const result = await send(type)
        if (type !== known) memoized.set(key, Promise.resolve(type))
        return result
      } catch (error) {
        if (!isRefusal(error)) throw error
        refusal = error
      }
    }
  }
  throw refusal
}
