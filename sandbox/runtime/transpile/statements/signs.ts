/** Signs and powers in calculations: what belongs to which operand. */
import { Expressions, Nodes } from '@abaplint/core'
import rearrangers from '@abaplint/transpiler/build/src/rearranger.js'

type Node = Nodes.ExpressionNode

/**
 * The transpiler takes the sign in front of the first operand for one of all that follows:
 * `- a + b` would be `-( a + b )`. The operand becomes a source of its own; a power keeps its sign
 * in front. Powers are calculated from the right, and the transpiler takes them from the left.
 */
export function installSigns(): void {
  const prototype = rearrangers.Rearranger.prototype as unknown as { precedence(node: Node): void }
  const { precedence } = prototype
  prototype.precedence = function (this: unknown, node) {
    const [operator, ...others] = node.findDirectExpressions(Expressions.ArithOperator)
    const children = node.getChildren()
    if (operator !== undefined && others.length === 0 && operator.concatTokens() !== '**') {
      const operand = children.slice(0, children.indexOf(operator))
      if (operand.length > 1 && isSign(operand[0])) {
        const signed = new Nodes.ExpressionNode(node.get())
        signed.setChildren(operand)
        node.setChildren([signed, ...children.slice(operand.length)])
      }
    }
    const isPower = [operator, ...others].every(each => each?.concatTokens() === '**')
    if (others.length > 0 && operator !== undefined && isPower) {
      const rest = new Nodes.ExpressionNode(node.get())
      rest.setChildren(children.slice(children.indexOf(operator) + 1))
      prototype.precedence.call(this, rest)
      node.setChildren([...children.slice(0, children.indexOf(operator) + 1), rest])
    } else precedence.call(this, node)
  }
}

function isSign(node: unknown): boolean {
  return node instanceof Nodes.TokenNode && /^[+-]$/.test(node.getFirstToken().getStr())
}
