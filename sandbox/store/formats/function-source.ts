/** Parses and writes the FUNCTION statement with its parameters. */
import { StoreError } from '../errors.ts'

export type Direction = 'IMPORTING' | 'EXPORTING' | 'CHANGING' | 'TABLES'

export interface Parameter {
  readonly direction: Direction
  readonly name: string
  readonly byValue: boolean
  /** How the type is given; empty for a parameter without one. */
  readonly typing: '' | 'TYPE' | 'LIKE' | 'STRUCTURE'
  readonly modifier: '' | 'REF TO' | 'LINE OF' | 'TABLE OF'
  readonly type: string
  readonly optional: boolean
  /** As written, quotes included; empty when there is none. */
  readonly standard: string
}

export interface Signature {
  readonly name: string
  readonly parameters: readonly Parameter[]
  readonly exceptions: readonly string[]
  /** RAISING instead of EXCEPTIONS. */
  readonly classBased: boolean
}

export interface FunctionSource {
  readonly signature: Signature
  /** What follows the period of the signature. */
  readonly rest: string
  /** Row and column (1-based, 0-based) right after that period. */
  readonly end: { readonly row: number; readonly column: number }
}

interface Token {
  readonly text: string
  readonly row: number
  readonly column: number
  readonly end: number
}

const pattern =
  /[ \t\r]+|\n\*[^\n]*|\n|"[^\n]*|('(?:[^'\n]|'')*'|`(?:[^`\n]|``)*`)|(\.)|([^\s.'"`()]+)|([()])/y

/**
 * The tokens up to the first period outside literals and comments. Throws StoreError
 * `INVALID_SOURCE`.
 */
function statement(text: string): Token[] {
  const tokens: Token[] = []
  let row = 1
  let lineStart = 0
  let at = /^\*[^\n]*/.exec(text)?.[0].length ?? 0
  for (; at < text.length; at = pattern.lastIndex) {
    pattern.lastIndex = at
    const match = pattern.exec(text)
    const position = { line: row, column: at - lineStart }
    if (match === null) {
      throw new StoreError('INVALID_SOURCE', 'A literal is not closed', { position })
    }
    const whole = match[0]
    if (whole.startsWith('\n')) {
      row++
      lineStart = at + 1
    } else if (match.slice(1).some(each => each !== undefined)) {
      tokens.push({ text: whole, row, column: position.column, end: pattern.lastIndex })
      if (whole === '.') return tokens
    }
  }
  throw new StoreError('INVALID_SOURCE', 'The FUNCTION statement has no period', {
    position: { line: row, column: Math.max(0, text.length - lineStart) }
  })
}

const directions = new Set(['IMPORTING', 'EXPORTING', 'CHANGING', 'TABLES'])
const sections = new Set([...directions, 'EXCEPTIONS', 'RAISING', '.'])
const nameForm = /^!?[A-Za-z_/][\w/]*$/

class Reader {
  readonly tokens: readonly Token[]
  at = 0

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens
  }

  get token(): Token {
    return (
      this.tokens[Math.min(this.at, this.tokens.length - 1)] ?? {
        text: '.',
        row: 1,
        column: 0,
        end: 0
      }
    )
  }

  get upper(): string {
    return this.token.text.toUpperCase()
  }

  take(...words: readonly string[]): boolean {
    if (!words.every((word, index) => this.tokens[this.at + index]?.text.toUpperCase() === word)) {
      return false
    }
    this.at += words.length
    return true
  }

  expect(word: string): void {
    if (!this.take(word)) this.fail(`"${word}" is expected`)
  }

  name(what: string): string {
    if (!nameForm.test(this.token.text)) this.fail(`${what} is expected`)
    return this.next().replace(/^!/, '').toUpperCase()
  }

  next(): string {
    const { text } = this.token
    if (text === '.') this.fail('More is expected')
    this.at++
    return text
  }

  fail(problem: string): never {
    const { text, row, column } = this.token
    throw new StoreError('INVALID_SOURCE', `${problem} before "${text}"`, {
      position: { line: row, column }
    })
  }
}

function typing(
  reader: Reader,
  direction: Direction
): Pick<Parameter, 'typing' | 'modifier' | 'type'> {
  const word = reader.upper
  if (word !== 'TYPE' && word !== 'LIKE' && !(word === 'STRUCTURE' && direction === 'TABLES')) {
    return { typing: '', modifier: '', type: '' }
  }
  reader.at++
  const modifier = reader.take('REF', 'TO')
    ? 'REF TO'
    : reader.take('LINE', 'OF')
      ? 'LINE OF'
      : reader.take('TABLE', 'OF')
        ? 'TABLE OF'
        : ''
  const generic = ['STANDARD', 'SORTED', 'HASHED', 'INDEX', 'ANY'].find(kind =>
    reader.take(kind, 'TABLE')
  )
  return {
    typing: word,
    modifier,
    type: generic === undefined ? reader.next().toUpperCase() : `${generic} TABLE`
  }
}

function parameter(reader: Reader, direction: Direction): Parameter {
  const byValue = reader.take('VALUE', '(')
  const wrapped = byValue || reader.take('REFERENCE', '(')
  const name = reader.name('The name of a parameter')
  if (wrapped) reader.expect(')')
  const typed = typing(reader, direction)
  const standard = reader.take('DEFAULT') ? reader.next() : ''
  const optional = reader.take('OPTIONAL')
  return { direction, name, byValue, ...typed, optional, standard }
}

function parameters(reader: Reader, direction: Direction): Parameter[] {
  const found: Parameter[] = []
  while (!sections.has(reader.upper)) found.push(parameter(reader, direction))
  return found
}

function exceptions(reader: Reader): string[] {
  const found: string[] = []
  while (!sections.has(reader.upper)) {
    const wrapped = reader.take('RESUMABLE', '(')
    found.push(reader.name('The name of an exception'))
    if (wrapped) reader.expect(')')
  }
  return found
}

function signature(reader: Reader): Signature {
  reader.expect('FUNCTION')
  const name = reader.name('The name of a function module')
  const given: Parameter[] = []
  const raised: string[] = []
  let classBased = false
  while (!reader.take('.')) {
    const section = reader.upper
    if (directions.has(section)) {
      reader.at++
      given.push(...parameters(reader, section as Direction))
    } else if (reader.take('EXCEPTIONS') || reader.take('RAISING')) {
      classBased = section === 'RAISING'
      raised.push(...exceptions(reader))
    } else {
      reader.fail(
        'IMPORTING, EXPORTING, CHANGING, TABLES, EXCEPTIONS, RAISING or a period is expected'
      )
    }
  }
  return { name, parameters: given, exceptions: raised, classBased }
}

/**
 * Parses a function module as the development tools write it: the parameters in the FUNCTION
 * statement. Throws StoreError `INVALID_SOURCE` with line and column, also for a comment block of
 * parameters, which only files have.
 */
export function parseFunctionSource(text: string): FunctionSource {
  const tokens = statement(text)
  const parsed = signature(new Reader(tokens))
  const last = tokens.at(-1)
  const end = { row: last?.row ?? 1, column: (last?.column ?? 0) + 1 }
  const rest = text.slice(last?.end ?? 0)
  if (/^\s*\*"\*"Local Interface/im.test(rest.split('\n').slice(0, 5).join('\n'))) {
    throw new StoreError('INVALID_SOURCE', 'Parameter comment blocks are not allowed', {
      position: { line: end.row + 1, column: 0 }
    })
  }
  return { signature: parsed, rest, end }
}

function writeParameter({
  direction,
  name,
  byValue,
  typing,
  modifier,
  type,
  optional,
  standard
}: Parameter): string {
  const lower = name.toLowerCase()
  const written = byValue && direction !== 'TABLES' ? `VALUE(${lower})` : lower
  const typed =
    typing === ''
      ? ''
      : ` ${typing}${modifier === '' ? '' : ` ${modifier}`} ${type.endsWith(' TABLE') ? type : type.toLowerCase()}`
  return `    ${written}${typed}${standard === '' ? '' : ` DEFAULT ${standard}`}${optional && standard === '' ? ' OPTIONAL' : ''}`
}

/** The FUNCTION statement of a signature, period included. */
export function writeSignature({
  name,
  parameters: given,
  exceptions: raised,
  classBased
}: Signature): string {
  const lines = [`FUNCTION ${name.toLowerCase()}`]
  for (const direction of directions) {
    const own = given.filter(each => each.direction === direction)
    if (own.length > 0) lines.push(`  ${direction}`, ...own.map(writeParameter))
  }
  if (raised.length > 0) {
    lines.push(
      classBased ? '  RAISING' : '  EXCEPTIONS',
      ...raised.map(each => `    ${each.toLowerCase()}`)
    )
  }
  return `${lines.join('\n')}.`
}
