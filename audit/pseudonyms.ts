/**
 * Pseudonyms in place of the names of a caller. Who has the key store can tell whom a line names;
 * once the key of a person is deleted, nothing can, and the lines stay as they are.
 */
import type { Log, ToolEvent } from '../tools/index.ts'

/** The pseudonyms of one person, as the key store makes them. */
export interface PersonPseudonym {
  /** Of the identity. */
  readonly id: string
  of(name: string): string
}

/** What this needs of the key store. */
export interface PseudonymSource {
  /** Keeps the names, so that they are found by their pseudonyms. */
  keyOf(identity: string, names: readonly string[]): Promise<PersonPseudonym>
}

/** What of an event names its caller. */
export type CallerNames = Pick<
  ToolEvent,
  'user' | 'identity' | 'method' | 'client' | 'tokenId' | 'erpUser'
>

export interface Pseudonyms {
  /**
   * Learns the pseudonyms of a caller, or that they were erased since. Undefined where they are
   * known; the promise never rejects.
   */
  learn(caller: CallerNames): Promise<void> | undefined
  /** Whether a line of the caller can be written that leads to the caller as long as the key exists. */
  knows(caller: CallerNames): boolean
  /** The same facts without names; undefined while the pseudonyms are not known. */
  replaced<T extends CallerNames>(facts: T): T | undefined
}

/** For a line that has to be written while the key store does not answer. */
export const unknownPerson = 'p-unknown'

/** How long a process does not notice that a key was deleted. */
const freshMs = 5000
const mostKnown = 10_000

interface Known {
  readonly pseudonym: PersonPseudonym
  readonly names: ReadonlySet<string>
  readonly at: number
  /** The key store did not answer since. */
  readonly isStale?: true
}

export interface PseudonymOptions {
  readonly source: PseudonymSource
  readonly log: Log
  readonly now?: () => number
}

export function createPseudonyms({ source, log, now = Date.now }: PseudonymOptions): Pseudonyms {
  const known = new Map<string, Known>()
  const asked = new Map<string, Promise<void>>()
  const knows = (caller: CallerNames) => {
    const found = known.get(identityOf(caller))
    return found !== undefined && found.isStale !== true && hasAll(found, namesOf(caller))
  }
  const ask = async (identity: string, names: readonly string[]) => {
    const earlier = known.get(identity)
    try {
      const pseudonym = await source.keyOf(identity, names)
      const isSame = earlier?.pseudonym.id === pseudonym.id
      if (known.size >= mostKnown) known.clear()
      const all = new Set([...(isSame ? earlier.names : []), ...names])
      known.set(identity, { pseudonym, names: all, at: now() })
    } catch (error) {
      log.error({ err: error }, 'the key store of the audit does not answer')
      if (earlier !== undefined) known.set(identity, { ...earlier, isStale: true })
    }
  }
  return {
    knows,
    learn(caller) {
      const identity = identityOf(caller)
      if (knows(caller) && now() - (known.get(identity)?.at ?? 0) < freshMs) return undefined
      const names = namesOf(caller)
      const key = JSON.stringify([identity, ...names])
      const running = asked.get(key) ?? ask(identity, names).finally(() => asked.delete(key))
      asked.set(key, running)
      return running
    },
    replaced(facts) {
      const pseudonym = known.get(identityOf(facts))?.pseudonym
      return pseudonym && withPseudonym(facts, pseudonym)
    }
  }
}

/** The facts of a caller whose pseudonyms cannot be known. */
export function withoutNames<T extends CallerNames>(facts: T): T {
  return withPseudonym(facts, { id: unknownPerson, of: () => unknownPerson })
}

/** Programs of a host may leave the identity out. */
function identityOf({ identity, user }: CallerNames): string {
  return identity ?? user
}

/**
 * The program and the fingerprint of a token name no person; the owner of a key does, and the list
 * of keys has its fingerprint.
 */
function namesOf({ user, erpUser, client, tokenId, method }: CallerNames): readonly string[] {
  const ofKey = method === 'api-key' ? [client, tokenId] : []
  return [user, erpUser, ...ofKey].filter(name => name !== undefined)
}

function hasAll({ names }: Known, wanted: readonly string[]): boolean {
  return wanted.every(name => names.has(name))
}

function withPseudonym<T extends CallerNames>(facts: T, { id, of }: PersonPseudonym): T {
  const { user, identity, erpUser, client, tokenId, method } = facts
  const isKey = method === 'api-key'
  return {
    ...facts,
    user: of(user),
    ...(identity === undefined ? {} : { identity: id }),
    ...(erpUser === undefined ? {} : { erpUser: of(erpUser) }),
    ...(isKey && client !== undefined ? { client: of(client) } : {}),
    ...(isKey && tokenId !== undefined ? { tokenId: of(tokenId) } : {})
  }
}

interface Named {
  readonly identity: string
  readonly name: string
}

/** How a person is named outside of the audit: by pseudonyms where the audit has them. */
export function personNaming(
  source: PseudonymSource | undefined
): (person: Named) => Promise<Named> {
  return async ({ identity, name }) => {
    if (source === undefined) return { identity, name }
    try {
      const { id, of } = await source.keyOf(identity, [name])
      return { identity: id, name: of(name) }
    } catch {
      return { identity: unknownPerson, name: unknownPerson }
    }
  }
}
