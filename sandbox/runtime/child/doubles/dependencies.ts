/** Finds what a CDS view reads: the relations that a test of the view replaces. */
import type { Catalog, Relation } from '../../../sql/catalog.ts'
import { createContext } from '../../../sql/emit/context.ts'
import { emitQuery } from '../../../sql/emit/query.ts'
import { scopeWithInitialValues } from '../../../sql/emit/view-arguments.ts'

export interface Extent {
  /** The tables below all views instead of the nearest sources. */
  readonly base: boolean
  /** The targets of all associations, not only of those that the view follows. */
  readonly associations: boolean
}

/** The relations that take test data where the view is tested, each once. */
export function dependenciesOf(view: Relation, catalog: Catalog, extent: Extent): Relation[] {
  const found = new Map<string, Relation>()
  const visited = new Set<string>()
  const visit = (relation: Relation): void => {
    if (visited.has(relation.shape.name)) return
    visited.add(relation.shape.name)
    for (const name of sourcesOf(relation, catalog, extent.associations)) {
      const source = catalog.find(name)
      if (source === undefined) continue
      if (extent.base && source.definition !== undefined) visit(source)
      else found.set(source.shape.name, source)
    }
  }
  visit(view)
  return [...found.values()]
}

function sourcesOf(view: Relation, catalog: Catalog, all: boolean): string[] {
  const { definition, parameters } = view
  if (definition === undefined) return []
  const asked = new Set<string>()
  const recording: Catalog = {
    find(name) {
      asked.add(name.toUpperCase())
      return catalog.find(name)
    },
    names: () => catalog.names()
  }
  const context = createContext({ catalog: recording })
  emitQuery(definition.query, scopeWithInitialValues(context, parameters))
  const targets = definition.query.selects.flatMap(({ select }) =>
    select.associations.map(({ target }) => target.toUpperCase())
  )
  // A followed association is looked up by the translation and is no source of FROM.
  return [...context.tables, ...targets.filter(target => all || asked.has(target))]
}
