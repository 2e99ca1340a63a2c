/** The types that ABAP derives from a behavior definition: TYPE TABLE FOR, STRUCTURE FOR, RESPONSE FOR. */
import { BasicTypes } from '@abaplint/core'
import type { AbstractType, Objects } from '@abaplint/core'
import type { SyntaxInput } from '../parser-internals.ts'
import { behaviorModel } from './model.ts'
import type { BehaviorAction, BehaviorEntity, BehaviorModel } from './model.ts'

const { HexType, IntegerType, StringType, StructureType, TableType, VoidType } = BasicTypes

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
      readonly object?: { listKeys?(registry: unknown): readonly string[] }
    }
  }
  findBehaviorDefinition(): Objects.BehaviorDefinition | undefined
  findBehaviorDefinitionByName(name: string): Objects.BehaviorDefinition | undefined
  findObjectDefinition(name: string): unknown
}

/** An entity as code names it: `zi_order`, `zi_order\\order`, `order~close`. */
export interface NamedEntity {
  readonly model: BehaviorModel
  readonly entity: BehaviorEntity
  readonly operation: string
}

interface Component {
  readonly name: string
  readonly type: AbstractType
  readonly asInclude?: boolean
}

const flag = (): AbstractType => new HexType(1)
const text = (): AbstractType => StringType.get()

