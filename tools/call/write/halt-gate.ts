/** Refuses calls and changes while an operator has halted them. */
import type { ErpWriter } from '../../../erp-client/index.ts'
import type { Caller } from '../caller.ts'
import { changesSomething } from './write-tracker.ts'
import { interceptWriter } from './writer-interceptor.ts'

/** What a halt may concern. */
export interface HaltedCall {
  readonly system: string
  readonly caller: Caller
  /** What distinguishes identities of one name, as the audit writes it. */
  readonly key?: string | undefined
  /** Whether the call changes the ERP. */
  readonly changes: boolean
}

export interface HaltGate {
  /**
   * Throws a ToolError where the call is halted. A change is also refused where it cannot be known
   * whether it is.
   */
  assertMayStart(call: HaltedCall): void
  /** The id of a halt that holds for the call now. */
  haltOf(call: HaltedCall): string | undefined
}

/** What of a session decides. */
type HaltableSession = Pick<HaltedCall, 'system' | 'caller'> & {
  readonly halt?: HaltGate | undefined
}

/**
 * The same writer. A change starts with its first changing request, which is checked when it leaves:
 * it may have waited for a lock or a connection. What was started runs to completion, because an
 * interrupted change leaves drafts behind.
 */
export function haltable({ halt, system, caller }: HaltableSession, writer: ErpWriter): ErpWriter {
  if (halt === undefined) return writer
  const assertMayStart = () => halt.assertMayStart({ system, caller, changes: true })
  assertMayStart()
  let isStarted = false
  return interceptWriter(writer, async (wanted, send) => {
    if (isStarted || !changesSomething(wanted)) return await send(wanted)
    return await send({
      ...wanted,
      beforeSent: () => {
        if (!isStarted) assertMayStart()
        isStarted = true
      }
    })
  })
}
