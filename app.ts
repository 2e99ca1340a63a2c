/**
 * The bridge as one Fastify plugin. It reads no environment, installs no signal handler, writes no
 * output of its own and keeps nothing outside its context, so a host can register it beside its own
 * routes, and more than once.
 */
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import fp from 'fastify-plugin'
import { createAudit, personNaming } from './audit.ts'
import type { Audit } from './audit.ts'
import { splitOptions } from './bridge-options.ts'
import type { BridgeOptions, ProgramOptions } from './bridge-options.ts'
import { createConfig } from './config/config.ts'
import type { Config } from './config/config.ts'
import { registerConfigSecrets, registerSystemSecrets } from './config/known-secrets.ts'
import { createSecrets } from './config/secrets.ts'
import type { Secrets } from './config/secrets.ts'
import identities from './plugins/access-list.ts'
import approvalsPlugin from './plugins/approvals/index.ts'
import type { ApprovalsOptions } from './plugins/approvals/index.ts'
import approvalNews from './plugins/approvals/news.ts'
import type { ApprovalNewsOptions } from './plugins/approvals/news.ts'
import audit from './plugins/audit.ts'
import auth from './plugins/auth/index.ts'
import providers, { scopeNamesOf } from './plugins/auth/providers.ts'
import challenge from './plugins/challenge.ts'
import context from './plugins/context.ts'
import cors from './plugins/cors.ts'
import principal from './plugins/erp/principal.ts'
import errors from './plugins/errors.ts'
import halts from './plugins/halts.ts'
import headers from './plugins/headers.ts'
import json from './plugins/json.ts'
import metrics from './plugins/metrics.ts'
import origin from './plugins/origin.ts'
import publicUrlPlugin from './plugins/public-url.ts'
import rateLimits from './plugins/rate-limit.ts'
import shared from './plugins/shared.ts'
import systemAccess from './plugins/system-access.ts'
import systemsPlugin from './plugins/systems.ts'
import telemetryPlugin from './plugins/telemetry.ts'
import approvals from './routes/approvals.ts'
import mcp from './routes/mcp.ts'
import { haltFileIn } from './halt/file-store.ts'
import { configuredJournal } from './journal/configured.ts'
import { openPersons } from './journal/persons/open.ts'
import type { PersonStore } from './journal/persons/store.ts'
import oauthProxy from './routes/oauth-proxy.ts'
import wellKnown from './routes/well-known.ts'
import { sharedPlaceOf } from './systems/options.ts'
import { createTelemetry } from './telemetry.ts'
import { createTwin } from './twin-process.ts'
import { auditOptions, checkedHosts, providerOptions } from './wiring.ts'

export type { BridgeOptions } from './bridge-options.ts'

/** What the parts of the bridge are registered with. */
interface Parts {
  readonly persons: PersonStore | undefined
  readonly config: Config
  readonly program: ProgramOptions
  readonly secrets: Secrets
  readonly recorded: Audit
}

const bridge: FastifyPluginAsync<BridgeOptions> = async (app, options) => {
  const { settings, program } = splitOptions(options)
  const { secrets = createSecrets() } = program
  const config = createConfig(settings)
  const { redactLine } = registerConfigSecrets(secrets, config)
  const persons = await openPersons(config)
  const recorded = createAudit({ log: app.log, ...auditOptions(config), persons, redactLine })
  // Hooks run in the reverse order, so that this is the last one: no call comes after it.
  app.addHook('onClose', async () => {
    recorded.close()
    await persons?.close()
  })
  const parts = { config, persons, program, secrets, recorded }
  await registerRequests(app, parts)
  await registerShared(app, parts)
  await registerSystems(app, parts)
  await registerLogOn(app, parts)
  const { version = 'dev', fastPath = true, drainMs = 5000 } = program
  await app.register(approvals)
  await app.register(oauthProxy)
  await app.register(mcp, {
    identity: { name: 'erp-bridge', title: 'ERP bridge', version },
    bodyLimit: config.bodyLimit,
    sessions: config.sessions,
    fastPath,
    drainMs
  })
}

/** What happens to each request before its route: errors, audit, metrics, headers, origin. */
async function registerRequests(app: FastifyInstance, parts: Parts): Promise<void> {
  const { config, program, recorded } = parts
  const { version = 'dev', loopback = false, metrics: target, telemetry: api } = program
  const { allowedOrigins } = config
  await app.register(errors)
  await app.register(audit, { audit: recorded })
  await app.register(metrics, {
    register: target?.register,
    bridge: target?.bridge ?? 'erp-bridge'
  })
  await app.register(context)
  await app.register(telemetryPlugin, { telemetry: api && createTelemetry(api, version) })
  await app.register(headers)
  await app.register(json)
  await app.register(origin, {
    loopback,
    allowedHosts: checkedHosts(config, loopback, program.auth !== undefined),
    allowedOrigins
  })
  await app.register(cors, { allowedOrigins })
}

