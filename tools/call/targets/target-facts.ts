/** What the policy has to know about the targets of a change: package, local or not, requests. */
import { isErpError, probeTransportNeed, resolveOwner } from '../../../erp-client/index.ts'
import type { ErpReader, ObjectRef } from '../../../erp-client/index.ts'
import type { ChangeTarget, RequestTarget } from '../context.ts'
import { readerOf } from '../erp-access.ts'
import { refusalError, ToolError } from '../../failure/errors.ts'
import { errorWords } from '../../failure/prose.ts'
import { localPackage, noPackage } from '../../objects/package-exists.ts'
import { refWords } from '../../objects/words.ts'
import type { CallEffect } from '../../operations.ts'
import type { Target } from '../../policy/decide.ts'
import { noteTarget } from '../run-facts.ts'
import type { ContextParts } from '../run-facts.ts'
import type { ToolSession } from '../session.ts'

/** A target with the facts that the rules need. */
export interface KnownTarget {
  readonly target: ChangeTarget
  readonly facts: Target
}

/** Looks up the targets one after the other, as far as a rule in force needs it. */
export async function lookUpTargets(
  parts: ContextParts,
  effect: CallEffect,
  targets: readonly ChangeTarget[]
): Promise<KnownTarget[]> {
  const known: KnownTarget[] = []
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
  const needed =
    session.policy.needsPackage(effect, transport, session.caller) ||
    (parts.approval?.needsPackage === true && !effect.readOnlyAllowed)
  const owner = await ownerOf(parts, target, { effect, needed })
  const named = { object: refWords(ref), transport, foreign: owner?.foreign }
  const packageName = newIn ?? owner?.package
  if (packageName === undefined) return named
  noteTarget(facts, { package: packageName })
  if (!needed || packageName.startsWith('$') || effect.repository === 'none') {
    return { ...named, package: packageName }
  }
  const known = await transportFacts(readerOf(parts), { ref, package: packageName }, signal)
  if (newIn === undefined) return { ...named, package: packageName, ...known }
  // For an object that exists the transport check describes its present package, not the new one.
  const isNewPackage = ref.type === 'DEVC' && ref.name === packageName
  const deciding = isNewPackage ? target.above : packageName
  const isLocal =
    deciding === undefined ? false : await localPackage(readerOf(parts), deciding, signal)
  const there = { ...named, package: packageName, ...known, isLocal: isLocal ?? false }
  if (isLocal === undefined && !isNewPackage) {
    assertPermitted(parts, effect, there)
    throw noPackage(packageName)
  }
  return there
}

/** A package outside of the permitted ones is refused as such, whether it exists or not. */
function assertPermitted(
  { session: { policy, caller } }: ContextParts,
  effect: CallEffect,
  facts: Target
): void {
  const decision = policy.decide(effect, { ...facts, isLocal: true }, caller)
  if (!decision.allow) throw refusalError(decision)
}

export function requestFacts({ request, newFor }: RequestTarget): Target {
  return {
    object: request === undefined ? 'the new request' : `request ${request}`,
    transport: request,
    package: newFor
  }
}

/** Whether a list of packages decides about the changes of this caller. */
export function isBound({ policy, caller }: ToolSession): boolean {
  return policy.options.allowedPackages !== undefined || caller.packages !== undefined
}

type Owner = Awaited<ReturnType<typeof resolveOwner>>

/**
 * Package and owner of the object that a change needs; of the function group, where a part of it is
 * new. Inside a lock the recheck decides whose it is, so that nothing is asked for that before.
 */
async function ownerOf(
  parts: ContextParts,
  target: ChangeTarget,
  { effect, needed }: { readonly effect: CallEffect; readonly needed: boolean }
): Promise<Owner | undefined> {
  const { ref, newIn, locked = false } = target
  const decides = parts.session.policy.needsOwner(effect)
  if (newIn === undefined) {
    return needed || (decides && !locked) ? await resolved(parts, target, needed) : undefined
  }
  if (!decides || ref.group === undefined) return undefined
  try {
    return await resolved(parts, { ref: { type: 'FUGR', name: ref.group } }, false)
  } catch (error) {
    // An undo creates the group in the same call.
    if (isErpError(error, 'ERP_NOT_FOUND')) return undefined
    throw error
  }
}

/** Throws BLOCKED_PACKAGE where a rule needs the package and it cannot be resolved. */
async function resolved(
  parts: ContextParts,
  { ref, locked = false }: ChangeTarget,
  needed: boolean
): Promise<Owner> {
  const { session, signal } = parts
  // Where a list of packages decides, a cached package is not enough: the object may have moved.
  const decides = isBound(session) || parts.approval?.needsPackage === true
  const trust = !decides ? 'recent' : locked ? 'until locked' : 'never'
  try {
    return await resolveOwner(readerOf(parts), { ref, trust, isOptional: !needed }, signal)
  } catch (error) {
    signal.throwIfAborted()
    if (
      !needed ||
      isErpError(
        error,
        'ERP_NOT_FOUND',
        'ERP_UNREACHABLE',
        'ERP_LOGON_FAILED',
        'ERP_LOGON_BLOCKED',
        'ERP_LOGON_NEEDED',
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
