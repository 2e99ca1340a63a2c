/**
 * The bridge as one Fastify plugin. It reads no environment, installs no signal handler, writes no output of its own and keeps
 * nothing outside its context, so a host can register it beside its own routes, and more than once.
 */
import type { FastifyPluginAsync } from 'fastify'
import fp from 'fastify-plugin'
import { createAudit } from './audit.ts'
import { createConfig } from './config.ts'
import type { ConfigOptions } from './config.ts'
import auth from './plugins/auth/index.ts'
import type { HostCaller } from './plugins/auth/host.ts'
import context from './plugins/context.ts'
import erp from './plugins/erp.ts'
import errors from './plugins/errors.ts'
import origin from './plugins/origin.ts'
import safety from './plugins/safety.ts'
import toolsPlugin from './plugins/tools.ts'
import mcp from './routes/mcp.ts'
import { tools as catalogue } from './tools/index.ts'
import type { Tool, ToolEvent } from './tools/index.ts'
import { erpOptions, limitsOf, policyOptions, registryOptions } from './wiring.ts'

/** The settings by name, and what only a program can give. */
export interface BridgeOptions extends ConfigOptions {
  /** Where the bridge's URLs begin; Fastify applies it. */
  prefix?: string
  /** What the bridge reports as its version. */
  version?: string
  /** The server listens on a loopback address: names other than the loopback ones are then refused. */
  loopback?: boolean
  /** The ERP is the embedded sandbox, and agents are told so. */
  sandboxErp?: boolean
  /** For a host that authenticates by itself. */
  auth?: { caller: HostCaller }
  /** Told of every tool call; a line in the host's log if left out. */
  observers?: readonly ((event: ToolEvent) => void)[]
  /** Tools instead of the built-in ones. */
  tools?: readonly Tool[]
  /** Milliseconds that calls under way may take when the server closes. */
  drainMs?: number
}

const bridge: FastifyPluginAsync<BridgeOptions> = async (app, options) => {
  // The prefix is in force already; handed on, it would be applied again.
  const { prefix: _prefix, version = 'dev', loopback = false, sandboxErp, auth: host, observers, tools = catalogue, drainMs = 5000, ...settings } = options
  const config = createConfig(settings)
  const { allowedHosts, allowedOrigins, apiKey, bodyLimit } = config
  await app.register(errors)
  await app.register(context)
  await app.register(origin, { loopback, allowedHosts, allowedOrigins })
  await app.register(erp, { erp: erpOptions(config) })
  await app.register(safety, { policy: policyOptions(config) })
  await app.register(toolsPlugin, {
    tools,
    registry: registryOptions(config, () => sandboxErp ?? app.erp().reader.system.sandbox),
    limits: limitsOf(config),
    observers: observers ?? [createAudit(app.log)]
  })
  await app.register(auth, { apiKey, hostCaller: host?.caller })
  await app.register(mcp, { identity: { name: 'erp-bridge', title: 'ERP bridge', version }, bodyLimit, drainMs })
}

export default fp(bridge, { name: 'erp-bridge', fastify: '5.x', encapsulate: true })

/**
 * Metadata that clients look for at the root of the host, whatever the bridge's prefix: to be registered without one. The static key
 * needs no metadata, so with it there is no URL.
 */
export const discovery = fp<BridgeOptions>(async () => {}, { name: 'erp-bridge-discovery', fastify: '5.x', encapsulate: true })
