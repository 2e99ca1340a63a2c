/** Changes the source of a part under the lock of its object. */
import { ErpError, isErpError, withOutcome } from '../errors.ts'
import type { ErpWriter } from '../erp.ts'
import { aborted } from '../http/erp-call.ts'
import { withLock } from './locks.ts'
import type { HeldLock, Recheck, LockFacts } from './locks.ts'
import { assertTransport } from './names.ts'
import { defaultPart, objectUri, partUri, rowFor } from '../objects.ts'
import type { ObjectRef } from '../objects.ts'
import { crlfToLf, withLineEnd } from '../line-ends.ts'
import type { LineEnd } from '../line-ends.ts'
import { fetchSource, forgetObject, knownLineEnd, makeSource, sourceHash } from './source.ts'
import type { Source } from './source.ts'
import { versionOfTag } from './structure.ts'

export interface ChangeGuard {
  readonly recheck: Recheck
  readonly signal?: AbortSignal | undefined
}

export interface ChangeSourceArgs {
  readonly ref: ObjectRef
  readonly part?: string | undefined
  readonly transport?: string | undefined
  /** Returns the whole new text; throws to refuse. */
  readonly edit: (current: Source) => string | Promise<string>
  /** Create the part (local test classes) when it does not exist. */
  readonly createPart?: boolean | undefined
  /** `false` skips the read inside the lock; `edit` then gets an empty text. */
  readonly readBefore?: boolean | undefined
}

export interface ChangeResult {
  readonly before: Source
  /** Hash of the new text. */
  readonly hash: string
  readonly changed: boolean
  /** Request the change is recorded in. */
  readonly transport?: string | undefined
  readonly etag?: string | undefined
}

export function assertNotAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw aborted()
}

/** The transport request to record in: the requested one is used or refused, never replaced. */
export function transportFor(facts: LockFacts, requested: string | undefined): string | undefined {
  if (requested === undefined || requested === '') return facts.transport
  assertTransport(requested)
  if (facts.transport !== undefined && facts.transport !== requested) {
    const owner = facts.transportOwner === undefined ? '' : ` of ${facts.transportOwner}`
    throw new ErpError(
      'ERP_BAD_REQUEST',
      `${facts.ref.type} ${facts.ref.name} is already recorded in ${facts.transport}${owner}, not in ${requested}`,
      {
        outcome: 'failed',
        remedy: `Use ${facts.transport}, or release it first.`
      }
    )
  }
  return requested
}

interface Write {
  readonly args: ChangeSourceArgs
  /** Undefined where it was not read. */
  readonly before: Source | undefined
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
    subject: { refs: [ref], part, transport },
    contentType: 'application/*',
    body: `<?xml version="1.0" encoding="UTF-8"?>${facts.body}`
  })
  return true
}

/** The source inside the lock; undefined for a part that is to be created. */
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

const moduleInclude = /^[ \t]*INCLUDE\s+(?:\/\w+\/)?L\w+UXX\b/im

/**
 * A group without the include of its function modules is saved and activated by the ERP, and every
 * call of its modules ends in a dump.
 */
function assertModulesIncluded({ ref, part }: ChangeSourceArgs, before: string, after: string) {
  if (ref.type !== 'FUGR' || (part ?? defaultPart(ref)) !== 'main') return
  if (moduleInclude.test(after) || (before !== '' && !moduleInclude.test(before))) return
  throw new ErpError(
    'ERP_BAD_REQUEST',
    `The source of ${ref.name} leaves out INCLUDE L${ref.name}UXX, without which no function module of the group can be called`,
    { outcome: 'failed', remedy: 'Keep the line. Nothing was saved.' }
  )
}

/**
 * The source of a plug-in is the blocks that the ERP has numbered. Without them the ERP takes it for
 * a program and refuses it without naming the reason; a name behind the number is refused as well.
 */
