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

/** Words between blanks, literals whole; comments to the end of a line are dropped. */
function wordsOf(sql: string): string[] {
  const words: string[] = []
  let word = ''
  let quote = ''
  let comment = false
  for (const char of `${sql}\n`) {
    if (char === '\n') comment = false
    comment ||= quote === '' && char === '"'
    if (comment) continue
    if (quote === '' && /\s/.test(char)) {
      if (word !== '') words.push(word)
      word = ''
      continue
    }
    if (char === quote) quote = ''
    else if (quote === '' && (char === "'" || char === '`')) quote = char
    word += char
  }
  return quote === '' ? words : [...words, word.trimEnd()]
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
