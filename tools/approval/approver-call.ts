/** A list or decision of an approver who uses no MCP client: scope admin alone, or a key that approves. */
import type { Caller } from '../call/caller.ts'
import { notifyObservers, scopeEvent } from '../call/events.ts'
import { mayApprove } from '../call/grants.ts'
import { prepare } from '../call/prepare.ts'
import type { ToolResult } from '../call/result.ts'
import { run } from '../call/run.ts'
import type { RunIo } from '../call/run.ts'
import type { ToolSession } from '../call/session.ts'
import { ToolError } from '../failure/errors.ts'
import { failureResult } from '../failure/result.ts'
import { longestShown } from './shown.ts'

export interface ApproverArgs {
  readonly action: 'approvals' | 'approve' | 'reject'
  readonly approval?: string
  readonly digest?: string
  readonly reason?: string
  readonly maxResults?: number
}

/** The tool of the three actions. */
const tool = 'ERPManage'

/**
 * Runs one of the three actions as a call of the tool: halts, audit and observers are the same. The
 * scope of the tool is lent for this one call. The digest that was shown takes the place of a
 * confirmation. Never throws.
 */
export async function callAsApprover(
  session: ToolSession,
  args: ApproverArgs,
  io: RunIo
): Promise<ToolResult> {
  const { confirmation: _confirmation, caller, limits, ...rest } = session
  try {
    if (!mayApprove(caller)) throw notPermitted()
    const own = { ...rest, caller: lent(caller), limits: { ...limits, bytes: 4 * longestShown } }
    return await run(prepare(own, tool, { ...args }), own, io)
  } catch (error) {
    if (error instanceof ToolError && error.code === 'INSUFFICIENT_SCOPE') {
      notifyObservers(session, scopeEvent(caller, tool, error))
    }
    return failureResult(error)
  }
}

function lent(caller: Caller): Caller {
  return { ...caller, scopes: new Set(['write', 'admin']) }
}

function notPermitted(): ToolError {
  return new ToolError(
    'INSUFFICIENT_SCOPE',
    'Changes of others are decided about with the scope "admin", or a named key that approves.',
    { remedy: 'Ask for a key or token of your own with it.', missingScope: 'admin' }
  )
}
