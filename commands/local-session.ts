/** What the commands of a shell share: the settings, and one session at the ERP system. */
import { createAudit } from '../audit.ts'
import { chosenEntry, ConfigError, loadConfig, viewOf } from '../config/config.ts'
import type { Environment, SystemEntry, SystemView } from '../config/config.ts'
import { registerConfigSecrets } from '../config/known-secrets.ts'
import { haltFileIn } from '../halt/file-store.ts'
import { localHalts } from '../halt/local.ts'
import { laterJournal } from '../journal/configured.ts'
import { personsLater } from '../journal/persons/open.ts'
import { stateFolder } from '../journal/state-folder.ts'
import { createLog } from '../log.ts'
import { createKeptSessions, openLogonStore } from '../logon/kept-sessions.ts'
import type { SystemRole } from '../config/landscape.ts'
import { createSecrets } from '../config/secrets.ts'
import { setting, settingNames, variableOf } from '../config/settings.ts'
import { isPropagating } from '../systems/options.ts'
import { localCaller } from '../systems/local-caller.ts'
import { createLocalSystems } from '../systems/local-systems.ts'
import type { ToolSession } from '../tools/index.ts'
import { createTwin } from '../twin-process.ts'
import { versionOf } from '../version.ts'
import type { CommandIo } from './command.ts'
import { auditOptions } from '../wiring.ts'

export interface LocalSession {
  readonly config: SystemView
  readonly session: ToolSession
  /** By its entry in a systems file. */
  readonly role: SystemRole | undefined
  /** The folders that the exchanges are recorded in. */
  recordings(): readonly string[]
  close(): Promise<void>
}

/** A shell serves no clients, so it needs no client authentication. */
function withoutClientAuth(env: Environment): Environment {
  const names = settingNames
    .filter(name => setting(name).group === 'Client authentication' || name === 'workspaceDir')
    .map(variableOf)
  const known = new Set(names.flatMap(name => [name, `${name}_FILE`]))
  // Nothing listens at the address of the server, whose log-on rules depend on it.
  const ofServer = ['ERP_REQUIRE_AUTH', 'ERP_HTTP_ADDR']
  const isWanted = ([name, value]: [string, string | undefined]) =>
    !ofServer.includes(name) && (!known.has(name) || value?.trim() !== '')
  return Object.fromEntries(Object.entries(env).filter(isWanted))
}

/** Reads the settings as the bridge itself would. Throws ConfigError. */
export function openSession(
  flags: readonly string[],
  env: Environment,
  { secrets = createSecrets(), processes }: Pick<CommandIo, 'secrets' | 'processes'>
): LocalSession {
  const { config: loaded } = loadSettings(flags, env)
  const config = viewOf(loaded)
  const { redactLine } = registerConfigSecrets(secrets, config)
  const log = createLog(config, undefined, secrets)
  const { auditFile, bodyLimit, proxy, stateKey } = config
  const persons = auditFile === undefined ? undefined : personsLater(config)
  const audit =
    auditFile === undefined
      ? undefined
      : createAudit({ log, ...auditOptions(config), persons, redactLine })
  const journal = laterJournal(config, { log, usualFolder: stateFolder(env) })
  const keptSessions = createKeptSessions(
    openLogonStore(config, stateFolder(env)),
    processes?.own ?? 0
  )
  const halt = localHalts(config, {
    log,
    record: audit?.halted,
    usualFile: haltFileIn(stateFolder(env))
  })
  const systems = createLocalSystems(loaded.landscape, () => ({
    keptSessions,
    ...{ log, version: versionOf(), bodyLimit, proxy, stateKey, secrets, audit, halt, journal },
    twin: createTwin(),
    compact: config.compact,
    // The answer goes to a person or a script, not to a model.
    answerBytes: bodyLimit,
    // A shell waits for the result: it could not collect a handle later.
    handOverMs: 2_000_000_000,
    probesFeatures: false,
    observers: audit === undefined ? [] : [audit.observe]
  }))
  const { name, role } = chosenEntry(loaded)
  const system = systems.get(name)
  if (system === undefined) throw new TypeError('a configuration without its system')
  const { recordings } = systems
  // Threads and timers of the session do not keep the process alive: a call that is refused before its
  // first request would end it with code 13 while the session closes.
  const alive = setInterval(() => {}, 60_000)
  const close = async () => {
    try {
      await systems.close()
      halt.close()
      await journal?.close()
      audit?.close()
      await persons?.close()
    } finally {
      clearInterval(alive)
    }
  }
  return { config, role, session: system.session(localCaller, log), recordings, close }
}

