/** Collects the groups of LOOP AT … GROUP BY. */
import { currentRuntime } from '../abap.ts'
import { leaves, resolve, type AbapValue } from '../values.ts'

/** The groups of LOOP AT … GROUP BY, collected before the body runs for the first one. */
export interface Groups {
  add(row: AbapValue, keys: readonly unknown[]): void
  list(): Group[]
}

export interface Group {
  readonly first: AbapValue
  /** The rows themselves, not copies. */
  members(): unknown
  /**
   * Fills a value of the group variable's type: the only key, or the components by name with their
   * role.
   */
  key(into: AbapValue, parts: ReadonlyArray<readonly [string, string]>): AbapValue
}

interface Collected {
  readonly keys: readonly unknown[]
  readonly rows: AbapValue[]
}

/** The order is 1 for ascending and -1 for descending keys, and 0 for that of the rows. */
export function createGroups(order: number): Groups {
  const collected = new Map<string, Collected>()
  return {
    add(row, keys) {
      const id = JSON.stringify(keys.map(comparable))
      const group = collected.get(id) ?? { keys: keys.map(copy), rows: [] }
      group.rows.push(row)
      collected.set(id, group)
    },
    list() {
      const groups = [...collected.values()]
      if (order !== 0) groups.sort((left, right) => order * compareKeys(left, right))
      return groups.map((group, index) => groupOf(group, index + 1))
    }
  }
}

function groupOf(group: Collected, index: number): Group {
  const [first] = group.rows
  if (first === undefined) throw new Error('a group without rows')
  return {
    first,
    members() {
      const { Table } = currentRuntime().types as unknown as {
        Table: new (row: AbapValue, options: object) => { array(): AbapValue[] }
      }
      const table = new Table(first.clone(), {
        withHeader: false,
        keyType: 'DEFAULT',
        primaryKey: { name: 'primary_key', type: 'STANDARD', isUnique: false, keyFields: [] },
        secondary: []
      })
      table.array().push(...group.rows)
      return table
    },
    key(into, parts) {
      if (parts.length === 0) {
        into.set(group.keys[0])
        return into
      }
      const keys = [...group.keys]
      const components = into.get() as Record<string, AbapValue>
      for (const [name, role] of parts) {
        components[name]?.set(
          role === 'key' ? keys.shift() : role === 'size' ? group.rows.length : index
        )
      }
      return into
    }
  }
}

function copy(value: unknown): unknown {
  const actual = resolve(value)
  return typeof actual === 'object' &&
    actual !== null &&
    'clone' in actual &&
    typeof actual.clone === 'function'
    ? (actual.clone() as unknown)
    : actual
}

function comparable(value: unknown): unknown {
  const actual = resolve(value)
  const parts = leaves(actual)
  if (parts.length > 0) return parts.map(([, part]) => comparable(part))
  const content: unknown =
    typeof actual === 'object' &&
    actual !== null &&
    'get' in actual &&
    typeof actual.get === 'function'
      ? actual.get()
      : actual
  return typeof content === 'bigint'
    ? String(content)
    : typeof content === 'string'
      ? content.trimEnd()
      : content
}

function compareKeys(left: Collected, right: Collected): number {
  for (let index = 0; index < left.keys.length; index++) {
    const { compare } = currentRuntime() as unknown as {
      compare: { lt(a: unknown, b: unknown): boolean; gt(a: unknown, b: unknown): boolean }
    }
    if (compare.lt(left.keys[index], right.keys[index])) return -1
    if (compare.gt(left.keys[index], right.keys[index])) return 1
  }
  return 0
}
