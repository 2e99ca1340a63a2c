/** The optional features of one ERP system: what the settings decide, and what is known of the rest. */
import { setting, titleOf } from '../config/settings.ts'
import type { SystemConfig } from '../config/settings.ts'
import type { FeatureState } from '../tools/index.ts'

/**
 * What is neither switched on nor off is unknown until the ERP has been asked; unknown is not
 * absent.
 */
export function featureStates(config: SystemConfig): ReadonlyMap<string, FeatureState> {
  const states = { auto: 'unknown', on: 'present', off: 'absent' } as const
  return new Map([
    ['gitsync', states[config.featureGitsync]],
    ['rap', states[config.featureRap]],
    ['amdp', states[config.featureAmdp]],
    ['ui5', states[config.featureUi5]],
    ['transport', transportsEnabled(config) ? 'present' : 'absent'],
    ['db', states[config.featureDb]],
    ['approval', config.approval === undefined ? 'absent' : 'present']
  ])
}

/** The features with what is known of them now, and why it is believed. */
export function featureFacts(
  config: SystemConfig,
  live: ReadonlyMap<string, FeatureState>,
  announced: Readonly<Record<string, readonly string[]>>
): { name: string; title: string; state: FeatureState; decided: boolean; evidence: string }[] {
  const given = featureStates(config)
  return Object.entries(featureSettings).map(([name, key]) => {
    const state = live.get(name) ?? given.get(name) ?? 'unknown'
    const paths = (announced[name] ?? []).join(' or ')
    const decided = name === 'transport' || config[key] !== 'auto'
    const found = {
      present: `the ERP announces ${paths}`,
      absent: `the ERP does not announce ${paths}`,
      unknown: 'not known yet: the ERP is asked in the background at the start, and with a call'
    }[state]
    return {
      name,
      title: setting(key).description ?? name,
      state,
      decided,
      evidence: decided ? `decided by the setting ${titleOf(key)}` : found
    }
  })
}

const featureSettings = {
  gitsync: 'featureGitsync',
  rap: 'featureRap',
  amdp: 'featureAmdp',
  ui5: 'featureUi5',
  transport: 'featureTransport',
  db: 'featureDb'
} as const

export function transportsEnabled({ enableTransports, featureTransport }: SystemConfig): boolean {
  return enableTransports || featureTransport === 'on'
}
