/** Transpiles OPEN CURSOR, FETCH and CLOSE CURSOR. */
import { Expressions, Nodes } from '@abaplint/core'
import { Chunk } from '@abaplint/transpiler'
import { call, operandCode, statementParts, targetCode, targetParts } from './translate.ts'
import type { Traversal } from './translate.ts'

export function transpileOpenCursor(node: Nodes.StatementNode, traversal: Traversal): Chunk {
  const target = node.findDirectExpression(Expressions.SQLTarget)
  const select = node.findDirectExpression(Expressions.Select)
  if (target === undefined || select === undefined) throw new Error('OPEN CURSOR of this form')
  return new Chunk().append(
    `${targetCode(target, traversal)}.set(await ${call('openCursor', statementParts(select, traversal))});`,
    node,
    traversal
  )
}

export function transpileFetch(node: Nodes.StatementNode, traversal: Traversal): Chunk {
  const cursor = node.findFirstExpression(Expressions.SQLSourceSimple)
  const size = node.findExpressionAfterToken('SIZE')
  if (cursor === undefined) throw new Error('FETCH of this form')
  const parts = {
    cursor: operandCode(cursor, traversal),
    ...fetchTarget(node, traversal),
    packageSize: size === undefined ? undefined : operandCode(size, traversal)
  }
  return new Chunk().append(`await ${call('fetch', parts)};`, node, traversal)
}

function fetchTarget(
  node: Nodes.StatementNode,
  traversal: Traversal
): Record<string, string | undefined> {
  const known = targetParts(node, traversal)
  if (known.into !== undefined) return known
  const targets = node
    .findAllExpressions(Expressions.SQLTarget)
    .map(target => targetCode(target, traversal))
  const words = node.getTokens().map(token => token.getStr().toUpperCase())
  return {
    into: `[${targets.join(', ')}]`,
    form: words.includes('TABLE') ? '"table"' : targets.length > 1 ? '"list"' : '"row"',
    corresponding: words.includes('CORRESPONDING') ? 'true' : undefined,
    appending: words.includes('APPENDING') ? 'true' : undefined
  }
}

export function transpileCloseCursor(node: Nodes.StatementNode, traversal: Traversal): Chunk {
  const cursor =
    node.findFirstExpression(Expressions.SQLSourceSimple) ??
    node.findFirstExpression(Expressions.SimpleSource3) ??
    node.findFirstExpression(Expressions.Source)
  if (cursor === undefined) throw new Error('CLOSE CURSOR of this form')
  return new Chunk().append(
    `${call('closeCursor', { cursor: operandCode(cursor, traversal) })};`,
    node,
    traversal
  )
}
