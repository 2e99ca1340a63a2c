/**
 * From command line and environment to one validated, frozen configuration. Every mistake is found
 * before anything starts, all of them are reported at once, and each message names the flag, the
 * variable and the remedy.
 */
import { readFileSync } from 'node:fs'
import type { Ajv } from 'ajv'
import { envSchema } from 'env-schema'
import { fileProblems, unreadable } from './files.ts'
import { launchRules, remarks, rules, unfilled } from './rules.ts'
import { didYouMean, meantVariable } from './near-names.ts'
import {
  annotations,
  flagOf,
  launcherSettings,
  setting,
  settingNames,
  settings,
  titleOf,
  variableOf
} from './settings.ts'
import type { LauncherSetting, Naming, SettingName, Settings } from './settings.ts'

export type { SettingName, Settings } from './settings.ts'

/** The standard proxy variables, as they were found; an empty text means that there is no proxy. */
export interface ProxySettings {
  readonly https: string
  readonly http: string
  readonly no: string
}
/**
 * Where the platform tells about service bindings, as it was found; an empty text means that it
 * does not.
 */
export interface BindingSources {
  readonly vcapServices: string
  readonly vcapServicesFile: string
  readonly serviceBindingRoot: string
}
export type Config = Readonly<Settings> & {
  readonly proxy: ProxySettings
  readonly bindings: BindingSources
}
export type Environment = Readonly<Record<string, string | undefined>>
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

type Raw = Map<SettingName, unknown>
/**
 * What is collected on the way: values as given, mistakes, and remarks that do not stop the start.
 */
interface Findings {
  readonly raw: Raw
  readonly problems: string[]
  readonly warnings: string[]
}

/**
 * Reads the bridge's configuration.
 * @param argv arguments after the program's name, without a sub-command
 * @throws ConfigError with every problem
 */
