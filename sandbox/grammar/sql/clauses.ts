/** Rules of strict mode on the text of a statement: commas, escaped variables, order of clauses. */
import { Expressions, Nodes } from '@abaplint/core'
import type { Token } from '../parser-internals.ts'

type Node = Nodes.ExpressionNode | Nodes.StatementNode
export interface ClauseFault {
  readonly token: Token
  readonly text: string
}

/** The first fault of the statement in the strict mode of this release. */
export function clauseFault(node: Node, level: number): ClauseFault | undefined {
  if (level < 740) return undefined
  return (
    missingComma(node) ??
    unescapedTarget(node) ??
    (level >= 750 ? earlyInto(node) : undefined) ??
    (level >= 754 ? names(node) : undefined)
  )
}

const LISTS = [
  Expressions.SQLFieldList,
  Expressions.SQLFieldListLoop,
  Expressions.SQLGroupBy,
  Expressions.SQLOrderBy
]
const ITEMS = [Expressions.SQLField, Expressions.SQLFieldName]

function missingComma(node: Node): ClauseFault | undefined {
  for (const list of node.findAllExpressionsMulti(LISTS, true)) {
    let open = false
    for (const child of list.getChildren()) {
      const isItem = ITEMS.some(kind => child.get() instanceof kind)
      if (isItem && open) {
        const token = child.getFirstToken()
        const text = `"${token.getStr().toUpperCase()}" is invalid here: "," is expected between the elements of a list in strict mode.`
        return { token, text }
      }
      if (isItem) open = true
      else if (child.getFirstToken().getStr() === ',') open = false
    }
  }
  return undefined
}

function unescapedTarget(node: Node): ClauseFault | undefined {
  for (const target of node.findAllExpressions(Expressions.SQLTarget)) {
    const token = target.getFirstToken()
    if (token.getStr() === '@' || token.getStr().toUpperCase() === 'NEW') continue
    const text = `The variable "${target.concatTokens()}" must be escaped with @ in strict mode.`
    return { token, text }
  }
  return undefined
}

const TARGETS = [Expressions.SQLIntoTable, Expressions.SQLIntoStructure, Expressions.SQLIntoList]
const BEFORE_INTO: readonly (readonly [new () => object, string])[] = [
  [Expressions.SQLCond, 'WHERE'],
  [Expressions.SQLGroupBy, 'GROUP BY'],
  [Expressions.SQLHaving, 'HAVING'],
  [Expressions.SQLOrderBy, 'ORDER BY']
]

function earlyInto(node: Node): ClauseFault | undefined {
  for (const select of node.findDirectExpressions(Expressions.Select)) {
    const into = select.findDirectExpressionsMulti(TARGETS)[0]
    if (into === undefined) continue
    const place = into.getFirstToken().getStart()
    for (const [kind, words] of BEFORE_INTO) {
      const clause = select.findDirectExpression(kind as unknown as typeof Expressions.SQLCond)
      if (clause?.getFirstToken().getStart().isAfter(place) !== true) continue
      return {
        token: into.getFirstToken(),
        text: `INTO must be the last clause in strict mode: it stands behind ${words}.`
      }
    }
    const limit = select.findDirectExpression(Expressions.SQLUpTo)
    if (limit?.getFirstToken().getStart().isBefore(place) === true) {
      return {
        token: limit.getFirstToken(),
        text: 'UP TO must stand behind INTO in strict mode.'
      }
    }
  }
  return undefined
}

function names(node: Node): ClauseFault | undefined {
  for (const name of node.findAllExpressions(Expressions.SQLAsName)) {
    const text = name.concatTokens().toUpperCase()
    if (text !== 'TABLE_LINE' && !text.includes('-')) continue
    return {
      token: name.getFirstToken(),
      text: `"${text}" cannot be an alias name in strict mode.`
    }
  }
  const client = node
    .findAllExpressions(Expressions.SQLClient)
    .find(each => /CLIENT SPECIFIED/i.test(each.concatTokens()))
  return client === undefined
    ? undefined
    : {
        token: client.getFirstToken(),
        text: 'CLIENT SPECIFIED cannot be used in strict mode; use USING CLIENT.'
      }
}
