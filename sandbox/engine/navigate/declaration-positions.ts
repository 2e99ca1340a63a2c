/** The position of a declaration, which identifies the declared symbol. */
import type { Identifier } from '@abaplint/core'
import type { FileRange } from '../../types.ts'

/**
 * Where a name is declared: the identity of everything that is not a repository object. Row
 * 1-based, column 0-based.
 */
export interface DeclarationPosition {
  readonly file: string
  readonly row: number
  readonly column: number
  readonly name: string
}

export function declarationPositionOf(identifier: Identifier): DeclarationPosition {
  const start = identifier.getStart()
  // The name of the identifier excludes the escape character, its position includes it.
  const escapeLength = identifier.getToken().getStr().startsWith('!') ? 1 : 0
  const name = identifier.getName().replace(/^!/, '').toUpperCase()
  return {
    file: identifier.getFilename(),
    row: start.getRow(),
    column: start.getCol() - 1 + escapeLength,
    name
  }
}

export function isSamePosition(a: DeclarationPosition, b: DeclarationPosition): boolean {
  return a.file === b.file && a.row === b.row && a.column === b.column
}

export function rangeOfDeclaration({ file, row, column, name }: DeclarationPosition): FileRange {
  return { file, startRow: row, startColumn: column, endRow: row, endColumn: column + name.length }
}
