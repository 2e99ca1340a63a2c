/**
 * One validated, frozen configuration from command line and environment. Every mistake is found
 * before anything starts, all of them are reported at once, and each message names the flag, the
 * variable and the remedy.
 */
import { check, checkEffect } from './check.ts'
import type { Environment, Findings } from './findings.ts'
import { readFlags } from './flags.ts'
import { didYouMean } from './near-names.ts'
import { launchRules, unfilled } from './rules.ts'
import { launcherSettings, settingNames, settings, titleOf } from './settings.ts'
import type { LauncherSetting, Naming, SettingName, Settings } from './settings.ts'
import { checkProxy, readBindings, readProxy, readVariables } from './variables.ts'
import type { BindingSources, ProxySettings } from './variables.ts'

export type { Environment } from './findings.ts'
export type { SettingName, Settings } from './settings.ts'
export type { BindingSources, ProxySettings } from './variables.ts'

export type Config = Readonly<Settings> & {
  readonly proxy: ProxySettings
  readonly bindings: BindingSources
}
/** What an embedding host gives: the settings by name, each of them optional. */
export type ConfigOptions = {
  [Name in Exclude<keyof Settings, LauncherSetting>]?: Settings[Name] | undefined
} & { proxy?: ProxySettings | undefined; bindings?: BindingSources | undefined }

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
  const config = check(findings, titleOf)
  for (const rule of launchRules) {
    const problem = rule(config, titleOf)
    if (problem !== undefined) findings.problems.push(problem)
  }
  checkProxy(proxy, findings)
  checkEffect(config, findings)
  if (findings.problems.length > 0) throw new ConfigError(findings.problems)
  return { config: Object.freeze({ ...config, proxy, bindings }), warnings: findings.warnings }
}

/**
 * The same checks for options given by a host program: no environment is read. Throws ConfigError.
 */
export function createConfig(options: ConfigOptions): Config {
  const {
    proxy = { https: '', http: '', no: '' },
    bindings = { vcapServices: '', vcapServicesFile: '', serviceBindingRoot: '' },
    ...given
  } = options
  const findings: Findings = { raw: new Map(), problems: [], warnings: [] }
  for (const [name, value] of Object.entries(given)) {
    if (launcherSettings.some(other => other === name)) {
      findings.problems.push(
        `option ${name} belongs to the server that the bridge is registered on; remove it`
      )
    } else if (!isSettingName(name)) {
      findings.problems.push(`option ${name} is unknown${didYouMean(name, settingNames)}`)
    } else if (value !== undefined) findings.raw.set(name, value)
  }
  const naming: Naming = name => `option ${name}`
  const config = check(findings, naming)
  findings.problems.push(...unfilled({ naming, valueOf: name => findings.raw.get(name) }))
  if (findings.problems.length > 0) throw new ConfigError(findings.problems)
  return Object.freeze({ ...config, proxy, bindings })
}

function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(settings.properties, name)
}
