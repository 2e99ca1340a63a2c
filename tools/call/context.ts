/** What a tool gets for one call, and the types of its targets. */
import type {
  ErpLog,
  ErpReader,
  ErpWriter,
  GitCredentials,
  LockFacts,
  ObjectRef
} from '../../erp-client/index.ts'
import type { ClientLink } from './client-link.ts'
import type { OperationName } from '../operations.ts'
import type { UndoneChanges } from '../journal/journal.ts'
import type { OwnApprovals } from '../approval/access.ts'
import type { OwnSets } from '../change-sets/access.ts'
import type { Staging } from '../change-sets/staging.ts'
import type { OwnJournal } from '../journal/own-journal.ts'
import type { CallEntry } from './write/entry.ts'
import type { CallArgs, KeptCall } from './write/kept-calls.ts'
import type { Cursors } from './paging.ts'
import type { ColumnRules, RowMask } from '../mask/index.ts'
import type { CheckedSelect } from '../sql/select.ts'
import type { Twin } from '../change-sets/twin/twin.ts'

/** What a call reads at another system. */
export interface OtherRead {
  readonly system: string
  /** What is read there, for the audit of that system. */
  readonly object: string
  /** A feature that the other system must have. */
  readonly feature?: string
}

/** The refusal of a change that a dry run plans. */
export interface PlannedRefusal {
  readonly code: string
  /** The code with the reason and the setting. */
  readonly words: string
}

export type Log = ErpLog
export type FeatureState = 'present' | 'absent' | 'unknown'
export interface Limits {
  /** Of one answer: of its text, and of its data. */
  readonly bytes: number
  /** Of an answer to a call that says how much it wants; as `bytes` when left out. */
  readonly askedBytes?: number
  readonly rows: number
  /**
   * Of a resource that the client reads by its address; it does not enter the context of the model.
   */
  readonly wholeBytes?: number
}
export interface ProgressStep {
  readonly done: number
  readonly total?: number
  readonly message?: string
}

/** The target of a change. Its real package is looked up where a rule needs it. */
export interface ChangeTarget {
  readonly ref: ObjectRef
  /** Only for an object that does not exist yet: the package it goes into. */
  readonly newIn?: string
  /** Only for a new package: the one above, whose changes it records or not as well. */
  readonly above?: string | undefined
  readonly transport?: string | undefined
  /**
   * The change happens inside a lock, where the recheck decides: a cached package is good enough
   * before it.
   */
  readonly locked?: boolean | undefined
}

/** A transport request that a call changes; a task counts as its request. */
export interface RequestTarget {
  readonly request: string | undefined
  /** The package that a new request is made for. */
  readonly newFor?: string | undefined
}

/**
 * Throws where the facts of the lock do not allow the change. Called inside the lock, before
 * anything is written.
 */
export type Recheck = (facts: LockFacts) => void | Promise<void>

/**
 * All that a tool gets. Only `change` and `changeRequest` give out the writer, and only to a call
 * whose operation changes something. `erp` refuses every changing request.
 */
export interface ToolContext {
  readonly erp: ErpReader
  readonly signal: AbortSignal
  readonly log: Log
  readonly features: ReadonlyMap<string, FeatureState>
  readonly limits: Limits
  /** A list of packages decides about the changes of this caller. */
  readonly boundToPackages: boolean
  /** The ERP user behind the caller, where it is known. */
  readonly erpUser: string | undefined
  /** The MCP client: questions to it, and its answers. */
  readonly client: ClientLink
  /** Cursors of lists. */
  readonly cursors: Cursors
  /** The recorded changes that the caller may see; undefined where changes are not recorded. */
  readonly journal: OwnJournal | undefined
  /** The waiting changes that the caller may see; undefined where no change needs an approval. */
  readonly approvals: OwnApprovals | undefined
  /** The change sets of the caller; undefined where changes cannot be staged. */
  readonly changeSets: OwnSets | undefined
  /** The change set that this call shows, or stages in; the writer sends nothing then. */
  readonly staging: Staging | undefined
  /** Checks staged objects together in an engine of its own; undefined where there is none. */
  readonly twin: Twin | undefined
  /** The entry of the journal for what the call changes. */
  readonly entry: CallEntry
  /** The same call for a work that its end must not break off, for so many milliseconds. */
  lasting(ms: number): ToolContext
  /** The journal names the changes that this call undoes. */
  noteUndo(changes: UndoneChanges): void
  progress(step: ProgressStep): void
  /**
   * Keeps the arguments of a call of several steps before its first change, or goes on with the
   * interrupted call of that id; undefined where calls are not kept.
   */
  keep(
    args: CallArgs,
    of: { readonly steps: number; readonly id?: string | undefined }
  ): Promise<KeptCall | undefined>
  /**
   * Throws a ToolError `BLOCKED_…` and sends nothing where a rule forbids the change of any target.
   */
  change<T>(
    targets: ChangeTarget | readonly ChangeTarget[],
    run: (erp: ErpWriter, recheck: Recheck) => Promise<T>
  ): Promise<T>
  /**
   * The same for a transport request instead of objects. `request` is undefined for a new one;
   * `assertRequest` decides about its number once it is known.
   */
  changeRequest<T>(
    target: RequestTarget,
    run: (erp: ErpWriter, assertRequest: (number: string) => void) => Promise<T>
  ): Promise<T>
  /**
   * The refusal of a real run of these operations on these targets; undefined where the policy would
   * allow it.
   */
  refusalOf(
    operations: readonly OperationName[],
    targets: readonly (ChangeTarget | RequestTarget)[]
  ): Promise<PlannedRefusal | undefined>
  /**
   * Throws where the policy forbids these operations on these targets, which follow from what the
   * call has read.
   */
  assertMay(operations: readonly OperationName[], targets: readonly ChangeTarget[]): Promise<void>
  /** Credentials for the host of a git repository, from the file of the operator only. */
  gitCredentials(url: string): GitCredentials | undefined
  /**
   * Throws where a rule forbids reading one of these tables, or a table behind a view among them.
   * @param associations associations that the statement follows, upper case; `*` stands for any
   */
  assertTables(names: readonly string[], associations?: readonly string[]): Promise<void>
  /** Whether the contents of a table are blocked; undefined where no table is. */
  readonly hidesTable: ((name: string) => boolean) | undefined
  /** Columns that are masked; undefined where none are. */
  readonly columnRules: ColumnRules | undefined
  /**
   * How the rows of a statement are masked; undefined where nothing is. Throws BLOCKED_COLUMN where
   * a masked column decides about rows, or cannot be traced.
   */
  maskOf(select: CheckedSelect): Promise<RowMask | undefined>
  /**
   * Whether the policy allows this caller one more operation, e.g. a search for similar names.
   */
  may(operation: OperationName): boolean
  /** Folder with SAP's catalogue of released objects; undefined where the operator names none. */
  readonly cleanCoreData: string | undefined
  /** Folder of this machine that the caller may read; undefined over HTTP. */
  readonly localFolder: string | undefined
  /** Folder of this machine that the caller may write; undefined over HTTP. */
  readonly workspace: string | undefined
  /** Names of the other systems that the caller may read. */
  readonly otherSystems: readonly string[]
  /**
   * Reads at another system, with the rights of the caller and the policy there; an event of that
   * system records it. Its failures name the system, also SYSTEM_NOT_PERMITTED. The context there
   * has a reader only.
   */
  readAt<T>(wanted: OtherRead, run: (there: ToolContext) => Promise<T>): Promise<T>
}
