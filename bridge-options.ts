/** The options of the bridge as a plugin: the settings by name, and what only a program can give. */
import type { Registry as MetricsRegistry } from 'prom-client'
import type { ConfigOptions } from './config/config.ts'
import type { Secrets } from './config/secrets.ts'
import type { HostCaller } from './plugins/auth/host.ts'
import type { KeptSessions } from './systems/local-systems.ts'
import type { ServedHalts } from './halt/gate.ts'
import type { ServedSystems } from './systems/landscape.ts'
import type { OpenTelemetryApi } from './telemetry.ts'
import type { Registry, RegistryOptions, Tool, ToolEvent } from './tools/index.ts'

/** The options that are no settings: only a program can give them. */
export interface ProgramOptions {
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
  /** The ERP is the embedded sandbox; the instructions for agents say so. */
  sandboxErp?: boolean
  /** Callers of a host that authenticates its clients itself. */
  auth?: { caller: HostCaller }
  /** Called for each tool call; without observers the host's log has a line per call. */
  observers?: readonly ((event: ToolEvent) => void)[]
  /**
   * The register of prom-client for the metrics, and the value of their label `bridge`; several
   * bridges may share one register.
   */
  metrics?: { register: MetricsRegistry; bridge?: string }
  /** The package `@opentelemetry/api` of a host with its own SDK, which receives spans and metrics. */
  telemetry?: OpenTelemetryApi
  /** The values that logs, audit and errors must not show; those of the settings if left out. */
  secrets?: Secrets
  /**
   * Called once the keys of all identity providers have been read, so that tokens can be checked;
   * immediately where there are no providers.
   */
  onKeysRead?: () => void
  /**
   * Called with the OIDC issuer as its discovery document states it: the setting may have one slash
   * at its end more or less.
   */
  onIssuer?: (issuer: string) => void
  /** For `discovery`: the issuer that `onIssuer` gave; the configured one while it is undefined. */
  statedIssuer?: () => string | undefined
  /** Called once with the systems that the bridge serves, before it takes requests. */
  onSystems?: (systems: ServedSystems) => void
  /**
   * The folder of the journal of changes where no setting names one; without it and without a setting
   * changes are not recorded.
   */
  journalFolder?: string
  /** The sessions of browser log-ons; for a program that serves their one user alone. */
  keptSessions?: KeptSessions
  /** The folder of the file of halts where neither a setting nor Redis says where they are kept. */
  haltFolder?: string
  /** Called once with the halts, where they are kept. */
  onHalts?: (halts: ServedHalts) => void
  /** Tools instead of the built-in ones. */
  tools?: readonly Tool[]
  /** Another registry than the one of the tools. */
  createRegistry?: (options: RegistryOptions) => Registry
  /** False: every request goes through the SDK, with the same answers. */
  fastPath?: boolean
  /** Milliseconds after which a call that takes long answers with a handle (45,000). */
  handOverMs?: number
  /** Milliseconds for calls in flight when the server closes. */
  drainMs?: number
}

export interface BridgeOptions extends ConfigOptions, ProgramOptions {}

/** A record, so that the compiler names an option that is missing here. */
const programOptions: Readonly<Record<keyof ProgramOptions, true>> = {
  prefix: true,
  mount: true,
  version: true,
  loopback: true,
  sandboxErp: true,
  auth: true,
  observers: true,
  metrics: true,
  telemetry: true,
  secrets: true,
  onKeysRead: true,
  onIssuer: true,
  statedIssuer: true,
  onSystems: true,
  haltFolder: true,
  onHalts: true,
  journalFolder: true,
  keptSessions: true,
  tools: true,
  createRegistry: true,
  fastPath: true,
  handOverMs: true,
  drainMs: true
}

/** Separates the settings, which are checked against their table, from all other options. */
export function splitOptions(options: BridgeOptions): {
  settings: ConfigOptions
  program: ProgramOptions
} {
  const entries = Object.entries(options)
  const isProgram = ([name]: [string, unknown]) => Object.hasOwn(programOptions, name)
  return {
    settings: Object.fromEntries(entries.filter(entry => !isProgram(entry))),
    program: Object.fromEntries(entries.filter(isProgram))
  }
}
