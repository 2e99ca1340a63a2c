/** The limit of requests as a hook of routes. */
import type { FastifyInstance } from 'fastify'

type Done = (error?: Error) => void

/** Goes on once a request is counted; synchronously where the count is at hand. */
export function whenCounted(counted: Promise<void> | undefined, done: Done): void {
  if (counted === undefined) done()
  else counted.then(() => done(), done)
}

/** Counts each request for its identity. */
export function countIdentities(area: FastifyInstance): void {
  area.addHook('onRequest', (request, _reply, done) => {
    whenCounted(area.limits.identity(request), done)
  })
}
