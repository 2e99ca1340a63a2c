/** Halts in Redis, for all replicas of a deployment. */
import type { Redis } from 'ioredis'
import type { HaltStore } from '../halt/store.ts'
import { openRedisOnce } from './redis-once.ts'
import { namespaceOf } from './shared.ts'

const key = 'halts'

/** Stores a text unless another one stands there than the caller has read. */
const exchangeScript = `local now = redis.call('GET', KEYS[1])
if (ARGV[1] == 'absent' and now == false) or (ARGV[1] == 'present' and now == ARGV[2]) then
  redis.call('SET', KEYS[1], ARGV[3])
  return 1
end
return 0`

export function redisHaltStore(redis: Redis): HaltStore {
  return {
    mayLose: true,
    read: async () => (await redis.get(key)) ?? undefined,
    exchange: async (before, after) => {
      const state = before === undefined ? 'absent' : 'present'
      return (await redis.eval(exchangeScript, 1, key, state, before ?? '', after)) === 1
    }
  }
}

export interface HaltPlace {
  readonly url: string
  readonly stateKey: string
  /** As of the bridge whose halts these are. */
  readonly place: string
}

/** The store for a command, with a connection of its own. */
export async function openRedisHalts({
  url,
  stateKey,
  place
}: HaltPlace): Promise<{ readonly store: HaltStore; close(): void }> {
  const { Redis: Client } = await import('ioredis')
  const redis = await openRedisOnce(Client, url, { keyPrefix: namespaceOf(stateKey, place) })
  return { store: redisHaltStore(redis), close: () => redis.disconnect() }
}
