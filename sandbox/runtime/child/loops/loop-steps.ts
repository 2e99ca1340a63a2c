/** LOOP … STEP and FOR … IN: passes in either direction, over every n-th row, by any key. */
import { currentRuntime } from '../abap.ts'
import { isHashed, keyName, rowsBy, type KeyedTable } from '../tables/keys.ts'
import { isStructure, isTable, resolve, scalarOf, type AbapValue } from '../values.ts'

interface Controller {
  index: number
  loopTo: number
}
interface LoopedTable extends KeyedTable {
  startLoop(from: number, to: number, array: readonly AbapValue[]): Controller
  unregisterLoop(controller: Controller): void
}

export interface StepOptions {
  readonly step?: unknown
  readonly from?: unknown
  readonly to?: unknown
  readonly usingKey?: unknown
  /** Gets the number of each row. */
  readonly index?: { set(value: number): unknown }
  where?(row: unknown): Promise<boolean> | boolean
}

/** The rows of a loop with STEP, in their order; sets `sy-tabix` and `sy-subrc` as LOOP does. */
export async function* loopStep(
  source: unknown,
  options: StepOptions
): AsyncGenerator<AbapValue, void, undefined> {
  const table = resolve(source)
  if (!isTable(table)) throw new Error('GETWA_NOT_ASSIGNED')
  const step = options.step === undefined ? 1 : Math.trunc(Number(scalarOf(options.step)))
  if (step === 0 || (options.where !== undefined && Math.abs(step) !== 1)) {
    throw new Error('ITAB_ILLEGAL_STEP_SIZE')
  }
  const looped = table as LoopedTable
  const key = options.usingKey === undefined ? undefined : keyName(table, options.usingKey)
  const rows = rowsBy(looped, key)
  const { first, last } = boundsOf(options, step, rows.length)
  const sy = currentRuntime().builtin.sy.get()
  const outer = sy.tabix?.get()
  const hasIndex = !isHashed(looped, key)
  const controller = looped.startLoop(first - 1, rows.length, rows)
  let entered = false
  try {
    while (isWithin(controller.index, rows, { step, last })) {
      const row = rows[controller.index] as AbapValue
      if (await meets(row, options)) {
        sy.tabix?.set(hasIndex ? controller.index + 1 : 0)
        options.index?.set(hasIndex ? controller.index + 1 : 0)
        entered = true
        yield row
      }
      // the index moves along with rows that the pass inserts or deletes before its own
      controller.index += rows[controller.index] === row || step > 0 ? step : step + 1
    }
  } finally {
    looped.unregisterLoop(controller)
    sy.subrc?.set(entered ? 0 : 4)
    if (typeof outer === 'number') sy.tabix?.set(outer)
  }
}

/** FROM and TO; backwards the loop begins with the last row. */
function boundsOf(
  { from, to }: StepOptions,
  step: number,
  count: number
): { readonly first: number; readonly last: number | undefined } {
  const given = (value: unknown): number | undefined =>
    value === undefined ? undefined : Math.trunc(Number(scalarOf(value)))
  const first = given(from) ?? (step > 0 ? 1 : count)
  return {
    first: step > 0 ? Math.max(1, first) : Math.min(count, first),
    last: given(to)
  }
}

function isWithin(
  index: number,
  rows: readonly AbapValue[],
  { step, last }: { readonly step: number; readonly last: number | undefined }
): boolean {
  if (index < 0 || index >= rows.length) return false
  if (last === undefined) return true
  return step > 0 ? index + 1 <= last : index + 1 >= last
}

async function meets(row: AbapValue, { where }: StepOptions): Promise<boolean> {
  if (where === undefined) return true
  return await where(isStructure(row) ? row.get() : { table_line: row })
}
