/**
 * What replicas share through Redis: counters of the limits, the ends of sessions, the results of
 * calls that outlived their answer, and the confirmations that were used. Where Redis is away, each
 * replica goes on with what it knows itself; confirmations alone are refused then.
 */
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import fp from 'fastify-plugin'
import type { Redis } from 'ioredis'
import type { SharedResults, ToolResult, UsedTokens } from '../tools/index.ts'
import type { SessionEndChannel } from '../mcp/sessions.ts'

export interface SharedStoreOptions {
  /** Undefined: nothing is shared. */
  readonly url?: string | undefined
  /** What is stored is encrypted under it. */
  readonly stateKey?: string | undefined
  /**
   * The ERP system, by address and client: bridges of other systems share nothing with this one.
   */
  readonly place?: string | undefined
}

export interface SharedStore {
  /** For stores that speak Redis themselves. */
  readonly redis: Redis
  /** @param place of the ERP system; a result cannot be read for another one */
  resultsOf(place: string): SharedResults
  readonly ends: SessionEndChannel
  readonly used: UsedTokens
}

declare module 'fastify' {
  interface FastifyInstance {
    shared: SharedStore | undefined
  }
}

/** A store that is slower than this counts as unavailable. */
const commandMs = 1000
const markSeconds = 30
const largest = 8_000_000

export default fp<SharedStoreOptions>(
  async (app, { url, stateKey, place = '' }) => {
    if (url === undefined || stateKey === undefined) {
      app.decorate('shared', undefined)
      return
    }
    const prefix = namespaceOf(stateKey, place)
    const redis = await connect(url, { prefix, log: app.log })
    const listener = redis.duplicate({ enableOfflineQueue: true })
    watchState(listener, () => {})
    const ends = createEnds(redis, { listener, channel: `${prefix}session-ended`, log: app.log })
    app.decorate('shared', {
      redis,
      resultsOf: systemPlace =>
        createResults(redis, { stateKey, place: systemPlace, log: app.log }),
      ends,
      used: createUsed(redis, app.log)
    })
    // Before the first request: an ended session must not be taken by a replica that starts.
    app.addHook('onReady', async () => {
      await ends.load()
    })
    app.addHook('onClose', async () => {
      listener.disconnect()
      redis.disconnect()
    })
  },
  { name: 'shared', fastify: '5.x' }
)

/**
 * Replicas of one deployment have the state key and the system in common, and other bridges of the
 * same store do not: without a namespace of its own, one deployment would count against another.
 */
export function namespaceOf(stateKey: string, place: string): string {
  const digest = createHmac('sha256', stateKey)
    .update(`erp-bridge namespace ${place}`)
    .digest('hex')
  return `erp-bridge:${digest.slice(0, 16)}:`
}

async function connect(
  url: string,
  { prefix, log }: { prefix: string; log: FastifyBaseLogger }
): Promise<Redis> {
  const { Redis: Client } = await import('ioredis').catch((cause: unknown) => {
    throw new Error(
      '--redis-url (ERP_REDIS_URL) needs the package ioredis; install it beside erp-bridge: npm install ioredis',
      { cause }
    )
  })
  const redis = new Client(url, {
    keyPrefix: prefix,
    lazyConnect: true,
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    connectTimeout: 5000,
    commandTimeout: commandMs,
    retryStrategy: tries => Math.min(tries * 200, 5000)
  })
  // The URL may carry a password, so it is named by its host alone.
  const where = URL.parse(url)?.host ?? 'the given address'
  watchState(redis, (state, error) => {
    if (state === 'away') {
      log.error(
        { redis: where, reason: reasonOf(error) },
        'Redis is away: limits are counted in each replica alone, results of long calls are known to one, and confirmations are refused'
      )
    } else log.info({ redis: where }, 'Redis is there')
  })
  await redis.connect().catch(() => {})
  return redis
}

/** Once for each change, however often the connection is tried again. */
function watchState(redis: Redis, report: (state: 'there' | 'away', error?: Error) => void): void {
  let state: 'there' | 'away' | undefined
  redis.on('ready', () => {
    if (state !== 'there') report((state = 'there'))
  })
  redis.on('error', (error: Error) => {
    if (state !== 'away') report((state = 'away'), error)
  })
}

/** Errors of the client carry the command that failed, and a command may carry the password. */
function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown'
}

