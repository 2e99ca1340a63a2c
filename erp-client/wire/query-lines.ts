/**
 * Breaks SQL statements into lines: the data preview cuts each line after 255 characters, in the
 * middle of words and literals, and joins the pieces with blanks, so that the statement fails or
 * changes its meaning.
 */
import { ErpError } from '../errors.ts'

/** Below the limit of the ERP, which is known from observed cuts only. */
const lineWidth = 200

/** Longest word or literal, quotes included, that fits in one line. */
export const longestQueryWord = 254

/** @throws ErpError ERP_BAD_REQUEST for a word or literal that is longer than a line */
export function queryLines(sql: string): string {
  const lines: string[] = []
  let line = ''
  for (const word of glued(wordsOf(sql))) {
    if (word.length > longestQueryWord) throw tooLong(word.length)
    if (line !== '' && line.length + 1 + word.length > lineWidth) {
      lines.push(line)
      line = ''
    }
    line += line === '' ? word : ` ${word}`
  }
  return [...lines, line].join('\n')
}

function tooLong(length: number): ErpError {
  const message = `The query holds a word or literal of ${length} characters, and the data preview cuts lines after 255`
  const remedy = `Use literals of at most ${longestQueryWord - 2} characters, e.g. with LIKE and %.`
  return new ErpError('ERP_BAD_REQUEST', message, { outcome: 'failed', remedy })
}

/** A literal, or a text between literals without the comma that separates them. */
const piece = /'(?:[^']|'')*'|`(?:[^`]|``)*`|,|[^'`,]+|['`]/g

/** A word that is too long for a line with others is broken at its literals and commas. */
function shortened(word: string): readonly string[] {
  if (word.length <= lineWidth) return [word]
  const parts = word.match(piece) ?? [word]
  // a host expression or a string template is not known to be the same with breaks in it
  return parts.some(part => !/^['`]./.test(part) && /@\(|\|/.test(part)) ? [word] : parts
}

const closing: ReadonlySet<string> = new Set(["'", '`', '|'])

/** Where a statement is being read: in which literal, and how deep in a host expression. */
interface Reading {
  word: string
  quote: string
  comment: boolean
  depth: number
}

/** A literal, a string template or a host expression is going on: blanks belong to the word. */
const isInside = ({ quote, depth }: Reading): boolean => quote !== '' || depth > 0

function take(reading: Reading, char: string): void {
  const { quote, word, depth } = reading
  const isEscaped = quote === '|' && word.endsWith('\\') && !word.endsWith('\\\\')
  if (char === quote && !isEscaped) reading.quote = ''
  else if (quote === '' && closing.has(char)) reading.quote = char
  else if (quote === '' && char === '(' && (depth > 0 || word.endsWith('@'))) reading.depth++
  else if (quote === '' && char === ')' && depth > 0) reading.depth--
  reading.word += quote === '' && /\s/.test(char) ? ' ' : char
}

/**
 * Words between blanks, with literals, string templates and host expressions whole; comments to the
 * end of a line are dropped.
 */
function wordsOf(sql: string): string[] {
  const words: string[] = []
  const reading: Reading = { word: '', quote: '', comment: false, depth: 0 }
  for (const char of `${sql}\n`) {
    if (char === '\n') reading.comment = false
    reading.comment ||= reading.quote === '' && char === '"'
    if (reading.comment) continue
    if (isInside(reading) || !/\s/.test(char)) {
      take(reading, char)
      continue
    }
    if (reading.word !== '') words.push(...shortened(reading.word))
    reading.word = ''
  }
  return isInside(reading) ? [...words, reading.word.trimEnd()] : words
}

/** A line that begins with a star is a comment, so no line may begin with one. */
function glued(words: readonly string[]): string[] {
  const parts: string[] = []
  for (const word of words) {
    if (word.startsWith('*') && parts.length > 0) parts.push(`${parts.pop() ?? ''} ${word}`)
    else parts.push(word)
  }
  return parts
}
