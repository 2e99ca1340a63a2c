/**
 * Brings the grammar and the typing of the parser to ABAP of release 7.58. Every thread that parses
 * installs them before its first source.
 */
import { permitConversion } from './insert-index.ts'
import { installSqlExpressions } from './sql-expressions.ts'

let installed = false

export function installGrammar(): void {
  if (installed) return
  installed = true
  installSqlExpressions()
  permitConversion()
}
