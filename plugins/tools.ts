/** The registry, and a session for whoever calls. */
import fp from 'fastify-plugin'
import { createRegistry } from '../tools/index.ts'
import type { Caller, Log, Registry, RegistryOptions, Tool, ToolEvent, ToolSession } from '../tools/index.ts'

export interface ToolsOptions {
  readonly tools: readonly Tool[]
  readonly registry: RegistryOptions
  readonly limits: ToolSession['limits']
  readonly observers: readonly ((event: ToolEvent) => void)[]
}

declare module 'fastify' {
  interface FastifyInstance {
    tools: { readonly registry: Registry, session (caller: Caller, log: Log): ToolSession }
  }
}

export default fp<ToolsOptions>(async (app, { tools, registry: options, limits, observers }) => {
  const registry = createRegistry(tools, options)
  const { policy, erp } = app
  app.decorate('tools', { registry, session: (caller, log) => ({ caller, registry, policy, erp, log, limits, observers }) })
}, { name: 'tools', fastify: '5.x', dependencies: ['safety', 'erp'] })
