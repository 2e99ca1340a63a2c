/** The journal of changes: what each call changed at the ERP, and the state before it. */
import type { ChangeOperation, ObjectRef } from '../../erp-client/index.ts'

/**
 * `done`: the ERP has the change. `nothing`: the ERP is as before. `unknown`: the answer of the ERP
 * was lost, and its present state is neither.
 */
export type JournalOutcome = 'done' | 'nothing' | 'unknown'

/** Who changes what, known before the first changing request. */
export interface JournalIntent {
  /**
   * The repository: SID and installation number. A copy of a system has another one, so that an old
   * entry is never undone there.
   */
  readonly repository: string
  /** Name of the system at the bridge. */
  readonly system: string
  /** Key of the caller (`callerKey`). */
  readonly identity: string
  readonly user: string
  readonly erpUser?: string | undefined
  readonly tool: string
  readonly action?: string | undefined
  /** The arguments without texts, as a reader of the journal sees them. */
  readonly call?: string | undefined
  /** The entries that this change undoes, separated by blanks. */
  readonly undoes?: string | undefined
}

/** The changes that a call undoes. */
export interface UndoneChanges {
  readonly changes: readonly string[]
  /** Changes that one of them had undone, which are in force again. */
  readonly reopened: readonly string[]
  /** The entry of the undo, once it is begun. */
  by?: string
}

/** The state of an object before a change: plain facts, and texts by a name of their own. */
export interface StateBefore {
  /** What kind of state it is; the operation that made it can restore it. */
  readonly kind: string
  readonly facts: Readonly<Record<string, unknown>>
  readonly texts: Readonly<Record<string, string>>
}

/** One object of a changing request, recorded before the request is sent. */
export interface JournalStep {
  readonly operation: ChangeOperation
  readonly ref?: ObjectRef | undefined
  /** What it changes, where that is no object with a type of its own. */
  readonly named?: string | undefined
  readonly part?: string | undefined
  readonly transport?: string | undefined
  readonly before?: StateBefore | undefined
  /** Hash that the object or part has once the change is done, where it is known before. */
  readonly after?: string | undefined
}

export interface StepEnd {
  readonly outcome: JournalOutcome
  readonly after?: string | undefined
  readonly transport?: string | undefined
}

/** One entry without its steps. `outcome` is undefined until the call has ended. */
export interface JournalEntry extends JournalIntent {
  readonly id: string
  /** Milliseconds since 1970, as `endedAt`. */
  readonly at: number
  readonly endedAt?: number | undefined
  readonly outcome?: JournalOutcome | undefined
  /** The entry that has undone this one. */
  readonly undoneBy?: string | undefined
  /** What it changed, by type and name or by its words, each once, at most ten. */
  readonly objects: readonly string[]
  readonly steps: number
}

export interface RecordedStep extends JournalStep {
  readonly number: number
  readonly outcome?: JournalOutcome | undefined
}

export interface RecordedEntry {
  readonly entry: JournalEntry
  /** In the order of their requests. */
  readonly steps: readonly RecordedStep[]
}

export interface JournalQuery {
  readonly repository: string
  readonly identity?: string | undefined
  /** Type and name. */
  readonly object?: { readonly type: string; readonly name: string } | undefined
  /** Milliseconds since 1970; entries from then on. */
  readonly since?: number | undefined
  /** Entries before this one, for the next page. */
  readonly before?: string | undefined
  readonly limit: number
}

/** The entry of one call while it runs. Each method returns once its facts are stored. */
export interface OpenEntry {
  readonly id: string
  /** @returns the numbers of the steps */
  add(steps: readonly JournalStep[]): Promise<readonly number[]>
  end(outcome: JournalOutcome, steps: ReadonlyMap<number, StepEnd>): Promise<void>
}

/**
 * Stores entries. All methods reject with a ToolError JOURNAL_UNAVAILABLE where the store cannot be
 * reached or is full.
 */
export interface Journal {
  /** Whether changes are refused or made without an entry where the store cannot take one. */
  readonly whenFull: 'refuse' | 'continue'
  /**
   * Stores the intent together with the steps of the first request, which are numbered from 1. What
   * it undoes is marked at once, so that no other undo of it begins.
   * @throws ToolError TOOL_NOT_UNDOABLE where another undo has begun
   */
  begin(intent: JournalIntent, first: readonly JournalStep[]): Promise<OpenEntry>
  /** Newest first. */
  find(query: JournalQuery): Promise<readonly JournalEntry[]>
  /** Undefined where the repository has no entry with this id. */
  read(id: string, repository: string): Promise<RecordedEntry | undefined>
  /** Whether there may be entries to take over, so that nothing has to be asked where there are none. */
  hasOpen(identity?: string): Promise<boolean>
  /**
   * Takes over the entries of a repository that no running process owns and that never ended.
   * @param identity takes over those of this caller alone
   */
  claim(repository: string, identity?: string): Promise<readonly RecordedEntry[]>
  /** Ends an entry that was taken over. */
  settle(id: string, outcome: JournalOutcome, steps: ReadonlyMap<number, StepEnd>): Promise<void>
  /** Notes which entry has undone another one, or, without it, that none has any more. */
  markUndone(id: string, by: string | undefined): Promise<void>
}
