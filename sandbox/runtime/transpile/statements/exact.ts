/** EXACT, as an addition of MOVE and as an operator. */
import { Expressions, type Nodes } from '@abaplint/core'
import { Chunk } from '@abaplint/transpiler'
import sources from '@abaplint/transpiler/build/src/expressions/source.js'
import types from '@abaplint/transpiler/build/src/expressions/type_name_or_infer.js'
import type { Traversal } from '../tables/dynamic.ts'
import { calculationCode } from './exact-calculation.ts'

type Transpile = (node: Nodes.StatementNode, traversal: Traversal) => Chunk

/** MOVE EXACT: the transpiler drops the addition. */
export function moveExact(original: Transpile): Transpile {
  return (node, traversal) => {
    const target = node.findDirectExpression(Expressions.Target)
    const source = node.findDirectExpression(Expressions.Source)
    const inner = source === undefined ? undefined : inPlace(node, source)
    if (target !== undefined && inner !== undefined) {
      const code = exactCode(traversal.traverse(target).getCode(), inner, traversal)
      return new Chunk().append(`${code};`, node, traversal)
    }
    if (!startsWith(node, 1, 'EXACT') || target === undefined || source === undefined) {
      return original(node, traversal)
    }
    const code = `abap.sandbox.texts.exact(${traversal.traverse(target).getCode()}, ${traversal.traverse(source).getCode()});`
    return new Chunk().append(code, node, traversal)
  }
}

/** `table = EXACT #( … )` fills the target itself: rows before a loss stay. */
function inPlace(
  node: Nodes.StatementNode,
  source: Nodes.ExpressionNode
): Nodes.ExpressionNode | undefined {
  const isInferred =
    source.findDirectExpression(Expressions.TypeNameOrInfer)?.concatTokens() === '#'
  const isWhole = source.getLastToken().getStr() === ')'
  const targets = node.findDirectExpressions(Expressions.Target)
  return startsWith(source, 0, 'EXACT') && isInferred && isWhole && targets.length === 1
    ? source.findDirectExpression(Expressions.Source)
    : undefined
}

/** An assignment, or a calculation whose operations are checked. */
function exactCode(target: string, source: Nodes.ExpressionNode, traversal: Traversal): string {
  const calculation = calculationCode(source, traversal)
  return calculation === undefined
    ? `abap.sandbox.texts.exact(${target}, ${traversal.traverse(source).getCode()})`
    : `abap.sandbox.texts.calculate(${target}, ${calculation})`
}

/** COMPUTE EXACT: the transpiler drops the addition. */
export function computeExact(original: Transpile): Transpile {
  return (node, traversal) => {
    const target = node.findDirectExpression(Expressions.Target)
    const source = node.findDirectExpression(Expressions.Source)
    if (!startsWith(node, 1, 'EXACT') || target === undefined || source === undefined) {
      return original(node, traversal)
    }
    const code = exactCode(traversal.traverse(target).getCode(), source, traversal)
    return new Chunk().append(`${code};`, node, traversal)
  }
}

interface SourceTranspiler {
  readonly addGet: boolean
  transpile(node: Nodes.ExpressionNode, traversal: Traversal, context?: unknown): Chunk
}

/** EXACT type( … ): the transpiler does not know the operator. */
export function installExact(): void {
  const prototype = sources.SourceTranspiler.prototype as unknown as SourceTranspiler
  const original = prototype.transpile
  prototype.transpile = function (node, traversal, context) {
    if (!startsWith(node, 0, 'EXACT')) return original.call(this, node, traversal, context)
    const type = node.findDirectExpression(Expressions.TypeNameOrInfer)
    const source = node.findDirectExpression(Expressions.Source)
    if (type === undefined || source === undefined || node.getLastToken().getStr() !== ')') {
      throw new Error('EXACT as one of several operands')
    }
    const target = new types.TypeNameOrInfer().transpile(type, traversal).getCode()
    const get = this.addGet ? '.get()' : ''
    return new Chunk().append(`${exactCode(target, source, traversal)}${get}`, node, traversal)
  }
}

function startsWith(
  node: Nodes.StatementNode | Nodes.ExpressionNode,
  at: number,
  word: string
): boolean {
  return node.getChildren()[at]?.getFirstToken().getStr().toUpperCase() === word
}
