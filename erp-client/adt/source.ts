/**
 * Reads the sources of objects through the cache: conditional requests, single flight, freshness.
 */
import { createHash } from 'node:crypto'
import { ErpError, isErpError } from '../errors.ts'
import type { ErpReader } from '../erp.ts'
import { cacheOf } from '../cache/erp-cache.ts'
import type { ErpCache } from '../cache/erp-cache.ts'
import { crlfToLf, lineEndOf } from '../line-ends.ts'
import type { LineEnd } from '../line-ends.ts'
import { assertName, defaultPart, objectUri, partUri, rowFor } from '../objects.ts'
import type { ObjectRef } from '../objects.ts'
import { readMetadata, versionOfPart, versionOfTag, versionQuery } from './structure.ts'
import type { Metadata } from '../wire/metadata.ts'
import type { VersionOptions } from './structure.ts'
import type { ErpResponse } from '../request.ts'

export interface Source {
  readonly ref: ObjectRef
  readonly part: string
  /** LF line ends. */
  readonly text: string
  readonly version: 'active' | 'inactive'
  readonly hash: string
  readonly etag?: string | undefined
  readonly uri: string
  /** Type under whose path it was read, where the release has no path for its own. */
  readonly readAs?: string
  readonly metadata?: Metadata | undefined
}

/** First 16 hex digits of SHA-256 over the text with LF line ends. */
export function sourceHash(text: string): string {
  return createHash('sha256').update(crlfToLf(text)).digest('hex').slice(0, 16)
}

interface Found {
  readonly text: string
  readonly etag: string
  readonly lineEnd: LineEnd
  /** Object under whose path it was read, where the release has none for its type. */
  readonly readAs?: ObjectRef | undefined
}
interface CachedSource {
  readonly source: Source
  readonly lineEnd: LineEnd
  readonly checkedAt: number
}
export interface SourceArgs {
  readonly ref: ObjectRef
  readonly part?: string | undefined
  readonly version?: VersionOptions | undefined
  /** Asks the ERP even within the freshness window. */
  readonly fresh?: boolean | undefined
}

function found(response: ErpResponse): Found {
  return {
    text: crlfToLf(response.text),
    etag: response.headers['etag'] ?? '',
    lineEnd: lineEndOf(response.text)
  }
}

type Ask = (request: Parameters<ErpReader['request']>[0]) => Promise<ErpResponse>

/**
 * Requests the text of a part, inside or outside a session; undefined where it has not changed
 * since `etag`.
 */
export async function fetchSource(
  ask: Ask,
  args: SourceArgs,
  etag?: string
): Promise<Found | undefined> {
  const { readAs } = rowFor(args.ref)
  try {
    return await fetchAt(ask, args, etag)
  } catch (error) {
    if (readAs === undefined || !isErpError(error, 'ERP_UNSUPPORTED')) throw error
    const other = { ...args.ref, type: readAs }
    const text = await fetchAt(ask, { ...args, ref: other }, etag).catch(() => {
      throw error
    })
    return text === undefined ? undefined : { ...text, readAs: other }
  }
}

async function fetchAt(
  ask: Ask,
  args: SourceArgs,
  etag: string | undefined
): Promise<Found | undefined> {
  const response = await ask({
    operation: 'source.read',
    effect: 'none',
    method: 'GET',
    path: partUri(args.ref, args.part),
    query: versionQuery(args.version),
    accept: acceptOf(args.ref),
    ...(etag === undefined ? {} : { headers: { 'if-none-match': etag } })
  })
  return response.status === 304 ? undefined : found(response)
}

function acceptOf(ref: ObjectRef): string {
  const { sourceType } = rowFor(ref)
  return sourceType === undefined ? 'text/plain' : `${sourceType}, text/plain;q=0.8`
}

function cacheKey(args: SourceArgs): string {
  return `${objectUri(args.ref)} ${args.part ?? defaultPart(args.ref)} ${args.version ?? 'auto'}`
}

function storeSource(cache: ErpCache, args: SourceArgs, cached: CachedSource): void {
  const { text, metadata } = cached.source
  if ((cached.source.etag ?? '') === '' && cache.freshnessMs === 0) return
  cache.sources.set(cacheKey(args), cached, heapBytes(text) + (metadata === undefined ? 500 : 2500))
}

/** A character takes one byte, or two as soon as one of them is not ASCII. */
function heapBytes(text: string): number {
  return Buffer.byteLength(text) === text.length ? text.length : text.length * 2
}

function cachedSource(cache: ErpCache, args: SourceArgs): CachedSource | undefined {
  return cache.sources.get(cacheKey(args)) as CachedSource | undefined
}

/**
 * A value that is derived from a source as often as the source is read: computed once and cached
 * while there is space, for the identity that read the source.
 * @param what distinguishes several values of one source
 */
export function madeFrom<T>(
  erp: ErpReader,
  source: Source,
  {
    what,
    make
  }: { readonly what: string; readonly make: () => { readonly value: T; readonly bytes: number } }
): T {
  const { sources } = cacheOf(erp)
  const key = `${objectUri(source.ref)} ${source.part} ${source.hash} ${what}`
  const known = sources.get(key) as T | undefined
  if (known !== undefined) return known
  const { value, bytes } = make()
  if (source.etag !== undefined) sources.set(key, value, bytes + 500)
  return value
}

