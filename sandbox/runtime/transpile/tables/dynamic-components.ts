/** Code of `structure-(name)` and `reference->(name)`. */
import { Expressions, Nodes, type INode } from '@abaplint/core'
import { Chunk } from '@abaplint/transpiler'
import expressions from '@abaplint/transpiler/build/src/expressions/index.js'
import { scopeCode } from '../statements/visible-names.ts'
import type { Traversal } from './dynamic.ts'

interface Transpiler {
  readonly addGet?: boolean
  transpile(node: Nodes.ExpressionNode, traversal: Traversal, ...more: unknown[]): Chunk
}

/** The transpiler takes the parts in parentheses for nothing. */
export function installDynamicComponents(): void {
  for (const Kind of [expressions.TargetTranspiler, expressions.FieldChainTranspiler]) {
    const prototype = Kind.prototype as unknown as Transpiler
    const original = prototype.transpile
    prototype.transpile = function (node, traversal, ...more) {
      const at = node.getChildren().findIndex(child => isParenthesis(child))
      if (at < 2) return original.call(this, node, traversal, ...more)
      const owner = original.call(new Kind() as unknown as Transpiler, ownerOf(node, at), traversal)
      const name = nameAt(node, at, traversal)
      const get = this.addGet === true ? '.get()' : ''
      // behind a reference it may be an attribute
      const code =
        node.getChildren()[at - 1]?.concatTokens() === '->'
          ? `abap.sandbox.names.memberOf(${owner.getCode()}, ${name}, ${scopeCode(node, traversal)})${get}`
          : `abap.sandbox.tables.member(${owner.getCode()}, ${name})${get}`
      return new Chunk().append(code, node, traversal)
    }
  }
}

function isParenthesis(child: INode): boolean {
  return child instanceof Nodes.TokenNode && child.concatTokens() === '('
}

/** What stands before the selector. */
function ownerOf(node: Nodes.ExpressionNode, at: number): Nodes.ExpressionNode {
  const owner = new Nodes.ExpressionNode(node.get())
  const before = node.getChildren().slice(0, at - 1)
  owner.setChildren(before as Parameters<typeof owner.setChildren>[0])
  return owner
}

function nameAt(node: Nodes.ExpressionNode, at: number, traversal: Traversal): string {
  const [name, close, ...rest] = node.getChildren().slice(at + 1)
  const isName =
    name instanceof Nodes.ExpressionNode &&
    (name.get() instanceof Expressions.FieldChain || name.get() instanceof Expressions.Constant)
  if (!isName || close?.concatTokens() !== ')' || rest.length > 0) {
    throw new Error('a part of a component that is named at run time')
  }
  return traversal.traverse(name).getCode()
}
