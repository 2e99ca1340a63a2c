/** Translates, prepares and caches the ABAP SQL statements of a program, and binds their values. */
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { identifier, storageOf, type Catalog } from '../../sql/catalog.ts'
import { createContext } from '../../sql/emit/context.ts'
import { SqlError } from '../../sql/errors.ts'
import { emitCondition, emitExpression } from '../../sql/emit/expressions.ts'
import { emitQuery, emitter } from '../../sql/emit/query.ts'
import { Scope, type Context, type HostValue, type Rules } from '../../sql/emit/scope.ts'
import { parseAbapSql, parseAssignments, parseWhere } from '../../sql/parse/query.ts'
import { valueFor } from '../../sql/lossless.ts'
import type { Value } from '../../sql/lossless.ts'
import { rulesOf } from '../../sql/rules/index.ts'
import { createTable } from '../../sql/schema.ts'
import { readsWholeKey } from '../../sql/whole-key.ts'
import type { Column } from '../../types.ts'
import type { Row } from './targets.ts'
import {
  hostValue,
  isStructure,
  isTable,
  leaves,
  resolve,
  scalarOf,
  typeOf,
  type AbapValue
} from './values.ts'

export interface Request {
  readonly sql: string
  readonly values: readonly unknown[]
  /** The statement is in a strict mode: its values are converted without a loss. */
  readonly strict?: boolean
  /** Parts of the text are known at run time only: they are checked when it runs. */
  readonly isDynamic?: boolean
}

export interface Prepared {
  readonly statement: StatementSync
  readonly columns: readonly Column[]
  readonly parameters: Context['parameters']
  readonly entries: number | undefined
  readonly internal: readonly HostValue[]
  readonly conversion: 'lossless' | 'assigned'
  /** SELECT SINGLE FOR UPDATE without the whole key reads nothing. */
  readonly isRefused: boolean
}

/** Prepared statements that are kept; a program has few statements and runs them often. */
const MAX_PREPARED = 500

/** Translates and prepares statements of the running program, and binds its values. */
export class StatementCache {
  readonly #database: DatabaseSync
  readonly #catalog: Catalog
  readonly #prepared = new Map<string, Prepared>()

  constructor(database: DatabaseSync, catalog: Catalog) {
    this.#database = database
    this.#catalog = catalog
  }

  query(request: Request): Prepared {
    return this.#cached(`q${request.sql}`, request, context => {
      const query = parseAbapSql(request.sql)
      const { sql, columns } = emitQuery(query, new Scope(context))
      const isRefused = query.forUpdate === true && !readsWholeKey(query, this.#catalog)
      return { sql, columns, entries: query.forAllEntries, isRefused }
    })
  }

  /** The same query for an empty table of FOR ALL ENTRIES: its whole condition is ignored. */
  unconditional(request: Request): Prepared {
    return this.#cached(`u${request.sql}`, request, context => {
      const query = parseAbapSql(request.sql)
      const selects = query.selects.map(({ operator, select: { where: _ignored, ...select } }) => ({
        operator,
        select
      }))
      const { sql, columns } = emitQuery({ ...query, selects }, new Scope(context))
      return { sql, columns, entries: undefined }
    })
  }

  remove(table: string, request: Request): Prepared {
    return this.#cached(`d${table} ${request.sql}`, request, context => ({
      sql: `DELETE FROM ${this.#storage(table)}${this.#where(table, request.sql, context)}`,
      columns: [],
      entries: undefined
    }))
  }

  update(table: string, assignments: string, request: Request): Prepared {
    return this.#cached(`s${table} ${assignments} WHERE ${request.sql}`, request, context => {
      const scope = this.#scope(table, context)
      const sets = parseAssignments(assignments).map(({ column, value }) => {
        scope.column(column)
        return `${identifier(column)} = ${emitExpression(value, scope, emitter).sql}`
      })
      if (sets.length === 0) {
        throw new SqlError('SYNTAX', 'An assignment is expected behind SET', { isUnreadable: true })
      }
      return {
        sql: `UPDATE ${this.#storage(table)} SET ${sets.join(', ')}${this.#where(table, request.sql, context)}`,
        columns: [],
        entries: undefined
      }
    })
  }

  #where(table: string, condition: string, context: Context): string {
    return condition.trim() === ''
      ? ''
      : ` WHERE ${emitCondition(parseWhere(condition), this.#scope(table, context), emitter)}`
  }

  #storage(table: string): string {
    const relation = this.#catalog.find(table)
    return relation === undefined ? identifier(table) : storageOf(relation)
  }

  #scope(table: string, context: Context): Scope {
    const scope = new Scope(context)
    const columns = this.#catalog.find(table)?.shape.columns ?? []
    scope.add({
      alias: table.toUpperCase(),
      sql: this.#storage(table),
      columns,
      associations: [],
      optional: false
    })
    return scope
  }

  #cached(
    key: string,
    request: Request,
    make: (context: Context) => {
      sql: string
      columns: readonly Column[]
      entries: number | undefined
      isRefused?: boolean
    }
  ): Prepared {
    const hosts = request.values.map((value, index) => hostValue(value, `itab~${index}`))
    const conversion = request.strict === true ? 'lossless' : 'assigned'
    const rules = request.isDynamic === true ? dynamicRules(request) : undefined
    const whole = `${this.#catalog.version ?? 0} ${conversion} ${rules !== undefined} ${key}${signature(hosts)}`
    const known = this.#prepared.get(whole)
    if (known !== undefined) return known
    const context = createContext({
      catalog: this.#catalog,
      hosts,
      conversion,
      ...(rules === undefined ? {} : { rules })
    })
    const { sql, columns, entries, isRefused = false } = make(context)
    const internal = hosts.filter(
      host => host.table !== undefined && sql.includes(identifier(host.table))
    )
    this.materialize(internal, request.values)
    const statement = this.#database.prepare(sql)
    const { parameters } = context
    const prepared = {
      statement,
      columns,
      parameters,
      entries,
      internal,
      conversion,
      isRefused
    } as const
    if (this.#prepared.size >= MAX_PREPARED) this.#prepared.clear()
    this.#prepared.set(whole, prepared)
    return prepared
  }

  /** Makes temporary tables of the internal tables that a query reads. */
  materialize(internal: readonly HostValue[], values: readonly unknown[]): void {
    for (const host of internal) {
      if (host.table === undefined || host.shape === undefined) continue
      const source = resolve(values[Number(host.table.slice(5))])
      const columns = host.shape.columns.map(column => column.name)
      this.#database.exec(`DROP TABLE IF EXISTS temp.${identifier(host.table)}`)
      this.#database.exec(
        createTable({ ...host.shape, name: 'ITAB' }, host.table).replace(
          'CREATE TABLE',
          'CREATE TEMP TABLE'
        )
      )
      const insert = this.#database.prepare(
        `INSERT INTO temp.${identifier(host.table)} VALUES (${columns.map(() => '?').join(', ')})`
      )
      if (isTable(source)) {
        for (const row of source.array()) {
          insert.run(...partsOf(row).map(([, value]) => scalarOf(value)))
        }
      }
    }
  }
}

