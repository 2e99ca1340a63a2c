/** Where the safety filters of a system in a systems file come from, for messages. */
import type { SystemSettings } from './landscape.ts'
import type { OuterFilters } from './outer-filters.ts'
import { systemSettingNames } from './settings.ts'
import type { SettingName, SystemConfig } from './settings.ts'

/** `role`: the role of the system; `server`: beside the file; `both`: a list here and one there. */
export type Origin = 'role' | 'server' | 'both'
/** Settings that do not stand in the entry alone. */
export type Origins = Readonly<Partial<Record<SettingName, Origin>>>

export interface OriginFacts {
  /** The settings of the entry. */
  readonly own: SystemConfig
  readonly outer: OuterFilters
  /** The settings in force. */
  readonly inForce: SystemSettings
  readonly isReadOnlyByRole: boolean
}

export function originsOf({ own, outer, inForce, isReadOnlyByRole }: OriginFacts): Origins {
  const origins: Partial<Record<SettingName, Origin>> = {}
  if (isReadOnlyByRole) origins.readOnly = 'role'
  for (const name of systemSettingNames) {
    if (outer[name] === undefined) continue
    if (JSON.stringify(own[name]) !== JSON.stringify(inForce[name])) {
      origins[name] = own[name] === undefined || typeof own[name] === 'boolean' ? 'server' : 'both'
    }
  }
  const { allowedPackages, allowedTransports } = inForce.outer ?? {}
  if (allowedPackages !== undefined) origins.allowedPackages = 'both'
  if (allowedTransports !== undefined) origins.allowedTransports = 'both'
  return origins
}
