/**
 * Warnings of the syntax check that need the types of operands: sorting by an empty key, and
 * conversions that the assignment makes anyway.
 */
import { BasicTypes, Expressions, Issue, Nodes, Severity } from '@abaplint/core'
import type { AbstractType } from '@abaplint/core'
import { isSameType } from './compatibility.ts'
import { typing } from './parser-internals.ts'
import type { SyntaxInput, Token, Typing } from './parser-internals.ts'
import { after, targetType } from './typed-statements.ts'

/** Findings of the typing that are warnings in the ERP. */
export const isSyntaxWarning = (issue: Issue): boolean =>
  issue.getKey() === 'check_syntax' && issue.getSeverity() === Severity.Warning

/** Reports a finding that keeps no program from running. */
export function warn(input: SyntaxInput, token: Token, text: string): void {
  const { filename } = input
  input.issues.push(Issue.atTokenFilename(filename, token, text, 'check_syntax', Severity.Warning))
}

export function installWarnings(): void {
  after('sort', 'Sort', sortByEmptyKey)
  after('move', 'Move', redundantConversion)
}

/** SORT without BY sorts by the primary key: with an empty one it does nothing. */
function sortByEmptyKey(node: Nodes.StatementNode, input: SyntaxInput): void {
  const target = node.findDirectExpression(Expressions.Target)
  if (target === undefined || node.findDirectTokenByText('BY') !== undefined) return
  const type = targetType(target, input)
  if (!(type instanceof BasicTypes.TableType)) return
  if (type.getOptions().keyType !== BasicTypes.TableKeyType.empty) return
  const name = target.concatTokens().toUpperCase()
  const text = `"${name}" is a table with an empty primary key. Check the semantics of the statement.`
  warn(input, target.getFirstToken(), text)
}

/** `i = CONV i( a MOD 2 )`: the assignment of a calculation converts to the same type. */
function redundantConversion(node: Nodes.StatementNode, input: SyntaxInput): void {
  const [target, more] = node.findDirectExpressions(Expressions.Target)
  const source = node.findDirectExpression(Expressions.Source)
  if (target === undefined || more !== undefined || source === undefined) return
  // of table expressions and inline declarations nothing is reported
  if (!/^\w+$/.test(target.concatTokens())) return
  const [first, type, , body, , rest] = source.getChildren()
  const isConversion =
    first instanceof Nodes.TokenNode && first.concatTokens().toUpperCase() === 'CONV'
  if (!isConversion || rest !== undefined || !(type instanceof Nodes.ExpressionNode)) return
  if (!(body instanceof Nodes.ExpressionNode) || !isCalculated(body)) return
  const quiet = { ...input, issues: [] }
  const own = typing<Typing>('source', 'Source').runSyntax(source, quiet) as
    AbstractType | undefined
  const other = targetType(target, input)
  if (own === undefined || other === undefined || !isSameType(own, other)) return
  const text = `Redundant conversion for type ${type.concatTokens().toUpperCase()}.`
  warn(input, first.getFirstToken(), text)
}

function isCalculated(body: Nodes.ExpressionNode): boolean {
  const source =
    body.get() instanceof Expressions.Source ? body : body.findDirectExpression(Expressions.Source)
  return (
    source?.findDirectExpression(Expressions.ArithOperator) !== undefined ||
    source?.findDirectExpression(Expressions.StringTemplate) !== undefined
  )
}
