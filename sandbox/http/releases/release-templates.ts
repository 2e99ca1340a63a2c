/** Templates of collections that a release does not announce. */
import type { Route } from '../route.ts'

/** A template of a service that the release lacks is not announced. */
export function withoutTemplates(route: Route, absent: (path: string) => boolean): Route {
  const { collection } = route
  if (collection?.templates === undefined) return route
  const templates = collection.templates.filter(
    ({ template }) => !absent(template.split('{')[0] ?? '')
  )
  return { ...route, collection: { ...collection, templates } }
}
