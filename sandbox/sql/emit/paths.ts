/** Turns paths of associations into joins. */
import { identifier } from '../catalog.ts'
import { SqlError } from '../errors.ts'
import type { Association, Expression, PathStep, Place } from '../parse/ast.ts'
import type { Emitted } from './definition.ts'
import { Scope, unknownTable, type Emitter, type Origin } from './scope.ts'
import { relationSource } from './relation-source.ts'

/** Longest path that is followed. */
const MAX_STEPS = 8

/** `_Assoc._Next.field`: joins the targets, once for every path, and gives the field. */
export function followPath(
  path: Extract<Expression, { kind: 'path' }>,
  scope: Scope,
  emitter: Emitter
): Emitted {
  if (path.steps.length > MAX_STEPS) {
    throw new SqlError('LIMIT', `A path has more than ${MAX_STEPS} associations`)
  }
  const owner = ownerOf(scope)
  // In the condition of an association its own name is the target itself.
  const [first] = path.steps
  const direct =
    first === undefined || path.steps.length > 1 ? undefined : scope.lookup(path.name, first.name)
  if (direct !== undefined && first?.filter === undefined) {
    return { sql: direct.sql, type: direct.column }
  }
  // the name of a source inside the view that defines the association may begin with `_` too
  const outside =
    first === undefined || path.steps.length > 1 || first.filter !== undefined
      ? undefined
      : scope.qualify?.(first.name, path.name)
  if (outside !== undefined) return outside
  const inside = new Scope(scope.context)
  inside.add(pathTarget(path.steps, owner, emitter, path.place))
  const { sql, column } = inside.column(path.name, undefined, path.place)
  return { sql, type: column }
}

/** Joins what the steps lead to, in the order of the steps, and gives the last target. */
export function pathTarget(
  steps: readonly PathStep[],
  owner: Scope,
  emitter: Emitter,
  place: Place
): Origin {
  let origin: Origin | undefined
  let key = ''
  for (const step of steps) {
    const found = findAssociation(step, origin, owner, place)
    const parts = JSON.stringify([step.filter, step.arguments])
    key += `/${step.name}${parts}${step.join}`
    const known = owner.joins.get(key)
    origin = known?.origin ?? join(step, found, { owner, key, emitter })
  }
  if (origin === undefined) throw new SqlError('SYNTAX', 'A path has no association', { place })
  return origin
}

/** Joins belong to the SELECT, not to the condition that is being translated. */
function ownerOf(scope: Scope): Scope {
  let owner = scope
  while (
    owner.associations.length === 0 &&
    owner.origins.length === 0 &&
    owner.parent !== undefined
  ) {
    owner = owner.parent
  }
  return owner
}

interface Found {
  readonly association: Association
  readonly from?: Origin
}

function findAssociation(
  step: PathStep,
  origin: Origin | undefined,
  scope: Scope,
  place: Place
): Found {
  const own =
    origin === undefined
      ? scope.associations.find(association => association.name === step.name)
      : undefined
  if (own !== undefined) return { association: own }
  for (const candidate of origin === undefined ? scope.origins : [origin]) {
    const association = candidate.associations.find(one => one.name === step.name)
    if (association !== undefined) return { association, from: candidate }
  }
  throw new SqlError(
    'UNKNOWN_COLUMN',
    `The association ${step.name} is not defined${origin === undefined ? '' : ` in ${origin.alias}`}`,
    { place }
  )
}

