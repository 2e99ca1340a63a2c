/**
 * Test doubles of tables and views: temporary tables that ABAP SQL reads and changes in place of
 * the real ones while a test environment lives.
 */
import type { DatabaseSync } from 'node:sqlite'
import { storageOf, type Catalog, type Relation } from '../../../sql/catalog.ts'
import { unknownTable } from '../../../sql/emit/scope.ts'
import { SqlError } from '../../../sql/errors.ts'
import type { StoredCatalog } from '../../../sql/relations.ts'
import { createTable } from '../../../sql/schema.ts'
import { changeRow, rowValues } from '../changes.ts'
import { exception } from '../dynamic-sql.ts'
import { isTable, resolve } from '../values.ts'
import { dependenciesOf, type Extent } from './dependencies.ts'

/** A view under test, and what takes its test data; nothing named: what the view reads. */
export interface TestedView extends Partial<Extent> {
  readonly entity: string
  readonly dependencies?: readonly string[]
}

/** What the kernel's classes of test environments call; an environment is a number. */
export interface Doubles {
  /** What the names in ABAP SQL stand for at present. */
  readonly catalog: Catalog
  /** Replaces the tables and views in ABAP SQL. */
  ofTables(names: readonly string[]): number
  /** Replaces what the views read; ABAP SQL on these relations themselves only after `redirect`. */
  ofViews(views: readonly TestedView[]): number
  /** The name of the double, in upper case. Throws SqlError where there is none. */
  nameOf(environment: number, name: string): string
  insert(environment: number, name: string, rows: unknown): Promise<void>
  clear(environment: number, name?: string): void
  redirect(environment: number, on: boolean): void
  destroy(environment: number): void
  /** Brings the doubles back after a rollback, which takes temporary tables with it. */
  restore(): void
  /** The present rows are those that a rollback brings back. */
  keep(): void
  /** Ends all environments. */
  reset(): void
}

interface Double {
  readonly relation: Relation
  kept: readonly unknown[][]
}

interface Environment {
  readonly doubles: Map<string, Double>
  /** Views whose sources are replaced. */
  readonly tested: ReadonlySet<string>
  /** What the names within these views stand for. */
  readonly within: Catalog | undefined
  redirected: boolean
}

interface State {
  readonly database: DatabaseSync
  readonly real: StoredCatalog
  readonly environments: Map<number, Environment>
  version: number
  counter: number
}

export function createDoubles(database: DatabaseSync, real: StoredCatalog): Doubles {
  const state: State = { database, real, environments: new Map(), version: 0, counter: 0 }
  const of = (id: number): Environment => {
    const found = state.environments.get(Number(id))
    if (found === undefined) throw new SqlError('FAILED', 'The test environment is destroyed')
    return found
  }
  const doublesOf = (id: number, name?: string): Double[] =>
    name === undefined ? [...of(id).doubles.values()] : [doubleOf(of(id), name)]
  return {
    catalog: redirecting(state),
    ofTables: names => open(state, { relations: names.map(name => found(state.real, name)) }),
    ofViews: views => openViews(state, views),
    nameOf: (id, name) => doubleOf(of(id), name).relation.shape.name,
    async insert(id, name, rows) {
      await insert(state, doubleOf(of(id), name), rows)
    },
    clear(id, name) {
      for (const double of doublesOf(id, name)) {
        database.prepare(`DELETE FROM ${storageOf(double.relation)} WHERE 1 = 1`).run()
        double.kept = []
      }
    },
    redirect(id, on) {
      of(id).redirected = on
      state.version++
    },
    destroy(id) {
      end(state, Number(id))
    },
    restore() {
      for (const double of allDoubles(state)) restore(state, double)
    },
    keep() {
      for (const double of allDoubles(state)) double.kept = rowsOf(state, double)
    },
    reset() {
      for (const id of [...state.environments.keys()]) end(state, id)
    }
  }
}

/** The newest environment that replaces a name decides. */
function redirecting(state: State): Catalog {
  return {
    get version() {
      return state.version
    },
    find(name) {
      const key = name.toUpperCase()
      for (const environment of [...state.environments.values()].reverse()) {
        const { doubles, tested, within, redirected } = environment
        if (tested.has(key) && within !== undefined) return within.find(key)
        const double = redirected ? doubles.get(key) : undefined
        if (double !== undefined) return double.relation
      }
      return state.real.find(key)
    },
    names: () => state.real.names()
  }
}

function found(catalog: Catalog, name: string): Relation {
  const relation = catalog.find(name.trim())
  if (relation === undefined) throw unknownTable(name.trim().toUpperCase(), catalog)
  if (relation.parameters.length > 0) {
    throw new SqlError('UNSUPPORTED', `A test double of the view ${name}, which has parameters`)
  }
  return relation
}