function createResults(
  redis: Redis,
  { stateKey, place, log }: { stateKey: string; place: string; log: FastifyBaseLogger }
): SharedResults {
  const key = createHmac('sha256', `erp-bridge results ${place}`).update(stateKey).digest()
  const keyOf = (id: string) => `result:${id}`
  const quietly = async (work: Promise<unknown>): Promise<void> => {
    await work.catch((error: unknown) => {
      log.debug({ reason: reasonOf(error) }, 'a result could not be shared')
    })
  }
  return {
    async begin(id) {
      const mark = () => quietly(redis.set(keyOf(id), '', 'EX', markSeconds))
      await mark()
      const timer = setInterval(
        () => {
          void mark()
        },
        (markSeconds * 1000) / 3
      ).unref()
      return () => {
        clearInterval(timer)
      }
    },
    async put(id, result, seconds) {
      const text = JSON.stringify(result)
      if (text.length > largest) return
      await quietly(redis.set(keyOf(id), encrypt(key, { text, id }), 'EX', seconds))
    },
    async get(id) {
      const stored = await redis.getBuffer(keyOf(id)).catch(() => null)
      if (stored === null) return undefined
      return stored.length === 0 ? 'running' : decrypted(key, { stored, id })
    },
    async drop(id) {
      await quietly(redis.del(keyOf(id)))
    }
  }
}

/**
 * Confirmations that any replica has used. Without an answer of the store none permits anything: a
 * deletion that is asked for again does less harm than one that is done twice.
 */
function createUsed(redis: Redis, log: FastifyBaseLogger): UsedTokens {
  return {
    async use(id, { ms }) {
      try {
        return (await redis.set(`used:${id}`, '', 'PX', ms, 'NX')) === 'OK' ? 'first' : 'used'
      } catch (error) {
        log.error(
          { reason: reasonOf(error) },
          'a confirmation is refused, because Redis does not say whether it was used'
        )
        return 'unreachable'
      }
    }
  }
}

/**
 * Nonce, tag, text: encrypted, so that the store reveals nothing, and bound to the id.
 */
function encrypt(key: Buffer, { text, id }: { text: string; id: string }): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(id))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body])
}

/** A result that was stored under another key, or is damaged, counts as absent. */
function decrypted(key: Buffer, sealed: { stored: Buffer; id: string }): ToolResult | undefined {
  try {
    return JSON.parse(decrypt(key, sealed)) as ToolResult
  } catch {
    return undefined
  }
}

function decrypt(key: Buffer, { stored, id }: { stored: Buffer; id: string }): string {
  const decipher = createDecipheriv('aes-256-gcm', key, stored.subarray(0, 12))
    .setAAD(Buffer.from(id))
    .setAuthTag(stored.subarray(12, 28))
  return Buffer.concat([decipher.update(stored.subarray(28)), decipher.final()]).toString('utf8')
}

/** Ends of sessions that are remembered for endpoints to come. */
const mostKnown = 20_000

interface Ending {
  readonly listener: Redis
  readonly channel: string
  readonly log: FastifyBaseLogger
}

function createEnds(
  redis: Redis,
  { listener, channel, log }: Ending
): SessionEndChannel & { load(): Promise<void> } {
  const listeners = new Set<(id: string, until: number) => void>()
  // The endpoint of a system is made with its first request, after most ends have been heard.
  const known = new Map<string, number>()
  const heard = (text: string) => {
    const [, until = '', id = ''] = /^(\d+) (\S{1,500})$/.exec(text) ?? []
    if (id === '') return
    known.set(id, Number(until))
    const [oldest] = known.keys()
    if (known.size > mostKnown && oldest !== undefined) known.delete(oldest)
    for (const listen of listeners) listen(id, Number(until))
  }
  const quietly = (error: unknown) => {
    log.debug({ reason: reasonOf(error) }, 'the end of a session could not be shared')
  }
  const load = async () => {
    for (const line of await redis.zrangebyscore('ended', Date.now(), '+inf')) heard(line)
  }
  listener.on('message', (_channel: string, text: string) => {
    heard(text)
  })
  // A reconnected listener has missed messages.
  listener.on('ready', () => {
    load().catch(quietly)
  })
  listener.subscribe(channel).catch(quietly)
  return {
    publish(id, until) {
      const line = `${until} ${id}`
      redis
        .multi()
        .zadd('ended', until, line)
        .zremrangebyscore('ended', 0, Date.now())
        .publish(channel, line)
        .exec()
        .catch(quietly)
    },
    subscribe(listen) {
      listeners.add(listen)
      for (const [id, until] of known) if (until > Date.now()) listen(id, until)
      return () => {
        listeners.delete(listen)
      }
    },
    load: async () => {
      await load().catch(quietly)
    }
  }
}
