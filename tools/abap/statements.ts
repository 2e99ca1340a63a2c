/**
 * One ABAP statement: its words without literals and comments, and where it stands (offsets into
 * the text, end exclusive).
 */
export interface Statement {
  /** Upper case. A literal or template is the single word `'`. */
  readonly words: readonly string[]
  readonly start: number
  /** Behind the period; behind the last character where the text ends without one. */
  readonly end: number
}

/**
 * Blocks whose content is another language or unfinished ABAP, up to the line that begins with the
 * closing word.
 */
const opaque: readonly {
  readonly opens: (words: readonly string[]) => boolean
  readonly close: RegExp
}[] = [
  // Database procedures hold SQLScript: other strings, other comments.
  {
    opens: words => words[0] === 'METHOD' && words[2] === 'BY' && words[3] === 'DATABASE',
    close: /^[ \t]*ENDMETHOD[ \t\r]*\./gim
  },
  {
    opens: words => words[0] === 'EXEC' && words[1] === 'SQL',
    close: /^[ \t]*ENDEXEC[ \t\r]*\./gim
  },
  {
    opens: words => words[0] === 'DEFINE' && words.length === 2,
    close: /^[ \t]*END-OF-DEFINITION[ \t\r]*\./gim
  }
]

/**
 * These end a block even where the statement before lacks its period: a source in the making must
 * not lose its blocks.
 */
const closing = new Set(['ENDMETHOD', 'ENDFORM', 'ENDMODULE', 'ENDFUNCTION', 'ENDCLASS'])

const space = /\s/
export const wordEnd = /[\s.,:()'`|"]/g

/**
 * Splits ABAP source into statements by the rules of the language: `*` in the first column and `"`
 * open comments, literals end with their line, templates nest through braces. Linear in the length
 * of the text; unfinished input ends where the text ends.
 */
export function* statements(text: string): Generator<Statement> {
  let at = 0
  let words: string[] = []
  let start = -1
  while (at < text.length) {
    const next = skipBlank(text, at)
    if (next >= text.length) break
    at = next
    if (start < 0) start = at
    const char = text[at]
    if (char === '.') {
      at += 1
      yield { words, start, end: at }
      const block = opaque.find(({ opens }) => opens(words))
      if (block !== undefined) at = closingLine(text, at, block.close)
      words = []
      start = -1
    } else if (char === "'" || char === '`') {
      at = literalEnd(text, at)
      words.push("'")
    } else if (char === '|') {
      at = templateEnd(text, at)
      words.push("'")
    } else if (char === ',' || char === ':' || char === '(' || char === ')') {
      at += 1
      words.push(char)
    } else {
      wordEnd.lastIndex = at + 1
      const end = wordEnd.exec(text)?.index ?? text.length
      const word = text.slice(at, end).toUpperCase()
      if (words.length > 0 && closing.has(word) && startsLine(text, at)) {
        yield { words, start, end: at }
        words = []
        start = at
      }
      words.push(word)
      at = end
    }
  }
  if (start >= 0) yield { words, start, end: text.length }
}

function startsLine(text: string, at: number): boolean {
  let before = at - 1
  while (text[before] === ' ' || text[before] === '\t') before -= 1
  return before < 0 || text[before] === '\n'
}

/** Over spaces and comments to the next character that counts. */
export function skipBlank(text: string, from: number): number {
  let at = from
  while (at < text.length) {
    const char = text[at] ?? ''
    const comment = char === '"' || (char === '*' && (at === 0 || text[at - 1] === '\n'))
    if (comment) at = lineEnd(text, at)
    else if (space.test(char)) at += 1
    else break
  }
  return at
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end
}

export function literalEnd(text: string, from: number): number {
  const quote = text[from]
  const stop = lineEnd(text, from)
  for (let at = from + 1; at < stop; at++) {
    if (text[at] !== quote) continue
    if (text[at + 1] !== quote) return at + 1
    at += 1
  }
  return stop
}

/**
 * Behind a string template; its expressions may hold literals, comments and templates of their own.
 */
export function templateEnd(text: string, from: number): number {
  // One entry per open brace or template: '|' = inside template text, '{' = inside an expression.
  const open: ('|' | '{')[] = ['|']
  let at = from + 1
  while (at < text.length && open.length > 0) {
    at = open.at(-1) === '|' ? templateText(text, at, open) : templateExpression(text, at, open)
  }
  return at
}

function templateText(text: string, at: number, open: ('|' | '{')[]): number {
  const char = text[at]
  if (char === '\\') return at + 2
  if (char === '{') open.push('{')
  if (char === '|') open.pop()
  // Template text never crosses a line: an unfinished one must not swallow the rest of the source.
  if (char === '\n') open.length = 0
  return at + 1
}

function templateExpression(text: string, from: number, open: ('|' | '{')[]): number {
  const at = skipBlank(text, from)
  const char = text[at]
  if (char === "'" || char === '`') return literalEnd(text, at)
  if (char === '}') open.pop()
  if (char === '|') open.push('|')
  return at + 1
}

function closingLine(text: string, from: number, close: RegExp): number {
  close.lastIndex = from
  return close.exec(text)?.index ?? text.length
}
