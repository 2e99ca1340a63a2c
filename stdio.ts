/** The launcher for stdio: one client, one local caller. stdout belongs to the protocol alone. */
import { Console } from 'node:console'
import { createAudit } from './audit.ts'
import { chosenEntry, viewOf } from './config/config.ts'
import type { Config, SystemView } from './config/config.ts'
import { registerConfigSecrets } from './config/known-secrets.ts'
import type { Secrets } from './config/secrets.ts'
import { checkLogon } from './erp-client/index.ts'
import { haltFileIn } from './halt/file-store.ts'
import { localHalts } from './halt/local.ts'
import { configuredJournal } from './journal/configured.ts'
import { openPersons } from './journal/persons/open.ts'
import type { PersonStore } from './journal/persons/store.ts'
import { stateFolder } from './journal/state-folder.ts'
import { createLog } from './log.ts'
import { serveStreams } from './mcp/stdio.ts'
import type { Telemetry } from './plugins/telemetry.ts'
import { safetyRules } from './systems/description.ts'
import { featureStates } from './systems/features.ts'
import { localCaller } from './systems/local-caller.ts'
import { localKeptSessions } from './server/kept-sessions.ts'
import { erpOptions } from './systems/options.ts'
import { createLocalSystems } from './systems/local-systems.ts'
import type { System } from './systems/system.ts'
import { createTelemetry } from './telemetry.ts'
import { startTelemetry } from './telemetry-sdk.ts'
import { terminalDestination } from './terminal-log.ts'
import type { Journal, Log } from './tools/index.ts'
import { createTwin } from './twin-process.ts'
import { auditOptions } from './wiring.ts'

/** Calls in flight may run until `grace`, then locks are released; at `end` the process exits. */
const boundsMs = { grace: 1000, end: 2000 }

interface Launch {
  readonly config: Config
  readonly version: string
  readonly sandbox: boolean
  readonly secrets: Secrets
}

/**
 * Serves until stdin ends, stdout is gone, or a signal comes; the promise settles with the exit
 * code.
 */
export async function serve(launch: Launch): Promise<number> {
  const { version, secrets } = launch
  const config = viewOf(launch.config)
  registerConfigSecrets(secrets, config)
  const log = createLog(config, await terminalDestination(process.stderr), secrets)
  // Output of a library must not end up between two messages on stdout.
  globalThis.console = new Console(process.stderr, process.stderr)
  const otel = await startTelemetry(process.env, { version, log })
  const telemetry = otel === undefined ? undefined : createTelemetry(otel.api, version)
  const usualFolder = stateFolder(process.env)
  const journal = await configuredJournal(launch.config, { log, usualFolder })
  const persons = await openPersons(launch.config)
  const { system, close } = openSystem({ ...launch, log, telemetry, journal, persons })
  const connection = serveSystem(launch, { system, log })
  const ended = Promise.withResolvers<void>()
  const bound = () => {
    setTimeout(() => process.exit(0), boundsMs.end).unref()
  }
  process.stdin.once('end', bound).once('close', bound)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      bound()
      process.once(signal, () => process.exit(130))
      void connection.close().finally(ended.resolve)
    })
  }
  log.debug({ version, erp: config.url }, 'serving stdio')
  if (process.stdin.isTTY) {
    log.info(
      'MCP is spoken on stdin and stdout, and a client starts this program: see erp-bridge client-config --help. For an HTTP server give --transport http-streamable; Ctrl-D ends this one.'
    )
  }
  warnAbout(config, log)
  await Promise.race([connection.closed, ended.promise])
  bound()
  await Promise.all([close(), otel?.end()])
  await Promise.all([journal?.close(), persons?.close()])
  return 0
}

function serveSystem(
  { version, config }: Launch,
  { system, log }: { readonly system: System; readonly log: Log }
) {
  return serveStreams({
    identity: { name: 'erp-bridge', title: 'ERP bridge', version },
    // The client has started this process in its own folder.
    session: {
      ...system.session(localCaller, log),
      localFolder: process.cwd(),
      workspace: config.workspaceDir
    },
    signer: system.signer,
    input: process.stdin,
    output: process.stdout,
    maxBytes: config.bodyLimit,
    graceMs: boundsMs.grace,
    onServing: () => {
      system.probeFeatures()
    }
  })
}

/** What an operator should know of the settings. */
function warnAbout(config: SystemView, log: Log): void {
  // What is kept of a log-on has no files to check.
  if (!config.browserLogon && config.serviceKey === undefined) {
    for (const warning of checkLogon(erpOptions(config))) log.warn({}, warning)
  }
  if (config.insecure) log.warn({}, 'TLS certificates of the ERP are not verified (--insecure)')
  if (config.verbose) {
    log.info(
      { features: Object.fromEntries(featureStates(config)), rules: safetyRules(config) },
      'startup decisions'
    )
  }
}

interface Opening {
  readonly config: Config
  readonly log: Log
  readonly version: string
  readonly sandbox: boolean
  readonly secrets: Secrets
  readonly telemetry: Telemetry | undefined
  readonly journal: Journal | undefined
  readonly persons: PersonStore | undefined
}

/** The system of this process, and the others of a systems file for comparisons. */
function openSystem(opening: Opening): { system: System; close(): Promise<void> } {
  const { config, log, version, sandbox, secrets, telemetry, journal, persons } = opening
  const { bodyLimit, compact, proxy, results, stateKey } = config
  const { redactLine } = secrets
  const audit = createAudit({ log, ...auditOptions(config), persons, redactLine })
  const keptSessions = localKeptSessions(config, { secrets, log })
  const halt = localHalts(config, {
    log,
    record: audit.halted,
    usualFile: haltFileIn(stateFolder(process.env))
  })
  const systems = createLocalSystems(config.landscape, ({ name }) => ({
    ...{ log, version, bodyLimit, compact, proxy, resultForm: results, stateKey, secrets, audit },
    ...{ journal, halt, keptSessions, twin: createTwin() },
    isSandbox: sandbox ? true : undefined,
    observers: [audit.observe, ...(telemetry === undefined ? [] : [telemetry.tool])],
    observe: exchange => telemetry?.erp(name, exchange),
    tracer: telemetry?.tracer
  }))
  const system = systems.get(chosenEntry(config).name)
  if (system === undefined) throw new TypeError('a configuration without its system')
  const close = async () => {
    await systems.close()
    halt.close()
    audit.close()
  }
  return { system, close }
}