function join(
  step: PathStep,
  found: Found,
  more: { owner: Scope; key: string; emitter: Emitter }
): Origin {
  const { owner, emitter } = more
  const { context } = owner
  const { association, from } = found
  const catalog = from?.catalog ?? context.catalog
  const relation = catalog.find(association.target)
  if (relation === undefined) throw unknownTable(association.target, catalog)
  const sql = identifier(`path${++context.counter}`)
  const origin: Origin = {
    alias: step.name,
    sql,
    columns: relation.shape.columns,
    associations: relation.definition?.query.selects[0]?.select.associations ?? [],
    optional: step.join === 'LEFT',
    catalog: relation.within
  }
  const { on, inside } =
    association.on === undefined
      ? below({ association, origin, from }, owner)
      : { on: association.on, inside: conditionScope({ association, origin, from }, owner) }
  const filterScope = new Scope(context)
  filterScope.add(origin)
  const filter =
    step.filter === undefined ? '' : ` AND ${emitter.condition(step.filter, filterScope)}`
  const source = relationSource(relation, context, {
    emitter,
    scope: owner,
    given: step.arguments
  })
  const clause = ` ${step.join} JOIN ${source} AS ${sql} ON ${emitter.condition(on, inside)}${filter}`
  owner.joins.set(more.key, { origin, sql: clause })
  return origin
}

interface Ends {
  readonly association: Association
  /** The target, and where the association leads from; the view itself where that is left out. */
  readonly origin: Origin
  readonly from: Origin | undefined
}

/** The names of a condition: those of the target by the association, others of the source. */
function conditionScope({ association, origin, from }: Ends, owner: Scope): Scope {
  const { context } = owner
  const inside = new Scope({ ...context, rules: undefined }, from === undefined ? owner : undefined)
  inside.add({ ...origin, alias: association.name })
  inside.project = from === undefined ? owner.project : name => columnOf(from, name)
  inside.qualify =
    from === undefined
      ? undefined
      : (qualifier, name) =>
          qualifier === association.name ? undefined : renamed(from, qualifier, name, context)
  return inside
}

/** The condition of a composition is that of the association of its target to the parent. */
function below(
  { association, origin, from }: Ends,
  owner: Scope
): { on: Expression; inside: Scope } {
  const parent = origin.associations.find(({ toParent }) => toParent)
  if (parent?.on === undefined) {
    throw new SqlError(
      'UNSUPPORTED',
      `The composition ${association.name} is not supported by the sandbox: ${association.target} has no association to its parent`,
      { place: association.place }
    )
  }
  const { context } = owner
  if (from !== undefined) {
    const ends = { association: parent, origin: from, from: origin }
    return { on: parent.on, inside: conditionScope(ends, owner) }
  }
  const inside = new Scope({ ...context, rules: undefined })
  inside.project = name => columnOf(origin, name)
  inside.qualify = (qualifier, name) =>
    qualifier === parent.name ? owner.project?.(name) : renamed(origin, qualifier, name, context)
  return { on: parent.on, inside }
}

function columnOf(origin: Origin, name: string): Emitted | undefined {
  const column = origin.columns.find(one => one.name.toUpperCase() === name)
  return column === undefined
    ? undefined
    : { sql: `${origin.sql}.${identifier(column.name)}`, type: column }
}

/**
 * A name inside the view that defines the association: it is reached where the view shows that
 * column.
 */
function renamed(
  from: Origin,
  qualifier: string,
  name: string,
  context: Scope['context']
): Emitted | undefined {
  const relation =
    context.catalog.find(from.alias) ??
    context.catalog
      .names()
      .map(one => context.catalog.find(one))
      .find(one => one?.shape.columns === from.columns)
  const item = relation?.definition?.query.selects[0]?.select.items.find(
    ({ expression }) =>
      isColumn(expression) && expression.name === name && isOf(expression, qualifier)
  )
  const spelled = item?.alias ?? (isColumn(item?.expression) ? item.expression.name : undefined)
  if (spelled === undefined) {
    throw new SqlError(
      'UNSUPPORTED',
      `The association over ${qualifier}.${name} is not supported by the sandbox: the view does not show that column`
    )
  }
  return columnOf(from, spelled)
}

type ColumnLike = Extract<Expression, { kind: 'column' | 'path' }>

const isColumn = (expression: Expression | undefined): expression is ColumnLike =>
  expression?.kind === 'column' || expression?.kind === 'path'

/** `source.column`, which is read as a path where the name of the source begins with `_`. */
function isOf(expression: ColumnLike, qualifier: string): boolean {
  if (expression.kind === 'column') return (expression.qualifier ?? qualifier) === qualifier
  return expression.steps.length === 1 && expression.steps[0]?.name === qualifier
}
