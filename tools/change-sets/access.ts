/** How sessions see change sets. */
import { callerKey } from '../call/caller-key.ts'
import type { Caller } from '../call/caller.ts'
import { ToolError } from '../failure/errors.ts'
import type { ChangeSets, SetOwner, StoredSet } from './change-sets.ts'

export interface ChangeSetAccess {
  readonly store: ChangeSets
  /** Address and client of the ERP system. */
  readonly place: string
  /**
   * Names of the sets whose application has begun and not ended; the store is asked at most twice a
   * minute for each caller.
   * @param isFresh asks in any case
   */
  unsettled(owner: SetOwner, isFresh: boolean): Promise<readonly string[]>
}

const againMs = 30_000
/** Callers whose answer is remembered. */
const mostRemembered = 10_000

export function createChangeSetAccess(
  store: ChangeSets,
  place: string,
  now: () => number = Date.now
): ChangeSetAccess {
  const asked = new Map<string, number>()
  return {
    store,
    place,
    async unsettled(owner, isFresh) {
      const last = asked.get(owner.identity)
      if (!isFresh && last !== undefined && now() - last < againMs) return []
      if (asked.size >= mostRemembered) asked.clear()
      const names = await store.unsettled(owner)
      // What is found is looked for again by the next call: it may not be settled by this one.
      if (names.length === 0) asked.set(owner.identity, now())
      return names
    }
  }
}

/** The sets of one caller. */
export interface OwnSets {
  readonly store: ChangeSets
  readonly owner: SetOwner
}

export function createOwnSets({ store, place }: ChangeSetAccess, caller: Caller): OwnSets {
  return { store, owner: { place, identity: callerKey(caller) } }
}

/** @throws ToolError CHANGE_SETS_OFF */
export function assertOn(sets: OwnSets | undefined): OwnSets {
  if (sets !== undefined) return sets
  throw new ToolError(
    'CHANGE_SETS_OFF',
    'Change sets are stored in the database of the journal, and there is none here.',
    {
      remedy: 'Leave `changeSet` out. The operator can give --journal-dir or --journal-url.',
      setting: '--journal-dir',
      outcome: 'failed'
    }
  )
}

/** @throws ToolError CHANGE_SET_UNKNOWN */
export async function storedSet({ store, owner }: OwnSets, name: string): Promise<StoredSet> {
  const found = await store.read(owner, name)
  if (found !== undefined) return found
  const names = (await store.list(owner)).slice(0, 10).map(head => head.name)
  throw new ToolError('CHANGE_SET_UNKNOWN', `You have no change set ${name} at this system.`, {
    remedy:
      names.length === 0
        ? 'A writing action of ERPWrite with changeSet makes one.'
        : `There is ${names.join(', ')}. A writing action of ERPWrite with changeSet makes another.`
  })
}

export function isBeingApplied({ name, change }: StoredSet): ToolError {
  return new ToolError('CHANGE_SET_APPLYING', `The change set ${name} is being applied.`, {
    remedy: `Nothing was changed. ERPManage change_set with mode recover completes or reverts it where change ${change ?? ''} was broken off.`,
    outcome: 'failed'
  })
}
