/** The operations of a calculation, one by one: EXACT checks each of them. */
import { Expressions, Nodes, type INode } from '@abaplint/core'
import type { Traversal } from '../tables/dynamic.ts'

/**
 * The code of a calculation as `child/texts/lossless-calculation.ts` reads it; undefined for what
 * is none.
 */
export function calculationCode(
  source: Nodes.ExpressionNode,
  traversal: Traversal
): string | undefined {
  if (!hasOperator(source)) return undefined
  const items = flatten(source.getChildren())
  return new Reader(items, traversal).sum()
}

function hasOperator(source: Nodes.ExpressionNode): boolean {
  if (source.findDirectExpression(Expressions.ArithOperator) !== undefined) return true
  // parentheses around all of it
  const isEnclosed = source.getFirstChild() instanceof Nodes.TokenNode && isParenthesis(source)
  return isEnclosed && source.findDirectExpressions(Expressions.Source).some(hasOperator)
}

const isParenthesis = (source: Nodes.ExpressionNode): boolean =>
  source.getFirstToken().getStr() === '('

type Item = string | Nodes.ExpressionNode

/** Operands, operators and parentheses in their order. */
function flatten(children: readonly INode[]): Item[] {
  return children.flatMap((child): Item[] => {
    if (child instanceof Nodes.TokenNode) return [child.concatTokens()]
    if (!(child instanceof Nodes.ExpressionNode)) return []
    const kind = child.get()
    if (kind instanceof Expressions.ArithOperator) return [child.concatTokens().toUpperCase()]
    return kind instanceof Expressions.Source ? flatten(child.getChildren()) : [child]
  })
}

class Reader {
  readonly #items: readonly Item[]
  readonly #traversal: Traversal
  #at = 0

  constructor(items: readonly Item[], traversal: Traversal) {
    this.#items = items
    this.#traversal = traversal
  }

  sum(): string {
    return this.#chain(['+', '-'], () => this.#chain(['*', '/'], () => this.#operand()))
  }

  #chain(operators: readonly string[], next: () => string): string {
    let left = next()
    for (;;) {
      const operator = this.#items[this.#at]
      if (typeof operator !== 'string' || !operators.includes(operator)) return left
      this.#at++
      left = `{operator: ${JSON.stringify(operator)}, left: ${left}, right: ${next()}}`
    }
  }

  #operand(): string {
    const item = this.#items[this.#at++]
    if (item === '-') {
      return `{operator: "*", left: {value: -1}, right: ${this.#operand()}}`
    }
    if (item === '+') return this.#operand()
    if (item === '(') {
      const inner = this.sum()
      if (this.#items[this.#at++] !== ')') throw new Error('EXACT with DIV, MOD or **')
      return inner
    }
    if (typeof item === 'string' || item === undefined) throw new Error('EXACT of this calculation')
    return `{value: ${this.#traversal.traverse(item).getCode()}}`
  }
}
