/**
 * Whether the process lives, and whether it takes requests. Registered by the launcher alone: a
 * host has its own.
 */
import type { DoneFuncWithErrOrRes } from 'fastify'
import fp from 'fastify-plugin'
import type { ServedHalts } from '../halt/gate.ts'
import type { ServedSystems } from '../systems/landscape.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Says "not ready" from now on, and asks every client to come back on another connection, while
     * requests are still served. Resolves once the readiness probe has noticed and may have acted on
     * it; at once where no probe has asked of late.
     */
    retire: () => Promise<void>
  }
}

type SendHookRest = [payload: unknown, done: DoneFuncWithErrOrRes]

export interface HealthOptions {
  /**
   * Asked each time: what has to be there once, such as the keys that tokens are checked with.
   * Never whether the ERP answers.
   */
  readonly isPrepared?: (() => boolean) | undefined
  /**
   * What an operator should know of a bridge that is ready all the same; told with the readiness.
   */
  readonly warnings?: readonly string[]
  /** With a systems file the readiness tells how many systems are served, and no names. */
  readonly systems?: ServedSystems
  /** What is halted is counted, and names nothing. A halted bridge is ready: it says whom to ask. */
  readonly halts?: ServedHalts | undefined
  /** Longest time for a load balancer to notice, and to act. */
  readonly noticeMs?: number
  /** Time that a load balancer needs to send requests elsewhere. */
  readonly actMs?: number
  /** Without a request for readiness for so long, nothing watches it. */
  readonly forgottenMs?: number
}

export default fp<HealthOptions>(
  async (
    app,
    {
      isPrepared = () => true,
      warnings = [],
      systems,
      halts,
      noticeMs = 5000,
      actMs = 2000,
      forgottenMs = 30_000
    }
  ) => {
    const good = { status: 'ready', ...(warnings.length === 0 ? {} : { warnings }) }
    let booted = false
    let retired = false
    let askedAt = -Infinity
    let noticed = () => {}
    app.addHook('onReady', async () => {
      booted = true
    })
    app.addHook('preClose', async () => {
      retired = true
    })
    app.decorate('retire', async () => {
      if (retired) return
      retired = true
      if (performance.now() - askedAt > forgottenMs) return
      await new Promise<void>(resolve => {
        const end = setTimeout(resolve, noticeMs)
        noticed = () => {
          setTimeout(() => {
            clearTimeout(end)
            resolve()
          }, actMs)
        }
      })
    })
    // A proxy that keeps connections would otherwise send a request on one that is about to be
    // closed.
    // `done` instead of a promise, which would delay the answers of all routes.
    app.addHook('onSend', (_request, reply, ...[payload, done]: SendHookRest) => {
      if (retired) reply.header('connection', 'close')
      done(null, payload)
    })
    app.get('/health', async () => ({ status: 'ok' }))
    app.get('/ready', async (_request, reply) => {
      askedAt = performance.now()
      const totals = systems?.hasPaths === true ? totalsOf(systems) : undefined
      if (booted && !retired && isPrepared() && totals?.served !== 0) {
        return {
          ...good,
          ...(totals === undefined ? {} : { systems: totals }),
          ...haltedIn(halts)
        }
      }
      // The answer has to be out before anything is closed.
      if (retired) {
        reply.raw.once('finish', () => {
          noticed()
        })
      }
      return reply
        .code(503)
        .header('retry-after', '5')
        .send({
          status: retired
            ? 'closing'
            : totals?.served === 0
              ? 'no system can be served'
              : booted
                ? 'waiting for the keys of the identity provider'
                : 'starting'
        })
    })
  },
  { name: 'health', fastify: '5.x' }
)

function haltedIn(halts: ServedHalts | undefined): { readonly halts?: object } {
  const counts = Object.entries(halts?.counts() ?? {}).filter(([, count]) => count > 0)
  return counts.length === 0 ? {} : { halts: Object.fromEntries(counts) }
}

function totalsOf(systems: ServedSystems): { configured: number; served: number } {
  const states = systems.states()
  return {
    configured: states.length,
    served: states.filter(({ system }) => system !== undefined).length
  }
}
