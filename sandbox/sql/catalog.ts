/** The tables and views that a query can name. */
import type { Column, TableShape } from '../types.ts'
import type { ViewDefinition } from './parse/ast.ts'
import type { SqlType } from './types.ts'

/** A parameter of a view; its type is UNKNOWN where the dictionary does not have it. */
export interface TypedParameter {
  readonly name: string
  readonly type: SqlType
  readonly systemField?: string
}

/** A table or view that queries can name. */
export interface Relation {
  readonly shape: TableShape
  readonly kind: 'table' | 'view'
  /** The parsed CDS source of a view. */
  readonly definition?: ViewDefinition
  readonly parameters: readonly TypedParameter[]
  /** The SQLite table that holds the rows, where it has another name: that of a test double. */
  readonly storage?: string
  /** What the names in the definition stand for, where a test replaces some of them. */
  readonly within?: Catalog
}

export interface Catalog {
  /** Changes with what the names stand for; absent where that is fixed. */
  readonly version?: number
  find(name: string): Relation | undefined
  names(): string[]
}

/** A name as an SQL identifier. ABAP's names are case-insensitive and stand in lower case. */
export function identifier(name: string): string {
  return `"${name.toLowerCase().replaceAll('"', '""')}"`
}

/** The SQLite name under which the rows of a relation are found. */
export function storageOf(relation: Relation): string {
  return identifier(relation.storage ?? relation.shape.name)
}

/** The closest of the candidates, for messages; empty when nothing is close. */
export function closest(name: string, candidates: readonly string[]): string {
  const ranked = candidates
    .map(candidate => ({
      candidate,
      distance: distance(name.toUpperCase(), candidate.toUpperCase())
    }))
    .filter(({ candidate, distance }) => distance <= Math.max(2, Math.floor(candidate.length / 3)))
    .sort((a, b) => a.distance - b.distance)
  return ranked
    .slice(0, 3)
    .map(({ candidate }) => candidate.toUpperCase())
    .join(', ')
}

function distance(left: string, right: string): number {
  if (Math.abs(left.length - right.length) > 6) return Number.MAX_SAFE_INTEGER
  let previous = Array.from({ length: right.length + 1 }, (_unused, index) => index)
  for (let row = 1; row <= left.length; row++) {
    const current = [row]
    for (let column = 1; column <= right.length; column++) {
      const changed = (previous[column - 1] ?? 0) + (left[row - 1] === right[column - 1] ? 0 : 1)
      current.push(Math.min(changed, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1))
    }
    previous = current
  }
  return previous[right.length] ?? 0
}

export function columnList(columns: readonly Column[]): string {
  const names = columns
    .slice(0, 30)
    .map(column => column.name.toUpperCase())
    .join(', ')
  return columns.length > 30 ? `${names}, …` : names
}
