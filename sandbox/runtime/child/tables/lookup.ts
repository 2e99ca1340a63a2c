/** CORRESPONDING with a lookup table: rows that are completed from the rows of another table. */
import { currentRuntime } from '../abap.ts'
import { isStructure, isTable, resolve, type AbapTable, type AbapValue } from '../values.ts'
import { componentOf, keyName, rowsBy, type KeyedTable } from './keys.ts'

/** Names of a component in the table, and of its value in the lookup table. */
type Pair = readonly [string, string]
interface Lookup {
  readonly key: string | undefined
  /** Components of the lookup table, and the components of the table that they are compared with. */
  readonly using: readonly Pair[]
  readonly mapping: readonly Pair[]
}
interface Runtime {
  readonly compare: { eq(left: unknown, right: unknown): boolean }
  readonly statements: { insertInternal(input: object): unknown }
}

/** A copy of the table whose rows have got what the first row that fits them has. */
export function lookup(source: unknown, other: unknown, options: Lookup): AbapTable {
  const [table, searched] = [resolve(source), resolve(other)]
  if (!isTable(table) || !isTable(searched)) throw new Error('GETWA_NOT_ASSIGNED')
  const key = options.key === undefined ? undefined : keyName(searched, options.key)
  const rows = rowsBy(searched as KeyedTable, key)
  const { compare, statements } = currentRuntime() as unknown as Runtime
  const result = table.clone() as AbapTable
  result.clear()
  for (const row of table.array()) {
    const found = rows.find(each =>
      options.using.every(([name, own]) =>
        compare.eq(componentOf(each, name), componentOf(row, own))
      )
    )
    const line = resolve(row) as AbapValue
    const completed = line.clone()
    if (found !== undefined) complete(completed, found, options)
    statements.insertInternal({ table: result, data: completed })
  }
  return result
}

/** Components of the search are left as they are, unless the mapping names them. */
function complete(line: AbapValue, found: AbapValue, { using, mapping }: Lookup): void {
  const [target, source] = [resolve(line), resolve(found)]
  if (!isStructure(target) || !isStructure(source)) return
  const mapped = new Map(mapping)
  const used = new Set(using.flatMap(([name, own]) => [name, own]))
  const from = source.get()
  for (const [name, part] of Object.entries(target.get())) {
    const other = mapped.get(name)
    const value =
      other !== undefined
        ? componentOf(source, other)
        : used.has(name) || !Object.hasOwn(from, name)
          ? undefined
          : from[name]
    if (value === undefined) continue
    assign(value, part)
  }
}

function assign(value: AbapValue, part: AbapValue): void {
  if (isStructure(value) || isTable(value)) {
    const statements = currentRuntime().statements as unknown as {
      moveCorresponding(source: unknown, target: unknown): unknown
    }
    statements.moveCorresponding(value, part)
  } else part.set(value)
}
