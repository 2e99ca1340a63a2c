/** Targets and objects of calls that the transpiler names wrongly. */
import { Expressions, type Nodes } from '@abaplint/core'
import { Chunk } from '@abaplint/transpiler'
import expressions from '@abaplint/transpiler/build/src/expressions/index.js'
import traversals from '@abaplint/transpiler/build/src/traversal.js'
import { without, type Traversal } from '../tables/dynamic.ts'

interface Transpiler {
  transpile(node: Nodes.ExpressionNode, traversal: Traversal): Chunk
}

export function installTargets(): void {
  writeToConstructed()
  writeToDeclared()
  renameCalled()
}

/** `CAST type( object )->attribute = …` */
function writeToConstructed(): void {
  const prototype = expressions.TargetTranspiler.prototype as unknown as Transpiler
  const original = prototype.transpile
  prototype.transpile = function (node, traversal) {
    const object =
      node.findDirectExpression(Expressions.Cast) ??
      node.findDirectExpression(Expressions.NewObject)
    if (object === undefined || node.getFirstChild() !== object) {
      return original.call(this, node, traversal)
    }
    const rest = original.call(this, without(node, new Set([object])), traversal).getCode()
    if (!rest.startsWith('.')) throw new Error('a part of an attribute of CAST or NEW')
    const code = traversal.traverse(object).getCode() + rest
    return new Chunk().append(code, node, traversal)
  }
}

/** `DATA(Name)`: the variable is declared in lower case. */
function writeToDeclared(): void {
  const prototype = expressions.TargetTranspiler.prototype as unknown as Transpiler
  const original = prototype.transpile
  const { Traversal } = traversals
  prototype.transpile = function (node, traversal) {
    const field = node
      .findDirectExpression(Expressions.InlineData)
      ?.findDirectExpression(Expressions.TargetField)
    if (field === undefined) return original.call(this, node, traversal)
    const name = Traversal.escapeNamespace(field.concatTokens().toLowerCase())
    return new Chunk().append(Traversal.prefixVariable(name), node, traversal)
  }
}

/** `CALL METHOD object->(name)`: a variable whose name is one of JavaScript has another there. */
function renameCalled(): void {
  const prototype = expressions.SourceFieldTranspiler.prototype as unknown as Transpiler
  const original = prototype.transpile
  prototype.transpile = function (node, traversal) {
    const code = original.call(this, node, traversal).getCode()
    return new Chunk().append(traversals.Traversal.prefixVariable(code), node, traversal)
  }
}
