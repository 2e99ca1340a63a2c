/** Validation of values by the table of settings, and of settings against each other. */
import type { Ajv } from 'ajv'
import { envSchema } from 'env-schema'
import { fileProblems } from './files.ts'
import type { Findings } from './findings.ts'
import { remarks, unfilled } from './rules.ts'
import type { Rule } from './rules.ts'
import { annotations, setting, settingNames, settings, titleOf } from './settings.ts'
import type { Naming, SettingName, Settings } from './settings.ts'
import { spelled } from './spellings.ts'

/** The settings with defaults; mistakes go into the findings. */
export function check(findings: Findings, naming: Naming, rules: readonly Rule[]): Settings {
  const data: Record<string, unknown> = {}
  for (const [name, value] of findings.raw) {
    const prepared = prepareValue(name, value, { ...findings, naming })
    if (prepared !== undefined) data[name] = prepared
  }
  const { config, faulty } = validate(data, findings, naming)
  findings.problems.push(...fileProblems(config, naming))
  // A rule that says "give X" must not fire because X was given wrongly.
  for (const [name, value] of Object.entries(faulty)) {
    Object.assign(config, { [name]: Array.isArray(value) ? value : String(value) })
  }
  for (const rule of rules) {
    const problem = problemOf(rule, { config, faulty, naming })
    if (problem !== undefined) findings.problems.push(problem)
  }
  return config
}

/**
 * A value that is reported already counts as given. What a rule says of its content, or of a switch
 * that is neither on nor off, would be a second and untrue message for one mistake.
 */
function problemOf(
  rule: Rule,
  { config, faulty, naming }: { config: Settings; faulty: object; naming: Naming }
): string | undefined {
  const named = new Set<SettingName>()
  const problem = rule(config, name => {
    named.add(name)
    return naming(name)
  })
  const reported = [...named].filter(name => Object.hasOwn(faulty, name))
  const isTold =
    reported.some(name => setting(name).type === 'boolean') ||
    (named.size > 0 && reported.length === named.size)
  return isTold ? undefined : problem
}

/**
 * Blank counts as not given, except where it could be read as "all"; lists are split at commas. The
 * validator would read null as an empty value.
 */
function prepareValue(
  name: SettingName,
  value: unknown,
  { problems, naming }: Findings & { naming: Naming }
): unknown {
  const row = setting(name)
  const { filter, type, mistake, description } = row
  if (typeof value === 'string' && value.trim() === '') {
    if (filter === true) {
      problems.push(`${naming(name)} is empty; give ${mistake ?? description}, or remove it`)
    }
    return undefined
  }
  if (value === null) return [null]
  return spelled(
    row,
    type === 'array' && typeof value === 'string'
      ? value.split(',').map(item => item.trim())
      : value
  )
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
  { raw, problems }: Findings,
  naming: Naming
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
      problems.push(wrongValue(name, raw.get(name), naming))
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
  const { enum: values, type, minimum, maximum, value: unit } = setting(name)
  if (values !== undefined) return `one of ${values.join(', ')}`
  if (type === 'boolean') return 'true or false (1 0 yes no on off are understood as well)'
  if (type === 'integer') {
    const range = `a whole number from ${minimum} to ${maximum ?? 'any'}`
    return unit === 'MS' ? `${range} (milliseconds), or a time such as 2m` : range
  }
  return 'a text'
}

/** Of the settings for HTTP. The state key also encrypts the journal and seals the audit. */
const meantForStdio: ReadonlySet<SettingName> = new Set(['transport', 'stateKey'])

/**
 * Settings that mean nothing beside the others are said to be without effect, never silently
 * ignored.
 */
export function checkEffect(config: Settings, { raw, warnings, problems }: Findings): void {
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
      !meantForStdio.has(name) &&
      (group === 'MCP transport' || group === 'Client authentication' || name === 'adminAddr')
    ) {
      warnings.push(`${titleOf(name)} has no effect with the stdio transport`)
    }
  }
}
