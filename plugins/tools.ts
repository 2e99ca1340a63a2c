/** The registry, and a session for whoever calls. */
import fp from 'fastify-plugin'
import { createRegistry, createRunning, createSealer, objectAddress } from '../tools/index.ts'
import type { Caller, ConfirmMode, Log, Registry, RegistryOptions, Sealer, Tool, ToolEvent, ToolSession } from '../tools/index.ts'

export interface ToolsOptions {
  readonly tools: readonly Tool[]
  readonly registry: RegistryOptions
  /** Another registry than the one made of `tools`. */
  readonly createRegistry?: ((options: RegistryOptions) => Registry) | undefined
  /** The secret that all replicas share; a new one if left out. */
  readonly stateKey?: string | undefined
  readonly confirm: ConfirmMode
  readonly limits: ToolSession['limits']
  readonly observers: readonly ((event: ToolEvent) => void)[]
}

declare module 'fastify' {
  interface FastifyInstance {
    tools: { readonly registry: Registry, readonly sealer: Sealer, session (caller: Caller, log: Log): ToolSession }
  }
}

export default fp<ToolsOptions>(async (app, { tools, registry: options, createRegistry: makeRegistry, stateKey, confirm, limits, observers: given }) => {
  const registry = makeRegistry?.(options) ?? createRegistry(tools, options)
  const sealer = createSealer(stateKey)
  const confirmation = { mode: confirm, sealer }
  const running = createRunning({ sealer })
  const observers = [...given, changeNotice(registry)]
  const { policy, erp } = app
  app.decorate('tools', { registry, sealer, session: (caller, log) => ({ caller, registry, policy, erp, log, limits, confirmation, running, observers }) })
}, { name: 'tools', fastify: '5.x', dependencies: ['safety', 'erp'] })

/** Whoever reads an object as a resource is told when it was changed through this bridge. */
export function changeNotice (registry: Registry): (event: ToolEvent) => void {
  return ({ outcome, operation, object }) => {
    const [, type, name] = /^(\S+) (\S+)$/.exec(object ?? '') ?? []
    if (outcome === 'ok' && type !== undefined && name !== undefined && /create|update|delete|activate/.test(operation)) registry.changed({ what: 'resource', uri: objectAddress(type, name) })
  }
}