/** Undefined for what has no known behavior definition, or goes along an association. */
export function findEntity(
  name: string,
  scope: Pick<RapScope, 'findBehaviorDefinition' | 'findBehaviorDefinitionByName'>
): NamedEntity | undefined {
  const [path = '', operation = ''] = name.toUpperCase().split('~')
  const [base = '', below, more] = path.split('\\').filter(part => part !== '')
  if (more !== undefined || below?.startsWith('_') === true) return undefined
  const own = scope.findBehaviorDefinition()
  const candidates = [scope.findBehaviorDefinitionByName(base), own]
  for (const object of candidates) {
    const model = object === undefined ? undefined : behaviorModel(object)
    const entity = model === undefined ? undefined : entityOf(model, below ?? base)
    if (model !== undefined && entity !== undefined) return { model, entity, operation }
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

export function tableOf(row: AbstractType): AbstractType {
  return new TableType(row, {
    withHeader: false,
    keyType: BasicTypes.TableKeyType.empty,
    primaryKey: {
      name: 'primary_key',
      type: BasicTypes.TableAccessType.standard,
      isUnique: false,
      keyFields: []
    },
    secondary: []
  })
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
    const components = componentsOf(kind, { ...found, entity }, scope)
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

function componentsOf(kind: string, found: NamedEntity, scope: RapScope): Component[] | undefined {
  const { entity, operation } = found
  const fields = fieldsOf(entity.name, scope)
  if (fields === undefined) return undefined
  const keyNames = new Set(keysOf(entity.name, scope).map(name => name.toLowerCase()))
  const keys = fields.filter(({ name }) => keyNames.has(name))
  if (keys.length === 0) return undefined
  const parts: Parts = { fields, keys, entity, scope }
  const own = entity.actions.find(({ name }) => name === operation)
  switch (kind.replace(/ (EARLY|LATE)$/, '')) {
    case 'CREATE':
      return [cid(), keyGroup(keys), ...keys, ...data(parts), control(fields)]
    case 'UPDATE':
      return [cidReference(), ...transactional(keys), ...data(parts), control(fields)]
    case 'DELETE':
    case 'KEY OF':
    case 'LOCK':
    case 'FEATURES KEY':
    case 'AUTHORIZATION KEY':
      return [...(kind === 'DELETE' ? [cidReference()] : []), ...transactional(keys)]
    case 'READ IMPORT':
      return [...transactional(keys), control(fields)]
    case 'READ RESULT':
      return [...transactional(keys), ...data(parts)]
    case 'DETERMINATION':
    case 'VALIDATION':
      return transactional(keys)
    case 'ACTION IMPORT':
      return own === undefined ? undefined : actionImport(own, parts)
    case 'ACTION RESULT':
      return own === undefined ? undefined : actionResult(own, parts)
    default:
      return responseOrRight(kind, parts)
  }
}

interface Parts {
  readonly fields: readonly Component[]
  readonly keys: readonly Component[]
  readonly entity: BehaviorEntity
  readonly scope: RapScope
}

function responseOrRight(kind: string, parts: Parts): Component[] | undefined {
  const { keys, fields, entity, scope } = parts
  const early = kind.endsWith('LATE') ? [] : [cid()]
  const operations = (): Component[] =>
    [
      ...entity.operations.map(({ name }) => ({ name: `%${name.toLowerCase()}`, type: flag() })),
      structure(
        '%action',
        entity.actions.map(({ name }) => ({ name: name.toLowerCase(), type: flag() }))
      )
    ].filter(component => component !== undefined)
  if (kind.startsWith('MAPPED')) return [...early, ...transactional(keys)]
  if (kind.startsWith('FAILED')) {
    const cause = structure('%fail', [{ name: 'cause', type: IntegerType.get() }])
    return [...early, ...transactional(keys), ...(cause ? [cause] : []), ...operations()]
  }
  if (kind.startsWith('REPORTED')) {
    const element = structure('%element', flags(fields))
    return [
      ...early,
      ...transactional(keys),
      { name: '%msg', type: messageReference(scope) },
      ...(element ? [element] : []),
      { name: '%state_area', type: text() },
      { name: '%global', type: flag() },
      ...operations()
    ]
  }
  if (kind === 'AUTHORIZATION RESULT') return [...transactional(keys), ...operations()]
  if (kind === 'AUTHORIZATION REQUEST' || kind === 'GLOBAL AUTHORIZATION RESULT') {
    return operations()
  }
  return undefined
}

/** %param of an entity or structure; that of $self has the fields of the entity. */
function parameterOf(name: string, parts: Parts): Component | undefined {
  const fields =
    name === '$SELF' ? [...transactional(parts.keys), ...data(parts)] : fieldsOf(name, parts.scope)
  return structure('%param', fields ?? [])
}

function actionImport(action: BehaviorAction, parts: Parts): Component[] | undefined {
  const parameter =
    action.parameter === undefined ? undefined : parameterOf(action.parameter, parts)
  if (action.parameter !== undefined && parameter === undefined) return undefined
  const own = action.isStatic ? [cid()] : [cidReference(), ...transactional(parts.keys)]
  return [...own, ...(parameter ? [parameter] : [])]
}

function actionResult(action: BehaviorAction, parts: Parts): Component[] | undefined {
  const result = action.result === undefined ? undefined : parameterOf(action.result, parts)
  if (result === undefined) return undefined
  const own = action.isStatic ? [cid()] : [cidReference(), ...transactional(parts.keys)]
  return [...own, result]
}

const cid = (): Component => ({ name: '%cid', type: text() })
const cidReference = (): Component => ({ name: '%cid_ref', type: text() })

function flags(fields: readonly Component[]): Component[] {
  return fields.map(({ name }) => ({ name, type: flag() }))
}

function control(fields: readonly Component[]): Component {
  return { name: '%control', type: new StructureType(flags(fields)) }
}

function structure(name: string, components: readonly Component[]): Component | undefined {
  return components.length === 0 ? undefined : { name, type: new StructureType([...components]) }
}

function keyGroup(keys: readonly Component[]): Component {
  return { name: '%key', type: new StructureType([...keys]), asInclude: true }
}

/** %tky contains %pky, and that %key: all three name the key fields of the row itself. */
function transactional(keys: readonly Component[]): Component[] {
  const parts = [keyGroup(keys), ...keys]
  const primary = { name: '%pky', type: new StructureType([...parts]), asInclude: true }
  const whole = { name: '%tky', type: new StructureType([primary, ...parts]), asInclude: true }
  return [whole, primary, ...parts]
}

/** %data names all fields of the row; key fields that the row has already stay where they are. */
function data({ fields, keys }: Parts): Component[] {
  const keyNames = new Set(keys.map(({ name }) => name))
  return [
    { name: '%data', type: new StructureType([...fields]), asInclude: true },
    ...fields.filter(({ name }) => !keyNames.has(name))
  ]
}
