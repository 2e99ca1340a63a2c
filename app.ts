/**
 * The bridge as one Fastify plugin. It reads no environment, installs no signal handler, writes no
 * output of its own and keeps nothing outside its context, so a host can register it beside its own
 * routes, and more than once.
 */
import type { FastifyPluginAsync } from 'fastify'
import fp from 'fastify-plugin'
import type { Registry as MetricsRegistry } from 'prom-client'
import { createAudit } from './audit.ts'
import { createConfig } from './config/config.ts'
import type { ConfigOptions } from './config/config.ts'
import auth from './plugins/auth/index.ts'
import providers, { scopeNamesOf } from './plugins/auth/providers.ts'
import type { HostCaller } from './plugins/auth/host.ts'
import challenge from './plugins/challenge.ts'
import context from './plugins/context.ts'
import erp from './plugins/erp/index.ts'
import audit from './plugins/audit.ts'
import cors from './plugins/cors.ts'
import errors from './plugins/errors.ts'
import headers from './plugins/headers.ts'
import identities from './plugins/access-list.ts'
import json from './plugins/json.ts'
import metrics from './plugins/metrics.ts'
import origin from './plugins/origin.ts'
import publicUrlPlugin from './plugins/public-url.ts'
import rateLimits from './plugins/rate-limit.ts'
import principal from './plugins/erp/principal.ts'
import shared from './plugins/shared.ts'
import safety from './plugins/safety.ts'
import telemetryPlugin from './plugins/telemetry.ts'
import toolsPlugin from './plugins/tools.ts'
import mcp from './routes/mcp.ts'
import oauthProxy from './routes/oauth-proxy.ts'
import wellKnown from './routes/well-known.ts'
import { tools as catalogue } from './tools/index.ts'
import type { ErpCallMetrics } from './erp-client/index.ts'
import type { Registry, RegistryOptions, Tool, ToolEvent } from './tools/index.ts'
import { registerConfigSecrets } from './config/known-secrets.ts'
import { createSecrets } from './config/secrets.ts'
import type { Secrets } from './config/secrets.ts'
import { createTelemetry } from './telemetry.ts'
import type { OpenTelemetryApi } from './telemetry.ts'
import {
  checkedHosts,
  erpOptions,
  limitsOf,
  placeOf,
  policyOptions,
  propagationOptions,
  providerOptions,
  registryOptions
} from './wiring.ts'

/** The settings by name, and what only a program can give. */
export interface BridgeOptions extends ConfigOptions {
  /** Where the bridge's URLs begin; Fastify applies it. */
  prefix?: string
  /**
   * For `discovery`: the prefix under which the bridge stands, where `publicUrl` does not say it.
   */
  mount?: string
  /** What the bridge reports as its version. */
  version?: string
  /**
   * The server listens on a loopback address: names other than the loopback ones are then refused.
   */
  loopback?: boolean
  /** The ERP is the embedded sandbox, and agents are told so. */
  sandboxErp?: boolean
  /** For a host that authenticates by itself. */
  auth?: { caller: HostCaller }
  /** Told of every tool call; a line in the host's log if left out. */
  observers?: readonly ((event: ToolEvent) => void)[]
  /**
   * A register of prom-client that the figures go to, and the value of their label `bridge`;
   * several bridges may share one register.
   */
  metrics?: { register: MetricsRegistry; bridge?: string }
  /**
   * The package `@opentelemetry/api` of a host with an SDK of its own: spans and figures go there.
   */
  telemetry?: OpenTelemetryApi
  /**
   * What is known as a secret, and replaced in logs, audit and errors; made of the settings if left
   * out.
   */
  secrets?: Secrets
  /**
   * Told once the keys of all identity providers have been read, so that tokens can be checked; at
   * once where there are none.
   */
  onKeysRead?: () => void
  /** Tools instead of the built-in ones. */
  tools?: readonly Tool[]
  /** Another registry than the one made of the tools. */
  createRegistry?: (options: RegistryOptions) => Registry
  /** False: every request goes through the SDK. The answers are the same. */
  plainLane?: boolean
  /** Milliseconds after which a call that takes long answers with a handle (45,000). */
  handOverMs?: number
  /** Milliseconds that calls under way may take when the server closes. */
  drainMs?: number
}

