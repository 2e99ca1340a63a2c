/** A connection to Redis for a command: it answers soon, or the reason why not is known. */
import type { Redis, RedisOptions } from 'ioredis'

const boundMs = 5000

/** @throws Error with the reason why there is no connection */
export async function openRedisOnce(
  Client: typeof Redis,
  url: string,
  options: Pick<RedisOptions, 'keyPrefix'> = {}
): Promise<Redis> {
  const redis = new Client(url, {
    ...options,
    lazyConnect: true,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    connectTimeout: boundMs,
    commandTimeout: boundMs,
    retryStrategy: () => null
  })
  let reason: Error | undefined
  redis.on('error', error => {
    reason = error
  })
  try {
    await redis.connect()
    await redis.ping()
    if (reason !== undefined) throw reason
  } catch (error) {
    redis.disconnect()
    throw reason ?? error
  }
  return redis
}
