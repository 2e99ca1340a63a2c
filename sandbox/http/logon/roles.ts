/** Users with a role: which addresses they may call, and with which activities. */
import { AdtError } from '../errors.ts'
import { changesSomething, executingPaths, relative } from './authorization.ts'
import type { Route } from '../route.ts'
import type { RunAuthorization } from '../../types.ts'

/** What a role permits; a user without one may do everything that a developer or display user may. */
export interface Authorizations {
  /** Values of `S_ADT_RES`, field URI; `*` stands for any characters at the end. */
  readonly uris: readonly string[]
  /** Authorization object → activities. */
  readonly activities: Readonly<Record<string, readonly string[]>>
  /** The authorizations with all of their fields, which programs check. */
  readonly granted?: readonly RunAuthorization[]
}

/** What AUTHORITY-CHECK finds: of a role without the values of fields, the activities. */
export function grantedOf({ granted, activities }: Authorizations): readonly RunAuthorization[] {
  return (
    granted ?? Object.entries(activities).map(([object, ACTVT]) => ({ object, fields: { ACTVT } }))
  )
}

/** A user of communication arrangements with the scenarios SAP_COM_0901 and SAP_COM_0735. */
export const communicationUser: Authorizations = {
  uris: ['/sap/bc/adt/api/atc/*', '/sap/bc/adt/api/abapunit/*'],
  activities: { S_DEVELOP: ['03', '16'] }
}

interface Asked {
  readonly route: Pick<Route, 'method' | 'path'>
  readonly query: URLSearchParams
}

/** Length of the field URI. */
const uriLength = 40

function permitsUri(uris: readonly string[], path: string): boolean {
  const value = path.toLowerCase()
  return uris.some(uri => {
    const pattern = uri.toLowerCase().slice(0, uriLength)
    return pattern.endsWith('*')
      ? value.startsWith(pattern.slice(0, -1))
      : value.slice(0, uriLength) === pattern
  })
}

/** The authorization object and activity that the ERP checks for a request. */
function checkOf({ route, query }: Asked): readonly [object: string, activity: string] {
  const path = relative(route.path)
  if (path.startsWith('/cts/')) return ['S_TRANSPRT', transportActivity(route, path)]
  if (path.startsWith('/datapreview/')) return ['S_TABU_NAM', '03']
  if (/^\/runtime\/dumps?(\/|$)/.test(path)) return ['S_ABAPDUMP', '03']
  return ['S_DEVELOP', developActivity(route, path, query)]
}

function transportActivity(route: Asked['route'], path: string): string {
  if (!changesSomething(route)) return '03'
  if (/releasejobs$/.test(path)) return '43'
  if (route.method === 'DELETE') return '06'
  return route.method === 'POST' ? '01' : '02'
}

function developActivity(route: Asked['route'], path: string, query: URLSearchParams): string {
  if (executingPaths.test(path)) return '16'
  if (path.startsWith('/debugger') || !changesSomething(route)) return '03'
  if (path.startsWith('/activation')) return '07'
  if (route.method === 'DELETE' || path.startsWith('/deletion')) return '06'
  return route.method === 'PUT' || query.has('_action') || path.includes('{') ? '02' : '01'
}

/** Log-on and what a system tells of itself need no activity. */
const uncheckedPaths = /^\/(core|discovery|system|sscr|sandbox|logoff|compatibility)(\/|$)/

/** The refusal of an address (`S_ADT_RES`), before it is known whether there is such a service. */
export function refusedAddress({ uris }: Authorizations, path: string): AdtError | undefined {
  if (/^\/(sap\/public\/|sandbox\/)/.test(path) || permitsUri(uris, path)) return undefined
  return refusal(`No authorization to access the resource ${path}.`)
}

/** The refusal of an activity. It is recorded for `S_DEVELOP`; the other objects follow it. */
export function refusedActivity(
  { activities }: Authorizations,
  asked: Asked
): AdtError | undefined {
  if (uncheckedPaths.test(relative(asked.route.path))) return undefined
  const [object, activity] = checkOf(asked)
  if (activities[object]?.includes(activity) === true) return undefined
  const what = changesSomething(asked.route) ? 'make changes' : 'display this'
  return refusal(`You are not authorized to ${what} (authorization object ${object})`)
}

function refusal(message: string): AdtError {
  return new AdtError(message, { status: 403, type: 'ExceptionResourceNoAuthorization' })
}
