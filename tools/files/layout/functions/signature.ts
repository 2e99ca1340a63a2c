/** A function module with its parameters in the FUNCTION statement, as ADT shows it. */
import { tokensFrom } from '../../../abap/tokens.ts'
import type { Token } from '../../../abap/tokens.ts'
import { NotCarried } from '../content.ts'

export const sections = ['IMPORTING', 'EXPORTING', 'CHANGING', 'TABLES'] as const
export type Section = (typeof sections)[number]

export interface Parameter {
  readonly section: Section
  readonly name: string
  readonly byValue: boolean
  /** LIKE, or STRUCTURE of a table. */
  readonly isLike: boolean
  readonly modifier: '' | 'REF TO' | 'LINE OF' | 'TABLE OF'
  /** Empty for a parameter without a type. */
  readonly type: string
  readonly isOptional: boolean
  /** As written; empty where there is none. */
  readonly standard: string
}

export interface Signature {
  readonly parameters: readonly Parameter[]
  readonly exceptions: readonly string[]
  readonly isClassBased: boolean
}

export interface FunctionText {
  /** Comments in front of the statement. */
  readonly prefix: string
  /** The name as written. */
  readonly name: string
  readonly signature: Signature
  /** All behind the period of the statement. */
  readonly rest: string
}

class Reader {
  readonly #text: string
  readonly #tokens: readonly Token[]
  #at = 0

  constructor(text: string, tokens: readonly Token[]) {
    this.#text = text
    this.#tokens = tokens
  }

  get word(): string {
    return this.#tokens[this.#at]?.word ?? ''
  }

  take(...words: readonly string[]): boolean {
    const isThere = words.every((word, index) => this.#tokens[this.#at + index]?.word === word)
    if (isThere) this.#at += words.length
    return isThere
  }

  /** The next word as it is written. */
  next(): string {
    const token = this.#tokens[this.#at]
    if (token === undefined) throw new NotCarried('an incomplete FUNCTION statement')
    this.#at++
    return this.#text.slice(token.start, token.end)
  }

  expect(word: string): void {
    if (!this.take(word)) throw new NotCarried(`"${this.word}" in its FUNCTION statement`)
  }
}

const starts: ReadonlySet<string> = new Set([...sections, 'EXCEPTIONS', 'RAISING', ''])
const tableKinds = ['STANDARD', 'SORTED', 'HASHED', 'INDEX', 'ANY'] as const

function typing(reader: Reader, section: Section): Pick<Parameter, 'isLike' | 'modifier' | 'type'> {
  const isLike = reader.take('LIKE') || (section === 'TABLES' && reader.take('STRUCTURE'))
  if (!isLike && !reader.take('TYPE')) return { isLike: false, modifier: '', type: '' }
  const modifier = reader.take('REF', 'TO')
    ? 'REF TO'
    : reader.take('LINE', 'OF')
      ? 'LINE OF'
      : reader.take('TABLE', 'OF')
        ? 'TABLE OF'
        : ''
  const generic = tableKinds.find(kind => reader.take(kind, 'TABLE'))
  const type = generic === undefined ? reader.next().toUpperCase() : `${generic} TABLE`
  return { isLike, modifier, type }
}

function parameterOf(reader: Reader, section: Section): Parameter {
  const byValue = reader.take('VALUE', '(')
  const isWrapped = byValue || reader.take('REFERENCE', '(')
  const name = reader.next().replace(/^!/, '').toUpperCase()
  if (!/^[\w/]+$/.test(name)) throw new NotCarried(`"${name}" in its FUNCTION statement`)
  if (isWrapped) reader.expect(')')
  const type = typing(reader, section)
  if (reader.word === 'STRUCTURE') throw new NotCarried(`two types of the parameter ${name}`)
  const standard = reader.take('DEFAULT') ? standardOf(reader.next()) : ''
  const isOptional = reader.take('OPTIONAL') || standard !== ''
  return { section, name, byValue, ...type, isOptional, standard }
}

const standardOf = (written: string): string =>
  /^['`]/.test(written) ? written : written.toUpperCase()

const inSource = (standard: string): string =>
  /^['`]/.test(standard) ? standard : standard.toLowerCase()

function exceptionsOf(reader: Reader): string[] {
  const found: string[] = []
  while (!starts.has(reader.word)) {
    const name = reader.next().toUpperCase()
    if (!/^[\w/]+$/.test(name)) throw new NotCarried(`"${name}" in its FUNCTION statement`)
    found.push(name)
  }
  return found
}

function signatureOf(reader: Reader): Signature {
  const parameters: Parameter[] = []
  const exceptions: string[] = []
  let isClassBased = false
  while (reader.word !== '') {
    const section = sections.find(each => reader.take(each))
    if (section !== undefined) {
      while (!starts.has(reader.word)) parameters.push(parameterOf(reader, section))
    } else {
      isClassBased = reader.word === 'RAISING'
      if (!reader.take('RAISING')) reader.expect('EXCEPTIONS')
      exceptions.push(...exceptionsOf(reader))
    }
  }
  return { parameters, exceptions, isClassBased }
}

/** @throws NotCarried for a statement that the file of the layout cannot say */
export function readFunction(text: string): FunctionText {
  const tokens: Token[] = []
  let end: number | undefined
  for (const token of tokensFrom(text, 0)) {
    if (token.word === '.') {
      end = token.end
      break
    }
    tokens.push(token)
  }
  const [first] = tokens
  if (first?.word !== 'FUNCTION' || end === undefined) throw new NotCarried('no FUNCTION statement')
  const reader = new Reader(text, tokens.slice(1))
  const name = reader.next()
  return {
    prefix: text.slice(0, first.start),
    name,
    signature: signatureOf(reader),
    rest: text.slice(end)
  }
}

function parameterWords(parameter: Parameter): string {
  const { section, name, byValue, isLike, modifier, type, isOptional, standard } = parameter
  const lower = name.toLowerCase()
  const like = section === 'TABLES' ? 'STRUCTURE' : 'LIKE'
  return [
    byValue && section !== 'TABLES' ? `VALUE(${lower})` : lower,
    ...(type === '' ? [] : [isLike ? like : 'TYPE', ...(modifier === '' ? [] : [modifier])]),
    ...(type === '' ? [] : [type.endsWith(' TABLE') ? type : type.toLowerCase()]),
    ...(standard === '' ? (isOptional ? ['OPTIONAL'] : []) : ['DEFAULT', inSource(standard)])
  ].join(' ')
}

export function writeFunction({ prefix, name, signature, rest }: FunctionText): string {
  const { parameters, exceptions, isClassBased } = signature
  const lines = sections.flatMap(section => {
    const own = parameters.filter(each => each.section === section)
    return own.length === 0
      ? []
      : [`  ${section}`, ...own.map(each => `    ${parameterWords(each)}`)]
  })
  const raised =
    exceptions.length === 0
      ? []
      : [
          isClassBased ? '  RAISING' : '  EXCEPTIONS',
          ...exceptions.map(each => `    ${each.toLowerCase()}`)
        ]
  return `${prefix}${[`FUNCTION ${name}`, ...lines, ...raised].join('\n')}.${rest}`
}
