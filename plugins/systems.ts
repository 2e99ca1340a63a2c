/** `app.systems`: the ERP systems by name, with their connections, policies and tool sessions. */
import fp from 'fastify-plugin'
import type { Secrets } from '../config/secrets.ts'
import { checkLogon } from '../erp-client/index.ts'
import { erpOptions, isPropagating, placeOf } from '../systems/options.ts'
import type { SystemTarget } from '../systems/options.ts'
import { createSystem } from '../systems/system.ts'
import type { System, SystemResources } from '../systems/system.ts'
import { withSystem } from '../systems/system-labels.ts'

export interface SystemsOptions extends Omit<
  SystemResources,
  'log' | 'budget' | 'connections' | 'observe' | 'results' | 'tracer' | 'used'
> {
  readonly systems: ReadonlyMap<string, SystemTarget>
  readonly secrets?: Secrets | undefined
}

declare module 'fastify' {
  interface FastifyInstance {
    systems: ReadonlyMap<string, System>
  }
}

export default fp<SystemsOptions>(
  async (app, { systems: configs, ...resources }) => {
    const systems = new Map<string, System>()
    for (const [name, config] of configs) {
      const log = withSystem(app.log, name)
      if (!isPropagating(config)) {
        for (const warning of checkLogon(erpOptions(config))) log.warn({}, warning)
      }
      const { telemetry } = app
      const metrics = app.metrics.of(name)
      const system = createSystem(
        config,
        {
          ...resources,
          log: app.log,
          connectionLimiter: metrics.budget,
          connections: app.principals.get(name),
          observe: exchange => {
            metrics.erp(exchange)
            telemetry?.erp(name, exchange)
          },
          tracer: telemetry?.tracer,
          used: app.shared?.used,
          results: app.shared?.resultsOf(placeOf(config))
        },
        name
      )
      metrics.watch(() => system.connections.usage())
      systems.set(name, system)
    }
    app.decorate('systems', systems)
    app.addHook('onClose', async () => {
      await Promise.all([...systems.values()].map(async system => await system.close()))
    })
  },
  { name: 'systems', fastify: '5.x', dependencies: ['metrics', 'principal', 'shared', 'telemetry'] }
)
