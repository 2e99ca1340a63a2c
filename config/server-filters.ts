/** Safety filters that are given beside a systems file: a call has to satisfy them and its system's own. */
import { expertAbilities } from './expert.ts'
import type { SystemSettings } from './landscape.ts'
import type { SystemConfig } from './settings.ts'

/** The filters that were given; what was left out restricts nothing. */
export type ServerFilters = Partial<SystemConfig>

/** The settings of a system under the filters of the server. */
export function restricted(own: SystemConfig, server: ServerFilters): SystemSettings {
  const mayTransport = server.enableTransports !== false
  return withoutUndefined({
    ...own,
    readOnly: own.readOnly || server.readOnly === true,
    blockFreeSql: own.blockFreeSql || server.blockFreeSql === true,
    transportReadOnly: own.transportReadOnly || server.transportReadOnly === true,
    allowTransportableEdits:
      own.allowTransportableEdits && server.allowTransportableEdits !== false,
    allowModifications: own.allowModifications && server.allowModifications !== false,
    enableTransports: own.enableTransports && mayTransport,
    featureTransport: mayTransport ? own.featureTransport : 'off',
    allowedOps: commonLetters(own.allowedOps, server.allowedOps),
    disallowedOps: joined(own.disallowedOps, server.disallowedOps),
    allowedPackages: own.allowedPackages ?? server.allowedPackages,
    allowedTransports: own.allowedTransports ?? server.allowedTransports,
    blockedTables: union(own.blockedTables, server.blockedTables),
    maskedColumns: union(own.maskedColumns, server.maskedColumns),
    approval: union(own.approval, server.approval),
    maxRows: Math.min(own.maxRows, server.maxRows ?? own.maxRows),
    expert: commonAbilities(own.expert, server.expert),
    confirm: stricter(own.confirm, server.confirm),
    serverLists: listsBeside(own, server)
  })
}

/** A setting that is not given has no member, as in the table of settings. */
function withoutUndefined(settings: {
  readonly [Name in keyof SystemSettings]: SystemSettings[Name] | undefined
}): SystemSettings {
  const given = Object.entries(settings).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given) as unknown as SystemSettings
}

/** Lists of names with wildcards have no common list: where both give one, both decide. */
function listsBeside(own: SystemConfig, server: ServerFilters): SystemSettings['serverLists'] {
  const packages = own.allowedPackages === undefined ? undefined : server.allowedPackages
  const transports = own.allowedTransports === undefined ? undefined : server.allowedTransports
  return packages === undefined && transports === undefined
    ? undefined
    : { allowedPackages: packages, allowedTransports: transports }
}

function commonLetters(one: string | undefined, other: string | undefined): string | undefined {
  if (one === undefined || other === undefined) return one ?? other
  return [...one].filter(letter => other.includes(letter)).join('')
}

function joined(one: string | undefined, other: string | undefined): string | undefined {
  return one === undefined ? other : `${one}${other ?? ''}`
}

function union(
  one: SystemConfig['blockedTables'],
  other: SystemConfig['blockedTables']
): string[] | undefined {
  return one === undefined && other === undefined ? undefined : [...(one ?? []), ...(other ?? [])]
}

function commonAbilities(
  own: SystemConfig['expert'],
  other: SystemConfig['expert']
): string[] | undefined {
  if (own === undefined || other === undefined) return own
  const permitted = expertAbilities(other)
  return expertAbilities(own).filter(ability => permitted.includes(ability))
}

const leastStrict = ['never', 'auto', 'always'] as const

function stricter(
  own: SystemConfig['confirm'],
  other: SystemConfig['confirm'] | undefined
): SystemConfig['confirm'] {
  return other !== undefined && leastStrict.indexOf(other) > leastStrict.indexOf(own) ? other : own
}
