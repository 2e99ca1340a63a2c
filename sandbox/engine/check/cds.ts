/** Locates syntax errors in CDS sources by parsing their sections one by one. */
import { CDSParser, MemoryFile, Objects } from '@abaplint/core'
import type { IObject, Issue } from '@abaplint/core'
import type { FileMessage, FileRange } from '../../types.ts'
import { cdsFault, cdsTokens } from './cds-tokens.ts'
import type { CdsToken } from './cds-tokens.ts'
import { error, firstLine } from '../ranges.ts'

const RULE = 'cds_parser_error'
const MAX_ELEMENTS = 400

/**
 * Why and where a CDS source cannot be parsed; empty for a valid source. The parser itself reports
 * only whether it is valid.
 */
export function checkCdsSyntax(object: IObject): FileMessage[] {
  if (!(object instanceof Objects.DataDefinition) || object.hasParserError() !== true) return []
  return faultsOf(object.findSourceFile(), RULE, (name, source) => locate(name, cdsTokens(source)))
}

interface SourceFile {
  getFilename(): string
  getRaw(): string
}

/** What is wrong with a source that the parser refuses: in its tokens, or where `locate` finds it. */
export function faultsOf(
  file: SourceFile | undefined,
  rule: string,
  locate: (name: string, source: string) => FileMessage
): FileMessage[] {
  if (file === undefined) return []
  const [name, source] = [file.getFilename(), file.getRaw()]
  if (source.trim() === '') return [error(firstLine(name), rule, 'The source is empty.')]
  const fault = cdsFault(source)
  return [
    fault === undefined
      ? locate(name, source)
      : error(rangeOf(name, [fault.token]), rule, fault.text)
  ]
}

export function rangeOf(file: string, tokens: readonly CdsToken[]): FileRange {
  const [first, last] = [tokens[0], tokens.at(-1)]
  if (first === undefined || last === undefined) return firstLine(file)
  return {
    file,
    startRow: first.row,
    startColumn: first.column,
    endRow: last.endRow,
    endColumn: last.endColumn
  }
}

/** Tries the sections of the source one by one in a frame that is known to be right. */
function locate(file: string, tokens: readonly CdsToken[]): FileMessage {
  const { head, body, tail, hasBody } = sectionsOf(tokens)
  return (
    badAnnotation(file, head) ??
    badElement(file, body) ??
    badHead(file, head, hasBody) ??
    badTail(file, tail) ??
    error(
      rangeOf(file, tokens.slice(0, 1)),
      RULE,
      'The source is not a CDS definition that this system understands.'
    )
  )
}

export interface Sections {
  readonly head: readonly CdsToken[]
  readonly body: readonly CdsToken[]
  readonly tail: readonly CdsToken[]
  readonly hasBody: boolean
}

/** What stands before, within and behind the braces of the definition. */
export function sectionsOf(tokens: readonly CdsToken[]): Sections {
  const from = tokens.findIndex(token => token.text === '{' && !isAnnotation(tokens, token))
  if (from < 0) return { head: tokens, body: [], tail: [], hasBody: false }
  const to = closing(tokens, from)
  return {
    head: tokens.slice(0, from),
    body: tokens.slice(from + 1, to),
    tail: tokens.slice(to + 1),
    hasBody: true
  }
}

/** `@X: { a: 1 }` has braces too. */
function isAnnotation(tokens: readonly CdsToken[], brace: CdsToken): boolean {
  const at = tokens.indexOf(brace)
  const before = tokens[at - 1]?.text
  return (
    before === ':' ||
    before === '[' ||
    (before === ',' && tokens.slice(0, at).some(token => token.text === '['))
  )
}

function closing(tokens: readonly CdsToken[], from: number): number {
  let depth = 0
  for (let at = from; at < tokens.length; at++) {
    const text = tokens[at]?.text
    if (text === '{') depth++
    if (text === '}' && --depth === 0) return at
  }
  return tokens.length
}

function parses(source: string): boolean {
  return new CDSParser().parse(new MemoryFile('zz.ddls.asddls', source)) !== undefined
}

export function textOf(tokens: readonly CdsToken[]): string {
  let text = ''
  for (const [index, token] of tokens.entries()) {
    const before = tokens[index - 1]
    const touches =
      before !== undefined && before.endRow === token.row && before.endColumn === token.column
    text += touches || index === 0 ? token.text : ` ${token.text}`
  }
  return text
}

const FRAME = 'define view entity zz as select from zz { zz }'

function badAnnotation(file: string, head: readonly CdsToken[]): FileMessage | undefined {
  const define = head.findIndex(
    (token, at) =>
      /^(define|extend|annotate|root|view|abstract|custom)$/i.test(token.text) &&
      head[at - 1]?.row !== token.row
  )
  const tokens = define < 0 ? head : head.slice(0, define)
  const starts = tokens.flatMap((token, at) =>
    token.text === '@' && tokens[at - 1]?.row !== token.row ? [at] : []
  )
  for (const [index, start] of starts.entries()) {
    const annotation = tokens.slice(start, starts[index + 1] ?? tokens.length)
    if (!parses(`${textOf(annotation)} ${FRAME}`)) {
      return error(rangeOf(file, annotation), RULE, 'The annotation is not valid.')
    }
  }
  return undefined
}

