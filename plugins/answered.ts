/** The end of a request, whichever it has. */
import type { FastifyReply, FastifyRequest } from 'fastify'

export interface AnsweredFacts {
  readonly method: string
  /** The URL as it was declared, so that there are only few of them. */
  readonly route: string
  /** 499 where the client went away before there was an answer. */
  readonly status: number
  readonly ms: number
}

/** Tells once. The hook onResponse does not come where the client has gone away. */
export function onceAnswered(
  request: FastifyRequest,
  reply: FastifyReply,
  tell: (facts: AnsweredFacts) => void
): void {
  const {
    method,
    routeOptions: { url: route = 'none' }
  } = request
  // Comes once, after whatever else happens to an answer. Without the wrapper of `once`, which
  // every request would pay for.
  reply.raw.on('close', () => {
    tell({
      method,
      route,
      status: reply.raw.headersSent ? reply.statusCode : 499,
      ms: reply.elapsedTime
    })
  })
}
