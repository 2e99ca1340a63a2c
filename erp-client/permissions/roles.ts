/** From the table of authorizations to what a role needs, and to the words of a refusal. */
import { objectTypes } from '../object-types.ts'
import { authorizationAreas } from './authorizations.ts'
import type { AreaName, AuthorizationArea, AuthorizationCheck } from './authorizations.ts'
import { areaOfOperation } from './operation-areas.ts'

const adt = '/sap/bc/adt'
/** Length of the field URI of `S_ADT_RES`. */
const uriLength = 40

export function areaNamed(name: AreaName): AuthorizationArea {
  return authorizationAreas[name]
}

export const areaNames = Object.keys(authorizationAreas) as AreaName[]

/** Where the objects of a type are, up to their names. */
function collectionOf(path: string): string {
  return path.slice(0, path.indexOf('{')).replace(/\/+$/, '')
}

/** The addresses of an area, without what is below them. */
export function addressesOf({ uris, objects }: AuthorizationArea): string[] {
  const own = uris.map(uri => `${adt}/${uri}`)
  const ofObjects = objects === true ? objectTypes.map(({ path }) => collectionOf(path)) : []
  return [...new Set([...own, ...ofObjects])].toSorted()
}

/** The values of the field URI of `S_ADT_RES`: each address, and what is below it. */
export function resourceUris(areas: readonly AuthorizationArea[]): string[] {
  const addresses = [...new Set(areas.flatMap(addressesOf))].toSorted()
  const outer = addresses.filter(
    address => !addresses.some(other => address.startsWith(`${other}/`))
  )
  return outer.flatMap(address => [address, `${address}/*`].map(cut))
}

function cut(value: string): string {
  return value.length <= uriLength ? value : `${value.slice(0, uriLength - 1)}*`
}

/** One check in words, e.g. `S_DEVELOP (ACTVT 02)`. */
export function checkWords({ object, fields }: AuthorizationCheck): string {
  const values = Object.entries(fields).map(([name, list]) => `${name} ${list.join(', ')}`)
  return values.length === 0 ? object : `${object} (${values.join('; ')})`
}

/** The area of an operation; undefined for one that the table does not have. */
export function areaOf(operation: string): AuthorizationArea | undefined {
  return Object.hasOwn(areaOfOperation, operation)
    ? areaNamed(areaOfOperation[operation as keyof typeof areaOfOperation])
    : undefined
}

/**
 * What a user needs whose request was refused. The authorization that the message names stands
 * first, and alone where the address was refused.
 */
export function missingAuthorization(operation: string, message: string): string | undefined {
  const area = areaOf(operation)
  if (area === undefined) return undefined
  const [, resource] = /resource\s+(\/sap\/\S+?)[.\s]*$/i.exec(message) ?? []
  const named = /\bS_[A-Z_]+\b/.exec(message)?.[0]
  const needed = area.checks.map(checkWords)
  const address = `S_ADT_RES (URI ${resource ?? examplesOf(area)})`
  const all = resource === undefined ? [...needed, address] : [address]
  const first = all.toSorted(
    (a, b) => Number(b.startsWith(named ?? ' ')) - Number(a.startsWith(named ?? ' '))
  )
  return `The ERP user needs for ${area.title}: ${first.join(', ')}. Transaction SU53 of the user names the one that is missing; erp-bridge basis prints the whole role.`
}

const mostNamed = 3

function examplesOf(area: AuthorizationArea): string {
  if (area.objects === true) return `of the object, below ${adt}`
  const addresses = [...addressesOf(area), ...(area.nodes ?? [])]
  const more = addresses.length > mostNamed ? ' …' : ''
  return `${addresses.slice(0, mostNamed).join(', ')}${more}, and below`
}
