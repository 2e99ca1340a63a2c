/** The types that ABAP derives from a behavior definition: TYPE TABLE FOR, STRUCTURE FOR, RESPONSE FOR. */
import { BasicTypes } from '@abaplint/core'
import type { AbstractType, Objects } from '@abaplint/core'
import type { SyntaxInput } from '../parser-internals.ts'
import { relationsOf } from './associations.ts'
import type { EntityObject, Relation } from './associations.ts'
import { cid, cidReference, control, data, flag, flags, group, structure } from './components.ts'
import { numbered, tableOf, text, transactional, keyed } from './components.ts'
import type { Component } from './components.ts'
import { noteEntity } from './entity-types.ts'
import { controlComponents, operationFlags } from './operation-flags.ts'
import { behaviorModel } from './model.ts'
import type { BehaviorAction, BehaviorEntity, BehaviorModel } from './model.ts'

const { IntegerType, StructureType, VoidType } = BasicTypes

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

/** Undefined for what has no known behavior definition, and along more than one association. */
export function findEntity(
  name: string,
  scope: Pick<RapScope, 'findBehaviorDefinition' | 'findBehaviorDefinitionByName'>
): NamedEntity | undefined {
  const [path = '', operation = ''] = name.toUpperCase().split('~')
  const parts = path.split('\\').filter(part => part !== '')
  const association = parts.length > 1 && parts.at(-1)?.startsWith('_') ? (parts.pop() ?? '') : ''
  const [base = '', below, more] = parts
  if (more !== undefined || below?.startsWith('_') === true) return undefined
  const own = scope.findBehaviorDefinition()
  const candidates = [scope.findBehaviorDefinitionByName(base), own]
  for (const object of candidates) {
    const model = object === undefined ? undefined : behaviorModel(object)
    const entity = model === undefined ? undefined : entityOf(model, below ?? base)
    if (model !== undefined && entity !== undefined) {
      return { model, entity, operation, association }
    }
  }
  return undefined
}

export function entityOf(model: BehaviorModel, name: string): BehaviorEntity | undefined {
  const wanted = name.toUpperCase()
  return model.entities.find(each => each.alias === wanted || each.name === wanted)
}

/** The type behind `TABLE FOR kind name`, with a row type for `STRUCTURE FOR`. */
export function derivedRow(kind: string, name: string, scope: RapScope): AbstractType | undefined {
  const found = findEntity(name, scope)
  if (found === undefined) return undefined
  const components = componentsOf(kind, found, scope)
  return components === undefined ? undefined : new StructureType(components)
}

export function derivedTable(
  kind: string,
  name: string,
  scope: RapScope
): AbstractType | undefined {
  const row = derivedRow(kind, name, scope)
  return row === undefined ? undefined : tableOf(row)
}

/** RESPONSE FOR FAILED, MAPPED and REPORTED: one table for each entity. */
export function responseType(
  kind: string,
  name: string,
  scope: RapScope
): AbstractType | undefined {
  const found = findEntity(name, scope)
  if (found === undefined) return undefined
  const tables = found.model.entities.flatMap(entity => {
    const components = componentsOf(kind, { ...found, entity, association: '' }, scope)
    return components === undefined
      ? []
      : [{ name: entity.alias.toLowerCase(), type: tableOf(new StructureType(components)) }]
  })
  if (tables.length === 0) return undefined
  const other = /^REPORTED/.test(kind)
    ? [{ name: '%other', type: tableOf(messageReference(scope)) }]
    : []
  return new StructureType([...tables, ...other])
}

