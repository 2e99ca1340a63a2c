/** What to do about a transport request of another user: a change needs a task of its own user. */
import { isErpError, withRemedy } from '../../../erp-client/index.ts'
import type { ChangeTarget } from '../context.ts'

export interface TaskAdvice {
  /** The ERP user of the call, upper case, where it is known. */
  readonly user: string | undefined
  /** Whether the call could add a task by ERPTransport. */
  readonly mayCreateTask: boolean
}

/** How to get a change into the request that records its object already. */
export function requestRemedy(
  request: string,
  owner: string | undefined,
  tasks: TaskAdvice
): string {
  return owner === undefined || owner.toUpperCase() === tasks.user
    ? `Give transport ${request}, or release that request first.`
    : `Give transport ${request}. ${taskRemedy(request, owner, tasks)}`
}

/** A refusal of the ERP may mean that the user has no task in the request that the caller gave. */
export function withTaskRemedy(
  error: unknown,
  targets: readonly ChangeTarget[],
  tasks: TaskAdvice
): unknown {
  const request = targets.find(({ transport }) => transport !== undefined)?.transport
  return request === undefined || !isErpError(error, 'ERP_FORBIDDEN')
    ? error
    : withRemedy(error, `${taskRemedy(request, undefined, tasks)} ${error.remedy}`)
}

function taskRemedy(
  request: string,
  owner: string | undefined,
  { mayCreateTask }: TaskAdvice
): string {
  return mayCreateTask
    ? `Where you have no task in it: ERPTransport create_task transport ${request}, then repeat the call.`
    : `Where you have no task in ${request}, ask ${owner ?? 'its owner'} to add one (transaction SE09).`
}
