/** Finds the route of a method and path, with the values of the path's parameters. */
import { PlainError, methodNotSupported, noSuchResource } from './errors.ts'
import type { Route } from './route.ts'

export const basePath = '/sap/bc/adt'

interface Segment {
  readonly literal?: string
  readonly parameter?: string
}
interface Entry {
  readonly route: Route
  readonly segments: readonly Segment[]
}

export interface Match {
  readonly route: Route
  readonly params: Readonly<Record<string, string>>
}

export interface Router {
  readonly routes: readonly Route[]
  /**
   * The route of a path as sent (percent-encoded). 404 or 405 when there is none, 400 when it
   * cannot be decoded.
   */
  find(method: string, path: string): Match
  /** Whether the route is served without log-on. */
  open(method: string, path: string): boolean
  /** Whether any method is served there. */
  has(path: string): boolean
}

export function fullPath(route: Route): string {
  return /^\/(sap|sandbox)\//.test(route.path) ? route.path : basePath + route.path
}

/**
 * Segments, decoded one by one: an encoded slash belongs to a name in a namespace and separates
 * nothing.
 */
export function decodeSegments(path: string): string[] {
  try {
    return path
      .split('/')
      .slice(1)
      .map(segment => decodeURIComponent(segment))
  } catch {
    throw new PlainError('Bad request: the path cannot be decoded', 400)
  }
}

function parse(route: Route): Entry {
  const segments = fullPath(route)
    .split('/')
    .slice(1)
    .map(segment => {
      const [, parameter] = /^\{(\w+)\}$/.exec(segment) ?? []
      return parameter === undefined ? { literal: segment } : { parameter }
    })
  return { route, segments }
}

function fits(entry: Entry, segments: readonly string[]): boolean {
  return (
    entry.segments.length === segments.length &&
    entry.segments.every((segment, index) => {
      const given = segments[index] ?? ''
      return segment.literal === undefined ? given !== '' : segment.literal === given
    })
  )
}

/** Left-most literal first. */
function bySpecificity(a: Entry, b: Entry): number {
  for (const [index, segment] of a.segments.entries()) {
    const left = segment.literal === undefined ? 1 : 0
    const right = b.segments[index]?.literal === undefined ? 1 : 0
    if (left !== right) return left - right
  }
  return 0
}

export function createRouter(routes: readonly Route[]): Router {
  const byLength = new Map<number, Entry[]>()
  const seen = new Set<string>()
  for (const route of routes) {
    const shape = `${route.method} ${fullPath(route).replace(/\{\w+\}/g, '{}')}`
    if (seen.has(shape)) throw new Error(`The route ${shape} is declared twice`)
    seen.add(shape)
    const entry = parse(route)
    const list = byLength.get(entry.segments.length) ?? []
    byLength.set(entry.segments.length, [...list, entry].sort(bySpecificity))
  }
  const candidates = (path: string): [Entry[], string[]] => {
    const segments = decodeSegments(path)
    if (segments.length > 3 && segments.at(-1) === '') segments.pop()
    return [(byLength.get(segments.length) ?? []).filter(entry => fits(entry, segments)), segments]
  }
  return {
    routes,
    find(method, path) {
      const [entries, segments] = candidates(path)
      const wanted = method === 'HEAD' ? 'GET' : method
      const entry = entries.find(each => each.route.method === wanted)
      if (entry === undefined) {
        throw entries.length === 0 ? noSuchResource() : methodNotSupported(method)
      }
      const pairs = entry.segments.flatMap((segment, index) =>
        segment.parameter === undefined ? [] : [[segment.parameter, segments[index] ?? '']]
      )
      return { route: entry.route, params: Object.fromEntries(pairs) }
    },
    open(method, path) {
      const wanted = method === 'HEAD' ? 'GET' : method
      return candidates(path)[0].find(each => each.route.method === wanted)?.route.open === true
    },
    has: path => candidates(path)[0].length > 0
  }
}
