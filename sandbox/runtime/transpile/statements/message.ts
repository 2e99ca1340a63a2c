/** MESSAGE: the class of the program, RAISING, and what a message without INTO ends. */
import { Expressions, type ABAPObject, type Nodes } from '@abaplint/core'
import { Chunk } from '@abaplint/transpiler'
import type { Traversal } from '../tables/dynamic.ts'

type Transpile = (node: Nodes.StatementNode, traversal: Traversal) => Chunk

/** MESSAGE … RAISING raises; without INTO, what a message of type E, A or X stops is stopped. */
export function message(original: Transpile): Transpile {
  return (node, traversal) => {
    const result = ofProgram(original(node, traversal), node, traversal)
    const raised = node
      .findDirectExpression(Expressions.ExceptionName)
      ?.concatTokens()
      .toUpperCase()
    if (raised !== undefined) {
      return result.appendString(
        `\nthrow new abap.ClassicError({classic: ${JSON.stringify(raised)}});`
      )
    }
    return node.findExpressionAfterToken('INTO') === undefined
      ? result.append('\nabap.sandbox.messageSent();', node, traversal)
      : result
  }
}

/** A message without a class is one of the class that the program is introduced with. */
function ofProgram(chunk: Chunk, node: Nodes.StatementNode, traversal: Traversal): Chunk {
  const source = node.findDirectExpression(Expressions.MessageSource)
  const isShort =
    source?.findDirectExpression(Expressions.MessageTypeAndNumber) !== undefined &&
    source.findDirectExpression(Expressions.MessageClass) === undefined
  if (!isShort) return chunk
  const object = traversal.getCurrentObject()
  const introduction = (object as ABAPObject).getABAPFiles().flatMap(file => {
    const words = file.getStatements()[0]?.concatTokens() ?? ''
    return / MESSAGE-ID ([\w/]+)/i.exec(words)?.[1]?.toUpperCase() ?? []
  })[0]
  if (introduction === undefined) throw new Error('MESSAGE without a message class')
  const id = JSON.stringify(introduction)
  const code = chunk
    .getCode()
    .replace('statements.message({', () => `statements.message({id: ${id}, `)
  return new Chunk().append(code, node, traversal)
}
