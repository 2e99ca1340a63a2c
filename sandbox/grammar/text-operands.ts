/** Checks that statements for character strings have character-like operands. */
import { BasicTypes, Expressions } from '@abaplint/core'
import type { AbstractType, Nodes } from '@abaplint/core'
import { isElementary, isIncompatible, isReference } from './compatibility.ts'
import { internal } from './parser-internals.ts'
import type { SyntaxInput } from './parser-internals.ts'
import { after, report, targetType, variableType } from './typed-statements.ts'

type Statement = Nodes.StatementNode

const { TableType } = BasicTypes

export function installTextOperands(): void {
  permitBytesToSplit()
  after('split', 'Split', textToSplit)
  after('translate', 'Translate', textToChange)
  after('condense', 'Condense', textToChange)
  after('shift', 'Shift', textToChange)
}

interface SplitTyping {
  readonly prototype: { runSyntax(node: Statement, input: SyntaxInput): void }
}

/** The parser takes every SPLIT for one of characters. */
function permitBytesToSplit(): void {
  const { prototype } = internal<{ Split: SplitTyping }>('5_syntax/statements/split').Split
  const original = prototype.runSyntax
  prototype.runSyntax = function (node, input) {
    const before = input.issues.length
    original.call(this, node, input)
    const isRefused = input.issues.at(-1)?.getMessage().endsWith('target not character like')
    if (isRefused === true && isInByteMode(node)) input.issues.length = before
  }
}

function isInByteMode(node: Statement): boolean {
  return /\bIN BYTE MODE\b/i.test(node.concatTokens())
}

function textToSplit(node: Statement, input: SyntaxInput): void {
  const source = node.findDirectExpression(Expressions.Source)
  if (source === undefined || isInByteMode(node)) return
  checkText(source, variableType(source, input), input)
}

function textToChange(node: Statement, input: SyntaxInput): void {
  const target = node.findDirectExpression(Expressions.Target)
  if (target === undefined || isInByteMode(node)) return
  checkText(target, targetType(target, input), input)
}

function checkText(
  operand: Nodes.ExpressionNode,
  type: AbstractType | undefined,
  input: SyntaxInput
): void {
  if (type === undefined) return
  const isOther = isElementary(type) && isIncompatible(type, BasicTypes.CLikeType.get())
  if (!isOther && !isReference(type) && !(type instanceof TableType && !type.isWithHeader())) return
  const name = operand.concatTokens().toUpperCase()
  report(
    input,
    operand.getFirstToken(),
    `"${name}" must be a character-like data object (data type C, N, D, T or STRING).`
  )
}
