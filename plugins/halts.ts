/** `app.halts`: what the operator has halted, from Redis or a file; undefined where neither is there. */
import fp from 'fastify-plugin'
import { fileHaltStore } from '../halt/file-store.ts'
import { createHaltGate } from '../halt/gate.ts'
import type { HaltGateOptions, ServedHalts } from '../halt/gate.ts'
import { redisHaltStore } from './redis-halts.ts'

export interface HaltsOptions extends Pick<HaltGateOptions, 'contact' | 'record'> {
  /** The file of the halts where there is no Redis. */
  readonly file?: string | undefined
}

declare module 'fastify' {
  interface FastifyInstance {
    halts: ServedHalts | undefined
  }
}

export default fp<HaltsOptions>(
  async (app, { file, contact, record }) => {
    const { shared, log } = app
    const store =
      shared !== undefined
        ? redisHaltStore(shared.redis)
        : file === undefined
          ? undefined
          : fileHaltStore(file)
    const halts = store && createHaltGate({ store, log, contact, record })
    app.decorate('halts', halts)
    if (halts === undefined) return
    // A halt from before the start holds from the first request on.
    await halts.refresh()
    app.metrics.watchHalts(() => halts.counts())
    app.addHook('onClose', async () => halts.close())
  },
  { name: 'halts', fastify: '5.x', dependencies: ['shared', 'metrics'] }
)
