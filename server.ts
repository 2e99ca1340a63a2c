/** The launcher for streamable HTTP: logger, limits, listening, signals, graceful close. */
import type { Server } from 'node:http'
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import fastify, { LogController } from 'fastify'
import type { FastifyBaseLogger, FastifyHttpOptions, FastifyInstance, RouteOptions } from 'fastify'
import type { Registry } from 'prom-client'
import bridge, { discovery } from './app.ts'
import type { BridgeOptions } from './bridge-options.ts'
import type { Config, ConfigOptions } from './config/config.ts'
import { boundConnections } from './connections.ts'
import { keepHeapSmall } from './heap.ts'
import { createLog, LateChild } from './log.ts'
import errors, { answerError, sendFault } from './plugins/errors.ts'
import origin from './plugins/origin.ts'
import requestLog from './plugins/request-log.ts'
import sentAnswers from './plugins/sent-answers.ts'
import admin from './routes/admin.ts'
import health from './routes/health.ts'
import { createSecrets } from './config/secrets.ts'
import type { Secrets } from './config/secrets.ts'
import { launcherSettings } from './config/settings.ts'
import type { OpenTelemetryApi } from './telemetry.ts'
import { startTelemetry } from './telemetry-sdk.ts'
import { terminalDestination } from './terminal-log.ts'
import { checkedHosts, clientMethods } from './wiring.ts'
import { erpLogon, safetyRules } from './systems/description.ts'
import { featureFacts, featureStates } from './systems/features.ts'
import { registryOptions } from './systems/options.ts'
import { createRegistry, featureEvidence, tools } from './tools/index.ts'
import type { Caller, Registry as ToolRegistry } from './tools/index.ts'

export interface Launch {
  readonly config: Config
  readonly version: string
  /** The ERP is the embedded sandbox. */
  readonly sandbox: boolean
  readonly secrets?: Secrets | undefined
}

/**
 * The server without its socket: what a test can inject requests into.
 * @param onRoute told of every URL, those of the plugins included
 */
export async function buildServer(
  { config, version, sandbox, secrets = createSecrets() }: Launch,
  {
    log: loggerInstance = createLog(config, undefined, secrets),
    onRoute,
    register,
    telemetry,
    createRegistry: makeRegistry
  }: {
    log?: FastifyBaseLogger
    onRoute?: (route: RouteOptions) => void
    register?: Registry | undefined
    telemetry?: OpenTelemetryApi | undefined
    createRegistry?: BridgeOptions['createRegistry']
  } = {}
): Promise<FastifyInstance> {
  const serverOptions: FastifyHttpOptions<Server, FastifyBaseLogger> = {
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: (logger, bindings, childOptions) =>
      new LateChild(logger, bindings, childOptions),
    bodyLimit: config.bodyLimit,
    ...(config.trustProxy === undefined ? {} : { trustProxy: trustOf(config.trustProxy) }),
    // Node looks for slow clients only now and then: all of these are needed for any of them to
    // hold.
    http: {
      maxHeaderSize: 32_768,
      headersTimeout: 15_000,
      requestTimeout: 120_000,
      connectionsCheckingInterval: 5000
    },
    // Whoever comes on a connection that is still open while the last calls end is served like
    // them.
    return503OnClosing: false,
    frameworkErrors: answerError,
    clientErrorHandler: answerBrokenRequest
  }
  const app = fastify(serverOptions)
  await boundConnections(app, config, register)
  if (onRoute !== undefined) app.addHook('onRoute', onRoute)
  app.setErrorHandler(answerError)
  app.setNotFoundHandler((_request, reply) =>
    sendFault(reply, {
      status: 404,
      code: -32601,
      message: 'Nothing answers this method at this URL; MCP is POST /mcp'
    })
  )
  const settings: ConfigOptions = Object.fromEntries(
    Object.entries(config).filter(([name]) => !launcherSettings.some(own => own === name))
  )
  await app.register(requestLog)
  await app.register(sentAnswers, { route: '/mcp' })
  let keysRead = false
  const options = {
    ...settings,
    secrets,
    onKeysRead: () => {
      keysRead = true
    },
    version,
    sandboxErp: sandbox,
    loopback: isLoopback(config.httpAddr),
    ...(register === undefined ? {} : { metrics: { register } }),
    ...(telemetry === undefined ? {} : { telemetry }),
    ...(makeRegistry === undefined ? {} : { createRegistry: makeRegistry })
  }
  await app.register(discovery, options)
  await app.register(bridge, options)
  const warnings = isOpenToOthers(config) ? [openToOthers] : []
  await app.register(health, { isPrepared: () => keysRead, warnings })
  return app
}

/**
 * Finds out early whether the address can be had, before anything costly is started. Rejects with
 * the words for it.
 */
