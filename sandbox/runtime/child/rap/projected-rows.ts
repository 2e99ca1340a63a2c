/** Rows of projections as rows of the behavior below them, and what it answers the other way. */
import { isStructure } from '../values.ts'
import type { Given } from './augment.ts'
import { entityOf, unsupported } from './behaviors.ts'
import type { Behavior, Entity, Projection } from './behaviors.ts'
import { fieldsOf } from './requests.ts'
import type { Operation } from './requests.ts'
import * as rows from './rows.ts'
import type { Components } from './rows.ts'

type Names = ReadonlyMap<string, string>

function projectionOf({ definition }: Entity): Projection {
  return (
    definition.projection ??
    unsupported(`EML for ${definition.name}: the entity below it is not known`)
  )
}

const lower = (pairs: Projection['names']): [string, string][] =>
  pairs.map(([own, base]) => [own.toLowerCase(), base.toLowerCase()])

const namesOf = (entity: Entity): Names => new Map(lower(projectionOf(entity).names))

const reverse = (names: Names): Names => new Map([...names].map(([own, base]) => [base, own]))

const nameBelow = (pairs: Projection['names'], name: string): string =>
  pairs.find(([own]) => own === name)?.[1] ?? name

/** The entity that an operation along an association leads to. */
function targetOf(behavior: Behavior, entity: Entity, association: string): Entity {
  const found = entity.definition.relations.find(({ name }) => name === association)
  return found === undefined
    ? unsupported(`BY \\${association} of the projection ${entity.definition.name}`)
    : entityOf(behavior, found.target)
}

/** The operation below, whose rows mark their fields in %control. */
export function below(behavior: Behavior, { entity, operation, rows: given }: Given): Operation {
  const { kind, association, action } = operation
  const projection = projectionOf(entity)
  const name = [kind, association === '' ? action : association].join(' ').trim()
  const make = (key: string): unknown =>
    entity.below?.[key]?.() ?? unsupported(`${key} of the projection ${entity.definition.name}`)
  const table = make(name)
  const target = association === '' ? entity : targetOf(behavior, entity, association)
  for (const row of given) {
    rows.append(table, next => {
      toBase(row, next, namesOf(entity))
      if (kind === 'read') mark(next, fieldsOf(operation, row), namesOf(target))
      else if (association === '') mark(next, fieldsOf(operation, row), namesOf(entity))
      for (const each of rows.rowsOf(row['%target']).map(rows.componentsOf)) {
        rows.append(next['%target'], made => {
          toBase(each, made, namesOf(target))
          mark(made, fieldsOf(operation, each), namesOf(target))
        })
      }
    })
  }
  return {
    kind,
    entity: projection.entity,
    action: nameBelow(projection.actions, action),
    association: nameBelow(projection.names, association),
    fields: 'from',
    autoFill: false,
    rows: table,
    ...(operation.result === undefined ? {} : { result: make(`${name} result`) }),
    ...(operation.link === undefined ? {} : { link: make(`${name} link`) })
  }
}

/** Fields by their names below; what else a row has is named alike. */
function toBase(row: Components, next: Components, names: Names): void {
  for (const [name, value] of Object.entries(row)) {
    if (rows.isGroup(name) || name === '%control' || name === '%target') continue
    const target = next[name.startsWith('%') ? name : (names.get(name) ?? '')]
    if (target === undefined) continue
    if (isStructure(value) && isStructure(target)) rows.copyByName(value.get(), target.get())
    else target.set(value)
  }
}

function mark(row: Components, fields: readonly string[], names: Names): void {
  const control = rows.componentsOf(row['%control'])
  for (const name of fields) control[names.get(name) ?? '']?.set('01')
}

/** Results and links with the names of the projection. */
export function mapResult(behavior: Behavior, given: Given | undefined, answered: Operation): void {
  if (given === undefined) return
  const { entity, operation } = given
  const target =
    operation.association === '' ? entity : targetOf(behavior, entity, operation.association)
  const names = reverse(namesOf(target))
  for (const row of rows.rowsOf(answered.result).map(rows.componentsOf)) {
    rows.append(operation.result, next => {
      fromBase(row, next, names)
    })
  }
  for (const row of rows.rowsOf(answered.link).map(rows.componentsOf)) {
    rows.append(operation.link, next => {
      const [source, end] = [rows.componentsOf(next.source), rows.componentsOf(next.target)]
      fromBase(rows.componentsOf(row.source), source, reverse(namesOf(entity)))
      fromBase(rows.componentsOf(row.target), end, names)
    })
  }
}

/** Structures of fields, of flags by field and of parameters are mapped too. */
function fromBase(row: Components, next: Components, names: Names): void {
  for (const [name, value] of Object.entries(row)) {
    if (rows.isGroup(name)) continue
    const target = next[names.get(name) ?? name]
    if (target === undefined) continue
    if (isStructure(value) && isStructure(target)) fromBase(value.get(), target.get(), names)
    else target.set(value)
  }
}

/** Messages without an entity are references. */
function copyMessages(from: unknown, to: unknown): void {
  const target = to as { append?(value: unknown): unknown } | undefined
  for (const message of rows.rowsOf(from)) target?.append?.(message.clone())
}

interface Answered {
  readonly behavior: Behavior
  readonly base: Behavior
  readonly name: 'failed' | 'reported' | 'mapped'
}

/** The responses of the entities that the projection has. */
export function mapResponse({ behavior, base, name }: Answered, from: unknown, to: unknown): void {
  const [source, target] = [rows.componentsOf(from), rows.componentsOf(to)]
  copyMessages(source['%other'], target['%other'])
  for (const { definition } of base.entities) {
    const found = rows.rowsOf(source[definition.alias.toLowerCase()]).map(rows.componentsOf)
    const entity = behavior.entities.find(
      each => each.definition.projection?.entity === definition.name
    )
    if (entity === undefined) {
      if (name === 'failed' && found.length > 0) {
        unsupported(`FAILED of ${definition.name}, which the projection ${behavior.name} has not`)
      }
      continue
    }
    const { projection, alias } = entity.definition
    const names = new Map([
      ...reverse(new Map(lower(projection?.names ?? []))),
      ...reverse(new Map(lower(projection?.actions ?? [])))
    ])
    for (const row of found) {
      rows.append(target[alias.toLowerCase()], next => {
        fromBase(row, next, names)
      })
    }
  }
}