function badElement(file: string, body: readonly CdsToken[]): FileMessage | undefined {
  for (const element of elementsOf(body).slice(0, MAX_ELEMENTS)) {
    const last = element.tokens.at(-1)
    if (last === undefined) {
      return error(rangeOf(file, [element.comma]), RULE, 'An element is missing before ",".')
    }
    const text = textOf(element.tokens)
    if (
      parses(`define view entity zz as select from zz { ${text} }`) ||
      parses(`define abstract entity zz { ${text}; }`)
    ) {
      continue
    }
    return (
      missingComma(file, element.tokens) ??
      error(rangeOf(file, element.tokens), RULE, `The element "${shorten(text)}" is not valid.`)
    )
  }
  const end = body.at(-1)
  return end?.text === ','
    ? error(rangeOf(file, [end]), RULE, 'An element is missing after ",".')
    : undefined
}

export function elementsOf(body: readonly CdsToken[]): { tokens: CdsToken[]; comma: CdsToken }[] {
  const elements: { tokens: CdsToken[]; comma: CdsToken }[] = []
  let depth = 0
  let tokens: CdsToken[] = []
  for (const token of body) {
    if ('([{'.includes(token.text)) depth++
    if (')]}'.includes(token.text)) depth--
    if (depth > 0 || (token.text !== ',' && token.text !== ';')) {
      tokens.push(token)
      continue
    }
    elements.push({ tokens, comma: token })
    tokens = []
  }
  const end = body.at(-1)
  if (tokens.length > 0 && end !== undefined) elements.push({ tokens, comma: end })
  return elements
}

/** Two elements that are each right alone, one line below the other. */
function missingComma(file: string, tokens: readonly CdsToken[]): FileMessage | undefined {
  for (let at = 1; at < tokens.length; at++) {
    const [before, token] = [tokens[at - 1], tokens[at]]
    if (before === undefined || token === undefined || before.endRow === token.row) continue
    const parts = [tokens.slice(0, at), tokens.slice(at)].map(textOf)
    if (!parts.every(part => parses(`define view entity zz as select from zz { ${part} }`))) {
      continue
    }
    return error(
      rangeOf(file, [before]),
      RULE,
      `A comma is missing after "${shorten(before.text)}".`
    )
  }
  return undefined
}

function badHead(
  file: string,
  head: readonly CdsToken[],
  braces: boolean
): FileMessage | undefined {
  if (parses(`${textOf(head)} { zz }`) || parses(`${textOf(head)} { zz : abap.int4; }`)) {
    return undefined
  }
  const at = Math.max(
    0,
    head.findIndex(token => /^(define|extend|annotate)$/i.test(token.text))
  )
  const definition = head.slice(at)
  if (!braces) {
    return error(
      rangeOf(file, definition),
      RULE,
      'The element list in braces is missing, or the definition is not complete.'
    )
  }
  for (let end = definition.length; end > 0; end--) {
    if (!parses(`${textOf(definition.slice(0, end))} { zz }`)) continue
    const rest = definition.slice(end)
    return error(
      rangeOf(file, rest.slice(0, 1)),
      RULE,
      `The clause beginning with "${shorten(rest[0]?.text ?? '')}" is not valid.`
    )
  }
  return error(rangeOf(file, definition), RULE, 'The part before the element list is not valid.')
}

function badTail(file: string, tail: readonly CdsToken[]): FileMessage | undefined {
  if (tail.length === 0 || parses(`${FRAME} ${textOf(tail)}`)) return undefined
  return error(
    rangeOf(file, tail),
    RULE,
    `The part after the element list, beginning with "${shorten(tail[0]?.text ?? '')}", is not valid.`
  )
}

export function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}

/**
 * The place of a finding in CDS source. The parser counts columns to the end of a token, not its
 * start, so the token of the row whose end is nearest is the right one.
 */
export function cdsRange(issue: Issue, source: string): FileRange {
  const [file, row] = [issue.getFilename(), issue.getStart().getRow()]
  const quoted = /"([^"]+)"/.exec(issue.getMessage())?.[1]?.toUpperCase()
  const inRow = cdsTokens(source).filter(token => token.row === row)
  const named = inRow.filter(token => token.text.toUpperCase() === quoted)
  const best = tokenAt(named.length > 0 ? named : inRow, row, issue.getStart().getCol())
  return best === undefined
    ? { ...firstLine(file), startRow: row, endRow: row }
    : rangeOf(file, [best])
}

/** The token whose end is nearest to a place of the parser. */
export function tokenAt(
  tokens: readonly CdsToken[],
  row: number,
  column: number
): CdsToken | undefined {
  const distance = ({ endColumn }: CdsToken) => Math.abs(endColumn - (column - 2))
  return tokens.filter(token => token.row === row).toSorted((a, b) => distance(a) - distance(b))[0]
}
