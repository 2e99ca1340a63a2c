import type { FastifyInstance } from 'fastify'
import { discovery } from '../../app.ts'
import type { BridgeOptions } from '../../app.ts'
import { erp } from './bridge-app.ts'

/** Registers the metadata of a bridge beside it, as a launcher or a host does. */
export function discoveryFor(options: BridgeOptions): (app: FastifyInstance) => Promise<void> {
  return async app => {
    await app.register(discovery, { ...erp, loopback: true, ...options })
  }
}
