/** The context of a completion: the statement up to the cursor and the tokens before it. */
export interface CompletionContext {
  /** The statement from its first character to the cursor. */
  readonly statement: string
  /** Offset of the statement in the source. */
  readonly start: number
  /** Offset of the cursor. */
  readonly cursor: number
  /** The part of a name that is already there. */
  readonly prefix: string
  /** `->`, `=>`, `-`, `~` directly before the prefix; empty otherwise. */
  readonly operator: '->' | '=>' | '-' | '~' | ''
  /** The statement without prefix and operator. */
  readonly before: string
}

/** Undefined inside of comments, and of literals other than those that name something. */
export function completionContextAt(
  source: string,
  row: number,
  column: number
): CompletionContext | undefined {
  const cursor = offsetOf(source, row, column)
  if (cursor === undefined) return undefined
  const { start, state } = statementStart(source, cursor)
  if (state === 'comment') return undefined
  const statement = source.slice(start, cursor)
  if (state === 'literal' && !/\bCALL\s+FUNCTION\s+'[\w/]*$/i.test(statement)) return undefined
  const [prefix] = /(?:<?[\w/$]*>?)?$/.exec(/[-=]>$/.test(statement) ? '' : statement) ?? ['']
  const rest = statement.slice(0, statement.length - prefix.length)
  const operator =
    (['->', '=>', '~', '-'] as const).find(
      sign => rest.endsWith(sign) && /[\w)>\]]$/.test(rest.slice(0, -sign.length))
    ) ?? ''
  return {
    statement,
    start,
    cursor,
    prefix,
    operator,
    before: rest.slice(0, rest.length - operator.length)
  }
}

function offsetOf(source: string, row: number, column: number): number | undefined {
  let offset = 0
  for (let line = 1; line < row; line++) {
    const next = source.indexOf('\n', offset)
    if (next < 0) return undefined
    offset = next + 1
  }
  const end = source.indexOf('\n', offset)
  return offset + column > (end < 0 ? source.length : end) ? undefined : offset + column
}

type State = 'code' | 'comment' | 'literal'

/** The first character after the last period before the cursor, and in what the cursor stands. */
function statementStart(source: string, cursor: number): { start: number; state: State } {
  let start = 0
  let quote = ''
  let comment = false
  for (let at = 0; at < cursor; at++) {
    const character = source[at] ?? ''
    if (character === '\n') {
      comment = false
      if (quote !== '|') quote = ''
      continue
    }
    if (comment) continue
    if (quote !== '') {
      if (character === quote && source[at - 1] !== '\\') quote = ''
      continue
    }
    if (character === '"' || (character === '*' && (at === 0 || source[at - 1] === '\n'))) {
      comment = true
    } else if (character === "'" || character === '`' || character === '|') quote = character
    else if (character === '.' && /[\s"]|$/.test(source[at + 1] ?? ' ')) start = at + 1
  }
  while (start < cursor && /\s/.test(source[start] ?? '')) start++
  return { start, state: comment ? 'comment' : quote === "'" || quote === '`' ? 'literal' : 'code' }
}

/**
 * Placeholders for unfinished statements that open or continue a block: without one, the parser
 * cannot read the statements that follow.
 */
const PLACEHOLDERS: readonly (readonly [RegExp, string])[] = [
  [/^IF\b/i, 'IF 1 = 1.'],
  [/^ELSEIF\b/i, 'ELSEIF 1 = 1.'],
  [/^WHILE\b/i, 'WHILE 1 = 1.'],
  [/^DO\b/i, 'DO.'],
  [/^CASE\b/i, 'CASE 1.'],
  [/^WHEN\b/i, 'WHEN 1.'],
  [/^CATCH\b/i, 'CATCH cx_root.'],
  [/^LOOP\b/i, 'LOOP AT SCREEN.'],
  [/^METHOD\b/i, 'METHOD zz_typing.'],
  [/^FORM\b/i, 'FORM zz_typing.']
]

/**
 * The source without the unfinished statement, so that everything around it can be read. Rows stay
 * as they are; what follows the cursor in its row belongs to the unfinished statement.
 */
export function withoutStatement(
  source: string,
  { start, cursor, statement }: CompletionContext
): string {
  const lineEnd = source.indexOf('\n', cursor)
  const end = lineEnd < 0 ? source.length : lineEnd
  const removed = source.slice(start, end)
  const placeholder = PLACEHOLDERS.find(([pattern]) => pattern.test(statement))?.[1] ?? ''
  return source.slice(0, start) + placeholder + removed.replace(/[^\n]/g, '') + source.slice(end)
}
