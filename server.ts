/** The launcher for streamable HTTP: assembles the server, listens, and ends with a signal. */
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import fastify, { LogController } from 'fastify'
import type { FastifyBaseLogger, FastifyHttpOptions, FastifyInstance, RouteOptions } from 'fastify'
import type { Registry } from 'prom-client'
import bridge, { discovery } from './app.ts'
import type { BridgeOptions } from './bridge-options.ts'
import { isPersonal } from './config/config.ts'
import type { Config, ConfigOptions } from './config/config.ts'
import { createSecrets } from './config/secrets.ts'
import { launcherSettings } from './config/settings.ts'
import { boundConnections } from './connections.ts'
import { keepHeapSmall } from './heap.ts'
import { stateFolder } from './journal/state-folder.ts'
import { localKeptSessions } from './server/kept-sessions.ts'
import { createLog, LateChild, stderr } from './log.ts'
import { answerError, sendError } from './plugins/errors.ts'
import requestLog, { requestMessage } from './plugins/request-log.ts'
import sentAnswers from './plugins/sent-answers.ts'
import health from './routes/health.ts'
import { isLoopback, listen, urlOf } from './server/address.ts'
import { buildAdmin } from './server/admin.ts'
import { answerBrokenRequest } from './server/broken-requests.ts'
import type { Launch } from './server/launch.ts'
import { batchLines } from './server/request-lines.ts'
import { closedBySignal } from './server/shutdown.ts'
import { isOpenToOthers, logStart, openToOthers } from './server/start-report.ts'
import type { ServedHalts } from './halt/gate.ts'
import type { ServedSystems } from './systems/landscape.ts'
import type { OpenTelemetryApi } from './telemetry.ts'
import { startTelemetry } from './telemetry-sdk.ts'
import { terminalDestination } from './terminal-log.ts'

export { checkAddresses } from './server/address.ts'
export { buildAdmin } from './server/admin.ts'
export type { Launch } from './server/launch.ts'

/** What tests replace, and what `serve` has beside the configuration. */
export interface ServerResources {
  readonly log?: FastifyBaseLogger
  /** Called for each URL, those of the plugins included. */
  readonly onRoute?: (route: RouteOptions) => void
  readonly register?: Registry | undefined
  readonly telemetry?: OpenTelemetryApi | undefined
  readonly journalFolder?: string | undefined
  readonly keptSessions?: BridgeOptions['keptSessions'] | undefined
  readonly haltFolder?: string | undefined
  readonly createRegistry?: BridgeOptions['createRegistry']
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The systems of the bridge, for what the launcher adds. */
    servedSystems: ServedSystems
    /** What is halted; undefined where nothing can be. */
    servedHalts: ServedHalts | undefined
  }
}

/** The server without its socket: what a test can inject requests into. */
export async function buildServer(
  launch: Launch,
  resources: ServerResources = {}
): Promise<FastifyInstance> {
  const { config, secrets = createSecrets() } = launch
  const { log = createLog(config, undefined, secrets), register } = resources
  const app = fastify(serverOptions(config, log))
  await boundConnections(app, config, register)
  if (resources.onRoute !== undefined) app.addHook('onRoute', resources.onRoute)
  app.setErrorHandler(answerError)
  app.setNotFoundHandler((_request, reply) =>
    sendError(reply, {
      status: 404,
      code: -32601,
      message: 'Nothing answers this method at this URL; MCP is POST /mcp'
    })
  )
  await app.register(requestLog)
  await app.register(sentAnswers, { routes: ['/mcp', '/mcp/:system'] })
  let keysRead = false
  let issuer: string | undefined
  let systems: ServedSystems | undefined
  let halts: ServedHalts | undefined
  const options: BridgeOptions = {
    ...bridgeOptions({ ...launch, secrets }, resources),
    onKeysRead: () => {
      keysRead = true
    },
    onIssuer: stated => {
      issuer = stated
    },
    statedIssuer: () => issuer,
    onSystems: served => {
      systems = served
    },
    onHalts: served => {
      halts = served
    }
  }
  await app.register(discovery, options)
  await app.register(bridge, options)
  if (systems === undefined) throw new TypeError('a bridge without systems')
  app.decorate('servedSystems', systems)
  app.decorate('servedHalts', halts)
  const warnings = isOpenToOthers(config) ? [openToOthers] : []
  await app.register(health, { isPrepared: () => keysRead, warnings, systems, halts })
  return app
}

