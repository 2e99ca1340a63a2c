/** Reports typings that ABAP refuses where they stand, with the words of the ERP. */
import type { ABAPFile, Nodes, Token } from '@abaplint/core'
import type { FileMessage } from '../../types.ts'
import { error, rangeOfToken } from '../ranges.ts'

const RULE = 'typing'

const TABLE_KINDS = new Set(['STANDARD', 'SORTED', 'HASHED', 'ANY', 'INDEX'])
const SIZED = new Set(['C', 'N', 'P', 'X'])
const GENERIC = new Set([
  'ANY',
  'DATA',
  'SIMPLE',
  'NUMERIC',
  'CLIKE',
  'CSEQUENCE',
  'XSEQUENCE',
  'DECFLOAT',
  'TABLE',
  ...SIZED
])
const SECTIONS = new Set(['IMPORTING', 'EXPORTING', 'CHANGING', 'RETURNING'])
/** The longest value of a type that takes a length. */
const LONGEST: Readonly<Record<string, number>> = { C: 262_143, N: 262_143, P: 16, X: 524_287 }
/** Types whose length is given by their name. */
const FIXED = new Set([
  'I',
  'INT8',
  'F',
  'D',
  'T',
  'STRING',
  'XSTRING',
  'DECFLOAT16',
  'DECFLOAT34',
  'UTCLONG'
])
const MAX_DECIMALS = 14
const DECLARATIONS = new Set(['DATA', 'TYPES', 'CONSTANTS', 'STATICS', 'CLASS'])

const NO_TABLE_IN_RETURNING =
  'The generic types ANY/INDEX/STANDARD/HASHED/SORTED TABLE cannot be specified in RETURNING parameters.'
const NOT_FULLY_TYPED = 'A RETURNING parameter must be fully typed.'

interface Fault {
  readonly token: Token
  readonly text: string
}
interface Words {
  readonly tokens: readonly Token[]
  readonly words: readonly string[]
}

/**
 * Typings of parameters, lengths and constructor expressions that are refused. Statements that the
 * parser cannot read are looked at as well: their fault often is such a typing.
 */
export function checkTyping(file: ABAPFile): FileMessage[] {
  const statements = file.getStatements().map(wordsOf)
  const generic = genericTables(statements)
  return statements
    .flatMap(statement => [
      ...(isMethods(statement) ? parameterFaults(statement, generic) : []),
      ...lengthFaults(statement),
      ...valueFaults(statement),
      ...constructorFaults(statement)
    ])
    .map(({ token, text }) => error(rangeOfToken(file.getFilename(), token), RULE, text))
}

function wordsOf(node: Nodes.StatementNode): Words {
  const tokens = node.getTokens()
  return { tokens, words: tokens.map(token => token.getStr().toUpperCase()) }
}

function isMethods({ words }: Words): boolean {
  return words[0] === 'METHODS' || (words[0] === 'CLASS' && words[2] === 'METHODS')
}

/**
 * Table types without a primary key: secondary keys do not complete a type. Names that are declared
 * more than once are left out.
 */
function genericTables(statements: readonly Words[]): ReadonlySet<string> {
  const found = new Map<string, boolean>()
  for (const { words } of statements) {
    const [keyword, name = '', type] = words
    if (keyword !== 'TYPES' || type !== 'TYPE') continue
    const text = words.slice(3).join(' ')
    const secondary = /WITH (UNIQUE|NON - UNIQUE) (SORTED|HASHED) KEY \w+ COMPONENTS [\w ]+/g
    const isTable = /^((STANDARD|SORTED|HASHED) )?TABLE OF /.test(text)
    const isGeneric = isTable && !/\bKEY\b/.test(text.replaceAll(secondary, ''))
    found.set(name, isGeneric && !found.has(name))
  }
  return new Set([...found].filter(([, isGeneric]) => isGeneric).map(([name]) => name))
}

function parameterFaults(statement: Words, generic: ReadonlySet<string>): Fault[] {
  const { words } = statement
  let section = ''
  const faults: Fault[] = []
  for (const [at, word] of words.entries()) {
    if (SECTIONS.has(word)) {
      const token = statement.tokens[at - 1]
      if (section === 'RETURNING' && token !== undefined) {
        faults.push({ token, text: behindReturning(token) })
      }
      section = word
    }
    if (word !== 'TYPE' || section === '') continue
    const fault = typeFault(statement, at + 1, { returning: section === 'RETURNING', generic })
    if (fault !== undefined) faults.push(fault)
  }
  return faults
}

interface Place {
  readonly returning: boolean
  readonly generic: ReadonlySet<string>
}

/** The fault of the type that begins at this token. */
function typeFault(statement: Words, at: number, place: Place): Fault | undefined {
  const { tokens, words } = statement
  const fault = (index: number, text: string): Fault | undefined => {
    const token = tokens[index]
    return token === undefined ? undefined : { token, text }
  }
  const type = words[at] ?? ''
  const table = TABLE_KINDS.has(type) ? at + 1 : at
  if (words[table] === 'TABLE') {
    if (place.returning && table > at) return fault(at, NO_TABLE_IN_RETURNING)
    if (words[table + 1] === 'OF') {
      return fault(table + 2, uninterpreted(words[table + 2], 'declare the table type with TYPES'))
    }
  }
  const isName = words[at + 1] === '=' || words[at + 1] === '-' || words[at + 1] === '=>'
  if (place.returning) {
    return (GENERIC.has(type) && !isName) || place.generic.has(typeName(words, at))
      ? fault(at, NOT_FULLY_TYPED)
      : undefined
  }
  return SIZED.has(type) && words[at + 1] === 'LENGTH'
    ? fault(at + 2, uninterpreted(words[at + 2], 'declare the type with TYPES'))
    : undefined
}

