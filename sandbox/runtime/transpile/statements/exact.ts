/** EXACT, as an addition of MOVE and as an operator. */
import { Expressions, type Nodes } from '@abaplint/core'
import { Chunk } from '@abaplint/transpiler'
import sources from '@abaplint/transpiler/build/src/expressions/source.js'
import types from '@abaplint/transpiler/build/src/expressions/type_name_or_infer.js'
import type { Traversal } from '../tables/dynamic.ts'

type Transpile = (node: Nodes.StatementNode, traversal: Traversal) => Chunk

/** MOVE EXACT: the transpiler drops the addition. */
export function moveExact(original: Transpile): Transpile {
  return (node, traversal) => {
    const target = node.findDirectExpression(Expressions.Target)
    const source = node.findDirectExpression(Expressions.Source)
    if (!startsWith(node, 1, 'EXACT') || target === undefined || source === undefined) {
      return original(node, traversal)
    }
    const code = `abap.sandbox.texts.exact(${traversal.traverse(target).getCode()}, ${traversal.traverse(source).getCode()});`
    return new Chunk().append(code, node, traversal)
  }
}

interface SourceTranspiler {
  readonly addGet: boolean
  transpile(node: Nodes.ExpressionNode, traversal: Traversal, context?: unknown): Chunk
}

/** EXACT type( … ): the transpiler does not know the operator. */
export function installExact(): void {
  const prototype = sources.SourceTranspiler.prototype as unknown as SourceTranspiler
  const original = prototype.transpile
  prototype.transpile = function (node, traversal, context) {
    if (!startsWith(node, 0, 'EXACT')) return original.call(this, node, traversal, context)
    const type = node.findDirectExpression(Expressions.TypeNameOrInfer)
    const source = node.findDirectExpression(Expressions.Source)
    if (type === undefined || source === undefined || node.getLastToken().getStr() !== ')') {
      throw new Error('EXACT as one of several operands')
    }
    const target = new types.TypeNameOrInfer().transpile(type, traversal).getCode()
    const value = traversal.traverse(source).getCode()
    const get = this.addGet ? '.get()' : ''
    return new Chunk().append(
      `abap.sandbox.texts.exact(${target}, ${value})${get}`,
      node,
      traversal
    )
  }
}

function startsWith(
  node: Nodes.StatementNode | Nodes.ExpressionNode,
  at: number,
  word: string
): boolean {
  return node.getChildren()[at]?.getFirstToken().getStr().toUpperCase() === word
}