function serverOptions(
  config: Config,
  loggerInstance: FastifyBaseLogger
): FastifyHttpOptions<Server, FastifyBaseLogger> {
  return {
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: (logger, bindings, childOptions) =>
      new LateChild(logger, bindings, childOptions),
    bodyLimit: config.bodyLimit,
    ...(config.trustProxy === undefined ? {} : { trustProxy: trustOf(config.trustProxy) }),
    // Node checks for slow clients at intervals only, so that each of these needs the others.
    http: {
      maxHeaderSize: 32_768,
      headersTimeout: 15_000,
      requestTimeout: 120_000,
      connectionsCheckingInterval: 5000
    },
    // Requests on connections that are still open while the last calls end are served as well.
    return503OnClosing: false,
    frameworkErrors: answerError,
    clientErrorHandler: answerBrokenRequest
  }
}

function bridgeOptions(
  { config, version, sandbox, secrets }: Launch,
  {
    register,
    telemetry,
    journalFolder,
    keptSessions,
    haltFolder,
    createRegistry: makeRegistry
  }: ServerResources
): BridgeOptions {
  const isLaunchers = (name: string) => launcherSettings.some(own => own === name)
  const settings: ConfigOptions = Object.fromEntries(
    Object.entries(config).filter(([name]) => !isLaunchers(name) && name !== 'systemsFile')
  )
  return {
    ...settings,
    ...(secrets === undefined ? {} : { secrets }),
    version,
    sandboxErp: sandbox,
    loopback: isLoopback(config.httpAddr),
    ...(journalFolder === undefined ? {} : { journalFolder }),
    ...(keptSessions === undefined ? {} : { keptSessions }),
    ...(haltFolder === undefined ? {} : { haltFolder }),
    ...(register === undefined ? {} : { metrics: { register } }),
    ...(telemetry === undefined ? {} : { telemetry }),
    ...(makeRegistry === undefined ? {} : { createRegistry: makeRegistry })
  }
}

/**
 * Starts and serves until a signal; the promise settles with the exit code once everything is
 * closed.
 */
export async function serve(given: Launch, onListening: (url: string) => void): Promise<number> {
  const { secrets = createSecrets() } = given
  const launch = { ...given, secrets }
  const { config, version } = launch
  const terminal = await terminalDestination(process.stderr)
  const batched = () =>
    batchLines(stderr(), {
      message: requestMessage,
      onExit: flush => process.once('exit', flush)
    })
  const log = createLog(config, terminal ?? batched(), secrets)
  const register =
    config.adminAddr === undefined ? undefined : new (await import('prom-client')).Registry()
  const telemetry = await startTelemetry(process.env, { version, log })
  const app = await buildServer(launch, {
    log,
    register,
    telemetry: telemetry?.api,
    // A server that others reach keeps its state where its operator says.
    journalFolder: isLoopback(config.httpAddr) ? stateFolder(process.env) : undefined,
    keptSessions: isPersonal(config) ? localKeptSessions(config, { secrets, log }) : undefined,
    haltFolder: stateFolder(process.env)
  })
  const started = Promise.withResolvers<void>()
  // Before the first address is public: from then on a signal may come.
  const closed = closedBySignal(app, { log, started: started.promise })
  const openAdmin = prepareAdmin(app, launch, { log, register })
  await listen(app, { address: config.httpAddr, setting: 'httpAddr', path: '/mcp' })
  const url = `${urlOf(app.server.address() as AddressInfo)}/mcp`
  await openAdmin(url)
  keepHeapSmall([...process.execArgv, process.env['NODE_OPTIONS'] ?? ''].join(' '))
  logStart(launch, log, url)
  onListening(url)
  started.resolve()
  const code = await closed
  await telemetry?.end()
  return code
}

/** The operators' server: it opens after the MCP server, and closes with it. */
function prepareAdmin(
  app: FastifyInstance,
  launch: Launch,
  { log, register }: { log: FastifyBaseLogger; register: Registry | undefined }
): (url: string) => Promise<void> {
  const { adminAddr, publicUrl } = launch.config
  let admin: FastifyInstance | undefined
  app.addHook('onClose', async () => {
    await admin?.close()
  })
  return async url => {
    if (register === undefined || adminAddr === undefined) return
    const { collectDefaultMetrics } = await import('prom-client')
    collectDefaultMetrics({ register })
    admin = await buildAdmin(launch, {
      register,
      log,
      systems: app.servedSystems,
      halts: app.servedHalts,
      url: publicUrl === undefined ? url : `${publicUrl.replace(/\/+$/, '')}/mcp`
    })
    const place = { address: adminAddr, setting: 'adminAddr', path: '/' } as const
    await listen(admin, place).catch(async error => {
      await app.close()
      throw error
    })
  }
}

function trustOf(
  list: readonly string[]
): boolean | string[] | ((address: string, hop: number) => boolean) {
  const [only] = list
  if (only === undefined) return false
  if (list.length > 1) return [...list]
  if (only === 'true') return true
  return /^\d+$/.test(only) ? (_address, hop) => hop < Number(only) : [only]
}
