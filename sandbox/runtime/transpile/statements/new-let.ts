/** NEW with LET: what is declared is known within the expression. */
import { Expressions } from '@abaplint/core'
import type { Nodes } from '@abaplint/core'
import { Chunk } from '@abaplint/transpiler'
import expressions from '@abaplint/transpiler/build/src/expressions/index.js'
import { without, type Traversal } from '../tables/dynamic.ts'

interface Transpiler {
  transpile(node: Nodes.ExpressionNode, traversal: Traversal): Chunk
}

export function installNewLet(): void {
  const prototype = expressions.NewObjectTranspiler.prototype as unknown as Transpiler
  const original = prototype.transpile
  prototype.transpile = function (node, traversal) {
    const declared = node.findDirectExpression(Expressions.Let)
    if (declared === undefined) return original.call(this, node, traversal)
    if (node.findDirectExpression(Expressions.FieldAssignment) !== undefined) {
      throw new Error('NEW … LET with parts of components')
    }
    const variables = new expressions.LetTranspiler().transpile(declared, traversal).getCode()
    const value = original.call(this, without(node, new Set([declared])), traversal).getCode()
    const code = `(await (async () => {${variables}return ${value};})())`
    return new Chunk().append(code, node, traversal)
  }
}
