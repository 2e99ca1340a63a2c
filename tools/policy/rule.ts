/** What a rule of the policy is: the options and facts that it sees, and the refusal that it gives. */
import type { LockFacts } from '../../erp-client/index.ts'
import type { Caller, Scope } from '../call/caller.ts'
import { upperFirst } from '../failure/sentence.ts'
import type { CallEffect, Expert } from '../operations.ts'

export interface PolicyOptions {
  readonly readOnly: boolean
  readonly blockFreeSql: boolean
  readonly allowedOps?: string | undefined
  readonly disallowedOps?: string | undefined
  /** Names with `*`; undefined = every package. */
  readonly allowedPackages?: readonly string[] | undefined
  readonly allowTransportableEdits: boolean
  /** Permits changes of objects that are not one's own; not permitted when left out. */
  readonly allowModifications?: boolean | undefined
  readonly enableTransports: boolean
  readonly transportReadOnly: boolean
  readonly allowedTransports?: readonly string[] | undefined
  readonly blockedTables?: readonly string[] | undefined
  /** `TABLE.COLUMN`, `element:NAME` and `domain:NAME`, with `*`. */
  readonly maskedColumns?: readonly string[] | undefined
  readonly expert: ReadonlySet<Expert>
  /** Lists of the server beside those of the system: each of them has to permit a change. */
  readonly serverLists?: Pick<PolicyOptions, 'allowedPackages' | 'allowedTransports'> | undefined
  /** How refusals name the setting of a flag; as the flag if left out. */
  readonly settingTitle?: ((flag: string) => string) | undefined
}

/**
 * The target of a change, as far as it is known. Where a rule needs a fact that is missing, it
 * refuses.
 */
export interface Target {
  /** For texts only, e.g. `CLAS ZCL_DEMO`. */
  readonly object?: string
  /** The object's real package, or the package a new object goes into. */
  readonly package?: string | undefined
  readonly isLocal?: boolean | undefined
  /** Why the object is not one of one's own; undefined where it is, or where it is new. */
  readonly foreign?: LockFacts['foreign']
  /** The request that the caller named. */
  readonly transport?: string | undefined
  /** The request that the ERP would record into, once a lock or a check has named it. */
  readonly recordedIn?: string | undefined
  /** Requests that could be used, for the text of a refusal. */
  readonly openRequests?: readonly string[]
  readonly tables?: readonly string[]
  /** The view through which the tables are read, for texts only. */
  readonly through?: string
}

export type BlockCode =
  | 'BLOCKED_READ_ONLY'
  | 'BLOCKED_OPERATION'
  | 'BLOCKED_PACKAGE'
  | 'BLOCKED_FREE_SQL'
  | 'BLOCKED_TABLE'
  | 'BLOCKED_COLUMN'
  | 'BLOCKED_TRANSPORT'
  | 'BLOCKED_NOT_TRANSPORTABLE'
  | 'BLOCKED_MODIFICATION'
  | 'BLOCKED_FEATURE'
  | 'BLOCKED_EXPERT'

export interface Refusal {
  readonly allow: false
  readonly code: BlockCode | 'INSUFFICIENT_SCOPE'
  /** The setting that decides, or `scope`. */
  readonly setting: string
  readonly message: string
  readonly remedy: string
  readonly missingScope?: Scope
}

export type Decision = { readonly allow: true } | Refusal

/** Undefined where the rule has no objection. */
export type Rule = (
  effect: CallEffect,
  target: Target | undefined,
  caller: Caller
) => Refusal | undefined

export function refuse(
  code: Refusal['code'],
  setting: string,
  { message, remedy }: { message: string; remedy: string }
): Refusal {
  // A message may begin with the words for an object without a name.
  return { allow: false, code, setting, message: upperFirst(message), remedy }
}
