/**
 * Limits: calls of one identity, and failed log-ons. Counting is the work of @fastify/rate-limit,
 * whose store can be shared.
 */
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { BridgeError } from './errors.ts'

export interface RateLimitOptions {
  /** Requests of one identity a minute; 0 = no limit. */
  readonly perIdentity: number
  /** Different wrong keys of one address a minute, and tries of one bad token. */
  readonly failures?: { readonly address: number; readonly token: number }
}

export interface Attempt {
  /** Digest of the credential. */
  readonly digest: string
  /** Whether trying others could lead anywhere: a key can be guessed, a signature cannot. */
  readonly guess: boolean
}

declare module 'fastify' {
  interface FastifyInstance {
    limits: {
      /**
       * Rejects with 429 where the authenticated identity asks too often; undefined where there is
       * no limit.
       */
      identity(request: FastifyRequest): Promise<void> | undefined
      /**
       * Counts the messages of a batch beyond the one that its request counts as. Rejects with 429
       * where fewer are left, so that all of it runs or nothing; undefined where there is no limit
       * or nothing more to count.
       */
      batch(request: FastifyRequest, messages: number): Promise<void> | undefined
      /**
       * Rejects with 429 where this token, or for guesses this address, has failed too often;
       * undefined for what was good lately.
       */
      logOn(request: FastifyRequest, attempt: Attempt): Promise<void> | undefined
      failed(request: FastifyRequest, attempt: Attempt): Promise<void>
      succeeded(attempt: Attempt): void
    }
  }
}

const timeWindow = 60_000
const cache = 10_000

export default fp<RateLimitOptions>(
  async (app, { perIdentity, failures = { address: 30, token: 60 } }) => {
    const digests = new WeakMap<FastifyRequest, string>()
    const limiterOf = createCounters(app)
    const byToken = await limiterOf({
      name: 'token',
      max: failures.token,
      key: request => digests.get(request) ?? ''
    })
    const byAddress = await limiterOf({
      name: 'address',
      max: failures.address,
      key: request => request.ip
    })
    const byIdentity = await limiterOf({ name: 'identity', max: perIdentity, key: identityOf })
    const good = createRecent()
    const countIdentity = async (request: FastifyRequest) => {
      const used = await byIdentity(request)
      if (!used.isAllowed && used.isExceeded) {
        throw tooMany(
          used.ttlInSeconds,
          `this identity has used its ${perIdentity} requests of this minute`
        )
      }
    }
    const countBatch = async (request: FastifyRequest, more: number) => {
      const refused = (used: { readonly ttlInSeconds: number }) =>
        tooMany(
          Math.max(used.ttlInSeconds, 1),
          `a batch of ${more + 1} messages counts as so many, and ${perIdentity} a minute are permitted`
        )
      // A batch that cannot run uses nothing up.
      const left = await byIdentity(request, { increment: false })
      if (!left.isAllowed && left.remaining < more) throw refused(left)
      const counting = Array.from({ length: more }, async () => await byIdentity(request))
      for (const used of await Promise.all(counting)) {
        if (!used.isAllowed && used.isExceeded) throw refused(used)
      }
    }
    const countFailures = async (request: FastifyRequest, { digest, guess }: Attempt) => {
      digests.set(request, digest)
      for (const limit of guess ? [byToken, byAddress] : [byToken]) {
        const used = await limit(request, { increment: false })
        if (!used.isAllowed && used.remaining === 0) {
          throw tooMany(used.ttlInSeconds, 'too many failed log-ons')
        }
      }
    }
    app.decorate('limits', {
      identity: request => (perIdentity === 0 ? undefined : countIdentity(request)),
      batch(request, messages) {
        return perIdentity === 0 || messages < 2 ? undefined : countBatch(request, messages - 1)
      },
      logOn: (request, attempt) =>
        good.has(attempt.digest) ? undefined : countFailures(request, attempt),
      async failed(request, { digest, guess }) {
        good.delete(digest)
        digests.set(request, digest)
        const tried = await byToken(request)
        // A client that repeats one outdated key is a nuisance and no attacker: it counts once
        // against its address.
        if (guess && !tried.isAllowed && tried.remaining === tried.max - 1) await byAddress(request)
      },
      succeeded: ({ digest }) => good.add(digest)
    })
  },
  { name: 'rate-limit', fastify: '5.x', dependencies: ['context', 'errors', 'shared'] }
)

type Limiter = ReturnType<FastifyInstance['createRateLimit']>
interface Limit {
  readonly name: string
  readonly max: number
  key(request: FastifyRequest): string
}

/**
 * Counters that all replicas share where there is a store for them; this process counts alone where
 * there is none, or it is away.
 */
function createCounters(app: FastifyInstance): (limit: Limit) => Promise<Limiter> {
  const { shared } = app
  const stores = shared === undefined ? [{}] : [{ redis: shared.redis, nameSpace: 'limit:' }, {}]
  return async ({ name, max, key }) => {
    const limiters: Limiter[] = []
    const keyGenerator = (request: FastifyRequest) => `${name} ${key(request)}`
    for (const store of stores) {
      await app.register(async scope => {
        // A limit of its own for each scope: one that is made later gets a key with a route that
        // does not exist.
        await scope.register(rateLimit, {
          global: false,
          cache,
          max,
          timeWindow,
          keyGenerator,
          ...store
        })
        limiters.push(scope.createRateLimit())
      })
    }
    const [first, own] = limiters
    if (first === undefined) throw new TypeError('no counters')
    if (own === undefined) return first
    return async (request, options) =>
      await first(request, options).catch(async () => await own(request, options))
  }
}

function identityOf({ bridge }: FastifyRequest): string {
  const principal = bridge?.caller?.principal
  return principal?.id ?? `${principal?.kind ?? 'anonymous'} ${principal?.name ?? ''}`
}

function tooMany(seconds: number, reason: string): BridgeError {
  return new BridgeError('BRIDGE_RATE_LIMIT', {
    status: 429,
    code: -32000,
    message: `Too many requests: ${reason}; try again in ${seconds} s`,
    headers: { 'retry-after': String(seconds) }
  })
}

/** The credentials that were accepted last. */
function createRecent(): {
  has(key: string): boolean
  add(key: string): void
  delete(key: string): void
} {
  const seen = new Set<string>()
  let newest: string | undefined
  return {
    has: key => seen.has(key),
    add(key) {
      if (key === newest) return
      seen.delete(key)
      seen.add(key)
      newest = key
      const [oldest] = seen
      if (seen.size > cache && oldest !== undefined) seen.delete(oldest)
    },
    delete(key) {
      seen.delete(key)
      if (key === newest) newest = undefined
    }
  }
}
