import {
  isErpError,
  probeTransportNeed,
  readMetadata,
  resolvePackage
} from '../../erp-client/index.ts'
import type { ErpReader, ErpWriter, LockFacts, ObjectRef } from '../../erp-client/index.ts'
import { callerKey } from './caller-key.ts'
import { silentClient } from './client-link.ts'
import type { ClientLink } from './client-link.ts'
import type { Permit } from './confirmation.ts'
import type { ChangeTarget, ProgressStep, RequestTarget, ToolContext } from './context.ts'
import { refusalError, ToolError } from '../failure/errors.ts'
import { effectOf } from '../operations.ts'
import type { CallEffect, OperationName } from '../operations.ts'
import { createCursors } from './paging.ts'
import type { Target } from '../policy/decide.ts'
import { errorWords } from '../failure/prose.ts'
import { createTokenSigner } from './token-signer.ts'
import { permitted, WriteTracker } from './write-tracker.ts'
import type { ToolSession } from './session.ts'
import { readsBehind, untraceableWords } from '../sql/blocked.ts'
import { erpDefinitions } from '../sql/definitions.ts'
import type { Untraceable } from '../sql/lineage.ts'
import { tracedReader, tracedWriter } from './tracing.ts'
import type { Trace, Tracing } from './tracing.ts'
import { refWords } from '../objects/words.ts'

export interface ContextParts {
  readonly session: ToolSession
  readonly effect: CallEffect
  readonly signal: AbortSignal
  readonly progress: ((step: ProgressStep) => void) | undefined
  readonly client?: ClientLink | undefined
  readonly trace?: Trace | undefined
  readonly facts: RunFacts
  /** Of a call that was confirmed. */
  readonly permit?: Permit | undefined
}

/** What a run learns, for its event and for the words of a failure. */
export interface RunFacts {
  /**
   * All that was to be changed: objects in words, their packages, and requests that were named or
   * that a lock told of.
   */
  objects?: Set<string>
  packages?: Set<string>
  requests?: Set<string>
  /** The call has a connection to the ERP, so its result may hold text of it. */
  fromErp?: boolean
  /** What was read of the database, for the audit. */
  tables?: readonly string[]
  /** The writer was lent: from here on the ERP may have changed. */
  lent?: boolean
  /** The changes that were sent. */
  sent?: WriteTracker
}

/** A target with all that the rules want to know of it. */
interface Known {
  readonly target: ChangeTarget
  readonly facts: Target
}

/**
 * The context of one call. Its `erp` is a reader whatever the call is; the writer stays behind
 * `change`.
 */
export function createContext(parts: ContextParts): ToolContext {
  const { session, effect, signal } = parts
  const { policy, caller, registry } = session
  const allow = (wanted: CallEffect, target: Target): void => {
    const decision = policy.decide(wanted, target, caller)
    if (!decision.allow) throw refusalError(decision)
  }
  return {
    get erp(): ErpReader {
      return readerOf(parts)
    },
    signal,
    log: session.log,
    get features() {
      return registry.features()
    },
    limits: session.limits,
    boundToPackages: isBound(session),
    // As the ERP writes its users: tools compare it with the owners of requests and drafts.
    erpUser: caller.principal.erpUser?.toUpperCase(),
    client: parts.client ?? silentClient,
    // Without an operator's key a cursor proves nothing, and holds nothing worth proving.
    get cursors() {
      return createCursors(session.confirmation?.signer ?? createTokenSigner(''), callerKey(caller))
    },
    progress: step => parts.progress?.(step),
    async change(targets, run) {
      assertChanges(effect)
      const list = isList(targets) ? targets : [targets]
      for (const { ref, transport } of list) note(parts.facts, { object: refWords(ref), transport })
      const known = await lookUp(parts, effect, list)
      for (const { facts } of known) allow(effect, facts)
      const recheck = recheckOf(known, facts => {
        note(parts.facts, facts)
        allow(effect, facts)
      })
      return await run(lend(parts), async facts => {
        recheck(facts)
        await parts.permit?.recheck()
      })
    },
    async changeRequest(target, run) {
      assertChanges(effect)
      const facts = requestFacts(target)
      note(parts.facts, { package: facts.package, transport: facts.transport })
      allow(effect, facts)
      return await run(lend(parts), number => {
        note(parts.facts, { transport: number })
        allow(effect, { ...facts, object: `request ${number}`, transport: number })
      })
    },
    async refusalOf(operations, targets) {
      const wanted = effectFor(effect, operations)
      const early = policy.decide(wanted, undefined, caller)
      if (!early.allow) return words(early)
      const objects = await lookUp(
        parts,
        wanted,
        targets.filter(target => 'ref' in target)
      )
      const known = [
        ...objects.map(({ facts }) => facts),
        ...targets.flatMap(target => ('ref' in target ? [] : [requestFacts(target)]))
      ]
      const refusal = known
        .map(facts => policy.decide(wanted, facts, caller))
        .find(({ allow: allowed }) => !allowed)
      return refusal === undefined || refusal.allow ? undefined : words(refusal)
    },
    gitCredentials: url => session.gitCredentials?.(url),
    async assertTables(names, along = []) {
      parts.facts.tables = [...new Set([...(parts.facts.tables ?? []), ...names])]
      const wanted = effectFor(effect, ['query'])
      allow(wanted, { tables: names })
      session.audit?.assertReady({ tool: effect.tool, letters: wanted.letters })
      const blocked = policy.options.blockedTables
      if (blocked === undefined) return
      const definitions = erpDefinitions(readerOf(parts), signal)
      const { behind, untraceable } = await readsBehind(definitions, { names, along }, blocked)
      for (const { table, through } of behind) allow(wanted, { tables: [table], through })
      const [unknown] = untraceable
      if (unknown !== undefined) throw untraceableError(unknown)
    },
    may: operation => policy.decide(effectFor(effect, [operation]), undefined, caller).allow
  }
}

