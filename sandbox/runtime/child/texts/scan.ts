/**
 * SCAN ABAP-SOURCE: the tokens of a source and its statements. Rules:
 * http://sandraros.free.fr/ABAP_DOCU_HTML700/ABAPSCAN.htm
 */
import { currentRuntime } from '../abap.ts'
import { isStructure, isTable, resolve, scalarOf, type AbapTable } from '../values.ts'

interface Options {
  readonly tokens?: unknown
  readonly statements?: unknown
  /** WITH COMMENTS, WITH PRAGMAS. */
  readonly comments: boolean
  readonly pragmas: boolean
}

interface Token {
  readonly str: string
  readonly row: number
  /** From 0. */
  readonly col: number
  /** `I` a word, `S` a literal, `C` a comment, `P` a pragma. */
  readonly type: 'I' | 'S' | 'C' | 'P'
}

interface Mark {
  readonly mark: ':' | ',' | '.'
  readonly row: number
  readonly col: number
}

interface Statement {
  readonly tokens: readonly Token[]
  readonly type: string
  readonly prefix: number
  readonly colon: Mark | undefined
  readonly end: Mark | undefined
}

const PIECE =
  /"[^]*|'(?:[^']|'')*'?|`(?:[^`]|``)*`?|##\S+?(?=[.,:\s]|$)|[.,:](?=\s|$|[.,:"])|[^\s"'`|]+?(?=[.,:](?:\s|$|["])|[\s"'`|]|$)|\|/y

function piecesOf(line: string, row: number): (Token | Mark)[] {
  if (line.startsWith('*')) return [{ str: line, row, col: 0, type: 'C' }]
  const found: (Token | Mark)[] = []
  let at = 0
  while (at < line.length) {
    if (/\s/.test(line[at] ?? '')) {
      at++
      continue
    }
    const col = at
    const str = line[at] === '|' ? templateAt(line, at) : pieceAt(line, at)
    at += str.length
    if (str === ':' || str === ',' || str === '.') found.push({ mark: str, row, col })
    else found.push({ ...written(str), row, col })
  }
  return found
}

function pieceAt(line: string, at: number): string {
  PIECE.lastIndex = at
  return PIECE.exec(line)?.[0] || (line[at] ?? '')
}

/** A string template to its end, with what stands between its braces. */
function templateAt(line: string, start: number): string {
  let depth = 0
  for (let at = start + 1; at < line.length; at++) {
    const letter = line[at]
    if (letter === '\\') at++
    else if (letter === '{') depth++
    else if (letter === '}') depth--
    else if (letter === '|' && depth === 0) return line.slice(start, at + 1)
  }
  return line.slice(start)
}

/** Words in upper case; texts as they are. */
function written(str: string): Pick<Token, 'str' | 'type'> {
  if (str.startsWith('"')) return { str: str.trimEnd(), type: 'C' }
  if (/^['`|]/.test(str)) return { str, type: 'S' }
  if (str.startsWith('##')) return { str: str.toUpperCase(), type: 'P' }
  return { str: str.toUpperCase(), type: 'I' }
}

class Scanner {
  readonly statements: Statement[] = []
  readonly #options: Options
  #prefix: Token[] = []
  #colon: Mark | undefined
  #words: Token[] = []
  #inner: Token[] = []
  #comments: Token[] = []

  constructor(options: Options) {
    this.#options = options
  }

  take(piece: Token | Mark): void {
    if ('mark' in piece) this.#mark(piece)
    else if (piece.type === 'C') this.#comment(piece)
    else if (piece.type === 'P') this.#pragma(piece)
    else {
      if (this.#words.length === 0) this.#flush()
      this.#words.push(piece)
    }
  }

  end(): void {
    this.#flush()
    if (this.#words.length > 0) this.#statement(undefined)
    this.#flush()
  }

  #mark(mark: Mark): void {
    if (mark.mark === ':' && this.#colon === undefined) {
      this.#prefix = this.#words
      this.#words = []
      this.#colon = mark
      return
    }
    if (mark.mark === ':') return
    this.#flush()
    this.#statement(mark)
    if (mark.mark === ',') return
    this.#prefix = []
    this.#colon = undefined
  }

  #statement(end: Mark | undefined): void {
    // comments within a statement stand before it
    if (this.#inner.length > 0) this.#add('S', this.#inner)
    this.#inner = []
    const tokens = [...this.#prefix, ...this.#words]
    const [first, second] = tokens
    const isCompute = second?.str === '=' || second?.str === '?='
    const isCall = first !== undefined && /[\w)]\($/.test(first.str) && !isCompute
    const type = tokens.length === 0 ? 'N' : isCompute ? 'C' : isCall ? 'A' : 'K'
    const { length } = this.#prefix
    this.statements.push({ tokens, type, prefix: length, colon: this.#colon, end })
    this.#words = []
  }

  #comment(token: Token): void {
    if (!this.#options.comments) return
    if (this.#words.length > 0) this.#inner.push(token)
    else this.#comments.push(token)
  }

  #pragma(token: Token): void {
    if (!this.#options.pragmas) return
    this.#flush()
    this.#add('G', [token])
  }

  /** Comments that follow each other between statements are one statement. */
  #flush(): void {
    if (this.#comments.length > 0) this.#add(this.#colon === undefined ? 'P' : 'S', this.#comments)
    this.#comments = []
  }

  #add(type: string, tokens: readonly Token[]): void {
    this.statements.push({ tokens, type, prefix: 0, colon: undefined, end: undefined })
  }
}

/** Sets `sy-subrc`: 0, or 2 for an empty source. */
export function scan(source: unknown, options: Options): void {
  const value = resolve(source)
  const lines = isTable(value)
    ? value.array().map(row => lineOf(row))
    : String(scalarOf(value)).split('\n')
  const scanner = new Scanner(options)
  for (const [index, line] of lines.entries()) {
    for (const piece of piecesOf(line, index + 1)) scanner.take(piece)
  }
  scanner.end()
  const [tokens, statements] = [resolve(options.tokens), resolve(options.statements)]
  let count = 0
  if (isTable(tokens)) tokens.clear()
  if (isTable(statements)) statements.clear()
  for (const [index, statement] of scanner.statements.entries()) {
    const from = count + 1
    count += statement.tokens.length
    if (isTable(tokens)) for (const token of statement.tokens) add(tokens, { ...token })
    if (isTable(statements)) add(statements, rowOf(statement, { index, from, to: count }))
  }
  const { subrc } = currentRuntime().builtin.sy.get()
  subrc?.set(scanner.statements.length === 0 ? 2 : 0)
}

function lineOf(row: unknown): string {
  return String(scalarOf(row))
}

function rowOf(
  { type, prefix, colon, end }: Statement,
  place: { readonly index: number; readonly from: number; readonly to: number }
): Readonly<Record<string, string | number>> {
  return {
    level: 1,
    from: place.from,
    to: place.to,
    number: place.index + 1,
    colonrow: colon?.row ?? 0,
    coloncol: colon?.col ?? 0,
    trow: end?.row ?? 0,
    tcol: end?.col ?? 0,
    prefixlen: prefix,
    terminator: end?.mark ?? '',
    type
  }
}

function add(table: AbapTable, values: Readonly<Record<string, string | number>>): void {
  const row = table.getRowType().clone()
  row.clear()
  if (!isStructure(row)) throw new Error('SCAN ABAP-SOURCE into a table without components')
  const parts = row.get()
  for (const [name, value] of Object.entries(values)) parts[name]?.set(value)
  const { insertInternal } = currentRuntime().statements as unknown as {
    insertInternal(input: object): unknown
  }
  insertInternal({ table, data: row, noClone: true })
}
