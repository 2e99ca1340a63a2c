/** Completes the translation of SORT. */
import { BasicTypes, Expressions, type Nodes } from '@abaplint/core'
import { Chunk } from '@abaplint/transpiler'
import { dynamicValue, isDynamic, type Traversal } from '../tables/dynamic.ts'

type Transpile = (node: Nodes.StatementNode, traversal: Traversal) => Chunk

/** A sort order in a table is dropped: it is the value of an expression, or stands in parentheses. */
export function sort(original: Transpile): Transpile {
  return (node, traversal) => {
    const target = node.findDirectExpression(Expressions.Target)
    const order = sortOrder(node, traversal)
    if (target !== undefined && order !== undefined) {
      return new Chunk()
        .append('abap.sandbox.tables.sortBy(', node, traversal)
        .appendChunk(traversal.traverse(target))
        .append(`, ${order});`, node, traversal)
    }
    const result = original(node, traversal)
    if (/ BY /i.test(node.concatTokens()) && !result.getCode().includes('by: [')) {
      throw new Error('a sort order in a table')
    }
    return result
  }
}

function sortOrder(node: Nodes.StatementNode, traversal: Traversal): string | undefined {
  const source = node.findDirectExpression(Expressions.Source)
  if (source !== undefined) return traversal.traverse(source).getCode()
  const order = node.findExpressionAfterToken('BY')
  if (!isDynamic(order)) return undefined
  const token = order.findFirstExpression(Expressions.FieldChain)?.getFirstToken()
  if (token === undefined) return undefined
  const value = dynamicValue(order, traversal)
  const type = traversal.findCurrentScopeByToken(token)?.findVariable(token.getStr())?.getType()
  return type instanceof BasicTypes.TableType ? value : undefined
}
