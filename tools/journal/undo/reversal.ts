/** What an undo has to do: collected from the opposites of the steps, the newest step first. */
import type { ErpWriter, ObjectRef } from '../../../erp-client/index.ts'
import type { ToolContext } from '../../call/context.ts'
import type { StateBefore } from '../journal.ts'
import { contentHash, objectKey, placeKey } from './contents.ts'
import type { Place } from './contents.ts'

/** A state that must be there for an undo to be what the caller means. */
export interface Expectation {
  readonly key: string
  readonly words: string
  readonly place?: Place | undefined
  /** Undefined where it is not known. */
  readonly hash: string | undefined
  /** The state before the change; undefined where another step of this undo knows it. */
  readonly reverts: string | undefined
  readonly texts?: { readonly before?: string | undefined; readonly after?: string | undefined }
  now(context: ToolContext): Promise<string>
}

/** A content as it was before the change. */
export interface Earlier {
  readonly place: Place
  readonly version: string
  readonly newest: string | undefined
  readonly active: string | undefined
}

export interface Creation {
  readonly ref: ObjectRef
  readonly facts: StateBefore['facts']
}

/** The knowledge transfer document of an object that is created again. */
export interface Knowledge {
  /** The document itself. */
  readonly ref: ObjectRef
  /** The object that it describes. */
  readonly of: ObjectRef
  readonly text: string
  readonly package: string
}

/** An opposite request of its own. */
export interface Inverse {
  readonly ref: ObjectRef
  readonly words: string
  readonly operation: 'update' | 'activate'
  /** The package that the object goes back into. */
  readonly newIn?: string | undefined
  run(context: ToolContext, erp: ErpWriter, transport: string | undefined): Promise<void>
}

export class Reversal {
  readonly expectations: Expectation[] = []
  readonly creations = new Map<string, Creation>()
  readonly removals = new Map<string, ObjectRef>()
  readonly contents = new Map<string, Earlier>()
  readonly inverses: Inverse[] = []
  /** Documentation of objects that are created again. */
  readonly knowledge = new Map<string, Knowledge>()
  /** Objects that are active again afterwards. */
  readonly active = new Map<string, ObjectRef>()
  readonly notes = new Set<string>()

  expect(expectation: Expectation): void {
    this.expectations.push(expectation)
  }

  /** An older state of the same place comes later, and takes the place of the newer one. */
  restore(earlier: Earlier): void {
    this.contents.set(placeKey(earlier.place), earlier)
    const { place, version, active } = earlier
    const wasActive = version === 'active' || active !== undefined
    if (wasActive) this.active.set(objectKey(place.ref), place.ref)
  }

  /** Contents of an object that goes away need no restoring. */
  remove(ref: ObjectRef): void {
    const key = objectKey(ref)
    for (const [place, { place: of }] of this.contents) {
      if (objectKey(of.ref) === key) this.contents.delete(place)
    }
    this.active.delete(key)
    if (!this.creations.delete(key)) this.removals.set(key, ref)
  }

  recreate(creation: Creation): void {
    const key = objectKey(creation.ref)
    // Deleted and created anew later: the object stays, and gets its earlier content.
    if (!this.removals.delete(key)) this.creations.set(key, creation)
  }

  get isEmpty(): boolean {
    const { creations, removals, contents, inverses, active } = this
    return (
      [creations, removals, contents, active].every(({ size }) => size === 0) &&
      inverses.length === 0
    )
  }
}

/** The text before a change as the state that its opposite makes. */
export async function hashBefore({ place, newest }: Earlier): Promise<string> {
  return await contentHash(place, newest)
}
