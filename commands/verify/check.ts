/** What a check of `verify` is: one operation, the assumption about it, and how it is tried. */
import type { ChangeOperation, ReadOperation } from '../../erp-client/index.ts'
import type { OperationName } from '../../tools/index.ts'
import type { Bench } from './bench.ts'

/**
 * - `holds`: the system behaves as the bridge assumes.
 * - `differs`: it behaves in another way, which can harm the bridge.
 * - `absent`: the release or the system does not offer the operation.
 * - `not permitted`: the user lacks an authorization.
 * - `skipped`: not tried, for the reason that is given.
 */
export const outcomes = ['holds', 'differs', 'absent', 'not permitted', 'skipped'] as const
export type Outcome = (typeof outcomes)[number]

export type CheckedOperation = ChangeOperation | ReadOperation

/** What each answer to an operation must be. */
export interface AnswerShape {
  /** Status; 200 for reading requests, each of the 2xx for changing ones. */
  readonly status?: readonly number[]
  /** The media type; XML where a root is given. */
  readonly type?: RegExp
  /** Local names of the root element, of which the answer has one. */
  readonly root?: readonly string[]
  /**
   * Elements and attributes that the bridge reads: `entry/id`, `collection@href`, `@name` of the
   * root. Each parent that is there needs them; a `?` at the start permits that there is no parent.
   */
  readonly has?: readonly string[]
  /** Fields of the outermost object of a JSON answer. */
  readonly json?: readonly string[]
  /** A success without a body is right as well. */
  readonly mayBeEmpty?: true
}

export interface Check {
  readonly operation: CheckedOperation
  /** What the bridge takes for granted, in one sentence. */
  readonly assumes: string
  /**
   * The path below `/sap/bc/adt` that the discovery document announces where the system offers the
   * operation; `always`: each system offers it; none: the answer alone decides.
   */
  readonly service?: string
  /** The operation of the safety filters that decides about it; `read` if left out. */
  readonly rule?: OperationName
  /** Needs `--write`: it changes something, or works on an object of its own. */
  readonly writes?: true
  readonly answer?: AnswerShape
  /** Tries it. @throws Differs, Skipped, ErpError */
  readonly run?: (bench: Bench) => Promise<void>
  /** Why it is not tried where the system offers it. */
  readonly untried?: string
}

export interface Result {
  readonly operation: CheckedOperation
  readonly assumes: string
  readonly outcome: Outcome
  /** The first difference, or the reason. */
  readonly detail?: string | undefined
  readonly ms: number
}

/** The system behaves in another way than assumed. */
export class Differs extends Error {}

/** The check cannot be tried here. */
export class Skipped extends Error {}

/** The check needs another operation, which fails. */
export class Needs extends Error {
  readonly operation: string
  /** Another operation that may be the reason as well. */
  readonly or: string | undefined
  constructor(operation: string, cause: unknown, or?: string) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.operation = operation
    this.or = or
  }
}

/** @throws Differs with these words where the condition is false */
export function expect(condition: boolean, words: string): asserts condition {
  if (!condition) throw new Differs(words)
}
