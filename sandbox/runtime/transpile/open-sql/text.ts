/** Splits a database statement into its text and the values that the program supplies. */
import { Expressions, Nodes, Tokens, type INode, type Token } from '@abaplint/core'
import { doubled } from '../opaque.ts'

/** A part of a statement: text, or a value that the running program puts in. */
export type Piece =
  | {
      readonly kind: 'text'
      readonly text: string
      readonly tight?: boolean
      readonly token?: Token
    }
  | {
      readonly kind: 'host'
      readonly node: Nodes.ExpressionNode
      readonly components: readonly string[]
    }
  /** A component of the table of FOR ALL ENTRIES. */
  | { readonly kind: 'entry'; readonly component: string }
  | { readonly kind: 'entries'; readonly node: Nodes.ExpressionNode }
  | { readonly kind: 'dynamic'; readonly node: Nodes.ExpressionNode; readonly role: DynamicRole }

export type DynamicRole = 'condition' | 'list' | 'source' | 'order'

export interface PieceOptions {
  /**
   * Whether a name without `@` is a variable of the program; not called in statements that escape
   * their variables.
   */
  isVariable(node: Nodes.ExpressionNode): boolean
}

type Kind = new () => object
const TARGETS: readonly Kind[] = [
  Expressions.SQLIntoTable,
  Expressions.SQLIntoList,
  Expressions.SQLIntoStructure,
  Expressions.SQLTarget
]
const OPERANDS: readonly Kind[] = [
  Expressions.SQLSource,
  Expressions.SQLSourceSimple,
  Expressions.SQLSourceNoSpace
]
const ROLES: ReadonlyArray<readonly [Kind, DynamicRole]> = [
  [Expressions.SQLFieldList, 'list'],
  [Expressions.SQLFieldListLoop, 'list'],
  [Expressions.SQLFrom, 'source'],
  [Expressions.SQLOrderBy, 'order'],
  [Expressions.SQLGroupBy, 'order'],
  [Expressions.SQLHaving, 'condition'],
  [Expressions.SQLCond, 'condition']
]

/** Splits an SQL statement, or a part of one, into pieces, without its targets. */
export function piecesOf(node: INode, options: PieceOptions): Piece[] {
  const escaped = tokensOf(node).includes('@')
  const entries =
    node instanceof Nodes.TokenNode ? undefined : entriesOf(node as Nodes.ExpressionNode)
  const pieces: Piece[] = []
  const table = entries?.concatTokens().replace(/^@/, '').toLowerCase()
  collect(node, 'condition', { options, escaped, entries: table, pieces })
  return pieces.reduce((merged: Piece[], piece) => withComponent(merged, piece, table), [])
}

/** The parser reads `@structure-component` as a subtraction; a dash without blanks is none. */
function withComponent(pieces: Piece[], piece: Piece, entries: string | undefined): Piece[] {
  const [before, dash] = pieces.slice(-2)
  if (
    piece.kind !== 'text' ||
    dash?.kind !== 'text' ||
    dash.tight !== true ||
    before?.kind !== 'host'
  ) {
    return [...pieces, piece]
  }
  const component = piece.text.toLowerCase()
  const owner = before.node.concatTokens().toLowerCase() === entries
  return [
    ...pieces.slice(0, -2),
    owner
      ? { kind: 'entry', component }
      : { ...before, components: [...before.components, component] }
  ]
}

interface Collector {
  readonly options: PieceOptions
  readonly escaped: boolean
  readonly entries: string | undefined
  readonly pieces: Piece[]
}

function collect(node: INode, role: DynamicRole, collector: Collector): void {
  if (node instanceof Nodes.TokenNode) {
    const token = node.getFirstToken()
    collector.pieces.push({
      kind: 'text',
      text: doubled(token.getStr()),
      tight: token instanceof Tokens.Dash,
      token
    })
    return
  }
  const expression = node as Nodes.ExpressionNode
  const kind = expression.get()
  if (TARGETS.some(target => kind instanceof target)) return
  if (kind instanceof Expressions.Dynamic) {
    collector.pieces.push({ kind: 'dynamic', node: expression, role })
    return
  }
  if (kind instanceof Expressions.SQLForAllEntries) {
    const source = entriesOf(expression)
    collector.pieces.push({ kind: 'text', text: 'FOR ALL ENTRIES IN' })
    if (source !== undefined) collector.pieces.push({ kind: 'entries', node: source })
    return
  }
  if (OPERANDS.some(operand => kind instanceof operand) && isHost(expression, collector)) {
    addHost(hostExpression(expression), collector)
    return
  }
  const inner = ROLES.find(([one]) => kind instanceof one)?.[1] ?? role
  collectChildren(expression.getChildren(), inner, collector)
}

function collectChildren(
  children: readonly INode[],
  role: DynamicRole,
  collector: Collector
): void {
  for (let at = 0; at < children.length; at++) {
    const child = children[at] as INode
    if (!(child instanceof Nodes.TokenNode) || child.getFirstToken().getStr() !== '@') {
      collect(child, role, collector)
      continue
    }
    const next = children[at + 1]
    const parenthesized = next instanceof Nodes.TokenNode
    const host = parenthesized ? children[at + 2] : next
    if (host instanceof Nodes.ExpressionNode) addHost(host, collector)
    at += parenthesized ? 3 : 1
  }
}