export function loadConfig(
  argv: readonly string[],
  env: Environment
): { config: Config; warnings: string[] } {
  const findings: Findings = { raw: new Map(), problems: [], warnings: [] }
  readVariables(env, findings)
  readFlags(argv, findings)
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

// --- reading

function readFlags(argv: readonly string[], { raw, problems }: Findings): void {
  const byFlag = new Map(settingNames.map(name => [flagOf(name) ?? '', name]))
  const given = new Map<SettingName, string>()
  for (let at = 0; at < argv.length; at++) {
    const argument = argv[at] ?? ''
    const [flag = '', inline] = splitOnce(argument, '=')
    const name = byFlag.get(flag)
    const next = argv[at + 1]
    if (name === undefined) {
      problems.push(unknownArgument(argument, flag, at + 1))
      // What stands behind a misspelt flag is its value, and perhaps a secret.
      if (flag.startsWith('--') && inline === undefined && next?.startsWith('-') === false) at++
      continue
    }
    const value = inline ?? ownValue(name, next)
    if (inline === undefined && value !== undefined && value === next) at++
    const text = value ?? bareValue(name)
    if (text === undefined) {
      problems.push(`${titleOf(name)} needs a value: ${flag} ${setting(name).value ?? 'VALUE'}`)
    } else if (text.trim() === '' && setting(name).filter !== true) {
      problems.push(
        `${titleOf(name)} is given without a value; give ${flag} ${setting(name).value ?? 'true'}, or leave it out (is a variable of the shell empty?)`
      )
    } else if ((given.get(name) ?? text) !== text) {
      problems.push(`${titleOf(name)} is given twice with different values; give it once`)
    } else given.set(name, text)
  }
  for (const [name, text] of given) raw.set(name, text)
}

/**
 * The argument behind a flag, if it belongs to the flag: switches take only true and false, and no
 * value begins with `--`.
 */
function ownValue(name: SettingName, next: string | undefined): string | undefined {
  if (next === undefined || next.startsWith('--')) return undefined
  if (bareValue(name) === undefined) return next
  return next === 'true' ||
    next === 'false' ||
    (setting(name).type !== 'boolean' && !next.startsWith('-'))
    ? next
    : undefined
}

function bareValue(name: SettingName): string | undefined {
  const { type, bare } = setting(name)
  return type === 'boolean' ? 'true' : bare
}

function unknownArgument(argument: string, flag: string, position: number): string {
  if (!argument.startsWith('-')) {
    return `unexpected argument ${/^[a-z-]{1,20}$/.test(argument) ? `"${argument}"` : `number ${position}`}; flags begin with -- (see --help)`
  }
  const variableOnly = settingNames.find(
    name =>
      flagOf(name) === undefined &&
      flag === `--${variableOf(name).slice(4).toLowerCase().replaceAll('_', '-')}`
  )
  if (variableOnly !== undefined) {
    return `${flag} is not a flag; set the variable ${variableOf(variableOnly)} instead`
  }
  return `unknown flag ${flag}${didYouMean(
    flag,
    settingNames.map(name => flagOf(name) ?? '')
  )} (see --help)`
}

function readVariables(env: Environment, findings: Findings): void {
  const known = new Set<string>()
  for (const name of settingNames) {
    const variable = variableOf(name)
    known.add(variable)
    if (env[variable] !== undefined) findings.raw.set(name, env[variable])
    if (setting(name).writeOnly === true) {
      known.add(`${variable}_FILE`)
      readSecret(name, env, findings)
    }
  }
  for (const variable of Object.keys(env)) {
    if (known.has(variable)) continue
    const meant = meantVariable(variable, [...known])
    if (meant !== undefined) {
      findings.problems.push(
        `unknown variable ${variable}; did you mean ${meant}? Correct or remove it`
      )
    } else if (variable.startsWith('ERP_')) {
      findings.warnings.push(`variable ${variable} is not a setting and is ignored`)
    }
  }
}

function readSecret(name: SettingName, env: Environment, { raw, problems }: Findings): void {
  const variable = `${variableOf(name)}_FILE`
  const path = env[variable]
  // Empty is none, but for the log-on of clients it is a mistake.
  if (path === '' && !raw.has(name)) raw.set(name, '')
  if (path === undefined || path === '') return
  if ((env[variableOf(name)] ?? '') !== '') {
    problems.push(`${variableOf(name)} and ${variable} are both set; keep one of them`)
    return
  }
  try {
    const secret = readFileSync(path, 'utf8').replace(/\r?\n$/, '')
    if (secret === '') {
      problems.push(
        `${variable}: the file ${path} is empty; put the secret into it or unset the variable`
      )
    } else raw.set(name, secret)
  } catch (error) {
    problems.push(`${variable}: ${unreadable(path, error)}`)
  }
}

function readProxy(env: Environment): ProxySettings {
  // As curl does: the lower case comes first, and an empty variable is none.
  const read = (name: string) =>
    [env[name.toLowerCase()], env[name]]
      .map(text => text?.trim() ?? '')
      .find(text => text !== '') ?? ''
  return { https: read('HTTPS_PROXY'), http: read('HTTP_PROXY'), no: read('NO_PROXY') }
}

/** The message never quotes the URL: a password may stand in it. */
function checkProxy({ https, http }: ProxySettings, { problems }: Findings): void {
  for (const [name, text] of [
    ['HTTPS_PROXY', https],
    ['HTTP_PROXY', http]
  ] as const) {
    if (text === '') continue
    const url = URL.parse(text)
    if (url === null || url.host === '' || url.pathname.length > 1 || url.search !== '') {
      problems.push(
        `${name} is not the URL of a proxy; give it as http://host:port or http://user:password@host:port, or unset it`
      )
    } else if (!isEncoded(url)) {
      problems.push(
        `${name}: user or password holds a % that encodes nothing; write special characters as their code, % as %25 and @ as %40`
      )
    } else if (url.protocol !== 'http:' && url.protocol !== 'https:') {
      problems.push(
        `${name}: proxies of the kind ${url.protocol.slice(0, -1)} are not supported; give an http or https proxy, or unset it`
      )
    }
  }
}

function isEncoded({ username, password }: URL): boolean {
  try {
    decodeURIComponent(`${username} ${password}`)
    return true
  } catch {
    return false
  }
}

function readBindings(env: Environment): BindingSources {
  return {
    vcapServices: env['VCAP_SERVICES'] ?? '',
    vcapServicesFile: env['VCAP_SERVICES_FILE_PATH'] ?? '',
    serviceBindingRoot: env['SERVICE_BINDING_ROOT'] ?? ''
  }
}

// --- checking

function check(findings: Findings, naming: Naming): Settings {
  const data: Record<string, unknown> = {}
  for (const [name, value] of findings.raw) {
    const prepared = prepareValue(name, value, { ...findings, naming })
    if (prepared !== undefined) data[name] = prepared
  }
  const { config, faulty } = validate(data, { ...findings, naming })
  checkAvailability(config, { ...findings, naming })
  findings.problems.push(...fileProblems(config, naming))
  // A rule that says "give X" must not fire because X was given wrongly.
  Object.assign(config, faulty)
  for (const rule of rules) {
    const problem = rule(config, naming)
    if (problem !== undefined) findings.problems.push(problem)
  }
  return config
}

/** Blank counts as not given, except where it could be read as "all"; lists are split at commas. */
function prepareValue(
  name: SettingName,
  value: unknown,
  { problems, naming }: Findings & { naming: Naming }
): unknown {
  const { filter, type, mistake, description } = setting(name)
  if (typeof value === 'string' && value.trim() === '') {
    if (filter === true) {
      problems.push(`${naming(name)} is empty; give ${mistake ?? description}, or remove it`)
    }
    return undefined
  }
  return type === 'array' && typeof value === 'string'
    ? value.split(',').map(item => item.trim())
    : value
}

/**
 * One of each for all configurations: what a validator has compiled it knows again by the schema
 * itself. env-schema would make a validator for each configuration, which compiles the schema of
 * schemas first; ours is checked against that by a test and not at each start.
 */
const schema = structuredClone(settings)
let validator: Ajv | undefined

/**
 * Of the class that env-schema knows: a host may have installed a second one, which it would not
 * take.
 */
function createValidator({ constructor }: Ajv): Ajv {
  return new (constructor as typeof Ajv)({
    allErrors: true,
    removeAdditional: true,
    useDefaults: true,
    coerceTypes: true,
    addUsedSchema: false,
    meta: false,
    validateSchema: false,
    code: { optimize: false }
  }).addVocabulary([...annotations])
}

function validate(
  data: Record<string, unknown>,
  { problems, naming }: Findings & { naming: Naming }
): { config: Settings; faulty: Record<string, unknown> } {
  // env-schema writes into schema and data, and after a refusal its result is not to be had: faulty
  // values are taken out and the rest is validated again, so that the rules between settings see
  // whatever is sound.
  const faulty: Record<string, unknown> = {}
  const run = () =>
    envSchema<Settings>({
      schema,
      data: { ...data },
      env: false,
      ajv: validator ?? { customOptions: ajv => (validator = createValidator(ajv)) }
    })
  try {
    return { config: run(), faulty }
  } catch (error) {
    const mistakes = (error as { errors?: { instancePath: string }[] }).errors
    if (mistakes === undefined) throw error
    for (const name of new Set(
      mistakes.map(({ instancePath }) => instancePath.split('/')[1] as SettingName)
    )) {
      problems.push(wrongValue(name, data[name], naming))
      faulty[name] = data[name]
      delete data[name]
    }
    return { config: run(), faulty }
  }
}

function wrongValue(name: SettingName, value: unknown, naming: Naming): string {
  const row = setting(name)
  const quoted = JSON.stringify(Array.isArray(value) ? value.join(',') : value) ?? ''
  // A password may stand before the host of any address, up to the last @.
  const shown = row.writeOnly === true ? '' : ` ${quoted.replace(/:\/\/.*@/, '://[secret]@')}`
  return `${naming(name)}: the value${shown} is not valid; give ${row.mistake ?? expectation(name)}`
}

function expectation(name: SettingName): string {
  const { enum: values, type, minimum, maximum } = setting(name)
  if (values !== undefined) return `one of ${values.join(', ')}`
  if (type === 'boolean') return 'true or false'
  if (type === 'integer') return `a whole number from ${minimum} to ${maximum ?? 'any'}`
  return 'a text'
}

function checkAvailability(
  config: Settings,
  { problems, naming }: Findings & { naming: Naming }
): void {
  for (const name of settingNames) {
    const { available, default: usual } = setting(name)
    const value = config[name]
    if (
      available === undefined ||
      value === undefined ||
      JSON.stringify(value) === JSON.stringify(usual)
    ) {
      continue
    }
    if (available === false) {
      problems.push(`${naming(name)} is not available in this version; remove it`)
    } else if (!available.includes(String(value))) {
      problems.push(
        `${naming(name)}: ${String(value)} is not available in this version; give ${available.join(' or ')}`
      )
    }
  }
}

/**
 * Settings that mean nothing beside the others are said to be without effect, never silently
 * ignored.
 */
function checkEffect(config: Settings, { raw, warnings, problems }: Findings): void {
  if (config.transport !== 'stdio') {
    const given = { naming: titleOf, valueOf: (name: SettingName) => raw.get(name) }
    problems.push(...unfilled(given))
    warnings.push(...remarks(config, given))
    return
  }
  for (const name of settingNames) {
    const { group } = setting(name)
    if (
      raw.has(name) &&
      name !== 'transport' &&
      (group === 'MCP transport' || group === 'Client authentication' || name === 'adminAddr')
    ) {
      warnings.push(`${titleOf(name)} has no effect with the stdio transport`)
    }
  }
}

// --- names

function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(settings.properties, name)
}

function splitOnce(text: string, at: string): [string, string | undefined] {
  const index = text.indexOf(at)
  return index === -1 ? [text, undefined] : [text.slice(0, index), text.slice(index + 1)]
}
