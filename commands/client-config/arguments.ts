/** The arguments of `client-config`: its own, and flags of settings for the entry. */
import { parseArgs } from 'node:util'
import { ConfigError } from '../../config/config.ts'
import { flagOf, setting, settingNames, variableOf } from '../../config/settings.ts'
import type { SettingName } from '../../config/settings.ts'

/** Those of an HTTP server say nothing to a client that starts its own over stdio. */
export const known = settingNames.filter(
  name =>
    name === 'compact' ||
    name === 'results' ||
    name === 'stateKey' ||
    !['MCP transport', 'Client authentication'].includes(setting(name).group)
)

/** Flags of settings that an entry can hold. */
const settingFlags = known.filter(
  name => setting(name).writeOnly !== true && flagOf(name) !== undefined
)

/** They choose among the systems of a bridge that runs, too. */
const choice = new Set<string>([variableOf('systemsFile'), variableOf('system')])

export function readArguments(argv: readonly string[]) {
  const text = { type: 'string' } as const
  const own = {
    at: text,
    'key-variable': text,
    as: text,
    write: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' }
  } as const
  const secret = settingNames.find(
    name =>
      setting(name).writeOnly === true && argv.some(word => word.split('=')[0] === flagOf(name))
  )
  if (secret !== undefined) {
    throw new ConfigError([
      `${flagOf(secret)}: no secret goes into the entry; set ${variableOf(secret)}_FILE to a file that holds it`
    ])
  }
  const others = Object.fromEntries(
    settingFlags.map(name => [
      bare(name),
      setting(name).type === 'boolean' ? ({ type: 'boolean' } as const) : text
    ])
  )
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: { ...others, ...own }
    })
    const given = settingFlags.flatMap(name => {
      const value = (values as Readonly<Record<string, unknown>>)[bare(name)]
      return value === undefined ? [] : [[variableOf(name), String(value)] as const]
    })
    const [first] = given.filter(([variable]) => !choice.has(variable))
    if (values.at !== undefined && first !== undefined) {
      throw new ConfigError([
        `the bridge at ${values.at} has settings of its own; leave the flags of settings out, or --at`
      ])
    }
    return { values, positionals, settings: Object.fromEntries(given) }
  } catch (error) {
    if (error instanceof ConfigError) throw error
    throw new ConfigError([
      `${(error as Error).message.replace(/\.?$/, '')} (see erp-bridge client-config --help)`
    ])
  }
}

function bare(name: SettingName): string {
  return (flagOf(name) ?? '').slice(2)
}
