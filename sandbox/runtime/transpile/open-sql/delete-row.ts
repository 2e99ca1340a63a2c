/** `DELETE dbtab FROM wa` without `@`, which the parser reads as a statement of internal tables. */
import { BasicTypes, Expressions, type Nodes } from '@abaplint/core'
import { Chunk } from '@abaplint/transpiler'
import type traversals from '@abaplint/transpiler/build/src/traversal.js'
import { call, codeOf, SEPARATOR } from './translate.ts'

type Traversal = InstanceType<typeof traversals.Traversal>

/** Undefined where it deletes rows of an internal table. */
export function transpileDeleteRow(
  node: Nodes.StatementNode,
  traversal: Traversal
): Chunk | undefined {
  const target = node.findDirectExpression(Expressions.Target)
  const row = node.findExpressionAfterToken('FROM')
  if (target === undefined || row === undefined) return undefined
  const name = target.concatTokens()
  if (!/^DELETE \S+ FROM /i.test(node.concatTokens()) || !/^[\w/]+$/.test(name)) return undefined
  if (['TO', 'WHERE', 'INDEX'].some(word => node.findDirectTokenByText(word) !== undefined)) {
    return undefined
  }
  // a work area that TABLES declares has the name of its table
  const type = traversal
    .findCurrentScopeByToken(target.getFirstToken())
    ?.findVariable(name)
    ?.getType()
  if (type !== undefined && !(type instanceof BasicTypes.StructureType)) return undefined
  if (traversal.findTable(name.toUpperCase()) === undefined) return undefined
  const parts = {
    change: '"delete"',
    table: JSON.stringify(name),
    row: traversal.traverse(row).getCode(),
    ...codeOf({ sql: SEPARATOR, hosts: [] }, traversal)
  }
  return new Chunk().append(`await ${call('change', parts)};`, node, traversal)
}