/** The name of the type, or of its part behind the name of a class. */
function typeName(words: readonly string[], at: number): string {
  return words[at + 1] === '=>' ? (words[at + 2] ?? '') : (words[at] ?? '')
}

function behindReturning(token: Token): string {
  return `".", "RAISING" or "EXCEPTIONS …" is expected after "${token.getStr().toUpperCase()}": RETURNING comes behind the other parameters.`
}

function uninterpreted(word: string | undefined, remedy: string): string {
  return `Unable to interpret "${word ?? ''}": a parameter takes the name of a type, ${remedy}.`
}

function lengthFaults({ tokens, words }: Words): Fault[] {
  if (!DECLARATIONS.has(words[0] ?? '')) return []
  const faults: Fault[] = []
  for (const [at, word] of words.entries()) {
    const [type = '', keyword, length = ''] = words.slice(at + 1, at + 4)
    const [, , after] = tokens.slice(at)
    if (word === 'OF' && SIZED.has(type) && keyword === 'LENGTH' && after !== undefined) {
      faults.push({ token: after, text: `"LENGTH ${length}" is not valid.` })
    }
    const own = word === 'TYPE' ? additionFault({ tokens, words }, at) : undefined
    if (own !== undefined) faults.push(own)
    const longest = word === 'TYPE' && keyword === 'LENGTH' ? LONGEST[type] : undefined
    const token = tokens[at + 3]
    if (longest === undefined || token === undefined || !/^\d+$/.test(length)) continue
    if (Number(length) < 1 || Number(length) > longest) {
      const text = `For type "${type}", a length from 1 to ${longest} can be specified.`
      faults.push({ token, text })
    }
  }
  return [...faults, ...missingLength({ tokens, words })]
}

/** LENGTH behind a type of fixed length, and DECIMALS of what is no packed number. */
function additionFault({ tokens, words }: Words, at: number): Fault | undefined {
  const [type = '', first, length, second] = words.slice(at + 1, at + 5)
  const decimals = first === 'DECIMALS' ? at + 2 : second === 'DECIMALS' ? at + 4 : undefined
  const isBuiltIn = FIXED.has(type) || SIZED.has(type)
  if (FIXED.has(type) && first === 'LENGTH') {
    const token = tokens[at + 2]
    return token && { token, text: `For type "${type}", no length can be specified.` }
  }
  if (decimals === undefined || !isBuiltIn || (decimals === at + 4 && first !== 'LENGTH')) {
    return undefined
  }
  if (type !== 'P') {
    const token = tokens[decimals]
    return token && { token, text: `For type "${type}", no decimal places can be specified.` }
  }
  const [token, number = ''] = [tokens[decimals + 1], words[decimals + 1]]
  const isTooMany = /^\d+$/.test(number) && Number(number) > MAX_DECIMALS
  return isTooMany && token !== undefined && length !== undefined
    ? { token, text: `For type "P", 0 to ${MAX_DECIMALS} decimal places can be specified.` }
    : undefined
}

/** Types of classes are as long as they say: a packed number has no length of its own there. */
function missingLength({ tokens, words }: Words): Fault[] {
  const [keyword, , type, packed, next] = words
  const [, , , token] = tokens
  const isLater = next === 'DECIMALS' && words[6] === 'LENGTH'
  const without = next === '.' || next === ',' || (next === 'DECIMALS' && !isLater)
  return keyword === 'TYPES' && type === 'TYPE' && packed === 'P' && without && token !== undefined
    ? [
        {
          token,
          text: 'Lengths must be specified explicitly when using types C, P, X, and N in the OO context.'
        }
      ]
    : []
}

const NUMERIC = new Set(['I', 'INT8', 'P', 'F', 'DECFLOAT16', 'DECFLOAT34'])
/** What a text literal may say to be a number: blanks, a sign on either side, an exponent. */
const NUMBER = /^\s*[+-]?\s*\d*\.?\d*(?:E[+-]?\d+)?\s*[+-]?\s*$/i

/** VALUE of a numeric type in the form of a text literal. */
function valueFaults({ tokens, words }: Words): Fault[] {
  const isDeclaration = /^(?:DATA|CONSTANTS|STATICS|CLASS)$/.test(words[0] ?? '')
  const type = isDeclaration ? words.indexOf('TYPE') : -1
  const name = words[type + 1] ?? ''
  const isType = NUMERIC.has(name) && words[type + 2] !== '-' && words[type + 2] !== '=>'
  const at = isType ? words.indexOf('VALUE', type) : -1
  const token = at < 0 ? undefined : tokens[at + 1]
  const literal = /^(['`])(.*)\1$/.exec(token?.getStr() ?? '')?.[2]
  if (token === undefined || literal === undefined || NUMBER.test(literal)) return []
  return [{ token, text: `The value "${literal}" is no number, as the type "${name}" needs.` }]
}

function constructorFaults({ tokens, words }: Words): Fault[] {
  return words.flatMap((word, at) => {
    const [type = '', bracket] = words.slice(at + 1, at + 3)
    const [token, behind] = tokens.slice(at + 1, at + 3)
    const touches = token !== undefined && behind?.getStart().equals(token.getEnd()) === true
    return word === 'CONV' && SIZED.has(type) && bracket === '(' && touches
      ? [{ token, text: `A value of the generic type "${type}" cannot be constructed.` }]
      : []
  })
}