function addHost(node: Nodes.ExpressionNode, collector: Collector): void {
  const name = node.concatTokens().toLowerCase()
  if (collector.entries !== undefined && name.startsWith(`${collector.entries}-`)) {
    collector.pieces.push({ kind: 'entry', component: name.slice(collector.entries.length + 1) })
  } else collector.pieces.push({ kind: 'host', node, components: [] })
}

function isHost(operand: Nodes.ExpressionNode, collector: Collector): boolean {
  if (operand.getFirstToken().getStr() === '@') return true
  const source = operand.findDirectExpression(Expressions.SimpleSource3)
  if (source === undefined || source.findDirectExpression(Expressions.Constant) !== undefined) {
    return false
  }
  const name = source.concatTokens().toLowerCase()
  if (
    /=>|->/.test(name) ||
    (collector.entries !== undefined && name.startsWith(`${collector.entries}-`))
  ) {
    return true
  }
  return !collector.escaped && collector.options.isVariable(source)
}

function hostExpression(operand: Nodes.ExpressionNode): Nodes.ExpressionNode {
  return (
    operand.findDirectExpression(Expressions.SimpleSource3) ??
    operand.findDirectExpression(Expressions.Source) ??
    operand
  )
}

function entriesOf(node: Nodes.ExpressionNode): Nodes.ExpressionNode | undefined {
  const clause =
    node.get() instanceof Expressions.SQLForAllEntries
      ? node
      : node.findFirstExpression(Expressions.SQLForAllEntries)
  const source = clause?.findDirectExpression(Expressions.SQLSource)
  return source === undefined ? undefined : hostExpression(source)
}

function tokensOf(node: INode): string[] {
  if (node instanceof Nodes.TokenNode) return [doubled(node.getFirstToken().getStr())]
  return (node as Nodes.ExpressionNode).getTokens().map(token => doubled(token.getStr()))
}

/**
 * Marks where dynamic text is put in when the statement runs: no source can hold this character.
 */
export const DYNAMIC_MARK = '\u0001'

const ROLE_LETTERS: Readonly<Record<DynamicRole, string>> = {
  condition: 'c',
  list: 'l',
  source: 's',
  order: 'o'
}

export interface Host {
  readonly node: Nodes.ExpressionNode
  readonly components: readonly string[]
}
export interface Statement {
  readonly sql: string
  readonly hosts: readonly Host[]
}

/** The statement as text with `^n` for its n-th value. */
export function statementOf(pieces: readonly Piece[]): Statement {
  const { texts, hosts } = textsOf(pieces)
  return { sql: join(texts), hosts }
}

/** The same statement, with each part in the row and column that it has in the source. */
export function placedStatementOf(pieces: readonly Piece[]): Statement {
  const { texts, hosts } = textsOf(pieces)
  const first = pieces.find(piece => tokenOfPiece(piece) !== undefined)
  const start = first === undefined ? 1 : (tokenOfPiece(first)?.getRow() ?? 1)
  let [row, sql, line] = [start, '', '']
  for (const [index, text] of texts.entries()) {
    const token = pieces[index] === undefined ? undefined : tokenOfPiece(pieces[index])
    if (token !== undefined && token.getRow() > row) {
      sql += line + '\n'.repeat(token.getRow() - row)
      ;[row, line] = [token.getRow(), '']
    }
    const indent = token === undefined ? 0 : token.getCol() - 1 - line.length
    const blanks = isTyped(text, texts[index - 1]) ? 0 : Math.max(indent, line === '' ? 0 : 1)
    line += ' '.repeat(blanks) + text
  }
  return { sql: sql + line, hosts }
}

function tokenOfPiece(piece: Piece): Token | undefined {
  if (piece.kind === 'text') return piece.token
  return piece.kind === 'entry' ? undefined : piece.node.getFirstToken()
}

function textsOf(pieces: readonly Piece[]): { texts: string[]; hosts: Host[] } {
  const hosts: Host[] = []
  const entries = pieces.find(piece => piece.kind === 'entries')
  if (entries?.kind === 'entries') hosts.push({ node: entries.node, components: [] })
  const texts = pieces.map(piece => {
    if (piece.kind === 'text') return piece.text
    if (piece.kind === 'entries') return '^0'
    if (piece.kind === 'entry') return `^0-${piece.component}`
    hosts.push({ node: piece.node, components: piece.kind === 'host' ? piece.components : [] })
    const index = hosts.length - 1
    return piece.kind === 'host'
      ? `^${index}`
      : `${DYNAMIC_MARK}${index}${ROLE_LETTERS[piece.role]}${DYNAMIC_MARK}`
  })
  return { texts, hosts }
}

/**
 * Typed literals (`char`x``) need their parts together; between other tokens a blank does no harm.
 */
function join(texts: readonly string[]): string {
  return texts.reduce(
    (all, text, index) => all + (index > 0 && !isTyped(text, texts[index - 1]) ? ' ' : '') + text,
    ''
  )
}

const isTyped = (text: string, before = ''): boolean =>
  text.startsWith('`') && TYPED.has(before.toUpperCase())

const TYPED = new Set([
  'CHAR',
  'CLNT',
  'CUKY',
  'CURR',
  'DATS',
  'DATN',
  'DEC',
  'DECFLOAT16',
  'DECFLOAT34',
  'FLTP',
  'INT1',
  'INT2',
  'INT4',
  'INT8',
  'LANG',
  'NUMC',
  'QUAN',
  'RAW',
  'SSTRING',
  'STRING',
  'TIMS',
  'TIMN',
  'UNIT',
  'UTCLONG'
])
