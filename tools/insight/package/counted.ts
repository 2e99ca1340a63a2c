/** Counts the ERP requests of an answer. */
import type { ErpReader } from '../../../erp-client/index.ts'
import type { ToolContext } from '../../call/context.ts'

export interface Counted {
  readonly context: ToolContext
  requests(): number
}

/** The same context; requests that its caches answer are not counted. */
export function counted(context: ToolContext): Counted {
  const { erp } = context
  let requests = 0
  const request: ErpReader['request'] = (wanted, signal) => {
    requests += 1
    return erp.request(wanted, signal)
  }
  const counting: ErpReader = Object.create(erp, { request: { value: request } })
  return { context: { ...context, erp: counting }, requests: () => requests }
}
