/** What the Basis team sets up for a bridge with these settings: roles, services, paths, parameters. */
import type { SystemConfig } from '../../config/settings.ts'
import { areaNamed, areaNames, resourceUris } from '../../erp-client/permissions/roles.ts'
import type {
  AreaName,
  AuthorizationArea,
  AuthorizationCheck
} from '../../erp-client/permissions/authorizations.ts'
import { transportsEnabled } from '../../systems/features.ts'

export interface RoleContent {
  readonly name: 'reading' | 'developer'
  readonly title: string
  /** Values of the field URI of `S_ADT_RES`. */
  readonly uris: readonly string[]
  readonly authorizations: readonly (AuthorizationCheck & { readonly for: string })[]
}

export interface Parameter {
  readonly name: string
  readonly value: string
  readonly for: string
}

export interface BasisContent {
  readonly roles: readonly RoleContent[]
  readonly nodes: readonly { readonly path: string; readonly for: string }[]
  readonly paths: readonly { readonly path: string; readonly for: string }[]
  readonly parameters: readonly Parameter[]
  /** Requests that the settings leave out, with the setting that brings them. */
  readonly left: readonly { readonly title: string; readonly setting: string }[]
}

type Facts = Pick<
  SystemConfig,
  | 'readOnly'
  | 'blockFreeSql'
  | 'allowedOps'
  | 'disallowedOps'
  | 'enableTransports'
  | 'transportReadOnly'
  | 'featureTransport'
  | 'featureGitsync'
  | 'featureRap'
  | 'featureUi5'
  | 'featureAmdp'
  | 'expert'
  | 'clientCert'
  | 'ticketCommand'
  | 'ppCaKey'
>

/** Whether the settings permit requests of the area at all. */
function isUsed(name: AreaName, facts: Facts): boolean {
  const { expert = [], readOnly } = facts
  const isExpert = (ability: string) => expert.includes(ability) || expert.includes('true')
  const uses: Partial<Record<AreaName, boolean>> = {
    data: !facts.blockFreeSql && permits('Q', facts),
    create: permits('C', facts),
    change: permits('U', facts),
    delete: permits('D', facts),
    activate: permits('A', facts),
    transport: transportsEnabled(facts as SystemConfig) && !facts.transportReadOnly,
    git: facts.featureGitsync !== 'off',
    gcts: facts.featureGitsync !== 'off',
    services: facts.featureRap !== 'off',
    ui5: facts.featureUi5 !== 'off',
    execute: isExpert('execute'),
    debug: isExpert('debug'),
    amdp: isExpert('amdp') && facts.featureAmdp !== 'off',
    unattended: false
  }
  return (uses[name] ?? true) && (!readOnly || areaNamed(name).role === 'reading')
}

function permits(letter: string, { allowedOps, disallowedOps }: Facts): boolean {
  return allowedOps?.includes(letter) !== false && disallowedOps?.includes(letter) !== true
}

/** The areas of requests that the settings permit. */
export function usedAreas(facts: Facts): AreaName[] {
  return areaNames.filter(name => isUsed(name, facts))
}

export function basisContent(facts: Facts): BasisContent {
  const used = usedAreas(facts)
  const reading = used.filter(name => areaNamed(name).role === 'reading')
  const areas = used.map(areaNamed)
  const nodes = [
    { path: '/sap/bc/adt', for: 'everything' },
    ...areas.flatMap(({ nodes: own = [], title }) => own.map(path => ({ path, for: title })))
  ]
  return {
    roles: [
      roleOf('reading', reading, 'reads, and changes nothing'),
      ...(used.length === reading.length
        ? []
        : [roleOf('developer', used, 'reads and changes, as the settings permit')])
    ],
    nodes,
    paths: nodes,
    parameters: parametersOf(facts),
    left: areaNames
      .filter(name => !used.includes(name))
      .map(name => ({ title: areaNamed(name).title, setting: settingOf(name) }))
  }
}

function settingOf(name: AreaName): string {
  const { needs }: AuthorizationArea = areaNamed(name)
  return needs ?? (name === 'data' ? 'without --block-free-sql' : 'without --read-only')
}

function roleOf(name: RoleContent['name'], names: readonly AreaName[], title: string): RoleContent {
  const areas = names.map(areaNamed)
  return {
    name,
    title,
    uris: resourceUris(areas),
    authorizations: merged(
      areas.flatMap(({ checks, title: what }) => checks.map(check => ({ ...check, for: what })))
    )
  }
}

/** One line for each authorization object, where the areas differ in activities alone. */
function merged(
  checks: readonly (AuthorizationCheck & { readonly for: string })[]
): RoleContent['authorizations'] {
  const groups = Map.groupBy(checks, ({ object, fields, note }) =>
    JSON.stringify([object, { ...fields, ACTVT: [] }, note])
  )
  return [...groups.values()].flatMap(group => {
    const [first] = group
    if (first === undefined) return []
    const activities = [...new Set(group.flatMap(({ fields }) => fields['ACTVT'] ?? []))]
    const fields =
      activities.length === 0 ? first.fields : { ...first.fields, ACTVT: activities.toSorted() }
    return [{ ...first, fields, for: [...new Set(group.map(each => each.for))].join(', ') }]
  })
}

function parametersOf({ clientCert, ppCaKey, ticketCommand }: Facts): Parameter[] {
  return [
    {
      name: 'rdisp/wp_no_dia',
      value: 'at least twice --connections',
      for: 'dialog work processes that stay free for people'
    },
    {
      name: 'http/security_session_timeout',
      value: '1800 (default)',
      for: 'seconds until an idle log-on of the bridge ends by itself'
    },
    {
      name: 'icm/HTTP/logging_<number>',
      value: 'a LOGFORMAT with %{sap-adt-request-id}i and %{user-agent}i',
      for: 'finding the requests of an audit line in the log of the ICM'
    },
    ...(clientCert === undefined && ppCaKey === undefined
      ? []
      : [
          { name: 'icm/HTTPS/verify_client', value: '1', for: 'log-on with certificates' },
          {
            name: 'login/certificate_mapping_rulebased',
            value: '1',
            for: 'rules that map a certificate to a user (CERTRULE)'
          }
        ]),
    ...(ticketCommand === undefined
      ? []
      : [{ name: 'login/accept_sso2_ticket', value: '1', for: 'log-on with tickets' }])
  ]
}
