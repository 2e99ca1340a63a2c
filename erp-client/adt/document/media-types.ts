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

export interface TypedRequest {
  /** What the accepted type is remembered for. */
  readonly purpose: string
  /** The collection whose announced types are tried last. */
  readonly collection: string
  readonly types: readonly string[]
  /** Whether an announced type says the same of the body; every type if left out. */
  readonly fits?: ((type: string) => boolean) | undefined
}

/** The request that sends the document of an object. */
export function documentOf(
  purpose: 'create' | 'write',
  ref: ObjectRef,
  types: readonly string[]
): TypedRequest {
  return { purpose: `${purpose} ${ref.type}`, collection: collectionUri(ref), types }
}

/** A refused media type: nothing was done. */
function isRefusal(error: unknown): boolean {
  return isErpError(error, 'ERP_NOT_ACCEPTABLE') && (error.status === 406 || error.status === 415)
}

/** The types that the discovery document announces for the collection. */
async function announced(
  erp: ErpReader,
  { collection, fits = () => true }: TypedRequest
): Promise<readonly string[]> {
  const discovery = await readDiscovery(erp).catch(() => undefined)
  return (discovery?.collections.get(collection) ?? []).filter(fits)
}

/**
 * Sends a document under the first media type that the ERP takes: the one that it took before, the
 * given ones, then those that it announces.
 *
 * @throws the refusal of the last type, where all are refused
 */
export async function sendTyped<T>(
  erp: ErpReader,
  request: TypedRequest,
  send: (type: string) => Promise<T>
): Promise<T> {
  const { memoized } = cacheOf(erp)
  const { purpose, types } = request
  const key = `media type ${purpose}`
  const known = (await memoized.get(key)) as string | undefined
  const tried = new Set<string>()
  let refusal: unknown
  for (const next of [() => (known === undefined ? [] : [known]), () => types, announced]) {
    for (const type of await next(erp, request)) {
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
