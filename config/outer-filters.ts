/** Safety filters that are given beside a systems file: a call has to satisfy them and its system's own. */
import type { SystemSettings } from './landscape.ts'
import type { SystemConfig } from './settings.ts'

/** The filters that were given; what was left out restricts nothing. */
export type OuterFilters = Partial<SystemConfig>

/** The settings of a system under the filters of the server. */
export function restricted(own: SystemConfig, outer: OuterFilters): SystemSettings {
  const mayTransport = outer.enableTransports !== false
  return withoutUndefined({
    ...own,
    readOnly: own.readOnly || outer.readOnly === true,
    blockFreeSql: own.blockFreeSql || outer.blockFreeSql === true,
    transportReadOnly: own.transportReadOnly || outer.transportReadOnly === true,
    allowTransportableEdits: own.allowTransportableEdits && outer.allowTransportableEdits !== false,
    enableTransports: own.enableTransports && mayTransport,
    featureTransport: mayTransport ? own.featureTransport : 'off',
    allowedOps: commonLetters(own.allowedOps, outer.allowedOps),
    disallowedOps: joined(own.disallowedOps, outer.disallowedOps),
    allowedPackages: own.allowedPackages ?? outer.allowedPackages,
    allowedTransports: own.allowedTransports ?? outer.allowedTransports,
    blockedTables: union(own.blockedTables, outer.blockedTables),
    maxRows: Math.min(own.maxRows, outer.maxRows ?? own.maxRows),
    expert: commonAbilities(own.expert, outer.expert),
    confirm: stricter(own.confirm, outer.confirm),
    outer: listsBeside(own, outer)
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
function listsBeside(own: SystemConfig, outer: OuterFilters): SystemSettings['outer'] {
  const packages = own.allowedPackages === undefined ? undefined : outer.allowedPackages
  const transports = own.allowedTransports === undefined ? undefined : outer.allowedTransports
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
  outer: SystemConfig['expert']
): string[] | undefined {
  if (own === undefined || outer === undefined || outer.includes('true')) return own
  return own.includes('true') ? outer : own.filter(ability => outer.includes(ability))
}

const leastStrict = ['never', 'auto', 'always'] as const

function stricter(
  own: SystemConfig['confirm'],
  outer: SystemConfig['confirm'] | undefined
): SystemConfig['confirm'] {
  return outer !== undefined && leastStrict.indexOf(outer) > leastStrict.indexOf(own) ? outer : own
}
