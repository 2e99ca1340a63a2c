/**
 * `structure-(name)` and `reference->(name)`: which component or attribute it is, is known at run
 * time.
 */
import { BasicTypes, Expressions, Nodes } from '@abaplint/core'
import { typing } from './parser-internals.ts'
import type { SyntaxInput, Typing } from './parser-internals.ts'

/** What the parser says of the structure, whose type it does not narrow. */
const ABOUT_STRUCTURE = /^Not a structure, target|is not structured|^Data reference not structured/

export function installDynamicComponents(): void {
  for (const [file, name] of [
    ['target', 'Target'],
    ['field_chain', 'FieldChain']
  ] as const) {
    const expression = typing<Typing>(file, name)
    const original = expression.runSyntax
    expression.runSyntax = function (node, input, ...more) {
      const names = node instanceof Nodes.ExpressionNode ? dynamicNames(node) : []
      if (names.length === 0) return original.call(expression, node, input, ...more)
      const issues: SyntaxInput['issues'] = []
      original.call(expression, node, { ...input, issues }, ...more)
      input.issues.push(...issues.filter(issue => !ABOUT_STRUCTURE.test(issue.getMessage())))
      for (const each of names) {
        if (each.get() instanceof Expressions.FieldChain) {
          typing<Typing>('field_chain', 'FieldChain').runSyntax(each, input)
        }
      }
      return BasicTypes.AnyType.get()
    }
  }
}

/** The names between parentheses. */
function dynamicNames(node: Nodes.ExpressionNode): Nodes.ExpressionNode[] {
  const children = node.getChildren()
  return children.filter(
    (child, at): child is Nodes.ExpressionNode =>
      child instanceof Nodes.ExpressionNode &&
      children[at - 1] instanceof Nodes.TokenNode &&
      children[at - 1]?.concatTokens() === '('
  )
}
