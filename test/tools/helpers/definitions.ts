/** Definitions of an ERP that exists in memory only: tables, views by their sources, and access controls. */
import type { Definitions } from '../../../tools/sql/lineage.ts'

export interface Dictionary {
  readonly tables: readonly string[]
  readonly views: Readonly<Record<string, string>>
  readonly controls?: Readonly<Record<string, string>>
}

export function definitionsOf ({ tables, views, controls = {} }: Dictionary): Definitions {
  return {
    async find (name) {
      const source = views[name]
      if (source !== undefined) return { kind: 'view', source, access: controls[name] }
      return tables.includes(name) ? { kind: 'table' } : { kind: 'nothing', why: 'ERPSearch does not find it' }
    }
  }
}