/** What strict mode 7.40 asks of a statement; later ones are those of features in its text. */
function dynamicRules({ sql, strict }: Request): Rules {
  return rulesOf({
    level: strict === true ? 740 : 0,
    dynamic: true,
    clientSpecified: /CLIENT\s+SPECIFIED/i.test(sql),
    named: undefined,
    warn: () => undefined
  })
}

function partsOf(row: AbapValue): [string, AbapValue][] {
  const actual = resolve(row)
  return isStructure(actual) ? leaves(actual) : [['TABLE_LINE', actual as AbapValue]]
}

function signature(hosts: readonly HostValue[]): string {
  return JSON.stringify(
    hosts.map(host => [
      host.type.type,
      host.type.length,
      host.type.decimals,
      host.range?.map(row => row.sign + row.option),
      host.components
    ])
  )
}

/** The digits of bytes are a value of their own already. */
const isBytes = (value: unknown): boolean => /^(RAW|RSTR)$/.test(typeOf(value).type)

/** Values by the names of the parameters. */
export type Bound = Readonly<Record<string, SQLInputValue>>

/**
 * Numbered parameters cannot be bound in all supported versions of Node, named ones can. `entry` is
 * the current row of FOR ALL ENTRIES.
 */
export function bind(prepared: Prepared, values: readonly unknown[], entry?: AbapValue): Bound {
  const parts = entry === undefined ? undefined : new Map(partsOf(entry))
  const read = ({
    host,
    component,
    rangeRow,
    high
  }: Prepared['parameters'][number]): SQLInputValue => {
    if (component !== undefined) return scalarOf(parts?.get(component))
    if (rangeRow === undefined) return scalarOf(values[host])
    const table = resolve(values[host])
    const line = isTable(table) ? new Map(leaves(resolve(table.array()[rangeRow]))) : undefined
    return scalarOf(line?.get(high === true ? 'HIGH' : 'LOW'))
  }
  const value = (parameter: Prepared['parameters'][number]): SQLInputValue => {
    const given = read(parameter)
    const { target, component, host } = parameter
    const isOfColumn = component !== undefined || target === undefined
    return isOfColumn || isBytes(values[host])
      ? given
      : valueFor(given as Value, target, prepared.conversion)
  }
  return Object.fromEntries(
    prepared.parameters.map((parameter, index) => [`p${index + 1}`, value(parameter)])
  )
}

export function rowsOf(prepared: Prepared, bound: Bound): Row[] {
  prepared.statement.setReturnArrays(true)
  return prepared.statement.all(bound) as unknown as Row[]
}
