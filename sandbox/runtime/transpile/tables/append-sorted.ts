/**
 * APPEND … SORTED BY: rows in descending order, as many as INITIAL SIZE says. Rules:
 * https://help.sap.com/doc/abapdocu_758_index_htm/7.58/en-US/abapappend.htm
 */
import { Expressions, Nodes, type Identifier } from '@abaplint/core'
import { Chunk } from '@abaplint/transpiler'
import type { Traversal } from './dynamic.ts'

type Transpile = (node: Nodes.StatementNode, traversal: Traversal) => Chunk

/** The transpiler drops the addition. */
export function appendSorted(original: Transpile): Transpile {
  return (node, traversal) => {
    const name = node.findExpressionAfterToken('BY')
    const target = node.findDirectExpression(Expressions.Target)
    if (!/ SORTED BY /i.test(node.concatTokens()) || target === undefined || name === undefined) {
      return original(node, traversal)
    }
    if (/ (ASSIGNING|REFERENCE INTO) /i.test(node.concatTokens())) {
      throw new Error('APPEND … SORTED BY with ASSIGNING or REFERENCE INTO')
    }
    const [row] = node
      .getChildren()
      .filter(child => child instanceof Nodes.ExpressionNode && child !== target)
    if (row === undefined) throw new Error('APPEND … SORTED BY without a row')
    const size = initialSize(target, traversal)
    const codes = [row, target].map(each => traversal.traverse(each).getCode())
    const component = JSON.stringify(name.concatTokens().toLowerCase())
    return new Chunk().append(
      `abap.sandbox.tables.appendSorted(${codes.join(', ')}, {component: ${component}, size: ${size}});`,
      node,
      traversal
    )
  }
}

/** INITIAL SIZE of the declaration of the table, or of its type. */
function initialSize(target: Nodes.ExpressionNode, traversal: Traversal): number {
  const name = target.concatTokens()
  const scope = traversal.findCurrentScopeByToken(target.getFirstToken())
  let declared: Identifier | undefined = scope?.findVariable(name)
  for (let step = 0; step < 5 && declared !== undefined; step++) {
    const text = traversal.findStatementInFile(declared.getStart())?.concatTokens() ?? ''
    const size = /\bINITIAL SIZE (\d+)/i.exec(text)?.[1]
    if (size !== undefined) return Number(size)
    if (/\bTABLE OF\b/i.test(text)) return 0
    const type = /\bTYPE ([\w/]+)/i.exec(text)?.[1]
    declared = type === undefined ? undefined : scope?.findType(type)
  }
  throw new Error('APPEND … SORTED BY to a table whose INITIAL SIZE is not known')
}
