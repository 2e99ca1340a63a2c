/** What replicas share: whether Redis answers. */
import type { Config } from '../../config/config.ts'
import { openRedisOnce } from '../../plugins/redis-once.ts'
import { failed, ok, reasonOf } from './check.ts'
import type { Check } from './check.ts'

const name = 'Redis'

export async function checkRedis({ redisUrl }: Config): Promise<Check[]> {
  if (redisUrl === undefined) return []
  // The URL may carry a password, so it is named by its host alone.
  const where = URL.parse(redisUrl)?.host ?? 'the given address'
  const { Redis } = await import('ioredis').catch(() => ({ Redis: undefined }))
  if (Redis === undefined) {
    return [
      failed(
        name,
        'the package ioredis is not there',
        'install it beside erp-bridge: npm install ioredis'
      )
    ]
  }
  try {
    const redis = await openRedisOnce(Redis, redisUrl)
    redis.disconnect()
    return [ok(name, `${where} answers`)]
  } catch (error) {
    return [
      failed(
        name,
        `${where}: ${reasonOf(error)}; without it each replica counts limits alone, and results of long calls are known to one`,
        'check address, user, password and TLS (rediss://) of --redis-url (ERP_REDIS_URL), and the way there'
      )
    ]
  }
}
