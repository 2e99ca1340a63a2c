/**
 * Principal propagation: each caller works at the ERP as its own user, with its own log-on and
 * connections. There is no technical user that anything could fall back to.
 */
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { BindingSources } from '../../cloud/binding-sources.ts'
import type { Secrets } from '../../config/secrets.ts'
import type { ErpCallMetrics } from '../../erp-client/index.ts'
import type { ErpConnections } from '../../systems/erp-connections.ts'
import { destinationOptions, exchangeOptions, propagationOptions } from '../../systems/options.ts'
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

export interface PrincipalOptions {
  /** Where services of the platform are bound. */
  readonly bindings?: BindingSources | undefined
}

export default fp<PrincipalOptions>(
  async (app, { bindings = noBindings }) => {
    app.decorate('connectPrincipals', async target => await connect(app, target, bindings))
  },
  {
    name: 'principal',
    fastify: '5.x',
    dependencies: ['errors', 'identities', 'metrics', 'telemetry']
  }
)

async function connect(
  app: FastifyInstance,
  target: PropagationTarget,
  bindings: BindingSources
): Promise<ErpConnections | undefined> {
  const { name, config, metrics } = target
  const lent = resourcesOf(app, target)
  const { learn = () => {} } = lent
  const resources = { log: withSystem(app.log, name), accessList: app.identities }
  const exchange = exchangeOptions(config, lent)
  if (exchange !== undefined) {
    // What speaks with services of the platform is needed with such log-ons only.
    const { createExchangeLogon } = await import('./exchange-logon.ts')
    const logon = createExchangeLogon(exchange, { log: resources.log, learn })
    return createCallerConnections(exchange.erp, logon, resources)
  }
  const destination = destinationOptions(config, lent)
  if (destination !== undefined) {
    const { connectDestination } = await import('./destination-logon.ts')
    return await connectDestination({ ...destination, bindings }, { ...resources, learn })
  }
  const options = propagationOptions(config, lent)
  return options === undefined
    ? undefined
    : await createPrincipals(options, { ...resources, onIssued: metrics.certificate })
}

const noBindings: BindingSources = {
  vcapServices: '',
  vcapServicesFile: '',
  serviceBindingRoot: ''
}

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
