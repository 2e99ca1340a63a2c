/**
 * Finds the token that an issue of a rule refers to, and whether other objects can use what it
 * declares.
 */
import { Statements } from '@abaplint/core'
import type { ABAPFile, Nodes, Token } from '@abaplint/core'
import type { FileRange } from '../../types.ts'

/** Declarations that callers or users supply or read: parameters, selection screens. */
const INTERFACE_DECLARATIONS = [
  Statements.MethodDef,
  Statements.Events,
  Statements.FunctionModule,
  Statements.Form,
  Statements.Parameter,
  Statements.SelectOption,
  Statements.Tables
]
/** Whether the declaration at the place is one that other programs and users fill. */
export function isInterface(file: ABAPFile, { startRow, startColumn }: FileRange): boolean {
  const statement = statementAt(file, startRow, startColumn)
  return INTERFACE_DECLARATIONS.some(kind => statement?.get() instanceof kind)
}

/**
 * The first token of the statement that is the name in the message; undefined when there is none or
 * the issue already points to it.
 */
export function namedToken(
  file: ABAPFile,
  { startRow, startColumn }: FileRange,
  message: string
): Token | undefined {
  const name = /"([\w/<>~]+)"/.exec(message)?.[1]?.toUpperCase()
  const statement = statementAt(file, startRow, startColumn)
  if (name === undefined || statement === undefined) return undefined
  const tokens = statement.getTokens()
  const at = tokens.find(token => token.getRow() === startRow && token.getCol() - 1 === startColumn)
  if (at?.getStr().toUpperCase() === name) return undefined
  return tokens.find(
    token =>
      token.getStr().toUpperCase() === name &&
      (token.getRow() > startRow ||
        (token.getRow() === startRow && token.getCol() - 1 > startColumn))
  )
}

function statementAt(file: ABAPFile, row: number, column: number): Nodes.StatementNode | undefined {
  return file.getStatements().find(statement => {
    const [first, last] = [statement.getFirstToken(), statement.getLastToken()]
    const begins = first.getRow() < row || (first.getRow() === row && first.getCol() - 1 <= column)
    return (
      begins &&
      (last.getRow() > row || (last.getRow() === row && last.getEnd().getCol() - 1 > column))
    )
  })
}
