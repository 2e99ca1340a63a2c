/** The place of a declaration as the identity of what it declares. */
import type { Identifier } from '@abaplint/core'
import type { FileRange } from '../../types.ts'

/**
 * Where a name is declared: the identity of everything that is not a repository object. Row
 * 1-based, column 0-based.
 */
export interface Spot {
  readonly file: string
  readonly row: number
  readonly column: number
  readonly name: string
}

export function spotOf(identifier: Identifier): Spot {
  const start = identifier.getStart()
  // The identifier's name comes without the escape sign, its position is that of the sign.
  const shift = identifier.getToken().getStr().startsWith('!') ? 1 : 0
  const name = identifier.getName().replace(/^!/, '').toUpperCase()
  return {
    file: identifier.getFilename(),
    row: start.getRow(),
    column: start.getCol() - 1 + shift,
    name
  }
}

export function sameSpot(a: Spot, b: Spot): boolean {
  return a.file === b.file && a.row === b.row && a.column === b.column
}

export function rangeOfSpot({ file, row, column, name }: Spot): FileRange {
  return { file, startRow: row, startColumn: column, endRow: row, endColumn: column + name.length }
}
