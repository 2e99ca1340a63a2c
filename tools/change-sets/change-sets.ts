/** Change sets: changes that are staged in the bridge, and applied to the ERP together. */
import type { ObjectRef } from '../../erp-client/index.ts'
import type { ContentKind } from '../journal/undo/contents.ts'

/** The text that a source part, a document or texts of one kind get. */
export interface StagedContent {
  readonly kind: ContentKind
  readonly ref: ObjectRef
  /** Of a source, or the kind of texts. */
  readonly part?: string | undefined
  /** What the ERP had when the first change was staged; undefined: there was no such part. */
  readonly base: string | undefined
  readonly text: string
  readonly transport?: string | undefined
}

/** An object that the ERP does not have yet. */
export interface StagedCreation {
  readonly ref: ObjectRef
  readonly package: string
  readonly description?: string | undefined
  readonly languageVersion?: string | undefined
  readonly responsible?: string | undefined
  readonly source?: string | undefined
  readonly fields?: Readonly<Record<string, unknown>> | undefined
  readonly transport?: string | undefined
}

export interface StagedDeletion {
  readonly ref: ObjectRef
  /** Of the whole object when its deletion was staged. */
  readonly hash: string
  readonly transport?: string | undefined
}

/** What a set does, each object or part once. */
export interface SetContent {
  readonly creations: readonly StagedCreation[]
  readonly contents: readonly StagedContent[]
  readonly deletions: readonly StagedDeletion[]
}

/**
 * `applying`: a change of the journal has begun to apply it, and the outcome is not stored yet.
 * `applied`: the ERP has all of it.
 */
export type SetState = 'open' | 'applying' | 'applied'

/** How the last attempt to apply a set ended. */
export interface SetOutcome {
  /** `partly`: some of it stands at the ERP, and the words say what. */
  readonly outcome: 'applied' | 'reverted' | 'partly'
  /** The change of the journal. */
  readonly change: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly words: string
}

export interface SetHead {
  readonly name: string
  readonly state: SetState
  /** Grows with each change of the content. */
  readonly revision: number
  /** Milliseconds since 1970. */
  readonly at: number
  readonly changedAt: number
  /** Of the journal, while the set is being applied. */
  readonly change?: string | undefined
  readonly last?: SetOutcome | undefined
}

export interface StoredSet extends SetHead {
  readonly content: SetContent
}

/** One caller at one ERP system. */
export interface SetOwner {
  /** Address and client of the ERP system. */
  readonly place: string
  /** Key of the caller (`callerKey`). */
  readonly identity: string
}

/** A set as it was read. */
export type SetAt = Pick<SetHead, 'name' | 'revision'>

/**
 * Stores sets. All methods reject with a ToolError JOURNAL_UNAVAILABLE where the store cannot be
 * reached.
 */
export interface ChangeSets {
  /** Last changed first. */
  list(owner: SetOwner): Promise<readonly SetHead[]>
  read(owner: SetOwner, name: string): Promise<StoredSet | undefined>
  /**
   * Stores the content of an open set; revision 0 makes a new one, also in place of an applied one.
   * @returns false where the set has another revision now, or is not open
   * @throws ToolError CHANGE_SET_TOO_MANY
   */
  save(owner: SetOwner, at: SetAt, content: SetContent): Promise<boolean>
  /** Marks an open set before the first change of it. @returns false as `save` */
  begin(owner: SetOwner, at: SetAt, change: string): Promise<boolean>
  /**
   * Ends what `begin` began: the set is open again, or applied, and keeps its content in the first
   * case alone. @returns false where that change does not apply it any more
   */
  settle(owner: SetOwner, name: string, end: SetEnd): Promise<boolean>
  /** @returns false where the set has another revision now, or is being applied */
  remove(owner: SetOwner, at: SetAt): Promise<boolean>
  /** Names of the sets whose application has begun and not ended. */
  unsettled(owner: SetOwner): Promise<readonly string[]>
}

export interface SetEnd {
  readonly change: string
  readonly state: 'open' | 'applied'
  readonly last?: SetOutcome | undefined
}
