/** The launcher for stdio: one client, one local caller. stdout belongs to the protocol alone. */
import { Console } from 'node:console'
import { createAudit } from './audit.ts'
import type { Config } from './config/config.ts'
import type { Telemetry } from './plugins/telemetry.ts'
import { checkLogon, createErp } from './erp-client/index.ts'
import type { Erp } from './erp-client/index.ts'
import { registerConfigSecrets } from './config/known-secrets.ts'
import { createLog } from './log.ts'
import type { Secrets } from './config/secrets.ts'
import { createTelemetry } from './telemetry.ts'
import { startTelemetry } from './telemetry-sdk.ts'
import { terminalDestination } from './terminal-log.ts'
import { serveStreams } from './mcp/stdio.ts'
import {
  changeNotice,
  createFeatureProbe,
  createGitCredentials,
  createPolicy,
  createRegistry,
  createLongCalls,
  createTokenSigner,
  createUsedTokens,
  tools
} from './tools/index.ts'
import type { Caller, Log, TokenSigner, ToolSession } from './tools/index.ts'
import {
  erpOptions,
  featureStates,
  limitsOf,
  placeOf,
  policyOptions,
  registryOptions,
  safetyRules
} from './wiring.ts'

/** Calls under way may go on for the first, then locks are given back; at the second all ends. */
const boundsMs = { grace: 1000, end: 2000 }

const localCaller: Caller = {
  principal: { name: 'local', kind: 'local' },
  scopes: new Set(['read', 'write', 'admin']),
  method: 'local'
}

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
export async function serve({ config, version, sandbox, secrets }: Launch): Promise<number> {
  registerConfigSecrets(secrets, config)
  const log = createLog(config, await terminalDestination(process.stderr), secrets)
  // Whatever a library prints must not end up between two messages.
  globalThis.console = new Console(process.stderr, process.stderr)
  const otel = await startTelemetry(process.env, { version, log })
  const telemetry = otel === undefined ? undefined : createTelemetry(otel.api, version)
  let erp: Erp | undefined
  const signer = createTokenSigner(config.stateKey, { place: placeOf(config) })
  const told = { log, observe: telemetry?.erp, redact: secrets.redact, learn: secrets.source() }
  const session = createSession({
    config,
    log,
    sandbox,
    secrets,
    signer,
    telemetry,
    erp: () => (erp ??= createErp({ ...told, ...erpOptions(config) }))
  })
  const connection = serveStreams({
    identity: { name: 'erp-bridge', title: 'ERP bridge', version },
    session,
    signer,
    input: process.stdin,
    output: process.stdout,
    maxBytes: config.bodyLimit,
    graceMs: boundsMs.grace
  })
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
  for (const warning of checkLogon(erpOptions(config))) log.warn(warning)
  if (config.insecure) log.warn('TLS certificates of the ERP are not verified (--insecure)')
  if (config.verbose) {
    log.info(
      { features: Object.fromEntries(featureStates(config)), rules: safetyRules(config) },
      'startup decisions'
    )
  }
  await Promise.race([connection.closed, ended.promise])
  bound()
  await Promise.all([erp?.close(), otel?.end()])
  return 0
}

function createSession({
  config,
  log,
  sandbox,
  secrets,
  signer,
  telemetry,
  erp
}: {
  config: Config
  log: Log
  sandbox: boolean
  secrets: Secrets
  signer: TokenSigner
  telemetry: Telemetry | undefined
  erp: () => Erp
}): ToolSession {
  const options = registryOptions(config, () => sandbox || erp().reader.system.sandbox)
  const probe = createFeatureProbe(featureStates(config), {
    log,
    told: () => registry.changed({ what: 'tools' })
  })
  const registry = createRegistry(tools, {
    ...options,
    features: probe.features,
    isMissing: probe.isMissing
  })
  const audit = createAudit({
    log,
    level: config.audit,
    file: config.auditFile,
    redactLine: secrets.redactLine
  })
  const { gitCredentialsFile: path } = config
  return {
    caller: localCaller,
    registry,
    policy: createPolicy(policyOptions(config)),
    erp: probe.watch(erp),
    log,
    limits: limitsOf(config),
    confirmation: { mode: config.confirm, signer, used: createUsedTokens() },
    gitCredentials:
      path === undefined ? undefined : createGitCredentials({ path, log, learn: secrets.source() }),
    running: createLongCalls({ signer }),
    audit,
    redact: secrets.redact,
    observers: [
      audit.observe,
      changeNotice(registry),
      ...(telemetry === undefined ? [] : [telemetry.tool])
    ],
    ...(telemetry === undefined ? {} : { tracer: telemetry.tracer })
  }
}
