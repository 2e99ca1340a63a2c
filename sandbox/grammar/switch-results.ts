/**
 * SWITCH whose first branch raises an exception: the type is that of the operator or of the operand
 * position. The parser takes it from the first result alone.
 */
import { BasicTypes, Expressions } from '@abaplint/core'
import type { AbstractType, Nodes } from '@abaplint/core'
import { internal, typing } from './parser-internals.ts'
import type { SyntaxInput, Typing } from './parser-internals.ts'
import { report } from './typed-statements.ts'

interface Branches extends Typing {
  runSyntax(
    node: Nodes.ExpressionNode | Nodes.StatementNode,
    input: SyntaxInput,
    target?: unknown
  ): unknown
}

interface Raising {
  readonly RaiseMessage: { checkThrow(node: Nodes.ExpressionNode, input: SyntaxInput): void }
}

export function installSwitchResults(): void {
  const branches = typing<Branches>('switch_body', 'SwitchBody')
  const { RaiseMessage } = internal<Raising>('5_syntax/_raise_message')
  const original = branches.runSyntax
  branches.runSyntax = function (node, input, target) {
    const first = node.findExpressionAfterToken('THEN')
    if (!(first?.get() instanceof Expressions.Throw)) {
      return original.call(this, node, input, target)
    }
    for (const raised of node.findDirectExpressions(Expressions.Throw)) {
      RaiseMessage.checkThrow(raised, input)
    }
    for (const source of node.findDirectExpressions(Expressions.Source)) {
      typing('source', 'Source').runSyntax(source, input, target)
    }
    const type = target as AbstractType | undefined
    if (type !== undefined && !type.isGeneric()) return type
    const text =
      'The type of SWITCH is not known here: an operand must stand after the first THEN, not THROW.'
    report(input, first.getFirstToken(), text)
    return BasicTypes.VoidType.get('SWITCH')
  }
}
