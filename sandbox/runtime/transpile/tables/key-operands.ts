/** Evaluates the operands of a key in a table expression once, where the transpiler does for each row. */
import { Expressions, type Nodes } from '@abaplint/core'
import { Chunk } from '@abaplint/transpiler'
import expressions from '@abaplint/transpiler/build/src/expressions/table_expression.js'
import uniqueIdentifier from '@abaplint/transpiler/build/src/unique_identifier.js'
import type { Traversal } from './dynamic.ts'

interface TableExpression {
  transpile(node: Nodes.ExpressionNode, traversal: Traversal, source?: Chunk): Chunk
}

/** The beginning and the end of the code that compares a row with the key. */
const COMPARES = 'withKey: async (i) => {'
const END = ';}, usesTableLine'

export function installKeyOperands(): void {
  const prototype = expressions.TableExpressionTranspiler.prototype as unknown as TableExpression
  const { transpile } = prototype
  prototype.transpile = function (node, traversal, source) {
    if (node.findDirectExpression(Expressions.ComponentChainSimple) === undefined) {
      return transpile.call(this, node, traversal, source)
    }
    const operands = new Set<unknown>(node.findDirectExpressions(Expressions.Source))
    const values: { readonly name: string; readonly code: string }[] = []
    const own = Object.create(traversal) as Traversal
    own.traverse = each => {
      const chunk = traversal.traverse(each)
      const code = chunk.getCode()
      if (!operands.has(each) || !code.includes('await ')) return chunk
      const name = uniqueIdentifier.UniqueIdentifier.get()
      values.push({ name, code })
      return new Chunk(name)
    }
    const code = transpile.call(this, node, own, source).getCode()
    if (values.length === 0) return new Chunk(code)
    const begin = code.lastIndexOf(COMPARES)
    const end = code.lastIndexOf(END)
    const names = values.map(({ name }) => name).join(', ')
    const given = values.map(each => each.code).join(', ')
    const compares = code.slice(begin + 'withKey: '.length, end)
    return new Chunk(
      `${code.slice(0, begin)}withKey: ((${names}) => ${compares};})(${given})${code.slice(end + 2)}`
    )
  }
}