function messageReference(scope: RapScope): AbstractType {
  const definition = scope.findObjectDefinition('IF_ABAP_BEHV_MESSAGE')
  return definition === undefined
    ? VoidType.get('IF_ABAP_BEHV_MESSAGE')
    : new BasicTypes.ObjectReferenceType(definition as never)
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

interface Parts extends NamedEntity {
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
function instanceKeys({ keys, entity }: Pick<Parts, 'keys' | 'entity'>): Component[] {
  return transactional(keys, entity.lateNumbering)
}

function componentsOf(kind: string, found: NamedEntity, scope: RapScope): Component[] | undefined {
  const components = ownComponents(kind, found, scope)
  if (components !== undefined && found.association === '') noteEntity(components, found.entity)
  return components
}

function ownComponents(kind: string, found: NamedEntity, scope: RapScope): Component[] | undefined {
  const parts = partsOf(found, scope)
  if (parts === undefined) return undefined
  const plain = kind.replace(/ (EARLY|LATE)$/, '')
  if (found.association !== '') return alongAssociation(plain, parts)
  const { fields, keys } = parts
  const instance = instanceKeys(parts)
  switch (plain) {
    case 'CREATE':
      return [cid(), ...keyed(keys), ...data(fields, keys), control(fields)]
    case 'UPDATE':
      return [cidReference(), ...instance, ...data(fields, keys), control(fields)]
    case 'DELETE':
      return [cidReference(), ...instance]
    case 'KEY OF':
    case 'LOCK':
    case 'FEATURES KEY':
    case 'AUTHORIZATION KEY':
    case 'DETERMINATION':
    case 'VALIDATION':
      return instance
    case 'READ IMPORT':
      return [...instance, control(fields)]
    case 'READ RESULT':
      return [...instance, ...data(fields, keys)]
    case 'ACTION IMPORT':
    case 'ACTION RESULT':
    case 'FUNCTION IMPORT':
    case 'FUNCTION RESULT':
      return actionComponents(plain, parts)
    case 'MAPPED':
    case 'FAILED':
    case 'REPORTED':
      return responseComponents(plain, kind.endsWith('LATE'), parts)
    default:
      return controlComponents(plain, parts)
  }
}

/** Rows of an operation along an association: the source, and the instances of the target. */
function alongAssociation(kind: string, parts: Parts): Component[] | undefined {
  const { scope, association } = parts
  const relation = relationsIn(parts, scope).find(({ name }) => name === association)
  if (relation === undefined) return undefined
  const found = { ...parts, entity: relation.target, association: '' }
  const target = partsOf(found, scope)
  if (target === undefined) return undefined
  switch (kind) {
    case 'CREATE': {
      const rows = componentsOf('CREATE', found, scope) ?? []
      const type = tableOf(new StructureType(rows))
      return [cidReference(), ...instanceKeys(parts), { name: '%target', type }]
    }
    case 'READ IMPORT':
      return [...instanceKeys(parts), control(target.fields)]
    case 'READ RESULT':
      return componentsOf('READ RESULT', found, scope)
    case 'READ LINK':
      return [
        ...structure('source', instanceKeys(parts)),
        ...structure('target', instanceKeys(target))
      ]
    default:
      return undefined
  }
}

function responseComponents(kind: string, isLate: boolean, parts: Parts): Component[] {
  const { keys, fields, scope } = parts
  const early = isLate ? [] : [cid()]
  if (kind === 'MAPPED' && isLate && parts.entity.lateNumbering) return numbered(keys)
  const row = [...early, ...instanceKeys(parts)]
  if (kind === 'MAPPED') return row
  const operations = group('%op', operationFlags(parts.entity))
  if (kind === 'FAILED') {
    return [
      ...row,
      ...structure('%fail', [{ name: 'cause', type: IntegerType.get() }]),
      ...operations
    ]
  }
  return [
    ...row,
    { name: '%msg', type: messageReference(scope) },
    ...structure('%element', flags(fields.map(({ name }) => name))),
    ...structure('%path', ancestors(parts)),
    { name: '%state_area', type: text() },
    { name: '%global', type: flag() },
    ...operations
  ]
}

/** The entities above in the tree of compositions, each with its key. */
function ancestors(parts: Parts): Component[] {
  const { scope } = parts
  const parent = relationsIn(parts, scope).find(({ kind }) => kind === 'parent')
  const found =
    parent === undefined ? undefined : partsOf({ ...parts, entity: parent.target }, scope)
  if (found === undefined) return []
  const own = structure(found.entity.alias.toLowerCase(), instanceKeys(found))
  return [...own, ...ancestors(found)]
}

/** %param of an entity or structure; that of $self has the fields of the entity. */
function parameterOf(name: string, parts: Parts): Component[] {
  const { fields, keys, scope } = parts
  const own = name === '$SELF' ? [...instanceKeys(parts), ...data(fields, keys)] : undefined
  if (own !== undefined) noteEntity(own, parts.entity)
  return structure('%param', own ?? fieldsOf(name, scope) ?? [])
}

function actionComponents(kind: string, parts: Parts): Component[] | undefined {
  const action = parts.entity.actions.find(({ name }) => name === parts.operation)
  if (action === undefined) return undefined
  const isImport = kind.endsWith('IMPORT')
  const named = isImport ? action.parameter : action.result
  const parameter = named === undefined ? [] : parameterOf(named, parts)
  if (parameter.length === 0 && !(isImport && named === undefined)) return undefined
  return [...instanceOf(action, parts), ...parameter]
}

/** A static action has no instance, a factory action names those that it makes. */
function instanceOf({ isStatic, isFactory }: BehaviorAction, parts: Parts): Component[] {
  if (isStatic) return [cid()]
  return [...(isFactory ? [cid()] : []), cidReference(), ...instanceKeys(parts)]
}