/** @throws ConfigError where no log-on of this command is possible */
export function assertTechnicalUser(config: SystemView, command: string): void {
  // A service key has the log-on of the user of the shell.
  if (isPropagating({ ...config, serviceKey: undefined })) {
    throw new ConfigError([
      `with principal propagation (--pp-ca-key, --destination) each caller works as an ERP user of their own, and a shell brings no token that identifies the caller; ${command === 'call' ? 'call a bridge that runs, or give' : 'give'} --user and --password instead`
    ])
  }
  if (config.sandbox) {
    throw new ConfigError([
      `${command} works on a system that runs already; start erp-bridge sandbox, and give its --url, --user and --password`
    ])
  }
}

/** The flags without `--system`, for a command that chooses the system itself. */
export function withoutSystem(flags: readonly string[]): string[] {
  return flags.filter(
    (flag, at) =>
      flag !== '--system' && !flag.startsWith('--system=') && flags[at - 1] !== '--system'
  )
}

/**
 * The systems that a command works on: the one of `--system`, or each of a systems file; one that
 * is undefined where there is no file. Throws ConfigError.
 */
export function systemsFor(
  flags: readonly string[],
  env: Environment
): readonly (SystemEntry | undefined)[] {
  const { config } = loadSettings(flags, env)
  const { systems, file } = config.landscape
  if (file === undefined) return [undefined]
  return config.system === undefined ? [...systems.values()] : [chosenEntry(config)]
}

/** The settings as the bridge itself would read them. Throws ConfigError. */
export function loadSettings(flags: readonly string[], env: Environment) {
  // The command reports failures itself. The transport is that of the bridge whose settings these
  // are, not of a shell.
  return loadConfig(
    [...flags.filter(flag => flag !== '--require-auth'), '--transport', 'http-streamable'],
    { ...withoutClientAuth(env), ERP_LOG_LEVEL: env['ERP_LOG_LEVEL'] ?? 'error' }
  )
}

/** Own words of a command, and what belongs to the bridge's settings. */
export function splitArguments(
  argv: readonly string[],
  own: readonly string[]
): { words: string[]; switches: ReadonlySet<string>; flags: string[] } {
  const first = argv.findIndex(argument => argument.startsWith('-') && !own.includes(argument))
  const before = first === -1 ? argv : argv.slice(0, first)
  const after = first === -1 ? [] : argv.slice(first)
  const switches = new Set(argv.filter(argument => own.includes(argument)))
  return {
    words: before.filter(argument => !own.includes(argument)),
    switches,
    flags: after.filter(argument => !own.includes(argument))
  }
}

/**
 * The environment with a stand-in for the ERP where none is named: what follows from the settings
 * alone needs no ERP.
 */
export function withAnyErp(flags: readonly string[], env: Environment): Environment {
  const isNamed =
    (env['ERP_URL'] ?? '') !== '' ||
    (env['ERP_SYSTEMS_FILE'] ?? '') !== '' ||
    flags.some(flag => /^--(url|sandbox|systems-file)\b/.test(flag))
  return isNamed
    ? env
    : { ERP_USER: '-', ERP_PASSWORD: '-', ...env, ERP_URL: 'https://erp.invalid' }
}
