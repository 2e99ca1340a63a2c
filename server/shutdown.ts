/** The graceful end of the HTTP server after a signal. */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'

/** 5 s for readiness to be noticed, 5 s for calls under way, 4 s for locks and log-off. */
const hardLimitMs = 15_000

/**
 * Settles with the exit code once a signal has come and all is closed; a signal that comes while
 * the start is under way waits for its end. With a systems file SIGHUP reads the file again.
 */
export function closedBySignal(
  app: FastifyInstance,
  { log, started }: { log: FastifyBaseLogger; started: Promise<void> }
): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  let closing = false
  const endSilent = watchSilent(app.server)
  const stop = (signal: NodeJS.Signals) => {
    if (closing) process.exit(130)
    closing = true
    log.info({ signal }, 'closing; a second signal ends at once')
    setTimeout(() => {
      log.error('closing took too long')
      process.exit(1)
    }, hardLimitMs).unref()
    // The load balancer learns of it first; then calls, streams, locks and connections end, in the
    // order of the hooks.
    started
      .then(() => app.retire())
      .then(() => {
        endSilent()
        stopListening(app.server)
        return app.close()
      })
      .then(() => resolve(0), reject)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
  process.on('SIGHUP', signal => {
    if (app.servedSystems.hasPaths) void app.servedSystems.reload()
    else stop(signal)
  })
  // The shell that npm starts in between does not forward a SIGTERM, but the parent process ends.
  const parent = process.ppid
  if (process.env['npm_lifecycle_event'] !== undefined) {
    setInterval(() => {
      if (process.ppid !== parent && !closing) stop('SIGTERM')
    }, 250).unref()
  }
  return promise
}

/**
 * A new connection is refused, so that a proxy tries another replica; requests that are here
 * already are served.
 */
function stopListening(server: Server): void {
  server.close(() => {})
}

/**
 * Node.js closes connections that have served a request and wait for the next, but not those that
 * never sent one, as browsers open them.
 */
function watchSilent(server: Server): () => void {
  const silent = new Map<Socket, number>()
  server.on('connection', socket => {
    silent.set(socket, performance.now())
    socket.once('close', () => {
      silent.delete(socket)
    })
  })
  server.on('request', ({ socket }) => {
    silent.delete(socket)
  })
  const end = () => {
    for (const [socket, since] of silent) if (performance.now() - since > 1000) socket.destroy()
  }
  return () => {
    setInterval(end, 250).unref()
  }
}
