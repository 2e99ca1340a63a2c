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
import type { Cursors } from './paging.ts'

export type Log = ErpLog
export type FeatureState = 'present' | 'absent' | 'unknown'
export interface Limits {
  /** Of one answer. */
  readonly bytes: number
  readonly rows: number
  /** Of what a client reads by its address, so that it need not be the model that pays for it. */
  readonly wholeBytes?: number
}
export interface ProgressStep {
  readonly done: number
  readonly total?: number
  readonly message?: string
}

/** What a change is aimed at. Its real package is looked up wherever a rule asks for it. */
export interface ChangeTarget {
  readonly ref: ObjectRef
  /** Only for an object that does not exist yet: the package it goes into. */
  readonly newIn?: string
  readonly transport?: string | undefined
  /**
   * The change happens inside a lock, and the recheck there decides: before it, a package that was
   * read lately is good enough.
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
 * Refuses, by throwing, what the lock's own facts do not allow; to be called inside the lock before
 * anything is written.
 */
export type Recheck = (facts: LockFacts) => void | Promise<void>

/**
 * All that a tool gets. The writer is lent by `change` alone, and only to a call whose operation
 * changes something;
 * `erp` refuses requests that change the ERP whatever the code does.
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
  /** The program at the other end: what it can be asked, and what it answered. */
  readonly client: ClientLink
  /** Where a list goes on. */
  readonly cursors: Cursors
  progress(step: ProgressStep): void
  /**
   * Throws a ToolError `BLOCKED_…` and sends nothing where a rule forbids the change of any target.
   */
  change<T>(
    targets: ChangeTarget | readonly ChangeTarget[],
    run: (erp: ErpWriter, recheck: Recheck) => Promise<T>
  ): Promise<T>
  /**
   * The same for a transport request instead of objects; `request` is undefined for a new one,
   * whose number `assertRequest` judges once it is known.
   */
  changeRequest<T>(
    target: RequestTarget,
    run: (erp: ErpWriter, assertRequest: (number: string) => void) => Promise<T>
  ): Promise<T>
  /**
   * The refusal that a real run of these operations on these targets would meet, in words;
   * undefined where it would pass.
   */
  refusalOf(
    operations: readonly OperationName[],
    targets: readonly (ChangeTarget | RequestTarget)[]
  ): Promise<string | undefined>
  /** What the operator's file has for the host of a git repository; never an argument. */
  gitCredentials(url: string): GitCredentials | undefined
  /**
   * Throws where a rule forbids reading one of these tables, or one that a view among them is made
   * of.
   * @param along associations that the statement goes along, upper case; `*` stands for any
   */
  assertTables(names: readonly string[], along?: readonly string[]): Promise<void>
  /**
   * Whether the policy lets this caller do more than the call itself asks for, e.g. a name search
   * for a hint.
   */
  may(operation: OperationName): boolean
}
