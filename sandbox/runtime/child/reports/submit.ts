/** The selections that SUBMIT passes, and the session of its own that a report has. */
import { currentRuntime } from '../abap.ts'
import {
  isStructure,
  isTable,
  resolve,
  scalarOf,
  type AbapTable,
  type AbapValue
} from '../values.ts'
import type { Field, Program, Selection } from './program.ts'

/** `WITH name option value`. */
export interface Passed {
  readonly name: string
  readonly option: string
  readonly value: unknown
  readonly high?: unknown
  readonly sign?: unknown
}

export interface SubmitOptions {
  readonly returns: boolean
  readonly toMemory: boolean
  readonly selections: readonly Passed[]
  /** Rows like RSPARAMS. */
  readonly table?: unknown
  readonly variant?: unknown
  readonly lineSize?: unknown
  readonly lineCount?: unknown
}

/** Parameters get the value; criteria lose their rows for the first that is passed. */
export function pass(program: Program, passed: readonly Passed[]): void {
  const begun = new Set<string>()
  for (const each of passed) {
    const selection = program.selections.find(({ name }) => name === each.name)
    // what the report has no selection for is ignored
    if (selection === undefined) continue
    const field = selection.field()
    if (selection.kind === 'P') {
      if (each.option !== 'IN') field.set(each.value)
      continue
    }
    if (!begun.has(selection.name)) field.clear()
    begun.add(selection.name)
    if (each.option === 'IN') addRange(field, each.value)
    else addRow(selection, each)
  }
}

function addRange(field: Field, range: unknown): void {
  const [rows, target] = [resolve(range), tableOf(field)]
  if (!isTable(rows)) return
  for (const row of rows.array()) append(target, row)
}

function tableOf(field: Field): AbapTable {
  return resolve(field) as AbapTable
}

const OPTIONS: Readonly<Record<string, string>> = { '=': 'EQ', INCL: 'EQ', BETWEEN: 'BT' }

function addRow({ field }: Selection, { option, value, high, sign }: Passed): void {
  const table = tableOf(field())
  const row = table.getRowType().clone()
  if (!isStructure(row)) return
  const parts = row.get()
  parts.sign?.set(sign === undefined ? 'I' : scalarOf(sign))
  parts.option?.set(OPTIONS[option] ?? option)
  parts.low?.set(value)
  if (high === undefined) parts.high?.clear()
  else parts.high?.set(high)
  append(table, row)
}

function append(table: AbapTable, row: unknown): void {
  const { statements } = currentRuntime()
  const run = statements.append as unknown as (options: object) => void
  run.call(statements, { source: row, target: table })
}

/** Rows like RSPARAMS as they would be passed one by one; those without a value pass nothing. */
export function passedBy(rows: unknown): Passed[] {
  const table = resolve(rows)
  if (!isTable(table)) return []
  return table.array().flatMap(row => {
    const structure = resolve(row)
    if (!isStructure(structure)) return []
    const parts = structure.get()
    const text = (name: string): string => String(scalarOf(parts[name])).trimEnd()
    const [option, sign] = [text('option'), text('sign')]
    const isRow = text('kind') === 'S'
    if (isRow && option === '' && text('low') === '') return []
    const high = isRow && text('high') !== '' ? { high: typed(text('high')) } : {}
    return [
      {
        name: text('selname').toUpperCase(),
        option: option === '' ? 'EQ' : option,
        value: typed(text('low')),
        ...high,
        ...(sign === '' ? {} : { sign: typed(sign) })
      }
    ]
  })
}

function typed(text: string): unknown {
  const value = new (currentRuntime().types.String)()
  value.set(text)
  return value
}

/**
 * Runs something in a session of its own: the modules of the program are loaded anew, so that its
 * variables and the attributes of its classes begin with their start values. What the standard
 * library holds is shared.
 */
export async function inOwnSession<T>(
  load: () => Promise<void>,
  run: () => Promise<T>
): Promise<T> {
  const runtime = currentRuntime() as unknown as Readonly<Record<string, Record<string, unknown>>>
  const registries = ['Classes', 'FunctionModules', 'Forms'].map(name => runtime[name] ?? {})
  const before = registries.map(registry => ({ ...registry }))
  const sy = currentRuntime().builtin.sy.get()
  const fields = Object.entries(sy).map(
    ([name, field]) => [name, (field as AbapValue).clone()] as const
  )
  try {
    await load()
    return await run()
  } finally {
    registries.forEach((registry, at) => Object.assign(registry, before[at]))
    for (const [name, value] of fields) sy[name]?.set(value)
  }
}
