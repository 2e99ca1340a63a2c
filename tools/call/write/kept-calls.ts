/** Calls of several steps, kept under an id so that an interrupted one can be continued. */
import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { callerKey } from '../caller-key.ts'
import type { Caller } from '../caller.ts'
import { ToolError } from '../../failure/errors.ts'
import { createIdentityQuota } from '../identity-quota.ts'
import type { IdentityQuota } from '../identity-quota.ts'
import type { SharedResults } from '../long-calls.ts'
import type { ToolResult } from '../result.ts'
import type { TokenSigner } from '../tokens/token-signer.ts'

export type CallArgs = Readonly<Record<string, unknown>>

/** Arguments that a call which goes on with a kept one may give of its own. */
export const ownArgs: ReadonlySet<string> = new Set(['activate', 'confirm', 'dryRun'])

/** A kept call while it runs. */
export interface KeptCall {
  readonly id: string
  /** The places of the steps that are made, from 0. */
  readonly done: ReadonlySet<number>
  note(step: number): void
  /** Once, whatever happened. @param result of a call with nothing left to do */
  end(result?: ToolResult): Promise<void>
}

interface CallOwner {
  readonly caller: Caller
  readonly tool: string
}

export interface CallToKeep extends CallOwner {
  readonly args: CallArgs
  readonly steps: number
  /** Of the interrupted call that this one continues. */
  readonly id?: string | undefined
}

/** The store of one ERP system; an id is valid for its caller and its tool only. */
export interface KeptCalls {
  /**
   * Keeps a call before its first change.
   * @returns undefined where the call is too large to be kept, or there is no place for it
   * @throws ToolError where `id` names no call with these arguments, or one that still runs
   */
  begin(call: CallToKeep): Promise<KeptCall | undefined>
  /**
   * The arguments of an interrupted call, or the result of a completed one. Waits for one that still
   * runs. @throws ToolError TOOL_RESUME_UNKNOWN, TOOL_RESUME_RUNNING
   */
  open(
    id: string,
    of: CallOwner
  ): Promise<{ readonly args: CallArgs } | { readonly result: ToolResult }>
}

/** What is stored. */
interface Facts {
  /** Empty once the call is completed. */
  readonly args: CallArgs
  readonly digest: string
  readonly steps: number
  readonly done: readonly number[]
  readonly result?: ToolResult | undefined
}

interface Entry extends Omit<Facts, 'done' | 'args' | 'result'> {
  readonly id: string
  readonly who: string
  readonly done: Set<number>
  readonly startedAt: number
  args: CallArgs
  result: ToolResult | undefined
  isRunning: boolean
  forget: ReturnType<typeof setTimeout> | undefined
}

export interface KeptCallsOptions {
  readonly signer: TokenSigner
  readonly shared?: SharedResults | undefined
  /** Calls of all identities, calls of one, characters of one call. */
  readonly limits?: typeof usualLimits | undefined
  /** How long `open` waits for a call that still runs. */
  readonly waitMs?: number | undefined
}

const keepSeconds = 3600
const usualLimits = { most: 32, each: 8, characters: 2_000_000 }
const mostNamed = 5

interface Store {
  readonly signer: TokenSigner
  readonly limits: typeof usualLimits
  readonly waitMs: number
  readonly shared: SharedResults | undefined
  readonly entries: IdentityQuota<Entry>
}

export function createKeptCalls({
  signer,
  shared,
  limits = usualLimits,
  waitMs = 20_000
}: KeptCallsOptions): KeptCalls {
  const entries = createIdentityQuota<Entry>({
    ...limits,
    // Completed calls first; an interrupted one only in favour of its own identity.
    rank: ({ isRunning, result }, byOwner) =>
      isRunning ? undefined : result !== undefined ? 0 : byOwner ? 1 : undefined,
    onEvict(key, { forget }) {
      clearTimeout(forget)
      void shared?.drop(key)
    }
  })
  const store = { signer, shared, limits, waitMs, entries }
  return {
    begin: async call =>
      call.id === undefined ? await keep(store, call) : await resume(store, call),
    open: async (id, of) => await open(store, id, of)
  }
}

const boundTo = ({ caller, tool }: CallOwner) => ({
  kind: 'resume' as const,
  bound: [callerKey(caller), tool]
})

async function keep(store: Store, call: CallToKeep): Promise<KeptCall | undefined> {
  const { entries, signer, limits } = store
  const text = JSON.stringify(call.args)
  const who = callerKey(call.caller)
  if (text.length > limits.characters || !entries.reserve(who)) return undefined
  const nonce = randomBytes(6).toString('base64url')
  const { args, steps } = call
  const id = signer.sign(nonce, { ...boundTo(call), seconds: keepSeconds })
  const entry = entryOf(id, who, { args, steps, digest: digestOf(args), done: [] })
  entry.isRunning = true
  entries.add(keyOf(nonce), entry, who)
  await share(store, keyOf(nonce), entry)
  return keptCall(store, keyOf(nonce), entry)
}

