/** The transactional buffer of managed behaviors: instances that were changed and not saved. */
import { currentRuntime } from '../abap.ts'
import type { OpenSql } from '../open-sql.ts'
import type { AbapStructure, AbapValue } from '../values.ts'
import { unsupported } from './behaviors.ts'
import type { Entity } from './behaviors.ts'
import { keyOf } from './rows.ts'
import type { Components } from './rows.ts'

export interface Instance {
  readonly entity: Entity
  readonly values: AbapStructure
  state: 'created' | 'updated' | 'deleted'
  /** The instance is in the database. */
  readonly persistent: boolean
  /** The row as the table has it: columns that are no fields stay as they are. */
  readonly row?: AbapStructure
  /** What determinations and validations on save wait for. */
  readonly pending: Set<string>
}

export class Buffer {
  readonly #sql: OpenSql
  readonly #instances = new Map<string, Instance>()

  constructor(sql: OpenSql) {
    this.#sql = sql
  }

  get instances(): readonly Instance[] {
    return [...this.#instances.values()]
  }

  clear(): void {
    this.#instances.clear()
  }

  /** What the buffer has, else what the table has; undefined for an instance that is not there. */
  async read(entity: Entity, key: Components): Promise<Components | undefined> {
    const buffered = this.#instances.get(this.#id(entity, key))
    if (buffered?.state === 'deleted') return undefined
    if (buffered !== undefined) return buffered.values.get()
    return (await this.#persistent(entity, key))?.values.get()
  }

  async change(entity: Entity, key: Components): Promise<Instance | undefined> {
    const id = this.#id(entity, key)
    const buffered = this.#instances.get(id)
    if (buffered !== undefined) return buffered.state === 'deleted' ? undefined : buffered
    const found = await this.#persistent(entity, key)
    if (found === undefined) return undefined
    const instance: Instance = {
      entity,
      ...found,
      state: 'updated',
      persistent: true,
      pending: new Set()
    }
    this.#instances.set(id, instance)
    return instance
  }

  /** Undefined where there is an instance of the key. */
  async create(entity: Entity, values: AbapStructure): Promise<Instance | undefined> {
    const id = this.#id(entity, values.get())
    const buffered = this.#instances.get(id)
    if (buffered !== undefined && buffered.state !== 'deleted') return undefined
    const persistent = await this.#persistent(entity, values.get())
    if (persistent !== undefined && buffered?.state !== 'deleted') return undefined
    const instance: Instance = {
      entity,
      values,
      state: persistent === undefined ? 'created' : 'updated',
      persistent: persistent !== undefined,
      ...(persistent === undefined ? {} : { row: persistent.row }),
      pending: new Set()
    }
    this.#instances.set(id, instance)
    return instance
  }

  delete(instance: Instance): void {
    if (instance.persistent) instance.state = 'deleted'
    else this.#instances.delete(this.#id(instance.entity, instance.values.get()))
  }

  /** Writes what was changed to the tables. */
  async persist(): Promise<void> {
    for (const { entity, values, state, row: read } of this.instances) {
      const { table } = entity.definition
      if (table === undefined || entity.row === undefined) {
        unsupported(`EML for ${entity.definition.name}: no known persistent table`)
      }
      const row = read ?? entity.row()
      toRow(entity, values.get(), row.get())
      const change = state === 'created' ? 'insert' : state === 'updated' ? 'update' : 'delete'
      await this.#sql.change({ change, table, row, sql: '', values: [] })
    }
  }

  #id(entity: Entity, key: Components): string {
    return `${entity.definition.name} ${keyOf(entity.definition, key)}`
  }

  async #persistent(
    entity: Entity,
    key: Components
  ): Promise<{ values: AbapStructure; row: AbapStructure } | undefined> {
    const { definition, row: make, instance } = entity
    const { table } = definition
    if (table === undefined || make === undefined || instance === undefined) {
      return unsupported(`EML for ${definition.name}: its types or its table are not known`)
    }
    const row = make()
    const columns = columnsOf(entity, row.get())
    const keys = definition.keys.map(name => {
      const value = key[name]
      const column = columns.get(name)
      if (value === undefined || column === undefined) {
        return unsupported(`EML for ${definition.name}: no column for the key field ${name}`)
      }
      return { value, column }
    })
    const found = await readRow(this.#sql, { table, row, keys })
    if (!found) return undefined
    const values = instance()
    for (const [name, column] of columns) {
      const value = row.get()[column]
      if (value !== undefined) values.get()[name]?.set(value)
    }
    return { values, row }
  }
}

async function readRow(
  sql: OpenSql,
  from: {
    readonly table: string
    readonly row: AbapStructure
    readonly keys: readonly { readonly value: AbapValue; readonly column: string }[]
  }
): Promise<boolean> {
  const where = from.keys.map(({ column }, at) => `${column} = ^${at}`).join(' AND ')
  await sql.select({
    sql: `SELECT * FROM ${from.table} WHERE ${where}`,
    values: from.keys.map(({ value }) => value),
    into: [from.row],
    form: 'row'
  })
  return String(currentRuntime().builtin.sy.get().subrc?.get()) === '0'
}

/** Name of the field to name of the column: the mapping, else the same name. */
export function columnsOf({ definition }: Entity, row: Components): Map<string, string> {
  const columns = new Map(Object.keys(row).map(name => [name, name]))
  for (const [own, column] of definition.mapping) {
    if (own !== column) columns.delete(column.toLowerCase())
    columns.set(own.toLowerCase(), column.toLowerCase())
  }
  return columns
}

/** Writes the fields to their columns; a client column that no field has is that of the session. */
function toRow(entity: Entity, values: Components, row: Components): void {
  for (const [name, column] of columnsOf(entity, row)) {
    const value = values[name]
    if (value !== undefined) row[column]?.set(value)
    else if (name === 'client' || name === 'mandt') {
      row[column]?.set(currentRuntime().builtin.sy.get().mandt?.get())
    }
  }
}
