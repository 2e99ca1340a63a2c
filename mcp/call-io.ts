/** What a running call gets from its request: abort signal, progress, trace and the client. */
import type { ServerContext } from '@modelcontextprotocol/server'
import { callTrace } from '../tools/index.ts'
import type { ClientLink, RunIo } from '../tools/index.ts'
import type { RequestContext } from './request-context.ts'

export function callIo(
  requestContext: RequestContext,
  { mcpReq }: ServerContext,
  client: ClientLink
): RunIo {
  const token = mcpReq._meta?.progressToken
  const progress: RunIo['progress'] =
    token === undefined
      ? undefined
      : ({ done, total, message }) => {
          const params = {
            progressToken: token,
            progress: done,
            ...(total === undefined ? {} : { total }),
            ...(message === undefined ? {} : { message })
          }
          // A disconnected client needs no progress; the signal ends the call.
          mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {})
        }
  const trace = callTrace(mcpReq._meta, requestContext.carrier ?? {})
  return {
    signal:
      requestContext.signal === undefined
        ? mcpReq.signal
        : AbortSignal.any([mcpReq.signal, requestContext.signal]),
    requestId: requestContext.requestId ?? String(mcpReq.id),
    client,
    ...(progress === undefined ? {} : { progress }),
    ...(trace === undefined ? {} : { trace })
  }
}
