/** Reports what the translation of ABAP SQL refuses, at its place in the source. */
import type { IRegistry, Nodes } from '@abaplint/core'
import { SqlError } from '../../sql/errors.ts'
import { internal } from '../parser-internals.ts'
import type { SyntaxInput, Token } from '../parser-internals.ts'
import { warn as reportWarning } from '../warnings.ts'

export interface Input extends SyntaxInput {
  readonly scope: SyntaxInput['scope'] & { getRegistry(): IRegistry }
}
interface IssueMaker {
  syntaxIssue(input: SyntaxInput, token: Token, text: string): SyntaxInput['issues'][number]
}

type Node = Nodes.StatementNode | Nodes.ExpressionNode

const { syntaxIssue } = internal<IssueMaker>('5_syntax/_syntax_input')

export function report(input: SyntaxInput, token: Token, text: string): void {
  input.issues.push(syntaxIssue(input, token, text))
}

/** Errors of the language are reported; of what is not understood nothing is said. */
export function reporting(node: Node, input: SyntaxInput, check: () => void): void {
  try {
    check()
  } catch (error) {
    if (!(error instanceof SqlError)) throw error
    if (isFault(error)) report(input, tokenOf(error, node), error.message)
  }
}

/** Reports what is a warning in the mode of the statement. */
export function warn(warning: SqlError, node: Node, input: SyntaxInput): void {
  reportWarning(input, tokenOf(warning, node), warning.message)
}

/** Unknown tables are reported where the parser looks them up. */
function isFault({ code, message }: SqlError): boolean {
  return (
    code === 'SYNTAX' ||
    code === 'UNKNOWN_COLUMN' ||
    (code === 'UNKNOWN_TABLE' && /is not in FROM|^"\+/.test(message))
  )
}

/** The token at the place that the translation names, else the first one. */
function tokenOf({ place }: SqlError, node: Node): Token {
  const first = node.getFirstToken()
  if (place === undefined) return first
  const row = first.getRow() + place.row - 1
  return (
    node.getTokens().find(token => token.getRow() === row && token.getCol() - 1 >= place.column) ??
    first
  )
}
