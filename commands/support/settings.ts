/** The settings in a bundle: where each comes from, and its value where that can name nothing. */
import { chosenEntry } from '../../config/config.ts'
import type { Config, Environment, SystemEntry } from '../../config/config.ts'
import { presetFacts, presets } from '../../config/presets.ts'
import {
  flagOf,
  setting,
  settingNames,
  systemSettingNames,
  variableOf
} from '../../config/settings.ts'
import type { SettingName } from '../../config/settings.ts'
import { blank } from '../../recording/sanitize/scramble.ts'
import type { Cleaner } from './cleaner.ts'

export interface Given {
  readonly flags: readonly string[]
  readonly env: Environment
}

interface SettingLine {
  readonly name: string
  readonly origin: string
  readonly value: unknown
}

export function settingsOf(config: Config, given: Given, cleaner: Cleaner): object {
  const isFile = config.landscape.file !== undefined
  const ofSystem = new Set<string>(systemSettingNames)
  const server = settingNames.filter(name => !isFile || !ofSystem.has(name))
  const first = isFile ? undefined : chosenEntry(config).settings
  const values = { ...config, ...first } as Readonly<Record<string, unknown>>
  return {
    server: linesOf(server, values, { given, preset: presetNames(values) }),
    ...(isFile
      ? { systems: [...config.landscape.systems.values()].map(entry => systemOf(entry, cleaner)) }
      : {})
  }
}

function systemOf(entry: SystemEntry, cleaner: Cleaner): object {
  const { name, role, settings, origins = {}, faults } = entry
  const values = (settings ?? {}) as Readonly<Record<string, unknown>>
  const nothing: Given = { flags: [], env: {} }
  const lines = linesOf(systemSettingNames, values, {
    given: nothing,
    preset: presetNames(values)
  })
  return {
    system: cleaner.system(name),
    ...(role === undefined ? {} : { role }),
    faults: faults.map(cleaner.text),
    settings: lines.map(line => {
      const origin = (origins as Readonly<Record<string, string>>)[line.name]
      return {
        ...line,
        origin: origin ?? (line.origin === 'launcher' ? 'systems file' : line.origin)
      }
    })
  }
}

const presetNames = (values: Readonly<Record<string, unknown>>): ReadonlySet<string> =>
  new Set<string>(presetFacts(values)?.settings ?? [])

interface Sources {
  readonly given: Given
  readonly preset: ReadonlySet<string>
}

/** Settings that differ from their defaults, and those that were given. */
function linesOf(
  names: readonly SettingName[],
  values: Readonly<Record<string, unknown>>,
  sources: Sources
): SettingLine[] {
  return names.flatMap(name => {
    const value = values[name]
    const origin = originOf(name, value, sources)
    return origin === 'default' || value === undefined
      ? []
      : [{ name, origin, value: origin === 'preset' ? value : shown(name, value) }]
  })
}

function originOf(name: SettingName, value: unknown, { given, preset }: Sources): string {
  const flag = flagOf(name)
  const variable = variableOf(name)
  if (given.flags.some(word => word === flag || word.startsWith(`${flag}=`))) return 'flag'
  if ((given.env[variable] ?? '') !== '') return 'variable'
  if ((given.env[`${variable}_FILE`] ?? '') !== '') return 'file of a variable'
  if (preset.has(name)) return 'preset'
  return JSON.stringify(value) === JSON.stringify(setting(name).default) ? 'default' : 'launcher'
}

/** A switch, a number and a choice as they are; of a text the form, of an address scheme and port. */
function shown(name: SettingName, value: unknown): unknown {
  const facts = setting(name)
  if (facts.writeOnly === true) return '[secret]'
  if (typeof value === 'boolean' || typeof value === 'number') return value
  if (Array.isArray(value)) return value.map(one => shown(name, one))
  if (typeof value !== 'string') return `[${typeof value}]`
  if (facts.enum !== undefined || Object.hasOwn(presets, value)) return value
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(value)) {
    const { protocol, port } = URL.parse(value) ?? { protocol: '', port: '' }
    return `${protocol}//[host]${port === '' ? '' : `:${port}`}`
  }
  return blank(value)
}
