/** Projections of behaviors: what they use is declared by the behavior below them. */
import type { EntityObject } from './cds-types.ts'
import type { Projection } from './operation-types.ts'
import { projectionBehind } from './projection-views.ts'
import { behaviorModel } from './model.ts'
import type { BehaviorAction, BehaviorEntity, BehaviorModel } from './model.ts'
import type { Objects } from '@abaplint/core'

interface Definitions {
  findBehaviorDefinitionByName(name: string): Objects.BehaviorDefinition | undefined
  getDDIC?(): { lookupTableOrView(name: string): { readonly object?: EntityObject } }
}

/** The model with actions, drafts and numbering of the behavior below; others as they are. */
export function resolvedModel(model: BehaviorModel, scope: Definitions): BehaviorModel {
  const dictionary = scope.getDDIC?.()
  const [root] = model.entities
  if (model.kind !== 'projection' || dictionary === undefined || root === undefined) return model
  const viewOf = (name: string) => projectionBehind(dictionary.lookupTableOrView(name).object)
  const below = viewOf(root.name)?.base ?? ''
  const object = scope.findBehaviorDefinitionByName(below)
  const found = object === undefined ? undefined : behaviorModel(object)
  if (found === undefined || found === model) return model
  const base = resolvedModel(found, scope)
  const entities = model.entities.map(entity => {
    const view = viewOf(entity.name)
    const target = base.entities.find(({ name }) => name === view?.base)
    return view === undefined || target === undefined
      ? entity
      : projected(entity, target, { names: view.names, behavior: base.name })
  })
  return { ...model, entities, unsupported: [...model.unsupported, ...base.unsupported] }
}

function projected(
  entity: BehaviorEntity,
  base: BehaviorEntity,
  { names, behavior }: Pick<Projection, 'names' | 'behavior'>
): BehaviorEntity {
  const { uses } = entity
  const actions = uses.actions.flatMap(({ base: below, name, precheck, result }) => {
    const found = base.actions.find(each => each.name === below)
    const own = result === undefined ? {} : { result }
    return found === undefined ? [] : [{ ...found, name, precheck, ...own, ...PERMITTED }]
  })
  const { lateNumbering } = base
  return {
    ...entity,
    lateNumbering,
    actions: actions satisfies BehaviorAction[],
    projection: {
      behavior,
      entity: base.name,
      names,
      actions: uses.actions.map(each => [each.name, each.base] as const),
      augmented: uses.augmented
    }
  }
}

/** The behavior below decides what is permitted. */
const PERMITTED = { isInternal: false, features: 'none' } as const