export async function checkAddress(address: string): Promise<void> {
  const probe = createServer()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  probe
    .once('error', error => reject(listenFailure(error, address)))
    .once('listening', () => probe.close(() => resolve()))
  probe.listen(addressOf(address))
  await promise
}

/**
 * Starts and serves until a signal; the promise settles with the exit code once everything is
 * closed.
 */
export async function serve(given: Launch, onListening: (url: string) => void): Promise<number> {
  const { secrets = createSecrets() } = given
  const launch = { ...given, secrets }
  const log = createLog(launch.config, await terminalDestination(process.stderr), secrets)
  const { httpAddr, adminAddr, publicUrl } = launch.config
  const metrics = adminAddr === undefined ? undefined : await import('prom-client')
  const register = metrics === undefined ? undefined : new metrics.Registry()
  const telemetry = await startTelemetry(process.env, { version: launch.version, log })
  let live: ToolRegistry | undefined
  const app = await buildServer(launch, {
    log,
    register,
    telemetry: telemetry?.api,
    createRegistry: options => (live = createRegistry(tools, options))
  })
  let beside: FastifyInstance | undefined
  app.addHook('onClose', async () => {
    await beside?.close()
  })
  const started = Promise.withResolvers<void>()
  // Before the first address is told: from then on somebody may end the program.
  const closed = closedBySignal(app, { log, started: started.promise })
  await listen(app, { address: httpAddr, setting: '--http-addr (ERP_HTTP_ADDR)', path: '/mcp' })
  const url = `${urlOf(app.server.address() as AddressInfo)}/mcp`
  if (register !== undefined && adminAddr !== undefined) {
    metrics?.collectDefaultMetrics({ register })
    beside = await buildAdmin(launch, {
      register,
      log,
      registry: live,
      url: publicUrl === undefined ? url : `${publicUrl.replace(/\/+$/, '')}/mcp`
    })
    await listen(beside, {
      address: adminAddr,
      setting: '--admin-addr (ERP_ADMIN_ADDR)',
      path: '/'
    }).catch(async error => {
      await app.close()
      throw error
    })
  }
  keepHeapSmall([...process.execArgv, process.env['NODE_OPTIONS'] ?? ''].join(' '))
  tellStart(launch, log, url)
  onListening(url)
  started.resolve()
  const code = await closed
  await telemetry?.end()
  return code
}

async function listen(
  app: FastifyInstance,
  { address, setting, path }: { address: string; setting: string; path: string }
): Promise<void> {
  const { host, port } = addressOf(address)
  try {
    await app.listen({
      host,
      port,
      listenTextResolver: found => `${path === '/' ? 'Status page' : 'MCP'} at ${found}${path}`
    })
  } catch (error) {
    await app.close()
    throw listenFailure(error, address, setting)
  }
}

const everything: Caller = {
  principal: { name: 'status page', kind: 'local' },
  scopes: new Set(['read', 'write', 'admin']),
  method: 'local'
}

/**
 * The server beside: metrics and status page. A web page must not read them by a name of its own
 * either.
 */
export async function buildAdmin(
  { config, version, sandbox, secrets }: Launch,
  {
    register,
    log: loggerInstance,
    url,
    registry: live
  }: {
    register: Registry
    log: FastifyBaseLogger
    url: string
    registry?: ToolRegistry | undefined
  }
): Promise<FastifyInstance> {
  const startedAt = new Date()
  const registry =
    live ??
    createRegistry(
      tools,
      registryOptions(config, () => sandbox)
    )
  const app = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    frameworkErrors: answerError
  })
  await app.register(errors)
  await app.register(origin, {
    loopback: config.adminAddr !== undefined && isLoopback(config.adminAddr)
  })
  await app.register(admin, {
    redact: secrets?.redact,
    register,
    status: () => ({
      version,
      startedAt,
      node: process.versions.node,
      url,
      authentication: clientMethods(config),
      openToOthers: isOpenToOthers(config),
      erp: { url: config.url ?? '', client: config.client, logon: erpLogon(config), sandbox },
      rules: safetyRules(config),
      features: featureFacts(config, registry.features(), featureEvidence),
      tools: registry.visible(everything).map(({ name }) => name)
    })
  })
  return app
}

function tellStart(
  { config, version, sandbox }: Launch,
  log: FastifyBaseLogger,
  url: string
): void {
  log.info({ version, url, erp: config.url, client: config.client, sandbox }, 'started')
  const decisions = {
    features: Object.fromEntries(featureStates(config)),
    rules: safetyRules(config)
  }
  if (config.verbose) {
    log.info(
      { ...decisions, evidence: 'settings; unknown features are found out when a call needs them' },
      'startup decisions'
    )
  }
  if (config.insecure) log.warn('TLS certificates of the ERP are not verified (--insecure)')
  const loopback = isLoopback(config.httpAddr)
  if (
    !loopback &&
    checkedHosts(config, loopback) === undefined &&
    config.allowedOrigins === undefined
  ) {
    log.warn(
      'Host and Origin headers are not checked on this address; give --allowed-hosts (ERP_ALLOWED_HOSTS)'
    )
  }
}

