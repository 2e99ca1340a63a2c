/** Worker threads of the ERP client, for functions that may throw a ToolError. */
import {
  inThread as erpInThread,
  offLoop as erpOffLoop
} from '../../erp-client/threads/worker-thread.ts'
import type { Named, OffLoop, OffLoopOptions } from '../../erp-client/threads/worker-thread.ts'
import { ToolError } from '../failure/errors.ts'
import type { ToolErrorDetails } from '../failure/errors.ts'

export type { OffLoop } from '../../erp-client/threads/worker-thread.ts'

const revive: NonNullable<OffLoopOptions['revive']> = ({ name, message, code, details }) =>
  name === 'ToolError'
    ? new ToolError(String(code), message, details as ToolErrorDetails)
    : undefined

/** As `offLoop` of the ERP client, for functions that may refuse with a ToolError. */
export function offLoop<Args extends readonly unknown[], Result>(
  named: Named<Args, Result>,
  module: string
): OffLoop<Args, Result> {
  return erpOffLoop(named, module, { revive })
}

/**
 * As `inThread` of the ERP client: a function of a module that only the thread loads, for what
 * takes seconds.
 */
export function inThread<Args extends readonly unknown[], Result>(named: {
  readonly module: string
  readonly name: string
}): OffLoop<Args, Result> {
  return erpInThread(named, { queue: 'long', revive })
}
