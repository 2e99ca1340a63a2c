/**
 * What belongs to a place and outlives a replaced system: calls that were handed over or
 * interrupted, used confirmations, and the listeners of its lists.
 */
import {
  createChangeNotices,
  createKeptCalls,
  createLongCalls,
  createTokenSigner,
  createUsedTokens
} from '../tools/index.ts'
import type {
  ApprovalAccess,
  ChangeNotices,
  HaltGate,
  KeptCalls,
  LongCalls,
  SharedResults,
  TokenSigner,
  Twin,
  UsedTokens
} from '../tools/index.ts'

export interface PlaceState {
  readonly signer: TokenSigner
  readonly running: LongCalls
  readonly kept: KeptCalls
  readonly used: UsedTokens
  readonly notices: ChangeNotices
}

export interface PlaceResources {
  /** The secret that all replicas share; a random one if left out. */
  readonly stateKey?: string | undefined
  /** Used confirmations that all replicas know. */
  readonly used?: UsedTokens | undefined
  /** Results of long calls that all replicas know. */
  readonly results?: SharedResults | undefined
  /** Milliseconds after which a long call answers with a handle. */
  readonly handOverMs?: number | undefined
}

/** What the process lends to all its systems beside what it has itself. */
export interface ProcessResource {
  /** Checks staged objects together; without it nothing does. */
  readonly twin?: Twin | undefined
  /** Tells approvers what becomes of waiting changes. */
  readonly announceApproval?: ApprovalAccess['announce']
}

export interface HaltResource {
  /** Refuses what an operator has halted. */
  readonly halt?: HaltGate | undefined
}

/** @param place tokens are valid at this place only */
export function createPlaceState(
  place: string,
  { stateKey, used, results, handOverMs }: PlaceResources
): PlaceState {
  const signer = createTokenSigner(stateKey, { place })
  return {
    signer,
    running: createLongCalls({ signer, afterMs: handOverMs, shared: results }),
    kept: createKeptCalls({ signer, shared: results }),
    used: used ?? createUsedTokens(),
    notices: createChangeNotices()
  }
}

export interface PlaceStates {
  /** The state of the place, which stays until all its holders have released it. */
  hold(place: string): { readonly state: PlaceState; release(): void }
}

/** As long as a handle is valid. */
const usualKeepMs = 900_000

interface Held {
  readonly state: PlaceState
  holders: number
  releasedAt: number
}

/**
 * Keeps a state for a while after its last holder, because a system may come back: a used
 * confirmation must not be valid again, and results wait for their callers.
 */
export function createPlaceStates(
  create: (place: string) => PlaceState,
  { keepMs = usualKeepMs, now = Date.now }: { keepMs?: number; now?: () => number } = {}
): PlaceStates {
  const places = new Map<string, Held>()
  const sweep = () => {
    for (const [place, { holders, releasedAt }] of places) {
      if (holders === 0 && releasedAt + keepMs <= now()) places.delete(place)
    }
  }
  return {
    hold(place) {
      sweep()
      const held = places.get(place) ?? { state: create(place), holders: 0, releasedAt: 0 }
      places.set(place, held)
      held.holders++
      let isReleased = false
      return {
        state: held.state,
        release() {
          if (isReleased) return
          isReleased = true
          held.holders--
          held.releasedAt = now()
        }
      }
    }
  }
}
