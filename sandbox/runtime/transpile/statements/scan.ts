/** SCAN ABAP-SOURCE: tokens and statements, with comments and pragmas. */
import { Expressions, type Nodes } from '@abaplint/core'
import { Chunk } from '@abaplint/transpiler'
import type { Traversal } from '../tables/dynamic.ts'

const FURTHER =
  /\b(LEVELS|STRUCTURES|KEYWORDS|INCLUDES?|FRAME|PROGRAM|ENHANCEMENTS?|TYPE-POOLS|TRMAC|DECLARATIONS|BLOCKS|ESCAPING|TOKENIZATION|REPLACING|OVERFLOW|MESSAGE|WORD|LINE|OFFSET|TABLE)\b/i

export function scan(
  _original: unknown
): (node: Nodes.StatementNode, traversal: Traversal) => Chunk {
  return (node, traversal) => {
    const words = node
      .getChildren()
      .filter(child => !('get' in child && child.get() instanceof Expressions.Source))
    const text = words.map(word => word.getFirstToken().getStr()).join(' ')
    const further = FURTHER.exec(text)?.[0]
    if (further !== undefined) throw new Error(`the addition ${further.toUpperCase()}`)
    const [source] = node.findDirectExpressions(Expressions.Source)
    if (source === undefined) throw new Error('SCAN without a source')
    const parts = ['TOKENS', 'STATEMENTS'].flatMap(name => {
      const target = targetAfter(node, name)
      return target === undefined
        ? []
        : [`${name.toLowerCase()}: ${traversal.traverse(target).getCode()}`]
    })
    const options = [
      ...parts,
      `comments: ${/\bWITH COMMENTS\b/i.test(text)}`,
      `pragmas: ${/\bWITH PRAGMAS\b/i.test(text)}`
    ]
    const code = `abap.sandbox.texts.scan(${traversal.traverse(source).getCode()}, {${options.join(', ')}});`
    return new Chunk().append(code, node, traversal)
  }
}

function targetAfter(node: Nodes.StatementNode, word: string): Nodes.ExpressionNode | undefined {
  const children = node.getChildren()
  const at = children.findIndex(child => child.getFirstToken().getStr().toUpperCase() === word)
  const found = at < 0 ? undefined : children[at + 2]
  return found !== undefined && 'findDirectExpression' in found
    ? (found as Nodes.ExpressionNode)
    : undefined
}
