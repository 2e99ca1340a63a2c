/**
 * OpenTelemetry for the launchers: started when the environment enables it, and not even loaded
 * otherwise.
 */
import type { OpenTelemetryApi } from './telemetry.ts'
import type { Log } from './tools/index.ts'

export interface RunningTelemetry {
  readonly api: OpenTelemetryApi
  /** Hands over what is not exported yet; bounded, and never rejects. */
  end(): Promise<void>
}

interface Sdk {
  shutdown(): Promise<void>
}
type Starter = (options: object) => Sdk

const endMs = 3000
const install = 'npm install @opentelemetry/sdk-node'

/**
 * Undefined where no `OTEL_*` variable enables it. What is missing or wrong is a warning: without
 * telemetry the bridge still works.
 */
export async function startTelemetry(
  env: NodeJS.ProcessEnv,
  { version, log }: { version: string; log: Log }
): Promise<RunningTelemetry | undefined> {
  const variables = Object.keys(env).filter(
    name => name.startsWith('OTEL_') && (env[name] ?? '') !== ''
  )
  if (variables.length === 0 || env['OTEL_SDK_DISABLED']?.toLowerCase() === 'true') return undefined
  const api = await import('@opentelemetry/api')
  // An agent that was loaded before the program, as the operator of Kubernetes does it, has
  // registered its own.
  const isRegistered =
    'trace' in (Reflect.get(globalThis, Symbol.for('opentelemetry.js.api.1')) ?? {})
  if (isRegistered) return { api, end: async () => {} }
  const start = await loadStarter(log, variables)
  if (start === undefined) return undefined
  const sdk = start({
    resourceAttributes: resourceOf(env, version),
    logRecordProcessors: [],
    ...(env['OTEL_LOG_LEVEL'] === undefined ? { logLevel: 'warn' } : {})
  })
  const logAs =
    (level: 'debug' | 'info' | 'warn' | 'error') =>
    (message: string, ...more: unknown[]) =>
      log[level]({ more: more.map(String) }, `OpenTelemetry: ${message}`)
  // Not the console of the SDK: stdout may belong to the protocol.
  api.diag.setLogger(
    {
      verbose: logAs('debug'),
      debug: logAs('debug'),
      info: logAs('debug'),
      warn: logAs('warn'),
      error: logAs('warn')
    },
    { logLevel: api.DiagLogLevel.WARN, suppressOverrideMessage: true }
  )
  log.info({ variables }, 'OpenTelemetry is on')
  // The whole error would hold what the collector answered.
  const failed = (error: unknown) => {
    log.warn(
      { reason: error instanceof Error ? error.message : 'none given' },
      'OpenTelemetry could not export its last metrics'
    )
  }
  return {
    api,
    async end() {
      await Promise.race([
        sdk.shutdown().catch(failed),
        new Promise(resolve => setTimeout(resolve, endMs))
      ])
    }
  }
}

async function loadStarter(log: Log, variables: readonly string[]): Promise<Starter | undefined> {
  try {
    const { startNodeSdk } = (await import('@opentelemetry/sdk-node')) as { startNodeSdk?: Starter }
    if (startNodeSdk !== undefined) return startNodeSdk
    log.warn(
      { variables },
      `OTEL_* is set, but @opentelemetry/sdk-node is too old, so there are no traces and no metrics; ${install}@latest`
    )
  } catch (error) {
    log.warn(
      { variables, reason: (error as Error).message.split('\n')[0] },
      `OTEL_* is set, but @opentelemetry/sdk-node is not installed, so there are no traces and no metrics; ${install}`
    )
  }
  return undefined
}

/** What is given here outranks the environment, so only what the environment leaves open. */
function resourceOf(env: NodeJS.ProcessEnv, version: string): Record<string, string> {
  const isNamed =
    (env['OTEL_SERVICE_NAME'] ?? '') !== '' ||
    /(^|,)\s*service\.name=/.test(env['OTEL_RESOURCE_ATTRIBUTES'] ?? '')
  return {
    'service.version': version,
    ...(isNamed ? {} : { 'service.name': 'erp-bridge' }),
    // The SDK reports the arguments of the process, and a password may be among them.
    'process.command_args': '[left out]'
  }
}
