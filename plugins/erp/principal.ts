/**
 * Principal propagation: each caller works at the ERP as its own user, with its own log-on and
 * connections. There is no technical user that anything could fall back to.
 */
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { Secrets } from '../../config/secrets.ts'
import type { ErpCallMetrics } from '../../erp-client/index.ts'
import type { ErpConnections } from '../../systems/erp-connections.ts'
import { exchangeOptions, propagationOptions } from '../../systems/options.ts'
import type { SystemTarget } from '../../systems/options.ts'
import type { SystemRecording } from '../../systems/recording.ts'
import { withSystem } from '../../systems/system-labels.ts'
import type { SystemMetrics } from '../metrics.ts'
import { createCallerConnections } from './caller-connections.ts'
import { createPrincipals } from './principal-connections.ts'

/** A system whose callers are to be connected. */
export interface PropagationTarget {
  readonly name: string
  readonly config: SystemTarget
  readonly metrics: SystemMetrics
  readonly secrets: Pick<Secrets, 'redact' | 'source'> | undefined
  readonly recording?: SystemRecording | undefined
}

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * The connections of a system with principal propagation; undefined where it has a technical
     * user. Rejects for files that cannot be read or used.
     */
    connectPrincipals: (target: PropagationTarget) => Promise<ErpConnections | undefined>
  }
}

export default fp(
  async app => {
    app.decorate('connectPrincipals', async target => {
      const { name, config, metrics } = target
      const lent = resourcesOf(app, target)
      const resources = { log: withSystem(app.log, name), accessList: app.identities }
      const exchange = exchangeOptions(config, lent)
      if (exchange !== undefined) {
        // What speaks with services of the platform is needed with such log-ons only.
        const { createExchangeLogon } = await import('./exchange-logon.ts')
        const { learn = () => {} } = lent
        const logon = createExchangeLogon(exchange, { log: resources.log, learn })
        return createCallerConnections(exchange.erp, logon, resources)
      }
      const options = propagationOptions(config, lent)
      return options === undefined
        ? undefined
        : await createPrincipals(options, { ...resources, onIssued: metrics.certificate })
    })
  },
  {
    name: 'principal',
    fastify: '5.x',
    dependencies: ['errors', 'identities', 'metrics', 'telemetry']
  }
)

function resourcesOf(
  { telemetry }: FastifyInstance,
  { name, metrics, secrets, recording }: PropagationTarget
) {
  return {
    connectionLimiter: metrics.budget,
    redact: secrets?.redact,
    learn: secrets?.source(),
    exchanges: recording?.observer,
    observe: (exchange: ErpCallMetrics) => {
      metrics.erp(exchange)
      telemetry?.erp(name, exchange)
    }
  }
}
