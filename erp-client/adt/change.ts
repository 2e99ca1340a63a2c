import { createBody, createQuery } from '../wire/create.ts'
import { ErpError, isErpError, withOutcome } from '../errors.ts'
import type { ErpErrorCode } from '../errors.ts'
import type { ErpWriter } from '../erp.ts'
import { aborted } from '../http/erp-call.ts'
import { withLock } from './locks.ts'
import type { HeldLock, Recheck, LockFacts } from './locks.ts'
import { cacheOf } from '../cache/erp-cache.ts'
import { assertPackage, assertTransport, isLocalPackage } from './names.ts'
import { assertName, collectionUri, defaultPart, objectUri, partUri, rowFor } from '../objects.ts'
import type { ObjectRef } from '../objects.ts'
import {
  fetchSource,
  forgetObject,
  knownLineEnd,
  makeSource,
  sourceHash,
  toLf,
  withLineEnd
} from './source.ts'
import type { LineEnd, Source } from './source.ts'
import { readMetadata, rememberPackage, resolvePackage } from './structure.ts'

export interface ChangeGuard {
  readonly recheck: Recheck
  readonly signal?: AbortSignal | undefined
}

export interface ChangeSourceArgs {
  readonly ref: ObjectRef
  readonly part?: string | undefined
  readonly transport?: string | undefined
  /** The new whole text from the current one; throws to refuse. */
  readonly edit: (current: Source) => string | Promise<string>
  /** Create the part (local test classes) when it does not exist. */
  readonly createPart?: boolean | undefined
  /** `false` spares the read inside the lock; `edit` then gets an empty text. */
  readonly readBefore?: boolean | undefined
}

export interface ChangeResult {
  readonly before: Source
  /** Of the text that now stands. */
  readonly hash: string
  readonly changed: boolean
  /** Request the change is recorded in. */
  readonly transport?: string | undefined
  readonly etag?: string | undefined
}

export interface CreateArgs {
  readonly ref: ObjectRef
  /** For a package: the one above it; its own name or none for a package at the top. */
  readonly package: string
  readonly description: string
  readonly transport?: string | undefined
  readonly options?: Readonly<Record<string, unknown>> | undefined
}

function assertNotAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw aborted()
}

/** The request to record in: the caller's is honoured or refused, never replaced. */
export function transportFor(facts: LockFacts, wished: string | undefined): string | undefined {
  if (wished === undefined || wished === '') return facts.transport
  assertTransport(wished)
  if (facts.transport !== undefined && facts.transport !== wished) {
    const owner = facts.transportOwner === undefined ? '' : ` of ${facts.transportOwner}`
    throw new ErpError(
      'ERP_BAD_REQUEST',
      `${facts.ref.type} ${facts.ref.name} is already recorded in ${facts.transport}${owner}, not in ${wished}`,
      {
        outcome: 'failed',
        remedy: `Use ${facts.transport}, or release it first.`
      }
    )
  }
  return wished
}

interface Write {
  readonly args: ChangeSourceArgs
  readonly held: HeldLock
  readonly transport: string | undefined
  readonly lineEnd: LineEnd
}

async function createPartOf({ args, held, transport }: Write): Promise<boolean> {
  const { ref, part = defaultPart(ref) } = args
  const creatable = rowFor(ref).creatableParts
  const facts =
    creatable !== undefined && Object.hasOwn(creatable, part) ? creatable[part] : undefined
  if (facts === undefined) return false
  await held.session.request({
    operation: 'part.create',
    effect: 'change',
    method: 'POST',
    path: `${objectUri(ref)}/${facts.path}`,
    query: { lockHandle: held.handle, corrNr: transport },
    contentType: 'application/*',
    body: `<?xml version="1.0" encoding="UTF-8"?>${facts.body}`
  })
  return true
}

/** The source inside the lock; an empty one for a part that is still to be created. */
async function readLocked(args: ChangeSourceArgs, held: HeldLock, signal: AbortSignal | undefined) {
  const none = { text: '', etag: '', lineEnd: '\n' as LineEnd }
  if (args.readBefore === false) return none
  try {
    return (
      (await fetchSource(request => held.session.request(request, signal), {
        ref: args.ref,
        part: args.part
      })) ?? none
    )
  } catch (error) {
    if (args.createPart === true && isMissing(error)) return undefined
    throw error
  }
}

