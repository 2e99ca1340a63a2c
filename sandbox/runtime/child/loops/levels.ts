/** The control levels of a loop: AT NEW, AT END OF, AT FIRST and AT LAST. */
import { currentRuntime } from '../abap.ts'
import { isStructure, leaves, resolve, type AbapTable, type AbapValue } from '../values.ts'

/** What the work area of a loop held before a control level was entered. */
export interface Level {
  readonly area: AbapValue | undefined
  readonly content: AbapValue | undefined
  /** The component of the level; empty for the whole table. */
  readonly name: string
}

/**
 * Whether a control level begins or ends between two rows: with its component, or with one to the
 * left of it.
 */
export function levelChanged(one: unknown, other: unknown, name: string): boolean {
  const { eq } = (
    currentRuntime() as unknown as {
      readonly compare: { eq(left: unknown, right: unknown): boolean }
    }
  ).compare
  const [left, right] = [resolve(one), resolve(other)]
  if (!isStructure(left) || !isStructure(right)) return !eq(left, right)
  const [own, others] = [Object.entries(left.get()), right.get()]
  const last = own.findIndex(([component]) => component === name.split('-')[0])
  return own.slice(0, last + 1).some(([component, value]) => !eq(value, others[component]))
}

/**
 * Within a control level the work area shows the components up to that of the level; the others are
 * initial, texts of fixed length full of asterisks.
 */
export function enterLevel(target: unknown, name: string): Level {
  const area = resolve(target)
  if (!isStructure(area)) return { area: undefined, content: undefined, name }
  const content = area.clone()
  const components = Object.entries(area.get())
  const last = components.findIndex(([component]) => component === name.split('-')[0])
  for (const [, value] of components.slice(last + 1)) maskValue(value)
  return { area: area as unknown as AbapValue, content, name }
}

/** SUM: the numeric components of the work area become the totals of the rows of the level. */
export function sumLevel({ area, content, name }: Level, table: AbapTable): void {
  if (area === undefined) throw new Error('SUM of a loop without a structured work area')
  const { builtin, operators } = currentRuntime() as unknown as {
    readonly builtin: { readonly sy: { get(): Record<string, AbapValue> } }
    readonly operators: { add(left: unknown, right: unknown): unknown }
  }
  const rows = table.array()
  const isOfLevel = (row: AbapValue | undefined) =>
    row !== undefined && (name === '' || !levelChanged(row, content, name))
  const current = Number(builtin.sy.get()['tabix']?.get()) - 1
  let first = isOfLevel(rows[current]) ? current : rows.findIndex(isOfLevel)
  while (isOfLevel(rows[first - 1])) first--
  const totals = leaves(area).filter(([, value]) => isNumber(value))
  for (const [, total] of totals) total.clear()
  for (let index = first; isOfLevel(rows[index]); index++) {
    const parts = new Map(leaves(rows[index]))
    for (const [component, total] of totals) total.set(operators.add(total, parts.get(component)))
  }
}

export function leaveLevel({ area, content }: Level): void {
  if (content !== undefined) area?.set(content)
}

function maskValue(value: AbapValue): void {
  const actual = resolve(value)
  if (isStructure(actual)) {
    for (const [, part] of leaves(actual)) maskValue(part)
  } else if (isText(actual)) {
    Object.assign(actual, { value: '*'.repeat(String(actual.get()).length) })
  } else value.clear()
}

const isText = (value: unknown): value is AbapValue =>
  isOfType(value, ['Character', 'Numc', 'Date', 'Time'])

const isNumber = (value: unknown): boolean =>
  isOfType(resolve(value), ['Integer', 'Integer8', 'Packed', 'Float', 'DecFloat34'])

function isOfType(value: unknown, names: readonly string[]): boolean {
  const types = currentRuntime().types as unknown as Record<string, new () => object>
  return names.some(name => types[name] !== undefined && value instanceof types[name])
}
