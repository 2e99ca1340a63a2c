/** Rows of derived types: components by name, keys, flags and responses. */
import { currentRuntime } from '../abap.ts'
import { isStructure, isTable, resolve, scalarOf } from '../values.ts'
import type { AbapStructure, AbapTable, AbapValue } from '../values.ts'
import type { Definition } from './behaviors.ts'

export type Components = Record<string, AbapValue>

export function componentsOf(row: unknown): Components {
  const actual = resolve(row)
  return isStructure(actual) ? actual.get() : {}
}

export function rowsOf(table: unknown): AbapValue[] {
  const actual = resolve(table)
  return isTable(actual) ? actual.array() : []
}

interface Appendable extends AbapTable {
  append(row: AbapValue): unknown
}

/** Adds an initial row to a table, completes it, and returns it. */
export function append(table: unknown, complete: (row: Components) => void): void {
  const actual = resolve(table)
  if (!isTable(actual)) return
  const row = actual.getRowType().clone()
  row.clear()
  complete(componentsOf(row))
  ;(actual as Appendable).append(row)
}

/** Copies what both have by its name, structures as a whole; what is a group is there by its fields. */
export function copyByName(from: Components, to: Components): void {
  for (const [name, value] of Object.entries(from)) {
    const target = to[name]
    if (target === undefined || GROUPS.has(name)) continue
    if (isStructure(value) && isStructure(target)) copyByName(value.get(), target.get())
    else target.set(value)
  }
}

/** Groups name components that stand in the row themselves. */
const GROUPS = new Set(['%tky', '%pky', '%pre', '%key', '%data', '%op', '%features'])

export const isGroup = (name: string): boolean => GROUPS.has(name)

/** A copy that later changes of the value leave as it is. */
export function copyOf(value: unknown): unknown {
  return (resolve(value) as AbapValue | undefined)?.clone()
}

/** Names an instance of late numbering until it is saved. */
export const PRELIMINARY = '%pid'
/** Tells a draft from the active instance of the same key. */
export const DRAFT = '%is_draft'

export function keyOf({ keys }: Definition, row: Components): string {
  return JSON.stringify(
    keys.map(name => {
      if (name === DRAFT) return isOn(row[name])
      return name === PRELIMINARY && isInitialText(row[name])
        ? ''
        : String(scalarOf(row[name] ?? ''))
    })
  )
}

/** The fields of the key, without what tells preliminary instances and drafts. */
export const keyFieldsOf = ({ keys }: Definition): string[] =>
  keys.filter(name => name !== PRELIMINARY && name !== DRAFT)

export function isInitialText(value: AbapValue | undefined): boolean {
  return value === undefined || /^0*$/.test(String(value.get()).trim())
}

/** Whether a value is the initial one of its type. */
export function isInitial(value: unknown): boolean {
  const { compare } = currentRuntime() as unknown as {
    readonly compare: { initial(value: unknown): boolean }
  }
  return compare.initial(value)
}

export function isOn(value: unknown): boolean {
  return value !== undefined && String((value as AbapValue).get()) === '01'
}

export function textIn(row: Components, name: string): string {
  return String(row[name]?.get() ?? '').trim()
}

/** The targets of a statement; those that it does not name are left out. */
export interface Responses {
  readonly failed?: unknown
  readonly reported?: unknown
  readonly mapped?: unknown
}

/** Empties the responses at the beginning of a statement. */
export function clearResponses({ failed, reported, mapped }: Responses): void {
  for (const each of [failed, reported, mapped]) (resolve(each) as AbapValue | undefined)?.clear()
}

function tableIn(response: unknown, { alias }: Definition): AbapValue | undefined {
  return componentsOf(response)[alias.toLowerCase()]
}

/** Those of if_abap_behv, as abapedia/steampunk-2305-api shows it. */
export const CAUSES = {
  unspecific: 0,
  unauthorized: 401,
  notFound: 404,
  dependency: 424,
  disabled: 4221,
  readonly: 4222
} as const

export interface Failure {
  readonly row: Components
  readonly cause: number
  readonly operation?: string
  /** The action, or the association. */
  readonly action?: string
}

/** The flag of an operation: its own, or that of the action or association. */
export function flagOf(
  row: Components,
  { operation = '', action }: Pick<Failure, 'operation' | 'action'>
): AbapValue | undefined {
  const own = row[`%${operation}`]
  return action === undefined ? own : componentsOf(own)[action.toLowerCase()]
}

/** Adds an instance to FAILED: why, and in which operation. */
export function addFailed(response: unknown, definition: Definition, failure: Failure): void {
  append(tableIn(response, definition), row => {
    copyKeys(failure.row, row, definition)
    componentsOf(row['%fail']).cause?.set(failure.cause)
    flagOf(row, failure)?.set('01')
  })
}

export function addMapped(response: unknown, definition: Definition, from: Components): void {
  append(tableIn(response, definition), row => {
    copyKeys(from, row, definition)
  })
}

/** %cid, or %cid_ref as %cid, and the key fields. */
function copyKeys(from: Components, to: Components, { keys }: Definition): void {
  for (const name of keys) if (from[name] !== undefined) to[name]?.set(from[name])
  const cid = from['%cid'] ?? from['%cid_ref']
  if (cid !== undefined) to['%cid']?.set(cid)
}

/** Adds what a handler method has answered to the response of the statement. */
export function mergeResponse(from: unknown, to: unknown): void {
  const target = componentsOf(to)
  for (const [name, table] of Object.entries(componentsOf(from))) {
    const into = resolve(target[name])
    if (!isTable(into)) continue
    for (const row of rowsOf(table)) {
      if (isStructure(row)) {
        append(into, next => {
          copyByName(row.get(), next)
        })
      } else (into as Appendable).append(row.clone())
    }
  }
}

export function mergeAnswer(answer: Readonly<Record<string, unknown>>, request: Responses): void {
  mergeResponse(answer.failed, request.failed)
  mergeResponse(answer.reported, request.reported)
  mergeResponse(answer.mapped, request.mapped)
}

/** Adds the rows of a table to a table of the same kind. */
export function copyRows(from: unknown, to: unknown): void {
  for (const row of rowsOf(from)) {
    append(to, next => {
      copyByName(componentsOf(row), next)
    })
  }
}

export function isFilled(response: unknown): boolean {
  return Object.values(componentsOf(response)).some(table => rowsOf(table).length > 0)
}

export type { AbapStructure, AbapTable, AbapValue }