function isMissing(error: unknown): boolean {
  return (
    isErpError(error, 'ERP_NOT_FOUND') ||
    (isErpError(error) &&
      error.type === 'ExceptionResourceSaveFailure' &&
      /inactive version/i.test(error.message))
  )
}

async function put(write: Write, text: string): Promise<string | undefined> {
  const { args, held } = write
  const response = await held.session.request({
    operation: 'source.write',
    effect: 'change',
    method: 'PUT',
    path: partUri(args.ref, args.part),
    query: { lockHandle: held.handle, corrNr: write.transport },
    contentType: 'text/plain; charset=utf-8',
    body: withLineEnd(text, write.lineEnd)
  })
  return response.headers['etag']
}

async function writeLocked(
  erp: ErpWriter,
  args: ChangeSourceArgs,
  use: { held: HeldLock; signal: AbortSignal | undefined }
): Promise<ChangeResult> {
  const { held, signal } = use
  const transport = transportFor(held.facts, args.transport)
  const current = await readLocked(args, held, signal)
  const before = makeSource(args, current ?? { text: '', etag: '', lineEnd: '\n' }, undefined)
  const after = toLf(await args.edit(before))
  const hash = sourceHash(after)
  if (args.readBefore !== false && current !== undefined && after === before.text) {
    return { before, hash, changed: false, transport, etag: before.etag }
  }
  assertNotAborted(signal)
  const lineEnd =
    args.readBefore === false ? (knownLineEnd(erp, args) ?? '\n') : (current?.lineEnd ?? '\n')
  const write = { args, held, transport, lineEnd }
  if (current === undefined) await createPartOf(write)
  try {
    return { before, hash, changed: true, transport, etag: await put(write, after) }
  } catch (error) {
    const missing = args.createPart === true && current !== undefined && isMissing(error)
    if (!missing || !(await createPartOf(write))) throw error
    return { before, hash, changed: true, transport, etag: await put(write, after) }
  }
}

/**
 * Changes a part's source: lock → recheck → read inside the lock → edit → write → unlock. The lock
 * is released whatever happens.
 *
 * @throws ErpError whose `outcome` is `failed` when certainly nothing was written and `unknown`
 * when the answer to the write was lost;
 *   what `recheck` and `edit` throw passes through
 */
export async function changeSource(
  erp: ErpWriter,
  args: ChangeSourceArgs,
  guard: ChangeGuard
): Promise<ChangeResult> {
  partUri(args.ref, args.part)
  assertNotAborted(guard.signal)
  try {
    return await withLock(erp, args.ref, {
      ...guard,
      run: held => writeLocked(erp, args, { held, signal: guard.signal })
    })
  } catch (error) {
    throw withOutcome(error, 'failed') // the write itself always tells its outcome
  } finally {
    forgetObject(erp, args.ref)
  }
}

function given(value: unknown, fallback: string | undefined): string | undefined {
  return value === undefined || value === null ? fallback : String(value)
}

/**
 * Options of the type's row with their defaults; those of a package depend on whether it is local.
 */
function createOptions(args: CreateArgs): Record<string, string> {
  const { name } = args.ref
  const local = isLocalPackage(name)
  const parent = args.package === name ? '' : args.package
  const known: Record<string, unknown> = {
    name,
    superPackage: parent,
    softwareComponent: local ? 'LOCAL' : 'HOME',
    recordChanges: String(!local),
    ...rowFor(args.ref).create?.defaults
  }
  const options: Record<string, string> = {}
  for (const [key, fallback] of Object.entries({ ...known, ...args.options })) {
    const value = given(fallback, undefined)
    if (value !== undefined) options[key] = value
  }
  return options
}

/** For a part of a function group the group's package, for anything else the one that was named. */
async function packageForNew(erp: ErpWriter, args: CreateArgs): Promise<string> {
  if (args.ref.group !== undefined) {
    return resolvePackage(erp, { ref: { type: 'FUGR', name: args.ref.group }, fresh: true })
  }
  if (args.package !== '') assertPackage(args.package)
  return args.package === '' ? args.ref.name : args.package
}

