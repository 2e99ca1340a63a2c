/** Adds `itab[ TABLE KEY … ]` to the transpiler, which knows `itab[ KEY … ]`. */
import { Nodes } from '@abaplint/core'
import type { Chunk } from '@abaplint/transpiler'
import expressions from '@abaplint/transpiler/build/src/expressions/index.js'

type Transpile = (node: Nodes.ExpressionNode, ...more: unknown[]) => Chunk

/** Both find the first row whose components have these values. */
export function installTableKeys(): void {
  const prototype = expressions.TableExpressionTranspiler.prototype as unknown as {
    transpile: Transpile
  }
  const original = prototype.transpile
  prototype.transpile = function (node, ...more) {
    return original.call(this, withoutTable(node), ...more)
  }
}

function withoutTable(node: Nodes.ExpressionNode): Nodes.ExpressionNode {
  const [bracket, table, ...rest] = node.getChildren()
  const isKeyword = table instanceof Nodes.TokenNode && /^TABLE$/i.test(table.concatTokens())
  if (bracket === undefined || !isKeyword) return node
  const plain = new Nodes.ExpressionNode(node.get())
  plain.setChildren([bracket, ...rest] as Parameters<typeof plain.setChildren>[0])
  return plain
}
