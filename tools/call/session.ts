import type { Erp, GitCredentials } from '../../erp-client/index.ts'
import type { Caller } from './caller.ts'
import type { Confirmation } from './confirmation.ts'
import type { Limits, Log } from './context.ts'
import type { AuditGate } from './events.ts'
import type { Policy } from '../policy/decide.ts'
import type { Registry } from '../catalog/registry.ts'
import type { ToolEvent } from './result.ts'
import type { LongCalls } from './long-calls.ts'
import type { Tracer } from './tracing.ts'

/** All that a call needs beside its arguments; made per caller by whoever serves the protocol. */
export interface ToolSession {
  readonly caller: Caller
  readonly registry: Registry
  readonly policy: Policy
  /** Made at first use: a call that needs no ERP opens no connection. */
  readonly erp: () => Erp
  readonly log: Log
  readonly limits: Limits
  /** Looks up the operator's credentials for a git repository; without it there are none. */
  readonly gitCredentials?: ((url: string) => GitCredentials | undefined) | undefined
  /** How changes are confirmed; without it a tool's own digest is the handle. */
  readonly confirmation?: Confirmation
  /** Where calls that take long go on; without it every call is waited for. */
  readonly running?: LongCalls
  /** Asked before a call that must be recorded. */
  readonly audit?: AuditGate | undefined
  /** Takes secrets of the bridge out of the words of a failure. */
  readonly redact?: ((text: string) => string) | undefined
  /** Records spans of calls and of their requests to the ERP. */
  readonly tracer?: Tracer | undefined
  readonly observers: readonly ((event: ToolEvent) => void)[]
}
