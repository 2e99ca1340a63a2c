/** Adds checks behind the typing of statements and expressions, which see the types of operands. */
import type { AbstractType, Nodes } from '@abaplint/core'
import { internal, typing, typeUtils } from './parser-internals.ts'
import type { SyntaxInput, Token, Typing } from './parser-internals.ts'

interface StatementTyping {
  readonly prototype: {
    runSyntax(node: Nodes.StatementNode, input: SyntaxInput): void
  }
}
interface IssueMaker {
  syntaxIssue(input: SyntaxInput, token: Token, text: string): SyntaxInput['issues'][number]
}

const { syntaxIssue } = internal<IssueMaker>('5_syntax/_syntax_input')

export function report(input: SyntaxInput, token: Token, text: string): void {
  input.issues.push(syntaxIssue(input, token, text))
}

/** The name that a token is; the escape sign that may stand before it is no part of the name. */
export function nameIn(token: Token): string {
  return token.getStr().replace(/^!/, '')
}

/** Runs a check behind the typing of a statement in which the parser has found nothing. */
export function after(
  file: string,
  name: string,
  check: (node: Nodes.StatementNode, input: SyntaxInput) => void
): void {
  const module = internal<Record<string, StatementTyping>>(`5_syntax/statements/${file}`)
  const prototype = module[name]?.prototype
  if (prototype === undefined) throw new Error(`the parser has no typing of ${name}`)
  const original = prototype.runSyntax
  prototype.runSyntax = function (node, input) {
    const before = input.issues.length
    original.call(this, node, input)
    if (input.issues.length === before) check(node, input)
  }
}

/** The type of a written operand. A second look at it must not report again. */
export function targetType(
  target: Nodes.ExpressionNode,
  input: SyntaxInput
): AbstractType | undefined {
  const quiet = { ...input, issues: [] }
  return typing<Typing>('target', 'Target').runSyntax(target, quiet) as AbstractType | undefined
}

/** The type of an operand that is the name of a variable; undefined for all other operands. */
export function variableType(
  operand: Nodes.ExpressionNode | undefined,
  input: SyntaxInput
): AbstractType | undefined {
  const name = operand?.concatTokens() ?? ''
  return /^<?\w+>?$/.test(name) ? input.scope.findVariable(name)?.getType() : undefined
}

/** Whether a value can be assigned, as the parser decides it for assignments. */
export function isAssignable(
  source: AbstractType,
  target: AbstractType,
  input: SyntaxInput
): boolean {
  const Utils = typeUtils() as unknown as new (scope: SyntaxInput['scope']) => {
    isAssignable(source: AbstractType, target: AbstractType): boolean
  }
  return new Utils(input.scope).isAssignable(source, target)
}
