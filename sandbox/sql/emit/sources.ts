/** Writes the sources and joins of a SELECT as SQLite text. */
import { identifier } from '../catalog.ts'
import { SqlError } from '../errors.ts'
import type { Source } from '../parse/ast.ts'
import { pathTarget } from './paths.ts'
import { relationSource } from './relation-source.ts'
import { Scope, unknownTable, type Emitter, type Origin } from './scope.ts'

/** Most sources in one SELECT; SQLite joins 64 at most. */
const MAX_SOURCES = 40

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
  if (source.path !== undefined) return pathSource(source, scope, emitter)
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

/** `view\\_Association`: the rows of the last target that the joins reach. */
function pathSource(
  source: Extract<Source, { kind: 'table' }>,
  scope: Scope,
  emitter: Emitter
): { sql: string; origin: Origin } {
  const { path = [], alias = source.name, place, ...plain } = source
  const inside = new Scope({ ...scope.context, rules: undefined }, undefined, scope.common)
  const root = emitSource({ ...plain, place }, inside, emitter)
  const target = pathTarget(path, inside, emitter, place)
  const joins = [...inside.joins.values()].map(({ sql }) => sql).join('')
  const guards = root.watchdogConditions
  const where = guards.length === 0 ? '' : ` WHERE ${guards.join(' AND ')}`
  const name = identifier(alias)
  return {
    sql: `(SELECT ${target.sql}.* FROM ${root.sql}${joins}${where}) AS ${name}`,
    origin: { ...target, alias, sql: name, optional: false }
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
