/** Adds additions of statements that the transpiler leaves out. */
import { Expressions, Nodes, type INode } from '@abaplint/core'
import { Chunk } from '@abaplint/transpiler'
import expressions from '@abaplint/transpiler/build/src/expressions/index.js'
import statements from '@abaplint/transpiler/build/src/statements/index.js'
import type traversals from '@abaplint/transpiler/build/src/traversal.js'

type Traversal = InstanceType<typeof traversals.Traversal>
type Transpile = (node: Nodes.StatementNode, traversal: Traversal) => Chunk

export function installAdditions(): void {
  installEquivalence()
  installFractions()
  for (const kind of [statements.AssignTranspiler, statements.ReadTableTranspiler]) {
    const prototype = kind.prototype as unknown as { transpile: Transpile }
    const original = prototype.transpile
    prototype.transpile = function (node, traversal) {
      return orUnassigned(original.call(this, node, traversal), node, traversal)
    }
  }
}

/** ELSE UNASSIGN: a field symbol for which nothing is found points to nothing. */
function orUnassigned(chunk: Chunk, node: Nodes.StatementNode, traversal: Traversal): Chunk {
  if (!/ ELSE UNASSIGN\b/i.test(node.concatTokens())) return chunk
  const symbol = node
    .findFirstExpression(Expressions.FSTarget)
    ?.findFirstExpression(Expressions.TargetFieldSymbol)
  if (symbol === undefined) return chunk
  const code = traversal.traverse(symbol).getCode()
  return chunk.appendString(`\nif (abap.builtin.sy.get().subrc.get() > 2) ${code}.unassign();`)
}

interface Condition {
  transpile(node: Nodes.ExpressionNode, traversal: Traversal): Chunk
}

/** EQUIV compares the truth of its sides, and binds less than AND and OR. */
function installEquivalence(): void {
  for (const kind of [expressions.CondTranspiler, expressions.ComponentCondTranspiler]) {
    const prototype = kind.prototype as unknown as Condition
    const original = prototype.transpile
    prototype.transpile = function (node, traversal) {
      const sides = sidesOf(node)
      if (sides.length === 1) return original.call(this, node, traversal)
      const codes = sides.map(side => original.call(this, side, traversal).getCode())
      const rows = codes.map(code => /^\(I\) => \{return ([^]*);\}$/.exec(code)?.[1])
      const joined = (all: readonly (string | undefined)[]): string =>
        all.map(code => `(${code})`).reduce((left, right) => `(${left} === ${right})`)
      const code = rows.includes(undefined) ? joined(codes) : `(I) => {return ${joined(rows)};}`
      return new Chunk().append(code, node, traversal)
    }
  }
}

function sidesOf(node: Nodes.ExpressionNode): Nodes.ExpressionNode[] {
  const groups: (readonly INode[])[] = [[]]
  for (const child of node.getChildren()) {
    const isSign = child instanceof Nodes.TokenNode && /^EQUIV$/i.test(child.concatTokens())
    if (isSign) groups.push([])
    else groups.push([...(groups.pop() ?? []), child])
  }
  return groups.map(children => {
    const side = new Nodes.ExpressionNode(node.get())
    side.setChildren(children as Parameters<typeof side.setChildren>[0])
    return side
  })
}

/** CONVERT … FRACTIONAL SECONDS: the transpiler leaves the fractions out. */
function installFractions(): void {
  const prototype = statements.ConvertTranspiler.prototype as unknown as { transpile: Transpile }
  const original = prototype.transpile
  prototype.transpile = function (node, traversal) {
    const chunk = original.call(this, node, traversal)
    const seconds = node.findExpressionAfterToken('SECONDS')
    if (seconds === undefined) return chunk
    const kind = seconds.get() instanceof Expressions.Target ? 'target' : 'source'
    const code = chunk
      .getCode()
      .replace('abap.statements.convert(', 'abap.sandbox.texts.convertSeconds(')
      .replace(/\);$/, () => `, {${kind}: ${traversal.traverse(seconds).getCode()}});`)
    return new Chunk().append(code, node, traversal)
  }
}
