/** Reads the declared name, keywords, superclass and friends of a declaration statement. */
import { Expressions } from '@abaplint/core'
import type { Token, Nodes } from '@abaplint/core'

export type Node = Nodes.StatementNode
const NAMES = [
  Expressions.MethodName,
  Expressions.EventName,
  Expressions.InterfaceName,
  Expressions.DefinitionName,
  Expressions.NamespaceSimpleName,
  Expressions.SimpleName,
  Expressions.FieldSub,
  Expressions.Field
]
export function nameToken(node: Node): Token | undefined {
  for (const name of NAMES) {
    const found = node.findFirstExpression(name)?.getFirstToken()
    if (found !== undefined) return found
  }
  return undefined
}

/** Whether the statement contains a keyword, such as FINAL or ABSTRACT. */
export function hasWord(node: Node | undefined, word: string): boolean {
  return node?.getTokens().some(token => token.getStr().toUpperCase() === word) ?? false
}

export function superclassName(node: Node | undefined): string {
  return node === undefined
    ? ''
    : (node.findFirstExpression(Expressions.SuperClassName)?.concatTokens().toUpperCase() ?? '')
}

export function friendNames(node: Node | undefined): string[] {
  const friends = node?.findFirstExpression(Expressions.ClassFriends)
  return (
    friends
      ?.findAllExpressions(Expressions.ClassName)
      .map(name => name.concatTokens().toUpperCase()) ?? []
  )
}

/** Whether the statement is the first one after the colon of a chained statement. */
export function isFirstOfChain(node: Node): boolean {
  const colon = node.getColon()
  const own =
    colon === undefined
      ? undefined
      : node.getTokens().find(token => token.getStart().isAfter(colon.getStart()))
  return colon !== undefined && own !== undefined && own.getStart().equals(colon.getEnd())
}