/** Line end of the last read text, for a write without a read. */
export function knownLineEnd(erp: ErpReader, args: SourceArgs): LineEnd | undefined {
  return cachedSource(cacheOf(erp), args)?.lineEnd
}

/** Called when an object was changed, or may have been: removes its cached sources. */
export function forgetObject(erp: ErpReader, ref: ObjectRef): void {
  const cache = cacheOf(erp)
  const uri = objectUri(ref)
  cache.sources.deleteBelow(`${uri} `)
  cache.changes.set(uri, (cache.changes.get(uri) ?? 0) + 1)
}

function versionOf(
  args: SourceArgs,
  etag: string,
  metadata: Metadata | undefined
): 'active' | 'inactive' {
  if (args.version === 'active') return 'active'
  const part = args.part ?? defaultPart(args.ref)
  return versionOfTag(etag) ?? versionOfPart(metadata, part)
}

/** Whether the metadata report a draft of a part; a release without metadata shows active ones. */
export async function hasDraft(
  erp: ErpReader,
  { ref, part = defaultPart(ref) }: Pick<SourceArgs, 'ref' | 'part'>
): Promise<boolean> {
  const { metadata } = await tryMetadata(erp, { ref })
  return versionOfPart(metadata, part) === 'inactive'
}

export function makeSource(args: SourceArgs, text: Found, metadata: Metadata | undefined): Source {
  return {
    ref: args.ref,
    part: args.part ?? defaultPart(args.ref),
    text: text.text,
    version: versionOf(args, text.etag, metadata),
    hash: sourceHash(text.text),
    etag: text.etag === '' ? undefined : text.etag,
    uri: partUri(text.readAs ?? args.ref, args.part),
    ...(text.readAs === undefined ? {} : { readAs: text.readAs.type }),
    metadata
  }
}

/** The metadata, or the error of a request that a read can do without. */
type Described = { readonly metadata?: Metadata; readonly error?: ErpError }

/** A read succeeds without metadata, unless the log-on itself is refused. */
async function tryMetadata(
  erp: ErpReader,
  args: SourceArgs,
  signal?: AbortSignal
): Promise<Described> {
  try {
    return {
      metadata: await readMetadata(erp, { ref: args.ref, version: args.version }, signal)
    }
  } catch (error) {
    if (
      isErpError(
        error,
        'ERP_NOT_FOUND',
        'ERP_NOT_ACCEPTABLE',
        'ERP_UNSUPPORTED',
        'ERP_BAD_ANSWER',
        'ERP_FORBIDDEN',
        'ERP_SERVER_ERROR',
        'ERP_BAD_REQUEST'
      )
    ) {
      return { error }
    }
    throw error
  }
}

/**
 * The source of what was read. Some services answer with an empty source for a name that does not
 * exist: there the error of its metadata is the answer.
 */
function readSourceOf(args: SourceArgs, text: Found, { metadata, error }: Described): Source {
  if (
    text.text === '' &&
    isErpError(error, 'ERP_NOT_FOUND', 'ERP_SERVER_ERROR', 'ERP_BAD_REQUEST')
  ) {
    throw error
  }
  return makeSource(args, text, metadata)
}

async function readNow(erp: ErpReader, args: SourceArgs, signal: AbortSignal): Promise<Source> {
  const cache = cacheOf(erp)
  const uri = objectUri(args.ref)
  const ask = (request: Parameters<ErpReader['request']>[0]) => erp.request(request, signal)
  const known = cachedSource(cache, args)
  const changesBefore = cache.changes.get(uri)
  const store = (source: Source, lineEnd: LineEnd): Source => {
    if (cache.changes.get(uri) === changesBefore) {
      storeSource(cache, args, { source, lineEnd, checkedAt: Date.now() })
    }
    return source
  }
  if (known?.source.etag !== undefined) {
    const text = await fetchSource(ask, args, known.source.etag)
    if (text === undefined) return store(known.source, known.lineEnd)
    return store(readSourceOf(args, text, await tryMetadata(erp, args, signal)), text.lineEnd)
  }
  const describing = tryMetadata(erp, args, signal)
  describing.catch(() => {})
  const text = await fetchSource(ask, args)
  if (text === undefined) {
    throw new ErpError(
      'ERP_BAD_ANSWER',
      'The ERP says that a source has not changed that was never read'
    )
  }
  return store(readSourceOf(args, text, await describing), text.lineEnd)
}

/**
 * Reads the source of a part. The first read requests source and metadata in parallel; a further
 * one is a single conditional request, or none within the freshness window; identical reads at the
 * same time share one.
 *
 * @throws ErpError ERP_NOT_FOUND, ERP_BAD_NAME, ERP_UNSUPPORTED for a type or part without source
 */
export async function readSource(
  erp: ErpReader,
  args: SourceArgs,
  signal?: AbortSignal
): Promise<Source> {
  assertName(args.ref)
  partUri(args.ref, args.part)
  const cache = cacheOf(erp)
  const known = cachedSource(cache, args)
  const isFresh = known !== undefined && Date.now() - known.checkedAt < cache.freshnessMs
  if (isFresh && args.fresh !== true) return known.source
  const changes = cache.changes.get(objectUri(args.ref)) ?? 0
  return cache.singleFlight.join(
    `${cacheKey(args)} ${changes}`,
    own => readNow(erp, args, own),
    signal
  )
}
