/** Where the safety filters of a system in a systems file come from, for messages. */
import type { Origins, SystemSettings } from './landscape.ts'
import type { ServerFilters } from './server-filters.ts'
import { systemSettingNames } from './settings.ts'
import type { SystemConfig } from './settings.ts'

export interface OriginFacts {
  /** The settings of the entry. */
  readonly own: SystemConfig
  readonly server: ServerFilters
  /** The settings in force. */
  readonly inForce: SystemSettings
  readonly isReadOnlyByRole: boolean
}

export function originsOf({ own, server, inForce, isReadOnlyByRole }: OriginFacts): Origins {
  const origins: { -readonly [Name in keyof Origins]: Origins[Name] } = {}
  if (isReadOnlyByRole) origins.readOnly = 'role'
  for (const name of systemSettingNames) {
    if (server[name] === undefined) continue
    if (JSON.stringify(own[name]) !== JSON.stringify(inForce[name])) {
      origins[name] = own[name] === undefined || typeof own[name] === 'boolean' ? 'server' : 'both'
    }
  }
  const { allowedPackages, allowedTransports } = inForce.serverLists ?? {}
  if (allowedPackages !== undefined) origins.allowedPackages = 'both'
  if (allowedTransports !== undefined) origins.allowedTransports = 'both'
  return origins
}
