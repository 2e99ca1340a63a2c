/**
 * Definitions of an ERP that exists in memory only: tables, views by their sources, and access
 * controls.
 */
import type { Definitions } from '../../../tools/sql/lineage.ts'

export interface Dictionary {
  readonly tables: readonly string[]
  readonly views: Readonly<Record<string, string>>
  readonly controls?: Readonly<Record<string, string>>
  /** Sources that use views, by name; those of `views` are not repeated here. */
  readonly users?: Readonly<Record<string, string>>
  /** Why users of views are not known, by the name of the view. */
  readonly unknown?: Readonly<Record<string, string>>
}

export function definitionsOf({
  tables,
  views,
  controls = {},
  users = {},
  unknown = {}
}: Dictionary): Definitions {
  return {
    async usersOf(name) {
      const why = unknown[name]
      if (why !== undefined) return { kind: 'unknown', why }
      const found = Object.entries(users).filter(([, source]) =>
        source.toUpperCase().includes(name)
      )
      return { kind: 'known', sources: found.map(([user, source]) => ({ name: user, source })) }
    },
    async find(name) {
      const source = views[name]
      if (source !== undefined) return { kind: 'view', source, access: controls[name] }
      return tables.includes(name)
        ? { kind: 'table' }
        : { kind: 'nothing', why: 'ERPSearch does not find it' }
    }
  }
}
