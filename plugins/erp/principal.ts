/**
 * Principal propagation: each caller works at the ERP as its own user, with its own certificate and
 * connections. There is no technical user that anything could fall back to.
 */
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { Secrets } from '../../config/secrets.ts'
import type { ErpCallMetrics } from '../../erp-client/index.ts'
import type { ErpConnections } from '../../systems/erp-connections.ts'
import { propagationOptions } from '../../systems/options.ts'
import type { SystemTarget } from '../../systems/options.ts'
import { withSystem } from '../../systems/system-labels.ts'
import { createPrincipals } from './principal-connections.ts'

export interface PrincipalOptions {
  readonly systems: ReadonlyMap<string, SystemTarget>
  readonly secrets?: Pick<Secrets, 'redact' | 'source'> | undefined
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The connections of each system with principal propagation, by its name. */
    principals: ReadonlyMap<string, ErpConnections>
  }
}

export default fp<PrincipalOptions>(
  async (app, { systems, secrets }) => {
    const principals = new Map<string, ErpConnections>()
    for (const [name, config] of systems) {
      const options = propagationOptions(config, resourcesOf(app, name, secrets))
      if (options === undefined) continue
      const connections = await createPrincipals(options, {
        log: withSystem(app.log, name),
        accessList: app.identities,
        onIssued: app.metrics.of(name).certificate
      })
      principals.set(name, connections)
    }
    app.decorate('principals', principals)
  },
  {
    name: 'principal',
    fastify: '5.x',
    dependencies: ['errors', 'identities', 'metrics', 'telemetry']
  }
)

function resourcesOf(app: FastifyInstance, name: string, secrets: PrincipalOptions['secrets']) {
  const { telemetry } = app
  const metrics = app.metrics.of(name)
  return {
    connectionLimiter: metrics.budget,
    redact: secrets?.redact,
    learn: secrets?.source(),
    observe: (exchange: ErpCallMetrics) => {
      metrics.erp(exchange)
      telemetry?.erp(name, exchange)
    }
  }
}
