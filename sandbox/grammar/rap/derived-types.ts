/** The types that ABAP derives from a behavior definition: TYPE TABLE FOR, STRUCTURE FOR, RESPONSE FOR. */
import { BasicTypes } from '@abaplint/core'
import type { AbstractType } from '@abaplint/core'
import { cid, cidReference, control, data, flag, flags, group, structure } from './components.ts'
import { draftIndicator } from './components.ts'
import { numbered, tableOf, text, keyed } from './components.ts'
import type { Component } from './components.ts'
import { actionComponents } from './action-types.ts'
import { fieldsOf, findEntity, instanceKeys, partsOf, relationsIn } from './entities.ts'
import type { NamedEntity, Parts, RapScope } from './entities.ts'
import { noteEntity } from './entity-types.ts'
import { controlComponents, operationFlags } from './operation-flags.ts'

const { IntegerType, StructureType, VoidType } = BasicTypes

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

function componentsOf(kind: string, found: NamedEntity, scope: RapScope): Component[] | undefined {
  const components = ownComponents(kind, found, scope)
  if (components !== undefined && found.association === '') noteEntity(components, found.entity)
  return components
}

function ownComponents(kind: string, found: NamedEntity, scope: RapScope): Component[] | undefined {
  const parts = partsOf(found, scope)
  if (parts === undefined) return undefined
  const plain = kind.replace(/ (EARLY|LATE)$|^INSTANCE /, '')
  if (found.association !== '') return alongAssociation(plain, parts)
  const { fields, keys } = parts
  const instance = instanceKeys(parts)
  switch (plain) {
    case 'CREATE':
      return newInstance(parts)
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
    case 'EVENT':
      return eventComponents(parts)
    case 'MAPPED':
    case 'FAILED':
    case 'REPORTED':
      return responseComponents(plain, kind.endsWith('LATE'), parts)
    default:
      return controlComponents(plain, parts)
  }
}

/** The key of the instance, and the parameter that the event declares. */
function eventComponents({ entity, operation, keys, scope }: Parts): Component[] | undefined {
  const event = entity.events.find(({ name }) => name === operation)
  if (event === undefined) return undefined
  const { parameter } = event
  const fields = parameter === undefined ? [] : fieldsOf(parameter, scope)
  return fields === undefined ? undefined : [...keyed(keys), ...structure('%param', fields)]
}

function newInstance({ entity, keys, fields }: Parts): Component[] {
  const own = [...keyed(keys), ...data(fields, keys), control(fields)]
  return [cid(), ...draftIndicator(entity), ...own]
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
