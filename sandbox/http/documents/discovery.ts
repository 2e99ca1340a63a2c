/** The discovery documents, made of the collections that routes declare. */
import { declare, document, element, leaf } from '../xml.ts'
import type { Collection, Route } from '../route.ts'
import { fullPath } from '../router.ts'

const categories = 'http://www.sap.com/adt/categories/'

function entry(route: Route, collection: Collection): string {
  const [scheme, term] = collection.category
  const links = (collection.templates ?? []).map(each =>
    element('adtcomp:templateLink', {
      title: each.title,
      rel: each.rel,
      template: each.template,
      type: each.type
    })
  )
  return element('app:collection', { href: fullPath(route) }, [
    leaf('atom:title', collection.title),
    (collection.accept ?? route.accepts ?? []).map(type => leaf('app:accept', type)),
    element('atom:category', {
      term,
      scheme: scheme.startsWith('http') ? scheme : categories + scheme
    }),
    element('adtcomp:templateLinks', declare('adtcomp'), links)
  ])
}

function service(workspaces: ReadonlyMap<string, readonly string[]>): string {
  return document(
    element(
      'app:service',
      declare('app', 'atom'),
      [...workspaces].map(([title, collections]) =>
        element('app:workspace', {}, [leaf('atom:title', title), collections])
      )
    )
  )
}

/** The service document of everything the routes declare as a collection. */
export function discoveryDocument(routes: readonly Route[]): string {
  const workspaces = new Map<string, string[]>()
  for (const route of routes) {
    if (route.collection === undefined) continue
    const list = workspaces.get(route.collection.workspace) ?? []
    workspaces.set(route.collection.workspace, [...list, entry(route, route.collection)])
  }
  return service(workspaces)
}

/**
 * The small service document of the framework: clients read exactly one collection of each
 * workspace.
 */
export function coreDiscoveryDocument(routes: readonly Route[]): string {
  const core = routes.filter(
    route =>
      route.collection !== undefined && /^\/(discovery|core\/http|compatibility)/.test(route.path)
  )
  return service(
    new Map(
      core.map(route => [
        route.collection?.title ?? '',
        route.collection === undefined ? [] : [entry(route, route.collection)]
      ])
    )
  )
}