const openToOthers =
  'no client authentication is configured, and the address is not a loopback one: every client that reaches it uses the ERP; give --api-key (SVC_API_KEY) or another method'

function isOpenToOthers(config: Config): boolean {
  return !isLoopback(config.httpAddr) && clientMethods(config).length === 0
}

/** 5 s for readiness to be noticed, 5 s for calls under way, 4 s for locks and log-off. */
const hardLimitMs = 15_000

/**
 * Settles with the exit code once a signal has come and all is closed; a signal that comes while
 * the start is under way waits for its end.
 */
function closedBySignal(
  app: FastifyInstance,
  { log, started }: { log: FastifyBaseLogger; started: Promise<void> }
): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  let closing = false
  const endSilent = watchSilent(app.server)
  const stop = (signal: NodeJS.Signals) => {
    if (closing) process.exit(130)
    closing = true
    log.info({ signal }, 'closing; a second signal ends at once')
    setTimeout(() => {
      log.error('closing took too long')
      process.exit(1)
    }, hardLimitMs).unref()
    // Whoever hands out the requests learns of it first; then calls end, streams, locks and
    // connections, in the order of the hooks.
    started
      .then(() => app.retire())
      .then(() => {
        endSilent()
        stopListening(app.server)
        return app.close()
      })
      .then(() => resolve(0), reject)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  // The shell that npm puts in between does not hand a SIGTERM on: with it goes whoever started
  // this program.
  const parent = process.ppid
  if (process.env['npm_lifecycle_event'] !== undefined) {
    setInterval(() => {
      if (process.ppid !== parent && !closing) stop('SIGTERM')
    }, 250).unref()
  }
  return promise
}

/**
 * A new connection is refused, so that a proxy tries another replica; requests that are here
 * already are served.
 */
function stopListening(server: Server): void {
  server.close(() => {})
}

/**
 * Node.js closes connections that have served a request and wait for the next, but not those that
 * never sent one, as browsers open them.
 */
function watchSilent(server: Server): () => void {
  const silent = new Map<Socket, number>()
  server.on('connection', socket => {
    silent.set(socket, performance.now())
    socket.once('close', () => {
      silent.delete(socket)
    })
  })
  server.on('request', ({ socket }) => {
    silent.delete(socket)
  })
  const end = () => {
    for (const [socket, since] of silent) if (performance.now() - since > 1000) socket.destroy()
  }
  return () => {
    setInterval(end, 250).unref()
  }
}

/** What was not even HTTP has no request and no reply: the answer goes to the socket. */
function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, message] = brokenRequests[error.code ?? ''] ?? [
    '400 Bad Request',
    'The request is not valid HTTP'
  ]
  const body = JSON.stringify({ jsonrpc: '2.0', error: { code: -32600, message }, id: null })
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`
  )
  // A client that does not answer the end of the connection must not keep it. Unread bytes would
  // reset the answer.
  socket.resume()
  const end = setTimeout(() => socket.destroy(), lingerMs)
  socket.once('close', () => clearTimeout(end))
}

/** For the answer to arrive before the connection is gone. */
const lingerMs = 1000

const brokenRequests: Readonly<Record<string, readonly [status: string, message: string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The headers are larger than 32 KB'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request was not complete in time']
}

function listenFailure(
  error: unknown,
  address: string,
  setting = '--http-addr (ERP_HTTP_ADDR)'
): Error {
  const { code } = error as NodeJS.ErrnoException
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `${address} is taken by another program; stop it, or give another address with ${setting}, for example ${address.replace(/\d+$/, port => String((Number(port) % 65_535) + 1))}`,
    EACCES: `${address} may not be used by this user; give a port above 1023 with ${setting}`,
    EADDRNOTAVAIL: `${address} is not an address of this machine; give another one with ${setting}`,
    ENOTFOUND: `the host of ${address} is not known; give another one with ${setting}`
  }
  return new Error(reasons[code ?? ''] ?? `cannot listen on ${address}: ${code ?? String(error)}`, {
    cause: error
  })
}

function addressOf(text: string): { host: string; port: number } {
  const colon = text.lastIndexOf(':')
  return { host: text.slice(0, colon).replace(/^\[|\]$/g, ''), port: Number(text.slice(colon + 1)) }
}

function urlOf({ address, family, port }: AddressInfo): string {
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}

export function isLoopback(address: string): boolean {
  const { host } = addressOf(address)
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
}

function trustOf(
  list: readonly string[]
): boolean | string[] | ((address: string, hop: number) => boolean) {
  const [only = ''] = list
  if (list.length > 1) return [...list]
  if (only === 'true') return true
  return /^\d+$/.test(only) ? (_address, hop) => hop < Number(only) : [only]
}
