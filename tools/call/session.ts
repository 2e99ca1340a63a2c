/** What a tool call needs beside its arguments. */
import type { Erp, GitCredentials, LogonByAddress } from '../../erp-client/index.ts'
import type { Caller } from './caller.ts'
import type { Confirmation } from './confirmation-guard.ts'
import type { Limits, Log } from './context.ts'
import type { AuditGate } from './audit-gate.ts'
import type { ClientGate } from '../policy/client-gate.ts'
import type { HaltGate } from './write/halt-gate.ts'
import type { Policy } from '../policy/decide.ts'
import type { Registry } from '../catalog/registry.ts'
import type { ToolEvent } from './result.ts'
import type { ApprovalAccess } from '../approval/access.ts'
import type { ChangeSetAccess } from '../change-sets/access.ts'
import type { JournalAccess } from '../journal/access.ts'
import type { KeptCalls } from './write/kept-calls.ts'
import type { LongCalls } from './long-calls.ts'
import type { Tracer } from './tracing.ts'
import type { Twin } from '../change-sets/twin/twin.ts'

/** The other systems that the caller of a session may read, for comparisons. */
export interface OtherSystems {
  /** Names of those that the caller may use, without the one of the session. */
  names(): readonly string[]
  /**
   * The session of the same caller at another system. @throws ToolError SYSTEM_NOT_PERMITTED, in the
   * words of `systemNotPermitted`, for an unknown and for a forbidden name
   */
  open(name: string): ToolSession
}

/** One caller at one ERP system; `createSystem` assembles it. */
export interface ToolSession {
  /** Name of the ERP system, which every event carries. */
  readonly system: string
  /** How the bridge logs on at the ERP, which every event carries where it is known. */
  readonly logon?: string | undefined
  /** Another log-on where its session has ended, for clients that can show an address. */
  readonly logonByAddress?: LogonByAddress | undefined
  readonly caller: Caller
  readonly registry: Registry
  readonly policy: Policy
  /** Created at first use: a call that needs no ERP opens no connection. */
  readonly erp: () => Erp
  readonly log: Log
  readonly limits: Limits
  /** Looks up the operator's credentials for a git repository; without it there are none. */
  readonly gitCredentials?: ((url: string) => GitCredentials | undefined) | undefined
  /** How changes are confirmed; without it a tool's own digest is the handle. */
  readonly confirmation?: Confirmation
  /** Continues calls that take long; without it the answer waits for every call. */
  readonly running?: LongCalls
  /** Keeps calls of several steps; without it an interrupted one can only be sent again. */
  readonly kept?: KeptCalls
  /** Records changes with the state before; without it there is no record, and no undo. */
  readonly journal?: JournalAccess | undefined
  /** Holds changes back until a second person approves them; without it none waits. */
  readonly approval?: ApprovalAccess | undefined
  /** Stages changes; without it no change can be staged. */
  readonly changeSets?: ChangeSetAccess | undefined
  /** Checks staged objects together in an engine of its own; without it nothing does. */
  readonly twin?: Twin | undefined
  /** Decides before a call whether it can be recorded. */
  readonly audit?: AuditGate | undefined
  /** Refuses what an operator has halted; without it nothing can be halted. */
  readonly halt?: HaltGate | undefined
  /** Refuses changes in a client that is stricter than the system is said to be. */
  readonly client?: ClientGate | undefined
  /** Removes secrets of the bridge from the text of a failure. */
  readonly redact?: ((text: string) => string) | undefined
  /** Records spans of calls and of their requests to the ERP. */
  readonly tracer?: Tracer | undefined
  readonly observers: readonly ((event: ToolEvent) => void)[]
  /** Folder with SAP's catalogue of released objects. */
  readonly cleanCoreData?: string | undefined
  /** The only way to a second system, and only to read there; without it there is none. */
  readonly otherSystems?: OtherSystems | undefined
  /**
   * Folder of this machine that the caller may read, with all below it. Only launchers set it whose
   * caller sits at this machine, never a server.
   */
  readonly localFolder?: string | undefined
  /** The same for a folder that the caller may also write. */
  readonly workspace?: string | undefined
}
