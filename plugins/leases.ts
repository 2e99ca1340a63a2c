/**
 * One budget of requests for an ERP system over all replicas: each holds a lease of a part of it in
 * Redis, renews it, and gets more or less with the demand of all.
 */
import { randomUUID } from 'node:crypto'
import type { Redis } from 'ioredis'
import type { ConnectionLimiter } from '../erp-client/index.ts'
import type { Log } from '../tools/index.ts'
import { leaseScript } from './lease-script.ts'

export interface LeaseOptions {
  /** What the replicas have in common, such as the address of the ERP. */
  readonly name: string
  readonly limiter: ConnectionLimiter
  /** The budget of all replicas together. */
  readonly connections: number
  readonly log: Pick<Log, 'info' | 'warn'>
}

export interface Lease {
  /** Gives the lease back, so that the others need not wait for its end. */
  close(): Promise<void>
}

/** A lease that is not renewed ends after this time: its replica is dead or cut off. */
export const leaseMs = 5000
const renewMs = 500
/** The part of the budget of a replica that has never reached Redis. */
const shareOfUnknown = 4

interface Granted {
  readonly places: number
  readonly replicas: number
  /** Milliseconds of the monotonic clock; counted from before the request. */
  readonly until: number
}

/** Settles once the first lease is there, or Redis has not given one. */
export async function openLease(redis: Redis, options: LeaseOptions): Promise<Lease> {
  const { limiter, connections, log } = options
  const keys = [
    `lease:${options.name}`,
    `lease-lost:${options.name}`,
    `lease-pause:${options.name}`
  ]
  const id = randomUUID()
  let granted: Granted | undefined
  let isAway = false
  // A clock instead of a timer: a process that was stopped must not use an old lease.
  limiter.lease(() => {
    if (granted !== undefined && performance.now() < granted.until) return granted.places
    return fallback(granted, connections)
  })
  const renew = async () => {
    const began = performance.now()
    const held = granted === undefined ? 0 : limiter.most
    try {
      const { running, waiting, pausedMs: asked } = limiter
      const facts = [id, connections, running + waiting, running, held, leaseMs, asked]
      const answer = await redis.eval(leaseScript, keys.length, ...keys, ...facts)
      const [places = 0, replicas = 1, pausedMs = 0] = numbersOf(answer)
      granted = { places, replicas, until: began + leaseMs }
      limiter.pauseAll(pausedMs)
      const words = 'the requests to the ERP are shared with other replicas again'
      if (isAway) log.info({ places }, words)
      isAway = false
    } catch (error) {
      if (!isAway) {
        log.warn(
          { reason: error instanceof Error ? error.message : 'unknown' },
          'Redis gives no lease: until it does, this replica uses its last share of the requests to the ERP'
        )
      }
      isAway = true
    }
    limiter.wake()
  }
  let renewing = renew()
  await renewing
  let isRenewing = false
  const timer = setInterval(() => {
    if (isRenewing) return
    isRenewing = true
    renewing = renew().finally(() => {
      isRenewing = false
    })
  }, renewMs).unref()
  return {
    async close() {
      clearInterval(timer)
      await renewing
      await redis.hdel(keys[0] ?? '', id).catch(() => {})
    }
  }
}

/** What all replicas may use that last knew of each other, without a word from Redis. */
function fallback(granted: Granted | undefined, connections: number): number {
  const share = Math.floor(connections / (granted?.replicas ?? shareOfUnknown))
  return Math.max(1, Math.min(granted?.places ?? share, share))
}

function numbersOf(answer: unknown): number[] {
  if (!Array.isArray(answer) || !answer.every(Number.isSafeInteger)) {
    throw new Error('Redis gave no lease')
  }
  return answer as number[]
}
