/** The arguments of one call in ABAP source, with their places. */
import { statements } from './statements.ts'
import { tokensFrom } from './tokens.ts'
import type { Token } from './tokens.ts'

export interface Argument {
  /** Upper case. */
  readonly name: string
  /** `EXPORTING` where no section is named. */
  readonly section: string
  readonly start: number
  /** Behind the value. */
  readonly end: number
  readonly valueStart: number
}

export interface Section {
  readonly keyword: string
  readonly start: number
  /** Behind the keyword. */
  readonly end: number
}

export interface CallArguments {
  /** `statement`: the arguments end with the statement, not with a parenthesis. */
  readonly form: 'functional' | 'statement'
  /** Behind the opening parenthesis or the name. */
  readonly start: number
  /** In front of the closing parenthesis or the period. */
  readonly end: number
  /** The one argument without a name. */
  readonly positional: { readonly start: number; readonly end: number } | undefined
  readonly sections: readonly Section[]
  readonly list: readonly Argument[]
  /** The call is a statement of its own: its result is not used. */
  readonly isStandalone: boolean
}

/** `none`: the name stands where nothing is called. `unclear`: how it is called cannot be read. */
export type CallReading = CallArguments | 'none' | 'unclear'

const keywords: ReadonlySet<string> = new Set([
  'EXPORTING',
  'IMPORTING',
  'TABLES',
  'CHANGING',
  'RECEIVING',
  'EXCEPTIONS'
])
const declaring: ReadonlySet<string> = new Set([
  'METHOD',
  'METHODS',
  'CLASS-METHODS',
  'ALIASES',
  'SET',
  'CLASS',
  'INTERFACE',
  'INTERFACES',
  'DATA',
  'TYPES',
  'EVENTS',
  'PERFORM'
])
const calling: ReadonlySet<string> = new Set([
  'CALL METHOD',
  'CALL FUNCTION',
  'CREATE OBJECT',
  'RAISE EXCEPTION'
])

/** What the name at an offset is called with. */
export function callAt(text: string, nameStart: number): CallReading {
  const [name] = tokensFrom(text, nameStart)
  if (name === undefined) return 'unclear'
  const statement = statementAround(text, nameStart)
  const [first = '', second = ''] = statement?.words ?? []
  if (text[name.end] === '(' && first !== 'METHODS' && first !== 'CLASS-METHODS') {
    return functional(text, name.end, statement?.start)
  }
  if (declaring.has(first)) return 'none'
  if (statement === undefined || !calling.has(`${first} ${second}`)) return 'unclear'
  return inStatement(text, name.end, statement.start)
}

function statementAround(text: string, at: number) {
  for (const statement of statements(text)) {
    if (statement.start <= at && at < statement.end) return statement
    if (statement.start > at) return undefined
  }
  return undefined
}

function functional(text: string, open: number, statementStart: number | undefined): CallReading {
  const tokens: Token[] = []
  let depth = 0
  for (const token of tokensFrom(text, open)) {
    if (token.word === '(') depth += 1
    if (token.word === ')') depth -= 1
    if (depth === 0) {
      const head = text.slice(statementStart ?? open, open)
      const next = text.slice(token.end).trimStart()[0]
      const isStandalone =
        (/^(?:CALL\s+METHOD\s+)?[\w/~<>]+(?:(?:->|=>|-)[\w/~<>]+)*$/i.test(head.trim()) ||
          /^(?:NEW|CAST)\s.*\)->[\w~]+$/is.test(head.trim())) &&
        (next === '.' || next === ',')
      return readArguments(tokens.slice(1), {
        form: 'functional',
        start: open + 1,
        end: token.start,
        isStandalone
      })
    }
    tokens.push(token)
  }
  return 'unclear'
}

function inStatement(text: string, nameEnd: number, _start: number): CallReading {
  const tokens: Token[] = []
  let depth = 0
  for (const token of tokensFrom(text, nameEnd)) {
    if (token.word === '(') depth += 1
    if (token.word === ')') depth -= 1
    if (depth === 0 && (token.word === '.' || token.word === ',')) break
    tokens.push(token)
  }
  if (tokens.some(({ word }) => word === 'PARAMETER-TABLE')) return 'unclear'
  const first = tokens.findIndex(({ word }) => keywords.has(word))
  const inner = first < 0 ? [] : tokens.slice(first)
  const end = tokens.at(-1)?.end ?? nameEnd
  const start = inner[0]?.start ?? end
  return readArguments(inner, { form: 'statement', start, end, isStandalone: true })
}

type Frame = Pick<CallArguments, 'form' | 'start' | 'end' | 'isStandalone'>

function readArguments(tokens: readonly Token[], frame: Frame): CallReading {
  const sections: Section[] = []
  const list: { -readonly [Key in keyof Argument]: Argument[Key] }[] = []
  let section = 'EXPORTING'
  let depth = 0
  let positional: { start: number; end: number } | undefined
  for (const [at, token] of tokens.entries()) {
    const isOuter = depth === 0
    if (token.word === '(') depth += 1
    if (token.word === ')') depth -= 1
    const open = list.at(-1)
    const isNamed = tokens[at + 1]?.word === '=' && /^[A-Z_/<!]/.test(token.word)
    if (isOuter && keywords.has(token.word) && !isNamed) {
      section = token.word
      sections.push({ keyword: token.word, start: token.start, end: token.end })
    } else if (isOuter && isNamed && positional === undefined) {
      const valueStart = tokens[at + 2]?.start
      if (valueStart === undefined) return 'unclear'
      const { start, end, word } = token
      list.push({ name: word.replace(/^!/, ''), section, start, end, valueStart })
    } else if (open !== undefined) {
      if (sections.some(({ start }) => start > open.start)) return 'unclear'
      open.end = token.end
    } else if (sections.length > 0) return 'unclear'
    else positional = { start: positional?.start ?? token.start, end: token.end }
  }
  return { ...frame, positional, sections, list }
}
