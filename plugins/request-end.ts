/** The end of a request: answered, failed, or left by its client. */
import type { FastifyReply, FastifyRequest } from 'fastify'

export interface RequestOutcome {
  readonly method: string
  /** The URL as it was declared, so that there are only few of them. */
  readonly route: string
  /** 499 where the client went away before there was an answer. */
  readonly status: number
  readonly ms: number
}

/** Calls back once. The hook onResponse does not run where the client has disconnected. */
export function onRequestEnd(
  request: FastifyRequest,
  reply: FastifyReply,
  report: (facts: RequestOutcome) => void
): void {
  const {
    method,
    routeOptions: { url: route = 'none' }
  } = request
  // Emitted once per response, so `on` is enough; the wrapper of `once` costs time per request.
  reply.raw.on('close', () => {
    report({
      method,
      route,
      status: reply.raw.headersSent ? reply.statusCode : 499,
      ms: reply.elapsedTime
    })
  })
}