interface Opening {
  readonly relations: readonly Relation[]
  readonly tested?: ReadonlySet<string>
}

function open(state: State, { relations, tested = new Set() }: Opening): number {
  const doubles = new Map<string, Double>()
  for (const relation of relations) {
    if (doubles.has(relation.shape.name)) continue
    const storage = `double~${++state.counter}`
    const double: Double = { relation: { ...relation, storage }, kept: [] }
    doubles.set(relation.shape.name, double)
    restore(state, double)
  }
  const isView = tested.size > 0
  const id = ++state.counter
  state.environments.set(id, {
    doubles,
    tested,
    within: isView ? replacing(state.real, doubles) : undefined,
    redirected: !isView
  })
  state.version++
  return id
}

/** The catalog of a view under test: doubles, and views over them down to the last. */
function replacing(real: StoredCatalog, doubles: ReadonlyMap<string, Double>): Catalog {
  const catalog: Catalog = {
    find(name) {
      const target = entityOf(real, name)
      const double = doubles.get(target.toUpperCase())
      if (double !== undefined) return double.relation
      const relation = real.find(target)
      return relation?.definition === undefined ? relation : { ...relation, within: catalog }
    },
    names: () => real.names()
  }
  return catalog
}

/** The view of the dictionary that a CDS view has beside it has no definition of its own. */
function entityOf(real: StoredCatalog, name: string): string {
  const entry = real.entries().find(({ shape }) => shape.name === name.toUpperCase())
  return entry?.aliasOf ?? name
}

function openViews(state: State, views: readonly TestedView[]): number {
  const tested = new Set<string>()
  const relations = views.flatMap(({ entity, dependencies = [], base, associations }) => {
    const view = state.real.find(entityOf(state.real, entity.trim()))
    if (view === undefined) throw unknownTable(entity.trim().toUpperCase(), state.real)
    if (view.definition === undefined) {
      throw new SqlError('FAILED', `${entity.trim()} is no CDS view: it has nothing to replace`)
    }
    for (const { shape, aliasOf } of state.real.entries()) {
      if (shape.name === view.shape.name || aliasOf === view.shape.name) tested.add(shape.name)
    }
    const extent = { base: base ?? false, associations: associations ?? false }
    return dependencies.length > 0
      ? dependencies.map(name => found(state.real, name))
      : dependenciesOf(view, state.real, extent).map(one => found(state.real, one.shape.name))
  })
  return open(state, { relations: relations.filter(one => !tested.has(one.shape.name)), tested })
}

function doubleOf({ doubles }: Environment, name: string): Double {
  const double = doubles.get(name.trim().toUpperCase())
  if (double !== undefined) return double
  const known = [...doubles.keys()].join(', ')
  throw new SqlError(
    'FAILED',
    `The test environment has no test double of ${JSON.stringify(name.trim())}; it has ${known}`
  )
}

async function insert(state: State, double: Double, rows: unknown): Promise<void> {
  const { database } = state
  const { relation } = double
  const table = resolve(rows)
  for (const line of isTable(table) ? table.array() : []) {
    const values = rowValues(line, relation.shape.columns)
    if (changeRow('insert', values, { relation, database }) > 0) continue
    const text = `The test double of ${relation.shape.name} has a row with the same key already`
    throw (await exception('CX_SY_OPEN_SQL_DB', text)) ?? new SqlError('FAILED', text)
  }
  double.kept = rowsOf(state, double)
}

function end(state: State, id: number): void {
  for (const double of state.environments.get(id)?.doubles.values() ?? []) drop(state, double)
  state.environments.delete(id)
  state.version++
}

function* allDoubles({ environments }: State): Generator<Double> {
  for (const { doubles } of environments.values()) yield* doubles.values()
}

function drop({ database }: State, { relation }: Double): void {
  database.exec(`DROP TABLE IF EXISTS temp.${storageOf(relation)}`)
}

/** Makes the table anew, with the rows that were kept. */
function restore(state: State, double: Double): void {
  const { relation, kept } = double
  const { shape, storage = '' } = relation
  drop(state, double)
  state.database.exec(createTable(shape, storage).replace('CREATE TABLE', 'CREATE TEMP TABLE'))
  if (kept.length === 0) return
  const places = shape.columns.map(() => '?').join(', ')
  const statement = state.database.prepare(`INSERT INTO ${storageOf(relation)} VALUES (${places})`)
  for (const row of kept) statement.run(...(row as string[]))
}

function rowsOf({ database }: State, { relation }: Double): unknown[][] {
  const statement = database.prepare(`SELECT * FROM ${storageOf(relation)}`)
  statement.setReturnArrays(true)
  return statement.all() as unknown as unknown[][]
}