async function resume(store: Store, call: CallToKeep): Promise<KeptCall> {
  const { id = '' } = call
  const found = await find(store, id, call)
  if (found === undefined) throw unknown(store, id, call)
  const { key, entry } = found
  if (entry.isRunning) throw stillRunning()
  // The arguments of a completed call are dropped.
  if (entry.result !== undefined || entry.digest !== digestOf(call.args)) {
    throw new ToolError(
      'TOOL_RESUME_DIFFERS',
      'These arguments are not the ones that were sent under this id.',
      {
        remedy:
          'Give `resume` alone to continue, or leave it out to send another batch. Nothing was changed.'
      }
    )
  }
  entry.isRunning = true
  return keptCall(store, key, entry)
}

function keptCall(store: Store, key: string, entry: Entry): KeptCall {
  return {
    id: entry.id,
    done: entry.done,
    note(step) {
      entry.done.add(step)
    },
    async end(result) {
      if (result !== undefined) {
        entry.result = short(result, store.limits.characters)
        entry.args = {}
      }
      entry.isRunning = false
      clearTimeout(entry.forget)
      entry.forget = setTimeout(() => store.entries.delete(key), keepSeconds * 1000).unref()
      await share(store, key, entry)
    }
  }
}

async function open(
  store: Store,
  id: string,
  of: CallOwner
): Promise<{ readonly args: CallArgs } | { readonly result: ToolResult }> {
  const found = await find(store, id, of)
  if (found === undefined) throw unknown(store, id, of)
  const { entry } = found
  for (const end = performance.now() + store.waitMs; entry.isRunning; await sleep(50)) {
    if (performance.now() >= end) throw stillRunning()
  }
  return entry.result === undefined ? { args: entry.args } : { result: entry.result }
}

/** The entry of this process, or one that another replica or an earlier process has shared. */
async function find(
  { entries, signer, shared }: Store,
  id: string,
  of: CallOwner
): Promise<{ readonly key: string; readonly entry: Entry } | undefined> {
  const opened = signer.verify(id, boundTo(of))
  if (opened === undefined) return undefined
  const key = keyOf(String(opened.content))
  const own = entries.use(key)
  if (own !== undefined) return { key, entry: own }
  const stored = await shared?.get(key)
  if (typeof stored !== 'object' || stored.kind !== 'data') return undefined
  const known = entries.use(key)
  if (known !== undefined) return { key, entry: known }
  const who = callerKey(of.caller)
  const entry = entryOf(id, who, stored.data as Facts)
  if (entries.reserve(who)) entries.add(key, entry, who)
  return { key, entry }
}

async function share({ shared }: Store, key: string, entry: Entry): Promise<void> {
  const data: Facts = {
    args: entry.args,
    digest: entry.digest,
    done: [...entry.done],
    steps: entry.steps,
    result: entry.result
  }
  await shared?.put(key, { kind: 'data', data, text: '' }, keepSeconds)
}

function entryOf(id: string, who: string, facts: Facts): Entry {
  return {
    ...facts,
    id,
    who,
    done: new Set(facts.done),
    startedAt: Date.now(),
    result: facts.result,
    isRunning: false,
    forget: undefined
  }
}

function keyOf(nonce: string): string {
  return `kept-${nonce}`
}

function digestOf(args: CallArgs): string {
  const kept = Object.entries(args).filter(([name]) => !ownArgs.has(name))
  return createHash('sha256').update(JSON.stringify(kept)).digest('base64url')
}

/** A completed call is answered by its result; of a very large one only the beginning is kept. */
function short(result: ToolResult, characters: number): ToolResult {
  return JSON.stringify(result).length <= characters
    ? result
    : {
        kind: 'text',
        text: `${result.text.slice(0, 2000)}\n… The answer was too large to be kept.`
      }
}

function stillRunning(): ToolError {
  return new ToolError('TOOL_RESUME_RUNNING', 'The call with this id is still at work.', {
    remedy: 'Ask with the same id again in a while. This call changed nothing.'
  })
}

function unknown({ signer, entries }: Store, id: string, of: CallOwner): ToolError {
  const why =
    signer.verify(id, boundTo(of)) === undefined
      ? 'The id opens nothing: it was changed, it is older than an hour, or it was made for another caller, another ERP system or a bridge with another --state-key.'
      : 'This bridge does not know the call any more: it was started again since, or it has dropped the call in favour of later ones.'
  const others = namesOf(entries, of)
  return new ToolError('TOOL_RESUME_UNKNOWN', why, {
    remedy: `${others === '' ? '' : `Interrupted calls of this caller: ${others}. `}Otherwise send all items again: what is done is seen and not done twice.`
  })
}

/** Callers that are not told apart are not told of each other either. */
function namesOf(entries: Store['entries'], { caller }: CallOwner): string {
  if (caller.principal.kind === 'anonymous') return ''
  const who = callerKey(caller)
  return [...entries.entries()]
    .map(([, entry]) => entry)
    .filter(entry => entry.who === who && entry.result === undefined)
    .slice(-mostNamed)
    .map(
      ({ id, done, steps, startedAt }) =>
        `${id} (${done.size} of ${steps} done, begun ${Math.round((Date.now() - startedAt) / 1000)} s ago)`
    )
    .join(', ')
}