function assertEnhancementBlocks({ ref, part }: ChangeSourceArgs, after: string) {
  if (ref.type !== 'HOOK' || (part ?? defaultPart(ref)) !== 'main') return
  const code = after.replaceAll(/^\*.*$/gm, '')
  const heads = [...code.matchAll(/^[ \t]*ENHANCEMENT\s+([^.]*)\./gim)]
  const ends = code.match(/^[ \t]*ENDENHANCEMENT\s*\./gim) ?? []
  const isWhole = heads.length > 0 && heads.length === ends.length
  if (isWhole && heads.every(([, number = '']) => /^\d+\s*$/.test(number))) return
  throw new ErpError(
    'ERP_BAD_REQUEST',
    `The source of ${ref.name} is no sequence of blocks ENHANCEMENT 1. to ENDENHANCEMENT.`,
    {
      outcome: 'failed',
      remedy:
        'Keep the lines ENHANCEMENT with their numbers as ERPRead shows them, and change what stands between. Nothing was saved.'
    }
  )
}

/** A source that is data is refused as such, before the ERP answers with a dump. */
function assertReadable(ref: ObjectRef, text: string): void {
  const { sourceType, label } = rowFor(ref)
  if (sourceType !== 'application/json') return
  try {
    JSON.parse(text)
  } catch (error) {
    throw new ErpError('ERP_BAD_REQUEST', `The source of a ${label} is JSON, and this is none`, {
      outcome: 'failed',
      remedy: 'Correct the JSON. Nothing was saved.',
      cause: error
    })
  }
}

async function put(write: Write, text: string): Promise<string | undefined> {
  const { args, held, before, transport } = write
  const { ref, part = defaultPart(ref) } = args
  const response = await held.session.request({
    operation: 'source.write',
    effect: 'change',
    method: 'PUT',
    path: partUri(ref, part),
    query: { lockHandle: held.handle, corrNr: transport },
    subject: { refs: [ref], part, transport, ...draftFacts(before), after: text },
    contentType: rowFor(ref).sourceType ?? 'text/plain; charset=utf-8',
    body: withLineEnd(text, write.lineEnd)
  })
  return response.headers['etag']
}

/** The tag of a source says whether it is a draft; without one the metadata do. */
function draftFacts(before: Source | undefined) {
  if (before === undefined) return {}
  const version = versionOfTag(before.etag ?? '')
  return {
    before: before.text,
    ...(version === undefined ? {} : { isDraft: version === 'inactive' })
  }
}

async function writeLocked(
  erp: ErpWriter,
  args: ChangeSourceArgs,
  use: { held: HeldLock; signal: AbortSignal | undefined }
): Promise<ChangeResult> {
  const { held, signal } = use
  const transport = transportFor(held.facts, args.transport)
  const current = await readLocked(args, held, signal)
  if (current !== undefined) await held.recheckSource(current.text)
  const before = makeSource(args, current ?? { text: '', etag: '', lineEnd: '\n' }, undefined)
  const after = crlfToLf(await args.edit(before))
  const hash = sourceHash(after)
  if (args.readBefore !== false && current !== undefined && after === before.text) {
    return { before, hash, changed: false, transport, etag: before.etag }
  }
  assertModulesIncluded(args, before.text, after)
  assertEnhancementBlocks(args, after)
  assertReadable(args.ref, after)
  assertNotAborted(signal)
  const lineEnd =
    args.readBefore === false ? (knownLineEnd(erp, args) ?? '\n') : (current?.lineEnd ?? '\n')
  const write = {
    args,
    held,
    transport,
    lineEnd,
    before: args.readBefore === false ? undefined : before
  }
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
 * Changes the source of a part: lock → recheck → read inside the lock → edit → write → unlock. The
 * lock is always released.
 *
 * @throws ErpError whose `outcome` is `failed` when nothing was written for certain and `unknown`
 * when the answer to the write was lost; errors of `recheck` and `edit` pass through
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
    throw withOutcome(error, 'failed') // An error of the write itself has its outcome already.
  } finally {
    forgetObject(erp, args.ref)
  }
}