function tracingOf({ session, trace }: ContextParts): Tracing {
  return { trace, tracer: session.tracer }
}

function readerOf(parts: ContextParts): ErpReader {
  parts.facts.fromErp = true
  return tracedReader(parts.session.erp().reader, tracingOf(parts))
}

/** The writer, for what was decided. */
function lend(parts: ContextParts): ErpWriter {
  parts.signal.throwIfAborted()
  parts.facts.lent = true
  return parts.permit === undefined ? writerOf(parts) : permitted(writerOf(parts), parts.permit)
}

function writerOf(parts: ContextParts): ErpWriter {
  const { session, facts } = parts
  facts.fromErp = true
  facts.sent ??= new WriteTracker()
  return facts.sent.watched(tracedWriter(session.erp().writer, tracingOf(parts)))
}

function untraceableError(untraceable: Untraceable): ToolError {
  return new ToolError(
    'BLOCKED_TABLE',
    `Some tables are blocked here, and ${untraceableWords(untraceable)}.`,
    {
      remedy: 'Query the tables themselves, or views whose sources the bridge can read.',
      setting: '--blocked-tables',
      data: { rule: '--blocked-tables' }
    }
  )
}

function assertChanges(effect: CallEffect): void {
  if (effect.readOnlyAllowed) {
    throw new ToolError(
      'TOOL_NOT_A_CHANGE',
      `${effect.tool} tried to change the ERP in a call that only reads.`,
      { remedy: 'This is a fault of the tool; nothing was sent.' }
    )
  }
}

/** Kept for the event of the call, whatever becomes of it. */
function note(facts: RunFacts, { object, package: home, transport, recordedIn }: Target): void {
  if (object !== undefined) (facts.objects ??= new Set()).add(object)
  if (home !== undefined) (facts.packages ??= new Set()).add(home)
  for (const number of [transport, recordedIn]) {
    if (number !== undefined) (facts.requests ??= new Set()).add(number)
  }
}

function requestFacts({ request, newFor }: RequestTarget): Target {
  return {
    object: request === undefined ? 'the new request' : `request ${request}`,
    transport: request,
    package: newFor
  }
}

function isList(
  targets: ChangeTarget | readonly ChangeTarget[]
): targets is readonly ChangeTarget[] {
  return Array.isArray(targets)
}

function effectFor(effect: CallEffect, operations: readonly OperationName[]): CallEffect {
  const { tool, action, scopes } = effect
  // The tool's own scope stands first in every effect.
  return effectOf(
    { tool, ...(action === undefined ? {} : { action }), scope: scopes[0] ?? 'admin' },
    operations
  )
}

function words(refusal: { code: string; message: string; setting: string }): string {
  return `${refusal.code}: ${refusal.message} (${refusal.setting})`
}

async function lookUp(
  parts: ContextParts,
  effect: CallEffect,
  targets: readonly ChangeTarget[]
): Promise<Known[]> {
  const known: Known[] = []
  for (const target of targets) known.push({ target, facts: await factsOf(parts, effect, target) })
  return known
}

async function factsOf(
  parts: ContextParts,
  effect: CallEffect,
  target: ChangeTarget
): Promise<Target> {
  const { session, signal, facts } = parts
  const { ref, newIn, transport } = target
  const named = { object: refWords(ref), transport }
  const needed = session.policy.needsPackage(effect, transport, session.caller)
  const home = newIn ?? (needed ? await packageOf(parts, target) : undefined)
  if (home === undefined) return named
  note(facts, { package: home })
  if (!needed || home.startsWith('$') || effect.repository === 'none') {
    return { ...named, package: home }
  }
  const known = await transportFacts(readerOf(parts), { ref, package: home }, signal)
  // The ERP's word on an object that exists is about where it is now, not about the package that it
  // would go into.
  return {
    ...named,
    package: home,
    ...known,
    ...(newIn === undefined ? {} : { isLocal: await isLocalPackage(readerOf(parts), home, signal) })
  }
}

