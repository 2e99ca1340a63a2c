/** Resolves line, column, symbol or method to a position in a source. */
import type { ObjectRef, Source } from '../../erp-client/index.ts'
import { declarationsOf } from '../abap/declarations.ts'
import type { ToolContext } from '../call/context.ts'
import { badArguments, ToolError } from '../failure/errors.ts'
import { locateUnit, readPart } from './sources.ts'
import { refWords } from './words.ts'

export interface PositionOptions {
  readonly include?: string | undefined
  readonly method?: string | undefined
  readonly line?: number | undefined
  readonly column?: number | undefined
  readonly symbol?: string | undefined
}

/** A word in a source: 1-based, the end behind its last character. */
export interface Position {
  readonly source: Source
  readonly line: number
  readonly column: number
  readonly endColumn: number
  readonly word: string
}

const wordChar = /[\p{L}\p{N}_/$%&~<>-]/u

/**
 * The word that line and column, a symbol, or a method point at; undefined where the options names
 * the object as a whole.
 */
export async function findPosition(
  context: ToolContext,
  ref: ObjectRef,
  options: PositionOptions
): Promise<Position | undefined> {
  const { line, column, symbol, method, include } = options
  if (line === undefined && column !== undefined) {
    throw badArguments('`column` without `line` is no position.', 'Give both, or `symbol`.')
  }
  if (line === undefined && symbol === undefined) {
    return method === undefined ? undefined : await declarationOf(context, ref, { method, include })
  }
  const unit =
    method === undefined ? undefined : await locateUnit(context, { ref, part: include }, method)
  const source = unit?.source ?? (await readPart(context, { ref, part: include }))
  const lines = source.text.split('\n')
  if (line !== undefined && line > lines.length) {
    throw badArguments(`The source has ${lines.length} lines, \`line\` is ${line}.`)
  }
  if (symbol !== undefined) {
    const range =
      line === undefined
        ? ([unit?.unit.startLine ?? 1, unit?.unit.endLine ?? lines.length] as const)
        : ([line, line] as const)
    return positionOfSymbol(source, lines, { symbol, from: range[0], to: range[1] })
  }
  return wordAt(source, lines, { line: line ?? 1, column })
}

function positionOfSymbol(
  source: Source,
  lines: readonly string[],
  { symbol, from, to }: { symbol: string; from: number; to: number }
): Position {
  const wanted = symbol.trim().toLowerCase()
  for (let line = from; line <= to; line++) {
    const text = lines[line - 1]?.toLowerCase() ?? ''
    if (text.startsWith('*')) continue
    for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
      const whole = !isWordChar(text[at - 1]) && !isWordChar(text[at + wanted.length])
      if (whole) {
        return {
          source,
          line,
          column: at + 1,
          endColumn: at + 1 + wanted.length,
          word: symbol.trim()
        }
      }
    }
  }
  throw new ToolError(
    'TOOL_SYMBOL_NOT_FOUND',
    `${symbol} does not stand in ${refWords(source.ref)} ${from === to ? `line ${from}` : `lines ${from}-${to}`}.`,
    { remedy: 'Give line and column as ERPRead shows the source.' }
  )
}

function isWordChar(char: string | undefined): boolean {
  return char !== undefined && /[\p{L}\p{N}_]/u.test(char)
}

/**
 * The word under the column; without a column, the only possible match is the first word
 * of the line.
 */
function wordAt(
  source: Source,
  lines: readonly string[],
  { line, column }: { line: number; column: number | undefined }
): Position {
  const text = lines[line - 1] ?? ''
  const at = column === undefined ? text.search(/\S/) : column - 1
  if (at < 0 || at >= text.length || !wordChar.test(text[at] ?? '')) {
    throw new ToolError(
      'TOOL_SYMBOL_NOT_FOUND',
      `There is no word at line ${line}, column ${at + 1} of ${refWords(source.ref)}: ${JSON.stringify(text.trim().slice(0, 120))}.`,
      { remedy: 'Give `symbol` with the word instead of `column`.' }
    )
  }
  // A member belongs to the word up to the arrow only, so that each half can be requested.
  let from = at
  let to = at + 1
  while (from > 0 && wordChar.test(text[from - 1] ?? '') && !/[-=]>$/.test(text.slice(0, from))) {
    from -= 1
  }
  while (to < text.length && wordChar.test(text[to] ?? '') && !/^[-=]>/.test(text.slice(to))) {
    to += 1
  }
  return { source, line, column: from + 1, endColumn: to + 1, word: text.slice(from, to) }
}

async function declarationOf(
  context: ToolContext,
  ref: ObjectRef,
  { method, include }: { method: string; include: string | undefined }
): Promise<Position> {
  const main = await readPart(context, { ref, part: include })
  const owner = /^(\S+?)(?:=>|->)/.exec(method)?.[1]?.toUpperCase()
  const declared = (await declarationsOf([main.text, method], context.signal)).filter(
    ({ container }) => owner === undefined || container === owner
  )
  const [only] = declared
  if (only !== undefined && !method.includes('~')) {
    return {
      source: main,
      line: only.line,
      column: only.column,
      endColumn: only.column + only.name.length,
      word: only.name
    }
  }
  const { source, unit } = await locateUnit(context, { ref, part: include }, method)
  const head = source.text.slice(unit.start, unit.bodyStart)
  const bare = unit.name.replace(/^.*~/, '')
  const at = head.toUpperCase().indexOf(bare, unit.kind.length)
  const before = source.text.slice(0, unit.start + at)
  const line = before.split('\n').length
  const column = before.length - before.lastIndexOf('\n')
  return { source, line, column, endColumn: column + bare.length, word: bare }
}
