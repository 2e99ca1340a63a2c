/**
 * One validated, frozen configuration from command line and environment. Every mistake is found
 * before anything starts, all of them are reported at once, and each message names the flag, the
 * variable and the remedy.
 */
import { check, checkEffect } from './check.ts'
import type { Environment, Findings } from './findings.ts'
import { readFlags } from './flags.ts'
import { landscapeOf } from './landscape.ts'
import type { Landscape, SystemEntry, SystemSettings } from './landscape.ts'
import { didYouMean } from './near-names.ts'
import type { ServerFilters } from './server-filters.ts'
import {
  hostSystemRules,
  launchServerRules,
  launchSystemRules,
  serverRules,
  systemRules,
  unfilled
} from './rules.ts'
import type { Rule } from './rules.ts'
import {
  launcherSettings,
  serverConfigOf,
  setting,
  settingNames,
  settings,
  systemConfigOf,
  titleOf
} from './settings.ts'
import type { LauncherSetting, Naming, ServerConfig, SettingName, Settings } from './settings.ts'
import { applyPreset } from './presets.ts'
import { readSystemsFile } from './systems-file.ts'
import { checkProxy, readBindings, readProxy, readVariables } from './variables.ts'
import type { BindingSources, ProxySettings } from './variables.ts'

export { isPersonal } from './rules.ts'
export type { Environment } from './findings.ts'
export type { Landscape, SystemEntry, SystemRole, SystemSettings } from './landscape.ts'
export type { SettingName, Settings } from './settings.ts'
export type { BindingSources, ProxySettings } from './variables.ts'

export type Config = ServerConfig & {
  /** The ERP systems, with their targets, log-ons and rules. */
  readonly landscape: Landscape
  /** Further certificate authorities, for identity providers. */
  readonly caFile?: string | undefined
  readonly proxy: ProxySettings
  readonly bindings: BindingSources
}
/** The settings of the server with those of one system, for programs that work on one at a time. */
export type SystemView = Config & SystemSettings & Pick<SystemEntry, 'role'>

/** What an embedding host gives: the settings by name, each of them optional. */
export type ConfigOptions = {
  [Name in Exclude<keyof Settings, LauncherSetting>]?: Settings[Name] | undefined
} & {
  proxy?: ProxySettings | undefined
  bindings?: BindingSources | undefined
  /** The variables that references of a systems file name. */
  environment?: Environment | undefined
  /** A landscape that was read before; in place of the settings of a system and of `systemsFile`. */
  landscape?: Landscape | undefined
}

export class ConfigError extends Error {
  readonly code = 'BRIDGE_CONFIG'
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.name = 'ConfigError'
    this.problems = problems
  }
}

/**
 * Reads the bridge's configuration.
 * @param argv arguments after the program's name, without a sub-command
 * @param commands names of sub-commands, for the message about one behind flags
 * @throws ConfigError with every problem
 */
export function loadConfig(
  argv: readonly string[],
  env: Environment,
  commands: readonly string[] = []
): { config: Config; warnings: string[] } {
  const findings: Findings = { raw: new Map(), problems: [], warnings: [] }
  readVariables(env, findings)
  readFlags(argv, findings, commands)
  const [proxy, bindings] = [readProxy(env), readBindings(env)]
  const rules = {
    server: [...serverRules, ...launchServerRules],
    system: [...systemRules, ...launchSystemRules]
  }
  const { config, landscape } = assemble(findings, { naming: titleOf, rules, env })
  findings.problems.push(...choiceProblems(config, landscape))
  checkProxy(proxy, findings)
  checkEffect(config, findings)
  if (findings.problems.length > 0) throw new ConfigError(findings.problems)
  const { caFile } = config
  return {
    config: Object.freeze({ ...serverConfigOf(config), caFile, landscape, proxy, bindings }),
    warnings: findings.warnings
  }
}

/**
 * The same checks for options given by a host program: no environment is read. Throws ConfigError.
 */
