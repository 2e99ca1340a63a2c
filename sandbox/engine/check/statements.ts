/** Explains statements that the parser cannot read by their most likely fault. */
import {
  ABAPParser,
  Comment,
  MemoryFile,
  Unknown,
  Version,
  versionToABAPRelease
} from '@abaplint/core'
import type { ABAPFile, Nodes, Token } from '@abaplint/core'
import type { FileMessage } from '../../types.ts'
import { error, rangeOfNode, rangeOfToken } from '../ranges.ts'

const RULE = 'parser_error'
const MAX_EXPLAINED = 25
const MAX_TOKENS = 400

type Node = Nodes.StatementNode

/** Statements the parser cannot read, each with the most likely reason and its place. */
export function checkStatements(file: ABAPFile): FileMessage[] {
  const messages: FileMessage[] = []
  for (const node of file.getStatements()) {
    if (node.get().constructor.name === 'MacroRecursion') {
      messages.push(
        error(
          rangeOfNode(file.getFilename(), node),
          RULE,
          `The macro "${abridged(node.getFirstToken().getStr())}" calls itself.`
        )
      )
    }
    if (!(node.get() instanceof Unknown)) continue
    messages.push(messages.length < MAX_EXPLAINED ? explain(file, node) : unreadable(file, node))
  }
  return messages
}

function explain(file: ABAPFile, node: Node): FileMessage {
  return (
    openLiteral(file, node) ??
    unsupportedClause(file, node) ??
    missingPeriod(file, node) ??
    unreadable(file, node)
  )
}

/** Clauses of ABAP SQL that are valid, and that the parser does not know in all their forms. */
const UNSUPPORTED_CLAUSES: readonly (readonly [clause: string, next: RegExp])[] = [
  ['INDICATORS', /^(NULL|NOT|SET|\()$/i],
  ['ASSOCIATIONS', /^\($/]
]

function unsupportedClause(file: ABAPFile, node: Node): FileMessage | undefined {
  const tokens = node.getTokens()
  if (!/^(SELECT|WITH|FETCH|UPDATE)$/i.test(tokens[0]?.getStr() ?? '')) return undefined
  for (const [at, token] of tokens.entries()) {
    const found = UNSUPPORTED_CLAUSES.find(([clause]) => clause === token.getStr().toUpperCase())
    if (found?.[1].test(tokens[at + 1]?.getStr() ?? '') !== true) continue
    const text = `The addition ${found[0]} of ABAP SQL is not supported by the sandbox in this form.`
    return error(rangeOfToken(file.getFilename(), token), RULE, text)
  }
  return undefined
}

function unreadable(file: ABAPFile, node: Node): FileMessage {
  const word = node.getFirstToken().getStr()
  const range = ownRange(file, node)
  if (node.getTokens().length > 20_000) return error(range, RULE, 'The statement is too long.')
  return error(
    range,
    RULE,
    `The statement "${abridged(word)} …" is not known or not complete. Check its spelling and the statement before it.`
  )
}

/** Without the words before the colon, which the parts of a chain share. */
function ownRange(file: ABAPFile, node: Node): FileMessage {
  const range = error(rangeOfNode(file.getFilename(), node), RULE, '')
  const colon = node.getColon()
  const own = colon && node.getTokens().find(token => token.getStart().isAfter(colon.getStart()))
  return own === undefined
    ? range
    : { ...range, startRow: own.getRow(), startColumn: own.getCol() - 1 }
}

/** A literal must end in the line it begins in. */
function openLiteral(file: ABAPFile, node: Node): FileMessage | undefined {
  for (const token of node.getTokens()) {
    const text = token.getStr()
    const quote = text[0]
    if ((quote === "'" || quote === '`') && (text.length === 1 || !text.endsWith(quote))) {
      return error(
        rangeOfToken(file.getFilename(), token),
        RULE,
        `The literal beginning with ${quote} is not closed in its line.`
      )
    }
  }
  return undefined
}

/**
 * When the words up to the end of a line make a statement of their own, it is the period there that
 * is missing. The parser itself decides, so only what is really a statement counts.
 */
function missingPeriod(file: ABAPFile, node: Node): FileMessage | undefined {
  const tokens = node.getTokens()
  if (tokens.length > MAX_TOKENS || node.getColon() !== undefined) return undefined
  const [last, next] = [tokens.at(-1), following(file, node)]
  // The parser already split a known statement off the end.
  if (last !== undefined && next !== undefined && last.getStr() !== '.' && isStatement(tokens)) {
    return periodMissing(file, last, next.getFirstToken())
  }
  for (let at = 1; at < tokens.length; at++) {
    const [before, token] = [tokens[at - 1], tokens[at]]
    if (
      before === undefined ||
      token === undefined ||
      token.getRow() === before.getEnd().getRow()
    ) {
      continue
    }
    if (!/^\w/.test(token.getStr())) continue
    const [head, tail] = [tokens.slice(0, at), tokens.slice(at)]
    if (!isStatement(head) || !(isStatement(tail) || isKnownStart(tail))) continue
    return periodMissing(file, before, token)
  }
  return undefined
}

function following(file: ABAPFile, node: Node): Node | undefined {
  const statements = file.getStatements()
  return statements[statements.indexOf(node) + 1]
}

function periodMissing(file: ABAPFile, before: Token, next: Token): FileMessage {
  const text = `A period is missing after "${abridged(before.getStr())}": the statement "${abridged(next.getStr())} …" begins in line ${next.getRow()}.`
  return error(rangeOfToken(file.getFilename(), before), RULE, text)
}

type Tokens = ReturnType<Node['getTokens']>

function isStatement(tokens: Tokens): boolean {
  const [only] = statementsOf(textOf(tokens))
  return only !== undefined && !(only.get() instanceof Unknown)
}

/**
 * Two periods may be missing in a row: then the rest is no statement as a whole, but begins with
 * one.
 */
function isKnownStart(tokens: Tokens): boolean {
  const row = tokens[0]?.getRow()
  return isStatement(tokens.filter(token => token.getRow() === row))
}

function textOf(tokens: Tokens): string {
  let text = ''
  for (const [index, token] of tokens.entries()) {
    const before = tokens[index - 1]
    const touches =
      before !== undefined &&
      before.getEnd().getRow() === token.getRow() &&
      before.getEnd().getCol() === token.getCol()
    text += touches || index === 0 ? token.getStr() : ` ${token.getStr()}`
  }
  return text.endsWith('.') ? text : `${text}.`
}

/** The statements of a text that stands alone. */
export function statementsOf(text: string): Node[] {
  const { output } = new ABAPParser({ release: versionToABAPRelease(Version.v758) }).parse([
    new MemoryFile('snippet.prog.abap', text)
  ])
  return (output[0]?.getStatements() ?? []).filter(node => !(node.get() instanceof Comment))
}

function abridged(word: string): string {
  return word.length > 40 ? `${word.slice(0, 40)}…` : word
}
