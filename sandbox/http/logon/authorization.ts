/** Decides which routes change or run something and are closed to display users. */
import { AdtError } from '../errors.ts'
import type { Route } from '../route.ts'

/**
 * POST requests that query or check and change nothing. Every other POST counts as a change: a new
 * route is closed to display users until it is listed here.
 */
const readOnlyPosts: readonly RegExp[] = [
  /\/\$?validation(\/|$)/,
  /^\/abapsource\//,
  /^\/checkruns(\/|$)/,
  /^\/(api\/)?atc\//,
  /^\/cts\/transportchecks$/,
  /^\/cts\/transportrequests\/searchconfiguration\//,
  /^\/datapreview\//,
  /^\/deletion\/check$/,
  /^\/navigation\//,
  /^\/quickfixes\//,
  /^\/repository\//,
  /^\/runtime\/traces\/coverage\//,
  /^\/urifragmentmappings$/
]

/** The path below the services of development. Old releases serve some areas outside of `/sap/bc/adt`. */
export function relative(path: string): string {
  return path.replace(/^\/sap\/bc(?:\/adt)?(?=\/)/, '')
}

export const executingPaths = /^\/(oo\/classrun|programs\/programrun|(api\/)?abapunit)\//

/** Whether a route may change or run something, and is closed to display users. */
export function changesSomething({ method, path }: Pick<Route, 'method' | 'path'>): boolean {
  if (method === 'GET') return false
  return method !== 'POST' || !readOnlyPosts.some(each => each.test(relative(path)))
}

/**
 * Whether a route changes repository objects, which a system that is not modifiable refuses: runs,
 * transport requests and the control of the sandbox go on in it.
 */
export function changesRepository(route: Pick<Route, 'method' | 'path'>): boolean {
  const path = relative(route.path)
  return (
    changesSomething(route) &&
    !executingPaths.test(path) &&
    !/^\/(core|cts|runtime|sandbox|logoff)(\/|$)/.test(path)
  )
}

/** 403 as the system change option gives it (message TK 102). */
export function notModifiable(): AdtError {
  return new AdtError("SAP system has status 'not modifiable'", {
    status: 403,
    type: 'ExceptionResourceNoAccess'
  })
}

/** 403 `ExceptionResourceNoAuthorization`, naming the authorization that the ERP checks. */
export function notAuthorized(user: string, { path }: Pick<Route, 'path'>): AdtError {
  const words = /^\/(cts|sandbox)\//.test(relative(path))
    ? `User ${user} is not authorized to change transport requests (authorization object S_TRANSPRT)`
    : `User ${user} is not authorized to ${executingPaths.test(relative(path)) ? 'execute programs' : 'change development objects'} (authorization object S_DEVELOP)`
  return new AdtError(words, { status: 403, type: 'ExceptionResourceNoAuthorization' })
}
