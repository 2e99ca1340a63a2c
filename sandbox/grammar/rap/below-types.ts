/** Types of the behavior below a projection: the tables that its operations hand on. */
import type { AbstractType } from '@abaplint/core'
import { derivedTable } from './derived-types.ts'
import type { RapScope } from './entities.ts'
import type { BehaviorEntity } from './model.ts'

/** By the operation, with the own name of an action or association; empty for other behaviors. */
export function belowTypes(
  { projection, associations, actions }: BehaviorEntity,
  scope: RapScope
): [name: string, type: AbstractType | undefined][] {
  if (projection === undefined) return []
  const { behavior, entity } = projection
  const path = behavior === entity ? entity : `${behavior}\\${entity}`
  const type = (kind: string, more = '') => derivedTable(kind, path + more, scope)
  const below = (list: Pairs, name: string) => list.find(([own]) => own === name)?.[1] ?? name
  const list: [string, AbstractType | undefined][] = [
    ['create', type('CREATE')],
    ['update', type('UPDATE')],
    ['delete', type('DELETE')],
    ['read', type('READ IMPORT')],
    ['read result', type('READ RESULT')]
  ]
  for (const { name } of associations) {
    const along = `\\${below(projection.names, name)}`
    list.push([`create ${name}`, type('CREATE', along)])
    list.push([`read ${name}`, type('READ IMPORT', along)])
    list.push([`read ${name} result`, type('READ RESULT', along)])
    list.push([`read ${name} link`, type('READ LINK', along)])
  }
  for (const { name } of actions) {
    const step = `~${below(projection.actions, name)}`
    list.push([`execute ${name}`, type('ACTION IMPORT', step)])
    list.push([`execute ${name} result`, type('ACTION RESULT', step)])
  }
  return list
}

type Pairs = readonly (readonly [string, string])[]
