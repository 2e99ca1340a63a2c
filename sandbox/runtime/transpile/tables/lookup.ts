/** Adds CORRESPONDING … FROM … USING to the transpiler. */
import { Expressions, Nodes, type INode } from '@abaplint/core'
import { Chunk } from '@abaplint/transpiler'
import bodies from '@abaplint/transpiler/build/src/expressions/corresponding_body.js'
import types from '@abaplint/transpiler/build/src/expressions/type_name_or_infer.js'
import { correspondingCode } from './corresponding.ts'
import type { Traversal } from './dynamic.ts'
import { deepCorresponding } from './move-corresponding.ts'

type Transpile = (
  type: Nodes.ExpressionNode,
  body: Nodes.ExpressionNode,
  traversal: Traversal
) => Chunk

export function installLookup(): void {
  const prototype = bodies.CorrespondingBodyTranspiler.prototype as unknown as {
    transpile: Transpile
  }
  const original = prototype.transpile
  prototype.transpile = function (type, body, traversal) {
    if (
      body.findDirectTokenByText('FROM') !== undefined &&
      body.findDirectTokenByText('ENTITY') === undefined
    ) {
      return lookup(type, body, traversal)
    }
    return (
      deepCorresponding(type, body, traversal) ??
      correspondingCode(type, body, traversal) ??
      original.call(this, type, body, traversal)
    )
  }
}

/** The interim table has the type of the first table; its rows go to the type of the expression. */
function lookup(
  type: Nodes.ExpressionNode,
  body: Nodes.ExpressionNode,
  traversal: Traversal
): Chunk {
  const [table, other] = body.findDirectExpressions(Expressions.Source)
  if (table === undefined || other === undefined) throw new Error('CORRESPONDING of this form')
  const mapping = body.findDirectExpression(Expressions.CorrespondingBodyMapping)
  if (mapping !== undefined && /\b(EXCEPT|DEFAULT|DISCARDING)\b/i.test(mapping.concatTokens())) {
    throw new Error('CORRESPONDING … USING with EXCEPT, DEFAULT or DISCARDING')
  }
  const key = body.findDirectExpression(Expressions.SimpleName)?.concatTokens().toLowerCase()
  const options = [
    `key: ${key === undefined ? 'undefined' : JSON.stringify(key)}`,
    `using: ${JSON.stringify(pairsOf(body.getChildren()))}`,
    `mapping: ${JSON.stringify(pairsOf(mapping?.getChildren() ?? []))}`
  ]
  const target = new types.TypeNameOrInfer().findType(type, traversal)
  const rows = `abap.sandbox.tables.lookup(${traversal.traverse(table).getCode()}, ${traversal.traverse(other).getCode()}, {${options.join(', ')}})`
  return new Chunk().append(`${traversal.toType(target)}.set(${rows})`, body, traversal)
}

/** `a = b`: the names on both sides in lower case. */
function pairsOf(children: readonly INode[]): [string, string][] {
  const pairs: [string, string][] = []
  let name: string | undefined
  for (const child of children) {
    if (!(child instanceof Nodes.ExpressionNode)) continue
    if (child.get() instanceof Expressions.ComponentName) name = child.concatTokens()
    else if (child.get() instanceof Expressions.ComponentChain && name !== undefined) {
      pairs.push([name.toLowerCase(), child.concatTokens().toLowerCase()])
      name = undefined
    }
  }
  return pairs
}
