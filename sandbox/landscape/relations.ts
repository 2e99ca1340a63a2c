/** Checks what the systems and routes of a landscape must be to each other. */
import { resolve, sep } from 'node:path'
import { systemName } from './fields.ts'
import type { Landscape, LandscapeRoute, LandscapeSystem } from './types.ts'

function nameProblems(systems: readonly LandscapeSystem[]): string[] {
  return systems
    .filter(({ name }) => !systemName.test(name))
    .map(
      ({ name }) =>
        `the name ${JSON.stringify(name)} of a system is not valid; give 1 to 32 characters of a-z, 0-9 and -`
    )
}

/** Values that only one system can have. */
function sharedProblems(systems: readonly LandscapeSystem[]): string[] {
  const shared = (label: string, remedy: string, of: (system: LandscapeSystem) => string) =>
    [...Map.groupBy(systems, of)]
      .filter(([value, owners]) => value !== '' && owners.length > 1)
      .map(
        ([value, owners]) =>
          `the systems ${owners.map(({ name }) => name).join(' and ')} have the same ${label} ${value}; ${remedy}`
      )
  return [
    ...shared('SID', 'give each its own', ({ sid }) => sid),
    ...shared('port', 'give each its own, or 0', ({ port }) => (port === 0 ? '' : String(port)))
  ]
}

function folderProblems(systems: readonly LandscapeSystem[]): string[] {
  const placed = systems.flatMap(({ name, dataDir }) =>
    dataDir === undefined ? [] : [{ name, path: resolve(dataDir) + sep }]
  )
  return placed.flatMap(({ name, path }, index) =>
    placed
      .slice(index + 1)
      .filter(other => other.path.startsWith(path) || path.startsWith(other.path))
      .map(
        other =>
          `the data folders of the systems ${name} and ${other.name} overlap; give each a folder outside of the other`
      )
  )
}

function routeProblems({ systems, routes }: Landscape): string[] {
  const names = new Set(systems.map(({ name }) => name))
  const known = [...names].join(', ')
  const seen = new Set<string>()
  return routes.flatMap((route, index) => {
    const label = `route ${index + 1}`
    const unknown = [route.from, route.to].filter(name => name !== '' && !names.has(name))
    const problems = unknown.map(
      name => `${label} names the unknown system ${name}; give one of ${known}`
    )
    if (unknown.length > 0 || route.from === '' || route.to === '') return problems
    const key = `${route.from} ${route.to}`
    if (seen.has(key)) {
      problems.push(`${label} from ${route.from} to ${route.to} is there twice; remove one of them`)
    }
    seen.add(key)
    return problems
  })
}

/** A queue is imported as a whole, so all that fills it must agree. */
function modeProblems({ systems, routes }: Landscape): string[] {
  return systems
    .map(({ name }) => ({ name, own: routes.filter(({ to }) => to === name) }))
    .filter(({ own }) => new Set(own.map(each => each.import)).size > 1)
    .map(
      ({ name }) =>
        `the routes to ${name} differ in import; give all of them "automatic", or all of them "manual"`
    )
}

/** The systems of a circle in the order of its routes; undefined where there is none. */
function circleFrom(
  name: string,
  routes: readonly LandscapeRoute[],
  path: readonly string[] = []
): readonly string[] | undefined {
  const at = path.indexOf(name)
  if (at >= 0) return at === 0 ? [...path, name] : undefined
  for (const { from, to } of routes) {
    const found = from === name ? circleFrom(to, routes, [...path, name]) : undefined
    if (found !== undefined) return found
  }
  return undefined
}

function circleProblems({ systems, routes }: Landscape): string[] {
  for (const { name } of systems) {
    const circle = circleFrom(name, routes)
    if (circle !== undefined) {
      return [
        `the routes form the circle ${circle.join(' → ')}; remove the route that leads back to an earlier system`
      ]
    }
  }
  return []
}

/** Every mistake that no single key shows. */
export function relationProblems(landscape: Landscape): string[] {
  const { systems } = landscape
  return [
    ...nameProblems(systems),
    ...sharedProblems(systems),
    ...folderProblems(systems),
    ...routeProblems(landscape),
    ...modeProblems(landscape),
    ...circleProblems(landscape)
  ]
}
