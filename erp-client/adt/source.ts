import { createHash } from 'node:crypto'
import { ErpError, isErpError } from '../errors.ts'
import type { ErpReader } from '../erp.ts'
import { cacheOf } from '../cache/erp-cache.ts'
import type { ErpCache } from '../cache/erp-cache.ts'
import { assertName, defaultPart, objectUri, partUri, rowFor } from '../objects.ts'
import type { ObjectRef } from '../objects.ts'
import { readMetadata, versionQuery } from './structure.ts'
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
  /** Type under whose path it was read, where the release has none for its own. */
  readonly readAs?: string
  readonly metadata?: Metadata | undefined
}

export type LineEnd = '\n' | '\r\n'

/** First 16 hex digits of SHA-256 over the text with LF line ends. */
export function sourceHash(text: string): string {
  return createHash('sha256').update(toLf(text)).digest('hex').slice(0, 16)
}

export function toLf(text: string): string {
  return text.includes('\r\n') ? text.replaceAll('\r\n', '\n') : text
}

export function lineEndOf(text: string): LineEnd {
  return text.includes('\r\n') ? '\r\n' : '\n'
}

export function withLineEnd(text: string, lineEnd: LineEnd): string {
  const plain = toLf(text)
  return lineEnd === '\n' ? plain : plain.replaceAll('\n', '\r\n')
}

/** Classic tags are 14 digits of time, then 001 for active or 000 for inactive. */
function versionOfTag(etag: string): 'active' | 'inactive' | undefined {
  const [, digits] = /^(?:W\/)?"?\d{14}(000|001)/.exec(etag) ?? []
  return digits === undefined ? undefined : digits === '000' ? 'inactive' : 'active'
}

interface Found {
  readonly text: string
  readonly etag: string
  readonly lineEnd: LineEnd
  /** Under whose path it was read, where the release has none for its own type. */
  readonly readAs?: ObjectRef | undefined
}
interface Kept {
  readonly source: Source
  readonly lineEnd: LineEnd
  readonly checkedAt: number
}
export interface SourceArgs {
  readonly ref: ObjectRef
  readonly part?: string | undefined
  readonly version?: VersionOptions | undefined
  /** Asks the ERP whatever the freshness window says. */
  readonly fresh?: boolean | undefined
}

function found(response: ErpResponse): Found {
  return {
    text: toLf(response.text),
    etag: response.headers['etag'] ?? '',
    lineEnd: lineEndOf(response.text)
  }
}

type Ask = (request: Parameters<ErpReader['request']>[0]) => Promise<ErpResponse>

/**
 * Asks for a part's text inside or outside a session; `undefined` when it has not changed since
 * `etag`.
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
    accept: 'text/plain',
    ...(etag === undefined ? {} : { headers: { 'if-none-match': etag } })
  })
  return response.status === 304 ? undefined : found(response)
}

function cacheKey(args: SourceArgs): string {
  return `${objectUri(args.ref)} ${args.part ?? defaultPart(args.ref)} ${args.version ?? 'auto'}`
}

function keep(memory: ErpCache, args: SourceArgs, kept: Kept): void {
  const { text, metadata } = kept.source
  if ((kept.source.etag ?? '') === '' && memory.freshnessMs === 0) return
  memory.sources.set(cacheKey(args), kept, heapBytes(text) + (metadata === undefined ? 500 : 2500))
}

/** A character takes one byte, or two as soon as one of them is not ASCII. */
function heapBytes(text: string): number {
  return Buffer.byteLength(text) === text.length ? text.length : text.length * 2
}

function kept(memory: ErpCache, args: SourceArgs): Kept | undefined {
  return memory.sources.get(cacheKey(args)) as Kept | undefined
}

/**
 * What is made from a source and wanted as often as the source is: made once and kept as long as
 * there is room, for the identity that read the source alone.
 * @param what tells several such things apart
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

/** Line end of the text as last read, for a write without a read. */
export function knownLineEnd(erp: ErpReader, args: SourceArgs): LineEnd | undefined {
  return kept(cacheOf(erp), args)?.lineEnd
}

/**
 * To be called when an object was changed, or may have been: nothing read before is believed any
 * more.
 */
export function forgetObject(erp: ErpReader, ref: ObjectRef): void {
  const memory = cacheOf(erp)
  const uri = objectUri(ref)
  memory.sources.deleteBelow(`${uri} `)
  memory.changes.set(uri, (memory.changes.get(uri) ?? 0) + 1)
}

function versionOf(
  args: SourceArgs,
  etag: string,
  metadata: Metadata | undefined
): 'active' | 'inactive' {
  if (args.version === 'active') return 'active'
  const part = args.part ?? defaultPart(args.ref)
  const own = metadata?.includes.find(each => each.part === part)?.version
  const told = own !== undefined && own !== '' ? own : metadata?.version
  return versionOfTag(etag) ?? (told === undefined || told === 'active' ? 'active' : 'inactive')
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

/**
 * Descriptions are worth less than the source: without them the read still succeeds, unless nobody
 * is let in at all.
 */
async function tryMetadata(
  erp: ErpReader,
  args: SourceArgs,
  signal: AbortSignal
): Promise<Metadata | undefined> {
  try {
    return await readMetadata(erp, { ref: args.ref, version: args.version }, signal)
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
      return undefined
    }
    throw error
  }
}

async function readNow(erp: ErpReader, args: SourceArgs, signal: AbortSignal): Promise<Source> {
  const memory = cacheOf(erp)
  const uri = objectUri(args.ref)
  const ask = (request: Parameters<ErpReader['request']>[0]) => erp.request(request, signal)
  const known = kept(memory, args)
  const changesBefore = memory.changes.get(uri)
  const store = (source: Source, lineEnd: LineEnd): Source => {
    if (memory.changes.get(uri) === changesBefore) {
      keep(memory, args, { source, lineEnd, checkedAt: Date.now() })
    }
    return source
  }
  if (known?.source.etag !== undefined) {
    const text = await fetchSource(ask, args, known.source.etag)
    if (text === undefined) return store(known.source, known.lineEnd)
    return store(makeSource(args, text, await tryMetadata(erp, args, signal)), text.lineEnd)
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
  return store(makeSource(args, text, await describing), text.lineEnd)
}

/**
 * Reads a part's source. The first read asks for source and metadata at the same time; a further
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
  const memory = cacheOf(erp)
  const known = kept(memory, args)
  const isFresh = known !== undefined && Date.now() - known.checkedAt < memory.freshnessMs
  if (isFresh && args.fresh !== true) return known.source
  const changes = memory.changes.get(objectUri(args.ref)) ?? 0
  return memory.singleFlight.join(
    `${cacheKey(args)} ${changes}`,
    own => readNow(erp, args, own),
    signal
  )
}