export function createConfig(options: ConfigOptions): Config {
  const {
    proxy = { https: '', http: '', no: '' },
    bindings = { vcapServices: '', vcapServicesFile: '', serviceBindingRoot: '' },
    environment: env,
    landscape: given,
    ...values
  } = options
  const findings: Findings = { raw: new Map(), problems: [], warnings: [] }
  for (const [name, value] of Object.entries(values)) {
    if (launcherSettings.some(other => other === name)) {
      findings.problems.push(
        `option ${name} belongs to the server that the bridge is registered on; remove it`
      )
    } else if (!isSettingName(name)) {
      findings.problems.push(`option ${name} is unknown${didYouMean(name, settingNames)}`)
    } else if (value !== undefined) findings.raw.set(name, value)
  }
  const naming: Naming = name => `option ${name}`
  const rules = { server: serverRules, system: hostSystemRules }
  const { config, landscape } = assemble(findings, { naming, rules, env, given })
  findings.problems.push(...unfilled({ naming, valueOf: name => findings.raw.get(name) }))
  if (findings.problems.length > 0) throw new ConfigError(findings.problems)
  const { caFile } = config
  return Object.freeze({ ...serverConfigOf(config), caFile, landscape, proxy, bindings })
}

/** What is wrong with the choice of a system; a process over stdio serves one alone. */
function choiceProblems(config: Settings, { systems, defaultSystem, file }: Landscape): string[] {
  const { system = defaultSystem, transport } = config
  if (file === undefined || (config.system === undefined && transport !== 'stdio')) return []
  const entry = systems.get(system)
  return entry === undefined
    ? [
        `${titleOf('system')}: ${file.path} has no system ${system}; it has ${[...systems.keys()].join(', ')}`
      ]
    : [...entry.faults]
}

/** The system that a launcher or command works on: `--system`, or the default one. */
export function chosenEntry({ landscape, system }: Config): SystemEntry {
  const entry = landscape.systems.get(system ?? landscape.defaultSystem)
  if (entry === undefined) throw new TypeError('a configuration without its system')
  return entry
}

/** @throws ConfigError for a system that has faults */
export function viewOf(
  config: Config,
  { settings, faults, role } = chosenEntry(config)
): SystemView {
  if (settings === undefined) throw new ConfigError(faults)
  // Without the CA file of the server, which is for identity providers.
  const { caFile: _caFile, ...server } = config
  return { ...server, ...settings, ...(role === undefined ? {} : { role }) }
}

interface Assembly {
  readonly naming: Naming
  readonly rules: { readonly server: readonly Rule[]; readonly system: readonly Rule[] }
  readonly env: Environment | undefined
  /** A landscape that was read before. */
  readonly given?: Landscape | undefined
}

/** Checks the settings, and reads the systems file where one is given. */
function assemble(
  findings: Findings,
  { naming, rules, env, given }: Assembly
): { config: Settings; landscape: Landscape } {
  const isOne = given === undefined && isBlank(findings.raw.get('systemsFile'))
  // With a systems file a preset holds for each system that gives nothing else, not for the server.
  if (isOne) applyPreset(findings.raw)
  const config = check(findings, naming, isOne ? [...rules.system, ...rules.server] : rules.server)
  if (given !== undefined) return { config, landscape: given }
  const path = config.systemsFile
  if (isOne || path === undefined) return { config, landscape: landscapeOf(systemConfigOf(config)) }
  const refused = [...findings.raw].filter(
    ([name, value]) =>
      setting(name).scope === 'system' && setting(name).beside === undefined && !isBlank(value)
  )
  for (const [name] of refused) {
    findings.problems.push(
      `${naming(name)} does not stand beside ${naming('systemsFile')}: target and log-on of each system stand in the file; remove it`
    )
  }
  const read = () => readLandscape(path, { findings, config, rules: rules.system, env })
  try {
    return { config, landscape: read() }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    findings.problems.push(...error.problems)
    return { config, landscape: landscapeOf(systemConfigOf(config)) }
  }
}

interface FileAssembly {
  readonly findings: Findings
  readonly config: Settings
  readonly rules: readonly Rule[]
  readonly env: Environment | undefined
}

function readLandscape(path: string, parts: FileAssembly): Landscape {
  const { findings, config: server, rules, env } = parts
  const isGiven = (name: SettingName) => !isBlank(findings.raw.get(name))
  const beside = (kind: 'filter' | 'default') =>
    settingNames.filter(name => setting(name).beside === kind && isGiven(name))
  const content = readSystemsFile({
    path,
    server,
    rules,
    env,
    defaults: new Map(beside('default').map(name => [name, findings.raw.get(name)])),
    filters: Object.fromEntries(beside('filter').map(name => [name, server[name]])) as ServerFilters
  })
  if ('problems' in content) throw new ConfigError(content.problems)
  const { landscape, sources } = content
  return { ...landscape, file: { path, sources, reread: () => readLandscape(path, parts) } }
}

function isBlank(value: unknown): boolean {
  return value === undefined || (typeof value === 'string' && value.trim() === '')
}

function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(settings.properties, name)
}
