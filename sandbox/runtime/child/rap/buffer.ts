/** The transactional buffer of managed behaviors: instances that were changed and not saved. */
import { currentRuntime } from '../abap.ts'
import type { OpenSql } from '../open-sql.ts'
import type { AbapStructure, AbapValue } from '../values.ts'
import { unsupported } from './behaviors.ts'
import type { Entity } from './behaviors.ts'
import { scalarOf } from '../values.ts'
import { DRAFT, isInitialText, isOn, keyFieldsOf, keyOf, PRELIMINARY } from './rows.ts'
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
  /** The fields that were changed since the last save. */
  readonly changed: Set<string>
}

export class Buffer {
  readonly #sql: OpenSql | undefined
  readonly #instances = new Map<string, Instance>()

  /** Without a database nothing is persistent. */
  constructor(sql?: OpenSql) {
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

  /** All instances whose fields have the values. */
  async find(entity: Entity, wanted: Components): Promise<Components[]> {
    const persistent: Components[] = []
    for (const { values } of await this.#select(entity, wanted)) {
      const id = this.#id(entity, values.get())
      if (!this.#instances.has(id)) persistent.push(values.get())
    }
    const buffered = this.instances
      .filter(each => each.entity === entity && each.state !== 'deleted')
      .map(({ values }) => values.get())
      .filter(values => matches(values, wanted))
    return [...persistent, ...buffered]
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
      pending: new Set(),
      changed: new Set()
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
      ...(persistent?.row === undefined ? {} : { row: persistent.row }),
      pending: new Set(),
      changed: new Set()
    }
    this.#instances.set(id, instance)
    return instance
  }

  delete(instance: Instance): void {
    if (instance.persistent) instance.state = 'deleted'
    else this.#instances.delete(this.#id(instance.entity, instance.values.get()))
  }

  /** Writes what was changed to the tables, but for entities that a method saves alone. */
  async persist(): Promise<void> {
    for (const { entity, values, state, row: read } of this.instances) {
      const { definition } = entity
      const isDraft = isOn(values.get()[DRAFT])
      if (definition.save === 'unmanaged' && !isDraft) continue
      const { row: make } = sourceOf(entity, isDraft)
      const table = isDraft ? definition.draftTable : definition.table
      if (table === undefined || make === undefined) {
        unsupported(
          `EML for ${definition.name}: no known ${isDraft ? 'draft' : 'persistent'} table`
        )
      }
      const row = read ?? make()
      toRow(row.get(), values.get(), columnsOf(entity, row.get(), isDraft))
      const change = state === 'created' ? 'insert' : state === 'updated' ? 'update' : 'delete'
      await this.#sql?.change({ change, table, row, sql: '', values: [] })
    }
  }

  #id(entity: Entity, key: Components): string {
    return `${entity.definition.name} ${keyOf(entity.definition, key)}`
  }

  async #persistent(entity: Entity, key: Components): Promise<Found | undefined> {
    const isDraft = isOn(key[DRAFT])
    const isPreliminary = !isInitialText(key[PRELIMINARY])
    if (isPreliminary && !isDraft) return undefined
    const names = isPreliminary ? [PRELIMINARY] : keyFieldsOf(entity.definition)
    const wanted = Object.fromEntries([...names, DRAFT].map(name => [name, key[name]]))
    const [found] = await this.#select(entity, wanted)
    return found
  }

  /** The rows of the table whose fields have the values, by their keys. */
  async #select(
    entity: Entity,
    wanted: Readonly<Record<string, AbapValue | undefined>>
  ): Promise<Found[]> {
    if (this.#sql === undefined) return []
    const { definition, instance } = entity
    const isDraft = isOn(wanted[DRAFT])
    const isTested = !isDraft && this.#sql.isTested(definition.name)
    const { table, row: make } = isTested ? viewOf(entity) : sourceOf(entity, isDraft)
    if (make === undefined || instance === undefined) {
      return unsupported(`EML for ${definition.name}: its types or its table are not known`)
    }
    const row = make()
    const columns = isTested ? sameNames(row.get()) : columnsOf(entity, row.get(), isDraft)
    const fields = Object.entries(wanted).filter(([name]) => columns.has(name) || name !== DRAFT)
    const conditions = fields.map(([name, value]) => {
      const column = columns.get(name)
      if (value === undefined || column === undefined) {
        return unsupported(`EML for ${definition.name}: no column for the field ${name}`)
      }
      return { value, column }
    })
    const where = conditions.map(({ column }, at) => `${column} = ^${at}`).join(' AND ')
    const order = keyFieldsOf(definition)
      .map(name => columns.get(name) ?? name)
      .join(', ')
    const found: Found[] = []
    const reading = this.#sql.selectLoop({
      sql: `SELECT * FROM ${table} WHERE ${where} ORDER BY ${order}`,
      values: conditions.map(({ value }) => value),
      into: [row],
      form: 'row'
    })
    while ((await reading.next()).done !== true) {
      const values = instance()
      if (isDraft) values.get()[DRAFT]?.set('01')
      for (const [name, column] of columns) {
        const value = row.get()[column]
        if (value !== undefined) values.get()[name]?.set(value)
      }
      found.push({ values, ...(isTested ? {} : { row: row.clone() as unknown as AbapStructure }) })
    }
    return found
  }
}

interface Found {
  readonly values: AbapStructure
  readonly row?: AbapStructure
}

function matches(values: Components, wanted: Components): boolean {
  return Object.entries(wanted).every(
    ([name, value]) => String(scalarOf(values[name] ?? '')) === String(scalarOf(value))
  )
}

/** The table of the instances; without one the entity itself is read. */
function sourceOf(
  { definition, row, draftRow }: Entity,
  isDraft: boolean
): { readonly table: string; readonly row: (() => AbapStructure) | undefined } {
  if (!isDraft) return { table: definition.table ?? definition.name, row }
  return {
    table:
      definition.draftTable ?? unsupported(`drafts of ${definition.name} without a draft table`),
    row: draftRow
  }
}

/** The entity itself, whose sources a test replaces. */
const viewOf = ({
  definition,
  view
}: Entity): { readonly table: string; readonly row: (() => AbapStructure) | undefined } => ({
  table: definition.name,
  row: view
})

const sameNames = (row: Components): Map<string, string> =>
  new Map(Object.keys(row).map(name => [name, name]))

/** The column of draft tables that keeps %pid. */
const DRAFT_KEY = 'draftuuid'

/** Name of the field to name of the column: the mapping, else the same name. */
export function columnsOf(
  { definition }: Entity,
  row: Components,
  isDraft = false
): Map<string, string> {
  const columns = new Map(Object.keys(row).map(name => [name, name]))
  if (isDraft) {
    if (columns.delete(DRAFT_KEY)) columns.set(PRELIMINARY, DRAFT_KEY)
    return columns
  }
  for (const [own, column] of definition.mapping) {
    if (own !== column) columns.delete(column.toLowerCase())
    columns.set(own.toLowerCase(), column.toLowerCase())
  }
  return columns
}

/** Writes the fields to their columns; a client column that no field has is that of the session. */
function toRow(row: Components, values: Components, columns: ReadonlyMap<string, string>): void {
  for (const [name, column] of columns) {
    const value = values[name]
    if (value !== undefined) row[column]?.set(value)
    else if (name === 'client' || name === 'mandt') {
      row[column]?.set(currentRuntime().builtin.sy.get().mandt?.get())
    }
  }
}
