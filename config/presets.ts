/** Policies in one word: the safety filters that each sets where nothing else is given. */
import type { SettingName, SystemConfig } from './settings.ts'

export type PresetName = 'reading' | 'development' | 'administration'

/** Tables with password hashes, secrets of destinations and of the secure storage. */
const secretTables = ['USR02', 'USH02', 'USRPWDHISTORY', 'RSECTAB', 'RFCDES'] as const

/** Without the settings that a preset names, which are given by themselves. */
export const presets = {
  reading: { readOnly: true, blockFreeSql: true, blockedTables: secretTables },
  development: {
    allowTransportableEdits: true,
    enableTransports: true,
    blockFreeSql: true,
    blockedTables: secretTables
  },
  administration: {
    allowTransportableEdits: true,
    enableTransports: true,
    blockedTables: secretTables
  }
} as const satisfies Record<PresetName, Partial<Record<SettingName, unknown>>>

/**
 * Fills in what the preset of `policy` says and nothing else has given.
 * @param raw values by setting, as they were given; changed in place
 */
export function applyPreset(raw: Map<SettingName, unknown>): void {
  const named = raw.get('policy')
  const name = typeof named === 'string' ? named.trim().toLowerCase() : ''
  if (!isPreset(name)) return
  const isGiven = (setting: SettingName) => String(raw.get(setting) ?? '').trim() !== ''
  for (const [setting, value] of Object.entries(presets[name]) as [SettingName, unknown][]) {
    // Where the feature is switched off, the preset does not contradict it.
    const isOff =
      setting === 'enableTransports' &&
      String(raw.get('featureTransport') ?? '').toLowerCase() === 'off'
    if (!isGiven(setting) && !isOff) raw.set(setting, Array.isArray(value) ? [...value] : value)
  }
}

/** The settings in force that are as the preset says; undefined without a preset. */
export function presetFacts(
  config: Readonly<Partial<SystemConfig>>
): { readonly name: PresetName; readonly settings: readonly SettingName[] } | undefined {
  const { policy: name } = config
  if (name === undefined || !isPreset(name)) return undefined
  const settings = (Object.entries(presets[name]) as [keyof SystemConfig & SettingName, unknown][])
    .filter(([setting, value]) => JSON.stringify(config[setting]) === JSON.stringify(value))
    .map(([setting]) => setting)
  return { name, settings }
}

function isPreset(name: string): name is PresetName {
  return Object.hasOwn(presets, name)
}
