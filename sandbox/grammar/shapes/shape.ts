/**
 * Writes how a statement was matched as a text, and builds the nodes of such a text again: the
 * tokens of a source do not change, and to match them is most of the work of a parse.
 */
import { Expressions, Nodes, Statements } from '@abaplint/core'
import type { Token } from '@abaplint/core'

export type Child = Nodes.ExpressionNode | Nodes.TokenNode
type Kind<T> = new () => T
type AnyStatement = ReturnType<Nodes.StatementNode['get']>
type AnyExpression = ReturnType<Nodes.ExpressionNode['get']>

/** Instances of what the parser exports, each with its place in the list; no other is written. */
interface Catalog<T> {
  readonly all: readonly T[]
  readonly places: ReadonlyMap<unknown, number>
}

function catalogOf<T>(kinds: Readonly<Record<string, unknown>>): Catalog<T> {
  const classes = Object.keys(kinds)
    .sort()
    .map(name => kinds[name])
    .filter((kind): kind is Kind<T> => typeof kind === 'function')
  return {
    all: classes.map(Kind => new Kind()),
    places: new Map(classes.map((kind, index) => [kind, index]))
  }
}

const statements = catalogOf<AnyStatement>(Statements)
const expressions = catalogOf<AnyExpression>(Expressions)

/** Units of a text; an expression follows with its place, and the number of its children. */
const [TOKEN, REGEX_TOKEN, EXPRESSION] = [0, 1, 2]
/** Above are surrogates, which a file cannot hold alone. */
const MAX_UNIT = 0xd7ff

/**
 * The place of the statement, and its nodes in their order. Undefined for one that holds what the
 * parser does not export, or whose tokens are not these.
 */
export function shapeOf(node: Nodes.StatementNode, tokens: readonly Token[]): string | undefined {
  const place = statements.places.get(node.get().constructor)
  if (place === undefined) return undefined
  const units = [place]
  let next = 0
  const add = (child: Child): boolean => {
    if (child instanceof Nodes.TokenNode) {
      units.push(child instanceof Nodes.TokenNodeRegex ? REGEX_TOKEN : TOKEN)
      return child.get() === tokens[next++]
    }
    const kind = expressions.places.get(child.get().constructor)
    if (kind === undefined) return false
    const children = child.getChildren() as readonly Child[]
    units.push(EXPRESSION + kind, children.length)
    return children.every(add)
  }
  const complete = (node.getChildren() as readonly Child[]).every(add) && next === tokens.length
  if (!complete || units.some(unit => unit > MAX_UNIT)) return undefined
  return String.fromCharCode(...units)
}

/** Undefined for a text that this parser has not written. */
export function statementOf(shape: string): AnyStatement | undefined {
  return statements.all[shape.charCodeAt(0)]
}

export function childrenOf(shape: string, tokens: readonly Token[]): Child[] {
  let at = 1
  let next = 0
  const read = (): Child => {
    const unit = shape.charCodeAt(at++)
    const token = tokens[next]
    if (unit < EXPRESSION && token !== undefined) {
      next++
      return unit === REGEX_TOKEN ? new Nodes.TokenNodeRegex(token) : new Nodes.TokenNode(token)
    }
    const expression = expressions.all[unit - EXPRESSION]
    if (expression === undefined) throw new Error('a statement was kept for another parser')
    return new Nodes.ExpressionNode(expression).setChildren(
      Array.from({ length: shape.charCodeAt(at++) }, read)
    )
  }
  const children: Child[] = []
  while (at < shape.length) children.push(read())
  return children
}
