/** MOVE-CORRESPONDING and CORRESPONDING with additions for nested tables, and with EXACT. */
import { BasicTypes, Expressions, type Nodes } from '@abaplint/core'
import { Chunk } from '@abaplint/transpiler'
import targets from '@abaplint/transpiler/build/src/expressions/target.js'
import types from '@abaplint/transpiler/build/src/expressions/type_name_or_infer.js'
import type { Traversal } from './dynamic.ts'

type Transpile = (node: Nodes.StatementNode, traversal: Traversal) => Chunk

/** The transpiler drops the additions. */
export function moveCorresponding(original: Transpile): Transpile {
  return (node, traversal) => {
    const text = node.concatTokens().toUpperCase()
    const options = {
      exact: text.startsWith('MOVE-CORRESPONDING EXACT '),
      expanding: / EXPANDING NESTED TABLES\b/.test(text),
      keeping: / KEEPING TARGET LINES\b/.test(text)
    }
    const source = node.findDirectExpression(Expressions.Source)
    const target = node.findDirectExpression(Expressions.SimpleTarget)
    if (source === undefined || target === undefined || !Object.values(options).includes(true)) {
      return original(node, traversal)
    }
    return new Chunk().append(
      `abap.sandbox.tables.moveDeep(${traversal.traverse(source).getCode()}, ${new targets.TargetTranspiler().transpile(target, traversal).getCode()}, ${JSON.stringify(options)});`,
      node,
      traversal
    )
  }
}

/** CORRESPONDING with DEEP or APPENDING; undefined for other forms. */
export function deepCorresponding(
  type: Nodes.ExpressionNode,
  body: Nodes.ExpressionNode,
  traversal: Traversal
): Chunk | undefined {
  const target = new types.TypeNameOrInfer().findType(type, traversal)
  const base = body.findDirectExpression(Expressions.CorrespondingBodyBase)
  const appends = base?.findDirectTokenByText('APPENDING') !== undefined
  const isDeep = body.findDirectTokenByText('DEEP') !== undefined
  const isTable = target instanceof BasicTypes.TableType
  // the rows of a table are kept as by BASE
  if (!isDeep && (!appends || isTable)) return undefined
  const source = body.findDirectExpression(Expressions.Source)
  if (source === undefined || body.getLastChild() !== source) {
    throw new Error('CORRESPONDING with DEEP or APPENDING and a further addition')
  }
  const start = base?.findDirectExpression(Expressions.Source)
  const set = start === undefined ? '' : `.set(${traversal.traverse(start).getCode()})`
  const options = { expanding: isDeep, keeping: appends || isTable }
  const code = `abap.sandbox.tables.moveDeep(${traversal.traverse(source).getCode()}, ${traversal.toType(target)}${set}, ${JSON.stringify(options)})`
  return new Chunk().append(code, body, traversal)
}