/** What callers and replicas share: identities, the store, and what is halted. */
async function registerShared(app: FastifyInstance, parts: Parts): Promise<void> {
  const { config, program, recorded } = parts
  const { apiKeysFile, contact, landscape, redisUrl, stateKey } = config
  const { haltFolder, sandboxErp } = program
  const usualFile = haltFolder === undefined ? undefined : haltFileIn(haltFolder)
  await app.register(identities, { apiKeysFile })
  await app.register(principal, { bindings: config.bindings })
  await app.register(shared, {
    url: redisUrl,
    stateKey,
    place: sharedPlaceOf(landscape, sandboxErp)
  })
  await app.register(halts, {
    file: config.haltFile ?? usualFile,
    contact,
    record: recorded.halted
  })
  if (app.halts !== undefined) program.onHalts?.(app.halts)
}

/** The ERP systems, and what their callers share. */
async function registerSystems(app: FastifyInstance, parts: Parts): Promise<void> {
  const { config, program, secrets, recorded } = parts
  const usualFolder = program.journalFolder
  const journal = await configuredJournal(config, { log: app.log, usualFolder })
  app.addHook('onClose', async () => await journal?.close())
  await app.register(approvalNews, newsOptions(parts))
  const { bodyLimit, compact, landscape, proxy, results, stateKey } = config
  const { sandboxErp, observers, tools, createRegistry, handOverMs, version, keptSessions } =
    program
  await app.register(systemsPlugin, {
    ...{
      landscape,
      proxy,
      tools,
      createRegistry,
      stateKey,
      handOverMs,
      keptSessions,
      version,
      secrets,
      bodyLimit,
      compact,
      resultForm: results
    },
    learn: registerSystemSecrets,
    isSandbox: sandboxErp,
    audit: recorded,
    halt: app.halts,
    twin: createTwin(),
    journal,
    announceApproval: app.approvalNews.announce,
    observers: [
      ...(observers ?? [recorded.observe]),
      app.metrics.tool,
      event => {
        app.telemetry?.tool(event)
      }
    ]
  })
  await app.register(systemAccess)
  await app.register(approvalsPlugin, approvalOptions(parts, journal?.approvals))
  program.onSystems?.(app.systems)
}

function approvalOptions({ recorded }: Parts, store: ApprovalsOptions['store']): ApprovalsOptions {
  return {
    store,
    expired: ({ system, id: approval }) => {
      recorded.approval('approval-expired', { system, approval, outcome: 'ok' })
    }
  }
}

/** The web hook of approvals names persons as the audit does. */
function newsOptions({ config, persons, recorded }: Parts): ApprovalNewsOptions {
  return {
    url: config.approvalHook,
    secret: config.approvalHookSecret,
    outbound: providerOptions(config).outbound,
    naming: personNaming(persons),
    record: facts => {
      recorded.approval('approval-hook', facts)
    }
  }
}

/** Rate limits, identity providers and authentication of clients. */
async function registerLogOn(app: FastifyInstance, parts: Parts): Promise<void> {
  const { config, program, secrets } = parts
  const { publicUrl, allowedHosts, apiKey, apiKeysFile, requireAuth, rateLimit } = config
  const { loopback = false, sandboxErp = false, auth: host, onKeysRead, onIssuer } = program
  const { oidc, platform, outbound } = providerOptions(config)
  await app.register(publicUrlPlugin, { publicUrl, mount: app.prefix, loopback, allowedHosts })
  await app.register(rateLimits, { perIdentity: rateLimit })
  await app.register(providers, { oidc, platform, outbound, secrets, onIssuer })
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
    localSandbox: loopback && sandboxErp,
    onKeysRead,
    requireAuth
  })
}

export default fp(bridge, { name: 'erp-bridge', fastify: '5.x', encapsulate: true })

/**
 * Metadata that clients look for at the root of the host, whatever the bridge's prefix: to be
 * registered without one, with the options of the bridge. The static key needs no metadata, so with
 * it alone there is no URL.
 */
const metadataAtRoot: FastifyPluginAsync<BridgeOptions> = async (app, options) => {
  const { settings, program } = splitOptions(options)
  const { mount: given = '', loopback = false, statedIssuer } = program
  const config = createConfig(settings)
  const { publicUrl, allowedHosts } = config
  const { oidc, platform } = providerOptions(config)
  const path = publicUrl === undefined ? given : new URL(publicUrl).pathname
  const mount = path.replace(/\/+$/, '')
  await app.register(publicUrlPlugin, { publicUrl, mount, loopback, allowedHosts })
  const names = scopeNamesOf({ oidc, platform })
  await app.register(wellKnown, {
    mount,
    issuer: oidc === undefined ? undefined : () => statedIssuer?.() ?? oidc.issuer,
    platform: platform !== undefined,
    scopes: names === undefined ? undefined : [...names.values()],
    hasPaths: config.landscape.file !== undefined
  })
}

export const discovery = fp(metadataAtRoot, {
  name: 'erp-bridge-discovery',
  fastify: '5.x',
  encapsulate: true
})
