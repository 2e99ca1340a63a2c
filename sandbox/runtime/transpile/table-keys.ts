/** Adds `itab[ TABLE KEY … ]`, and names of keys and components that are known at run time. */
import { Expressions, Nodes } from '@abaplint/core'
import { Chunk } from '@abaplint/transpiler'
import expressions from '@abaplint/transpiler/build/src/expressions/index.js'
import { isDynamic, nameCode, textCode, without, type Traversal } from './tables/dynamic.ts'

type Transpile = (
  node: Nodes.ExpressionNode,
  traversal: Traversal,
  source: Chunk | undefined
) => Chunk

/** All forms find the first row whose components have these values. */
export function installTableKeys(): void {
  const prototype = expressions.TableExpressionTranspiler.prototype as unknown as {
    transpile: Transpile
  }
  const original = prototype.transpile
  prototype.transpile = function (node, traversal, source) {
    return node.getChildren().some(isDynamic) && source !== undefined
      ? dynamicAccess(node, traversal, source)
      : original.call(this, withoutTable(node), traversal, source)
  }
}

function withoutTable(node: Nodes.ExpressionNode): Nodes.ExpressionNode {
  const table = node.getChildren()[1]
  const isKeyword = table instanceof Nodes.TokenNode && /^TABLE$/i.test(table.concatTokens())
  return isKeyword ? without(node, new Set([table])) : node
}

function dynamicAccess(node: Nodes.ExpressionNode, traversal: Traversal, source: Chunk): Chunk {
  const key = node.findExpressionAfterToken('KEY')
  const index = node.findExpressionAfterToken('INDEX')
  const options = key === undefined ? [] : [`keyName: ${textCode(key, traversal)}`]
  if (index !== undefined) options.push(`index: ${traversal.traverse(index).getCode()}`)
  else {
    const compared = comparedPairs(node, key).map(
      ([name, value]) =>
        `abap.compare.eq(abap.sandbox.tables.component(i, ${nameCode(name, traversal)}), ${traversal.traverse(value).getCode()})`
    )
    options.push(`withKey: async (i) => {return ${compared.join(' && ')};}`, 'usesTableLine: true')
  }
  const code = `(await abap.operators.tableExpression(${source.getCode()}, {${options.join(', ')}}))`
  return new Chunk().append(code, node, traversal)
}

type Pair = readonly [Nodes.ExpressionNode, Nodes.ExpressionNode]

function comparedPairs(node: Nodes.ExpressionNode, key: Nodes.ExpressionNode | undefined): Pair[] {
  const pairs: Pair[] = []
  let name: Nodes.ExpressionNode | undefined
  for (const child of node.getChildren()) {
    if (!(child instanceof Nodes.ExpressionNode) || child === key) continue
    if (child.get() instanceof Expressions.Source) {
      if (name === undefined) throw new Error('a row of this form')
      pairs.push([name, child])
      name = undefined
    } else name = child
  }
  return pairs
}