const uncertain: ReadonlySet<ErpErrorCode> = new Set([
  'ERP_SERVER_ERROR',
  'ERP_UNREACHABLE',
  'ERP_TIMEOUT',
  'ERP_BAD_ANSWER'
])

/** A failed creation may have left the object behind: only a look tells. */
async function judgeCreation(erp: ErpWriter, args: CreateArgs, error: unknown): Promise<unknown> {
  if (
    !isErpError(error) ||
    !(uncertain.has(error.code) || /Kerberos library/i.test(error.message))
  ) {
    return error
  }
  // It never went out.
  if (error.outcome === 'failed' && error.status === undefined) return error
  const exists = await readMetadata(erp, { ref: args.ref }).then(
    () => true,
    (reason: unknown) => (isErpError(reason, 'ERP_NOT_FOUND') ? false : undefined)
  )
  // Without an answer of the ERP itself it may still be at it.
  const isOver = error.status !== undefined && error.status !== 502 && error.status !== 504
  const outcome = exists === false && isOver ? 'failed' : 'unknown'
  const remedy = exists === true ? 'The object exists now: read it before you go on.' : error.remedy
  return new ErpError(error.code, error.message, {
    status: error.status,
    type: error.type,
    properties: error.properties,
    quoted: error.quoted,
    remedy,
    retryAfter: error.retryAfter,
    outcome,
    cause: error
  })
}

/**
 * Creates an object; it is inactive afterwards and holds what the ERP generates.
 *
 * @throws ErpError ERP_ALREADY_EXISTS, ERP_BAD_NAME, ERP_UNSUPPORTED for a type that cannot be
 * created
 */
export async function createObject(
  erp: ErpWriter,
  args: CreateArgs,
  guard: ChangeGuard
): Promise<{ uri: string }> {
  const { ref } = args
  assertName(ref)
  const row = rowFor(ref)
  if (row.create === undefined) {
    throw new ErpError('ERP_UNSUPPORTED', `A ${row.label} cannot be created here`, {
      outcome: 'failed'
    })
  }
  if (args.transport !== undefined && args.transport !== '') assertTransport(args.transport)
  const home = await packageForNew(erp, args)
  const transport = args.transport === '' ? undefined : args.transport
  await guard.recheck({ ref, package: home, transport, isLocal: isLocalPackage(home) })
  assertNotAborted(guard.signal)
  const body = createBody(row, {
    ref,
    package: home,
    description: args.description,
    language: erp.system.language,
    options: createOptions(args)
  })
  try {
    await erp.request(
      {
        operation: 'object.create',
        effect: 'change',
        method: 'POST',
        path: collectionUri(ref),
        query: createQuery(transport),
        contentType: 'application/*',
        body
      },
      guard.signal
    )
  } catch (error) {
    throw await judgeCreation(erp, args, error)
  } finally {
    forgetObject(erp, ref)
  }
  if (row.create.inGroup !== true) {
    rememberPackage(erp, ref, row.ownPackage === true ? ref.name : home)
  }
  return { uri: objectUri(ref) }
}

/**
 * Deletes an object under its lock.
 *
 * @throws ErpError ERP_LOCKED, ERP_FORBIDDEN, ERP_NOT_FOUND; `outcome` as for `changeSource`
 */
export async function deleteObject(
  erp: ErpWriter,
  args: { ref: ObjectRef; transport?: string | undefined },
  guard: ChangeGuard
): Promise<void> {
  const { ref } = args
  assertNotAborted(guard.signal)
  const run = async ({ session, handle, facts }: HeldLock): Promise<void> => {
    const corrNr = transportFor(facts, args.transport)
    assertNotAborted(guard.signal)
    await session.request({
      operation: 'object.delete',
      effect: 'change',
      method: 'DELETE',
      path: objectUri(ref),
      query: { lockHandle: handle, corrNr }
    })
  }
  try {
    await withLock(erp, ref, { ...guard, run })
  } catch (error) {
    throw withOutcome(error, 'failed')
  } finally {
    forgetObject(erp, ref)
    cacheOf(erp).packages.delete(objectUri(ref))
  }
}
