/** Flags for operations: what was asked, what is permitted, what has failed. */
import { flags, group, structure, transactional } from './components.ts'
import type { Component } from './components.ts'
import type { BehaviorEntity } from './model.ts'

/** Flags of the operations, actions and associations of an entity. */
export function operationFlags(entity: BehaviorEntity): Component[] {
  const names = (list: readonly { readonly name: string }[]): string[] =>
    list.map(({ name }) => name.toLowerCase())
  return [
    ...flags(names(entity.operations).map(name => `%${name}`)),
    ...structure('%action', flags(names(entity.actions))),
    ...structure('%assoc', flags(names(entity.associations)))
  ]
}

/** What methods for authorization and feature control are asked and answer. */
export function controlComponents(
  kind: string,
  { keys, entity }: { readonly keys: readonly Component[]; readonly entity: BehaviorEntity }
): Component[] | undefined {
  const operations = operationFlags(entity)
  const fields = structure('%field', flags(entity.controlled.map(name => name.toLowerCase())))
  switch (kind) {
    case 'AUTHORIZATION RESULT':
      return [...transactional(keys, entity), ...group('%op', operations)]
    case 'AUTHORIZATION REQUEST':
    case 'GLOBAL AUTHORIZATION REQUEST':
    case 'GLOBAL AUTHORIZATION RESULT':
      return group('%op', operations)
    case 'FEATURES RESULT':
      return [...transactional(keys, entity), ...group('%features', [...operations, ...fields])]
    case 'FEATURES REQUEST':
      return [...operations, ...fields]
    case 'GLOBAL FEATURES REQUEST':
    case 'GLOBAL FEATURES RESULT':
      return operations
    default:
      return undefined
  }
}