function isBound({ policy, caller }: ToolSession): boolean {
  return policy.options.allowedPackages !== undefined || caller.packages !== undefined
}

/** The object's real package; what cannot be resolved stays unknown, and the rules refuse it. */
async function packageOf(
  parts: ContextParts,
  { ref, locked = false }: ChangeTarget
): Promise<string | undefined> {
  const { session, signal } = parts
  // Where a list of packages decides, nothing that was read before is believed in the end: somebody
  // may have moved the object since.
  const trust = !isBound(session) ? 'recent' : locked ? 'until locked' : 'never'
  try {
    return await resolvePackage(readerOf(parts), { ref, trust }, signal)
  } catch (error) {
    signal.throwIfAborted()
    if (
      isErpError(
        error,
        'ERP_NOT_FOUND',
        'ERP_UNREACHABLE',
        'ERP_LOGON_FAILED',
        'ERP_LOGON_BLOCKED',
        'ERP_LOGON_PAGE',
        'ERP_BAD_NAME'
      )
    ) {
      throw error
    }
    throw new ToolError(
      'BLOCKED_PACKAGE',
      `The package of ${refWords(ref)} could not be determined, so the change is refused: ${errorWords(error)}`,
      {
        remedy: 'Check type and name of the object; nothing was sent.',
        setting: '--allowed-packages',
        cause: error
      }
    )
  }
}

/** By the software component of the package, where the ERP tells it; else by the name alone. */
async function isLocalPackage(erp: ErpReader, name: string, signal: AbortSignal): Promise<boolean> {
  try {
    const { attributes } = await readMetadata(erp, { ref: { type: 'DEVC', name } }, signal)
    return attributes['softwareComponent'] === 'LOCAL'
  } catch {
    signal.throwIfAborted()
    return false
  }
}

/**
 * Local or not, and which requests could be used, by the ERP's own transport check; unknown where
 * it does not answer.
 */
async function transportFacts(
  erp: ErpReader,
  args: { ref: ObjectRef; package: string },
  signal: AbortSignal
): Promise<Partial<Target>> {
  try {
    const need = await probeTransportNeed(erp, args, signal)
    return {
      isLocal: need.isLocal,
      ...(need.lockedIn === undefined ? {} : { recordedIn: need.lockedIn.number }),
      openRequests: need.requests.map(
        ({ number, owner, description }) => `${number} (${owner}: ${description})`
      )
    }
  } catch {
    signal.throwIfAborted()
    return { isLocal: false }
  }
}

/**
 * Decides again with what the lock said; a package that the ERP does not tell any more is refused
 * where a rule needs it.
 */
function recheckOf(
  known: readonly Known[],
  allow: (facts: Target) => void
): (lock: LockFacts) => void {
  return lock => {
    const match =
      known.find(({ target: { ref } }) => isSame(ref, lock.ref)) ??
      (known.length === 1 ? known[0] : undefined)
    if (match === undefined) {
      throw new ToolError(
        'BLOCKED_PACKAGE',
        `${refWords(lock.ref)} was locked but never decided.`,
        { remedy: 'Nothing was written.' }
      )
    }
    const { target, facts } = match
    allow({
      ...facts,
      package: lock.package,
      isLocal: lock.isLocal,
      ...(lock.transport === undefined ? {} : { recordedIn: lock.transport })
    })
    if (target.transport !== undefined) honourTransport(target.transport, lock)
  }
}

function isSame(a: ObjectRef, b: ObjectRef): boolean {
  return (
    a.type === b.type &&
    a.name === b.name &&
    (a.group === undefined || b.group === undefined || a.group === b.group)
  )
}

/** The ERP would silently record elsewhere than the caller said. */
function honourTransport(wanted: string, lock: LockFacts): void {
  if (lock.isLocal) {
    throw new ToolError(
      'TRANSPORT_NOT_NEEDED',
      `${refWords(lock.ref)} is a local object and is recorded in no transport request.`,
      { remedy: 'Leave `transport` out. Nothing was written.' }
    )
  }
  if (lock.transport === undefined || lock.transport === wanted) return
  const owner = lock.transportOwner === undefined ? '' : ` of ${lock.transportOwner}`
  throw new ToolError(
    'TRANSPORT_DIFFERS',
    `${refWords(lock.ref)} is already recorded in ${lock.transport}${owner}; a change cannot go into ${wanted}.`,
    {
      remedy: `Give transport ${lock.transport}, or release that request first. Nothing was written.`,
      data: { recordedIn: lock.transport }
    }
  )
}
