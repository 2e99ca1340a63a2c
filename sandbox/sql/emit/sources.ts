/** Writes the sources and joins of a SELECT as SQLite text. */
import { identifier, storageOf, type Relation } from '../catalog.ts'
import { SqlError } from '../errors.ts'
import type { Argument, Source } from '../parse/ast.ts'
import { Scope, unknownTable, type Context, type Emitter, type Origin } from './scope.ts'
import { viewScope } from './view-arguments.ts'

/** Most sources in one SELECT; SQLite joins 64 at most. */
const MAX_SOURCES = 40

/**
 * With the watchdog a view is expanded, so that its loops are checked as well. A view with
 * parameters always is, with their values, and a view whose sources a test replaces.
 */
export function relationSource(
  relation: Relation,
  context: Context,
  { emitter, scope, given = [] }: Passing
): string {
  const { definition, parameters, shape, within } = relation
  if (relation.storage !== undefined) return storageOf(relation)
  const isPlain = parameters.length === 0 && given.length === 0
  const expands = context.guarded || within !== undefined
  if (isPlain && (!expands || definition === undefined)) return identifier(shape.name)
  const around = { ...context, rules: undefined, catalog: within ?? context.catalog }
  const inside = isPlain
    ? new Scope(around)
    : viewScope(around, { relation, given, emit: value => emitter.expression(value, scope) })
  return definition === undefined
    ? identifier(shape.name)
    : `(${emitter.query(definition.query, inside).sql})`
}

interface Passing {
  readonly emitter: Emitter
  /** The scope in which the values of the parameters stand. */
  readonly scope: Scope
  readonly given?: readonly Argument[] | undefined
}

/** The FROM clause; fills the scope and gives the watchdog's conditions that belong into WHERE. */
export function emitSource(
  source: Source,
  scope: Scope,
  emitter: Emitter
): {
  readonly sql: string
  readonly origins: readonly Origin[]
  readonly watchdogConditions: readonly string[]
} {
  if (source.kind === 'join') return emitJoin(source, scope, emitter)
  const { sql, origin } =
    source.kind === 'internal' ? internalTable(source, scope) : namedTable(source, scope, emitter)
  if (scope.origins.length >= MAX_SOURCES) {
    throw new SqlError('LIMIT', `More than ${MAX_SOURCES} sources are joined`)
  }
  scope.add(origin)
  return {
    sql,
    origins: [origin],
    watchdogConditions: scope.context.guarded ? [watchdogCall(origin)] : []
  }
}

function watchdogCall(origin: Origin): string {
  return `abap_tick(${origin.sql}.${identifier(origin.columns[0]?.name ?? 'rowid')})`
}

function emitJoin(
  source: Extract<Source, { kind: 'join' }>,
  scope: Scope,
  emitter: Emitter
): ReturnType<typeof emitSource> {
  const left = emitSource(source.left, scope, emitter)
  const right = emitSource(source.right, scope, emitter)
  const outer = source.join === 'LEFT' || source.join === 'RIGHT'
  const on = source.on === undefined ? [] : [emitter.condition(source.on, scope)]
  // In an outer join the watchdog is called before the ON condition discards a row.
  const conditions = outer ? [...right.watchdogConditions, ...on] : on
  const nested = source.right.kind === 'join' ? `(${right.sql})` : right.sql
  return {
    sql: `${left.sql} ${source.join} JOIN ${nested}${conditions.length === 0 ? '' : ` ON ${conditions.join(' AND ')}`}`,
    origins: [...left.origins, ...right.origins],
    watchdogConditions: [...left.watchdogConditions, ...(outer ? [] : right.watchdogConditions)]
  }
}

function namedTable(
  source: Extract<Source, { kind: 'table' }>,
  scope: Scope,
  emitter: Emitter
): { sql: string; origin: Origin } {
  const alias = source.alias ?? source.name
  const shared = scope.common.get(source.name)
  const name = identifier(alias)
  if (shared !== undefined) {
    return {
      sql: `${identifier(source.name)} AS ${name}`,
      origin: { alias, sql: name, columns: shared.columns, associations: [], optional: false }
    }
  }
  const relation = scope.context.catalog.find(source.name)
  if (relation === undefined) throw unknownTable(source.name, scope.context.catalog)
  scope.context.tables.push(relation.shape.name)
  const associations = relation.definition?.query.selects[0]?.select.associations ?? []
  return {
    sql: `${relationSource(relation, scope.context, { emitter, scope, given: source.arguments })} AS ${name}`,
    origin: {
      alias,
      sql: name,
      columns: relation.shape.columns,
      associations,
      optional: false,
      catalog: relation.within
    }
  }
}

function internalTable(
  source: Extract<Source, { kind: 'internal' }>,
  scope: Scope
): { sql: string; origin: Origin } {
  const host = scope.context.hosts[source.host]
  if (host?.table === undefined || host.shape === undefined) {
    throw new SqlError(
      'UNSUPPORTED',
      'FROM @itab needs an internal table with a structured row type'
    )
  }
  const alias = source.alias ?? `ITAB${source.host}`
  return {
    sql: `${identifier(host.table)} AS ${identifier(alias)}`,
    origin: {
      alias,
      sql: identifier(alias),
      columns: host.shape.columns,
      associations: [],
      optional: false
    }
  }
}
