/** Renders a value for the console. */
import { currentRuntime } from './abap.ts'

interface Value {
  get?(): unknown
  array?(): unknown[]
  getPointer?(): unknown
  dereference?(): unknown
}

const MAX_DEPTH = 6

/**
 * A value as the console shows it: fields as text, structures as a heading and a row, tables as
 * columns.
 */
export function render(value: unknown, depth = 0): string {
  const actual = resolve(value)
  if (actual === undefined || actual === null) return ''
  if (depth > MAX_DEPTH) return '…'
  if (isTable(actual)) return renderTable(actual.array(), depth)
  const fields = fieldsOf(actual)
  return fields === undefined ? scalar(actual) : columns([fields], depth)
}

function renderTable(rows: readonly unknown[], depth: number): string {
  const structures = rows.map(row => fieldsOf(resolve(row)))
  if (structures.every(fields => fields !== undefined)) return columns(structures, depth)
  return rows.map(row => render(row, depth + 1)).join('\n')
}

function columns(rows: ReadonlyArray<Readonly<Record<string, unknown>>>, depth: number): string {
  const names = Object.keys(rows[0] ?? {})
  const cells = [
    names.map(name => name.toUpperCase()),
    ...rows.map(row => names.map(name => render(row[name], depth + 1).replaceAll('\n', ' ')))
  ]
  const widths = names.map((_name, column) =>
    cells.reduce((widest, row) => Math.max(widest, (row[column] ?? '').length), 0)
  )
  return cells
    .map(row =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd()
    )
    .join('\n')
}

function resolve(value: unknown): unknown {
  let current = value
  for (let step = 0; step < MAX_DEPTH && typeof current === 'object' && current !== null; step++) {
    const next = current as Value
    if (typeof next.getPointer === 'function') current = next.getPointer()
    else if (typeof next.dereference === 'function') current = next.dereference()
    else break
  }
  return current
}

function isTable(value: unknown): value is { array(): unknown[] } {
  return typeof value === 'object' && value !== null && typeof (value as Value).array === 'function'
}

function fieldsOf(value: unknown): Record<string, unknown> | undefined {
  const types = currentRuntime().types as unknown as {
    Structure: new () => { get(): Record<string, unknown> }
  }
  return value instanceof types.Structure ? value.get() : undefined
}

function scalar(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  const runtime = currentRuntime() as unknown as {
    templateFormatting(source: unknown): string
    types: { ABAPObject: new () => object }
  }
  if (value instanceof runtime.types.ABAPObject) {
    const object = (value as Value).get?.() as object | undefined
    return object === undefined
      ? 'Initial reference'
      : `Object of class ${(object.constructor as { INTERNAL_NAME?: string }).INTERNAL_NAME ?? '?'}`
  }
  return runtime.templateFormatting(value)
}
