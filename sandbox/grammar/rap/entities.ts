/** Entities of behavior definitions as code names them: their fields, keys and associations. */
import { BasicTypes } from '@abaplint/core'
import type { AbstractType, Objects } from '@abaplint/core'
import type { SyntaxInput } from '../parser-internals.ts'
import { parentOf, relationsOf } from './associations.ts'
import type { Relation } from './associations.ts'
import type { EntityObject } from './cds-types.ts'
import { transactional } from './components.ts'
import type { Component } from './components.ts'
import { behaviorModel } from './model.ts'
import type { BehaviorEntity, BehaviorModel } from './model.ts'
import { resolvedModel } from './projected.ts'

const { StructureType } = BasicTypes

/** A place of a statement, as the rules of its syntax get it. */
export interface Place extends Omit<SyntaxInput, 'scope'> {
  readonly scope: RapScope
}

/** What the derivation reads of the place where a type is named. */
export interface RapScope {
  getDDIC(): {
    readonly reg: unknown
    lookupTableOrView(name: string): {
      readonly type: AbstractType | undefined
      readonly object?: EntityObject & { listKeys?(registry: unknown): readonly string[] }
    }
    lookupTableType?(name: string): { readonly type: AbstractType | undefined }
  }
  findBehaviorDefinition(): Objects.BehaviorDefinition | undefined
  findBehaviorDefinitionByName(name: string): Objects.BehaviorDefinition | undefined
  findObjectDefinition(name: string): unknown
}

/** An entity as code names it: `zi_order`, `zi_order\\order`, `order~close`, `order\_items`. */
export interface NamedEntity {
  readonly model: BehaviorModel
  readonly entity: BehaviorEntity
  readonly operation: string
  /** The association that leads on from the entity; empty where there is none. */
  readonly association: string
}

/** Without a dictionary projections are as their own source tells. */
export type Definitions = Pick<
  RapScope,
  'findBehaviorDefinition' | 'findBehaviorDefinitionByName'
> &
  Partial<Pick<RapScope, 'getDDIC'>>

/** Undefined for what has no known behavior definition, and along more than one association. */
export function findEntity(name: string, scope: Definitions): NamedEntity | undefined {
  const [path = '', operation = ''] = name.toUpperCase().split('~')
  const parts = path.split('\\').filter(part => part !== '')
  const association = parts.length > 1 && parts.at(-1)?.startsWith('_') ? (parts.pop() ?? '') : ''
  const [base = '', below, more] = parts
  if (more !== undefined || below?.startsWith('_') === true) return undefined
  const own = scope.findBehaviorDefinition()
  const candidates = [scope.findBehaviorDefinitionByName(base), own, definitionAbove(base, scope)]
  for (const object of candidates) {
    const own = object === undefined ? undefined : behaviorModel(object)
    const model = own === undefined ? undefined : resolvedModel(own, scope)
    const entity = model === undefined ? undefined : entityOf(model, below ?? base)
    if (model !== undefined && entity !== undefined) {
      return { model, entity, operation, association }
    }
  }
  return undefined
}

/** Entities may be nested so deep. */
const MAX_LEVELS = 10

/** The definition of an entity that is named without its root. */
function definitionAbove(name: string, scope: Definitions): Objects.BehaviorDefinition | undefined {
  const dictionary = scope.getDDIC?.()
  let current: string | undefined = name
  for (let level = 0; level < MAX_LEVELS && current !== undefined; level++) {
    current = parentOf(dictionary?.lookupTableOrView(current).object)
    const found = current === undefined ? undefined : scope.findBehaviorDefinitionByName(current)
    if (found !== undefined) return found
  }
  return undefined
}

export function entityOf(model: BehaviorModel, name: string): BehaviorEntity | undefined {
  const wanted = name.toUpperCase()
  return model.entities.find(each => each.alias === wanted || each.name === wanted)
}

/** Components of a CDS entity, without its associations. */
export function fieldsOf(entity: string, scope: RapScope): readonly Component[] | undefined {
  const { type } = scope.getDDIC().lookupTableOrView(entity)
  if (!(type instanceof StructureType)) return undefined
  return type
    .getComponents()
    .filter(({ name }) => !name.startsWith('_'))
    .map(({ name, type: own }) => ({ name: name.toLowerCase(), type: own }))
}

/** Key fields: the threads hold CDS entities as sources or, with the same fields, as tables. */
function keysOf(entity: string, scope: RapScope): readonly string[] {
  const dictionary = scope.getDDIC()
  return dictionary.lookupTableOrView(entity).object?.listKeys?.(dictionary.reg) ?? []
}

/** The associations of an entity within its behavior definition. */
export function relationsIn(
  { model, entity }: Pick<NamedEntity, 'model' | 'entity'>,
  scope: Pick<RapScope, 'getDDIC'>
): Relation[] {
  return relationsOf(entity, model, name => scope.getDDIC().lookupTableOrView(name).object)
}

export interface Parts extends NamedEntity {
  readonly fields: readonly Component[]
  readonly keys: readonly Component[]
  readonly scope: RapScope
}

export function partsOf(found: NamedEntity, scope: RapScope): Parts | undefined {
  const fields = fieldsOf(found.entity.name, scope)
  if (fields === undefined) return undefined
  const keyNames = new Set(keysOf(found.entity.name, scope).map(name => name.toLowerCase()))
  const keys = fields.filter(({ name }) => keyNames.has(name))
  return keys.length === 0 ? undefined : { ...found, fields, keys, scope }
}

/** What names an instance of the entity. */
export function instanceKeys({ keys, entity }: Pick<Parts, 'keys' | 'entity'>): Component[] {
  return transactional(keys, entity)
}
