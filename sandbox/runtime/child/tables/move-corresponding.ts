/**
 * MOVE-CORRESPONDING and CORRESPONDING with EXPANDING NESTED TABLES (DEEP), KEEPING TARGET LINES
 * (APPENDING) and EXACT. Rules:
 * https://help.sap.com/doc/abapdocu_758_index_htm/7.58/en-US/abapmove-corresponding.htm
 */
import { currentRuntime } from '../abap.ts'
import { exact as assignExactly } from '../texts/lossless.ts'
import {
  isStructure,
  isTable,
  resolve,
  type AbapStructure,
  type AbapTable,
  type AbapValue
} from '../values.ts'
import { runtimeError } from './keys.ts'

interface Options {
  /** Rows of nested tables are assigned by the names of their components. */
  readonly expanding?: boolean
  /** Rows of the target, or of its nested tables, stay. */
  readonly keeping?: boolean
  readonly exact?: boolean
}

/** Assigns what has the same name, and returns the target. */
export function moveDeep<Target>(source: unknown, target: Target, options: Options): Target {
  const [from, to] = [resolve(source), resolve(target)]
  if (from === undefined || to === undefined) throw new Error('GETWA_NOT_ASSIGNED')
  if (from === to) return target
  if (isStructure(from) && isStructure(to)) moveStructure(from, to, options)
  else if (isTable(from) && isTable(to)) moveTable(from, to, options)
  else runtimeError('MOVE-CORRESPONDING between what is not two structures or two tables')
  return target
}

function moveStructure(from: AbapStructure, to: AbapStructure, options: Options): void {
  const parts = to.get()
  for (const [name, value] of Object.entries(from.get())) {
    const part = Object.hasOwn(parts, name) ? parts[name] : undefined
    if (part !== undefined) moveComponent(value, part, options)
  }
}

function moveComponent(value: AbapValue, part: AbapValue, options: Options): void {
  if (isStructure(value) && isStructure(part)) moveStructure(value, part, options)
  else if (
    isTable(value) &&
    isTable(part) &&
    (options.expanding === true || options.keeping === true)
  ) {
    if (options.expanding === true) moveTable(value, part, options)
    else appendRows(value, part, options)
  } else if (options.exact === true) assignExactly(part, value)
  else part.set(value)
}

function moveTable(from: AbapTable, to: AbapTable, options: Options): void {
  if (!haveCommonNames(from.getRowType(), to.getRowType())) return
  if (options.keeping !== true) to.clear()
  // rows of nested tables are made of initial ones: there is nothing to keep
  const inner = { ...options, keeping: false }
  addRows(from, to, (row, line) => {
    moveRow(row, line, inner)
  })
}

function moveRow(row: unknown, line: AbapValue, options: Options): void {
  if (isStructure(row) && isStructure(line)) moveStructure(row, line, options)
  else moveComponent(row as AbapValue, line, options)
}

/** KEEPING TARGET LINES of a structure: whole rows of nested tables are converted. */
function appendRows(from: AbapTable, to: AbapTable, options: Options): void {
  addRows(from, to, (row, line) => {
    if (options.exact === true) assignExactly(line, row)
    else line.set(row)
  })
}

function addRows(
  from: AbapTable,
  to: AbapTable,
  fill: (row: unknown, line: AbapValue) => void
): void {
  const { insertInternal } = currentRuntime().statements as unknown as {
    insertInternal(input: object): unknown
  }
  for (const row of [...from.array()]) {
    const line = to.getRowType().clone()
    line.clear()
    fill(resolve(row), line)
    insertInternal({ table: to, data: line, noClone: true })
    if (currentRuntime().builtin.sy.get()['subrc']?.get() === 4) runtimeError('ITAB_DUPLICATE_KEY')
  }
}

/** Lines without a structure are a component with the same name in all tables. */
function haveCommonNames(from: unknown, to: unknown): boolean {
  if (!isStructure(from) || !isStructure(to)) return isStructure(from) === isStructure(to)
  const names = to.get()
  return Object.keys(from.get()).some(name => Object.hasOwn(names, name))
}