const bridge: FastifyPluginAsync<BridgeOptions> = async (app, options) => {
  // The prefix is in force already; handed on, it would be applied again.
  const {
    prefix: _prefix,
    mount: _mount,
    version = 'dev',
    loopback = false,
    sandboxErp,
    auth: host,
    observers,
    metrics: figures,
    telemetry: api,
    onKeysRead,
    secrets = createSecrets(),
    tools = catalogue,
    createRegistry,
    plainLane = true,
    handOverMs,
    drainMs = 5000,
    ...settings
  } = options
  const config = createConfig(settings)
  const {
    allowedHosts,
    allowedOrigins,
    apiKey,
    apiKeysFile,
    bodyLimit,
    confirm,
    gitCredentialsFile,
    publicUrl,
    rateLimit,
    redisUrl,
    requireAuth,
    sessions,
    stateKey
  } = config
  const { redact, redactLine } = registerConfigSecrets(secrets, config)
  const { oidc, platform, outbound } = providerOptions(config)
  const recorded = createAudit({
    log: app.log,
    level: config.audit,
    file: config.auditFile,
    redactLine
  })
  await app.register(errors)
  await app.register(audit, { audit: recorded })
  await app.register(metrics, {
    register: figures?.register,
    bridge: figures?.bridge ?? 'erp-bridge',
    connections: config.connections
  })
  await app.register(context)
  await app.register(telemetryPlugin, { telemetry: api && createTelemetry(api, version) })
  const measured = {
    redact,
    learn: secrets.source(),
    connectionLimiter: app.metrics.budget,
    observe: (exchange: ErpCallMetrics) => {
      app.metrics.erp(exchange)
      app.telemetry?.erp(exchange)
    }
  }
  await app.register(headers)
  await app.register(json)
  await app.register(origin, {
    loopback,
    allowedHosts: checkedHosts(config, loopback, host !== undefined),
    allowedOrigins
  })
  await app.register(cors, { allowedOrigins })
  await app.register(identities, { apiKeysFile })
  const propagation = propagationOptions(config, measured)
  await app.register(erp, {
    erp: propagation === undefined ? { ...erpOptions(config), ...measured } : undefined
  })
  await app.register(principal, { propagation })
  await app.register(safety, { policy: policyOptions(config) })
  await app.register(shared, { url: redisUrl, stateKey, place: placeOf(config, sandboxErp) })
  await app.register(toolsPlugin, {
    tools,
    registry: registryOptions(config, () => sandboxErp ?? app.erpIsSandbox()),
    createRegistry,
    ...{ stateKey, place: placeOf(config), confirm, handOverMs, gitCredentialsFile, secrets },
    limits: limitsOf(config),
    audit: recorded,
    observers: [
      ...(observers ?? [recorded.observe]),
      app.metrics.tool,
      event => {
        app.telemetry?.tool(event)
      }
    ]
  })
  await app.register(publicUrlPlugin, { publicUrl, mount: app.prefix, loopback, allowedHosts })
  await app.register(rateLimits, { perIdentity: rateLimit })
  await app.register(providers, { oidc, platform, outbound, secrets })
  const metadata = oidc !== undefined || platform !== undefined
  await app.register(challenge, { metadata, scopeNames: scopeNamesOf({ oidc, platform }) })
  if (metadata && publicUrl === undefined) {
    app.log.warn(
      'The metadata for log-ons names the address that this server listens on; give --public-url (ERP_PUBLIC_URL) where clients use another one'
    )
  }
  await app.register(auth, {
    apiKey,
    namedKeys: apiKeysFile !== undefined,
    hostCaller: host?.caller,
    onKeysRead,
    requireAuth
  })
  await app.register(oauthProxy)
  await app.register(mcp, {
    identity: { name: 'erp-bridge', title: 'ERP bridge', version },
    bodyLimit,
    sessions,
    plainLane,
    drainMs
  })
}

export default fp(bridge, { name: 'erp-bridge', fastify: '5.x', encapsulate: true })

/**
 * Metadata that clients look for at the root of the host, whatever the bridge's prefix: to be
 * registered without one, with the options of the bridge. The static key needs no metadata, so with
 * it alone there is no URL.
 */
const metadataAtRoot: FastifyPluginAsync<BridgeOptions> = async (app, options) => {
  const {
    prefix: _prefix,
    mount: given,
    version: _version,
    loopback = false,
    sandboxErp: _sandbox,
    auth: _host,
    observers: _observers,
    metrics: _metrics,
    telemetry: _telemetry,
    onKeysRead: _onKeysRead,
    secrets: _secrets,
    tools: _tools,
    createRegistry: _registry,
    plainLane: _lane,
    handOverMs: _handOver,
    drainMs: _drain,
    ...settings
  } = options
  const config = createConfig(settings)
  const { publicUrl, allowedHosts } = config
  const { oidc, platform } = providerOptions(config)
  const mount = (publicUrl === undefined ? (given ?? '') : new URL(publicUrl).pathname).replace(
    /\/+$/,
    ''
  )
  await app.register(publicUrlPlugin, { publicUrl, mount, loopback, allowedHosts })
  const names = scopeNamesOf({ oidc, platform })
  await app.register(wellKnown, {
    mount,
    issuer: oidc?.issuer,
    platform: platform !== undefined,
    scopes: names === undefined ? undefined : [...names.values()]
  })
}

export const discovery = fp(metadataAtRoot, {
  name: 'erp-bridge-discovery',
  fastify: '5.x',
  encapsulate: true
})
