/**
 * Brings arguments to the kinds of their schemas. Columns of a schema that it reads: `spelling` and
 * `fences`.
 */
import type { TProperties, TSchema } from '@sinclair/typebox'
import { objectType } from '../../erp-client/index.ts'
import { aliasOf } from './aliases.ts'
import { badArguments } from '../failure/errors.ts'
import { plainWord } from './plain-word.ts'
import { isEmpty, isRecord, parseJson } from './json.ts'
import { unfenced } from '../objects/code-fences.ts'

/**
 * How an argument may be written: in any case (`upper`, as names are at the ERP), as another word
 * for an object type or a part of a class, or, for an object in a list, as `CLAS ZCL_DEMO`.
 */
export type Spelling = 'upper' | 'objectType' | 'classPart' | 'object'

/**
 * Merges the arguments that stand in an object `args` into the others. Clients that see the compact
 * list know no other argument. A tool that has an argument `args` of its own keeps it.
 * Throws TOOL_BAD_ARGUMENTS where an argument stands in both places with different values.
 */
export function mergeArgs(own: Readonly<Record<string, unknown>>, given: unknown): unknown {
  if (!isRecord(given) || !Object.hasOwn(given, 'args') || Object.hasOwn(own, 'args')) return given
  const { args, ...beside } = given
  const inner = typeof args === 'string' ? parseJson(args) : args
  if (isEmpty(args)) return beside
  if (!isRecord(inner)) {
    throw badArguments(
      '`args` is not an object.',
      'Put the arguments into it by name, e.g. {"args":{"name":"ZCL_ORDER"}}.'
    )
  }
  const twice = Object.keys(inner).find(
    key =>
      Object.hasOwn(beside, key) &&
      !isEmpty(beside[key]) &&
      JSON.stringify(beside[key]) !== JSON.stringify(inner[key])
  )
  if (twice !== undefined) {
    throw badArguments(
      `\`${twice.slice(0, 60)}\` stands in \`args\` and beside it, with different values.`,
      'Give it once.'
    )
  }
  return { ...beside, ...inner }
}

type Coercion = (of: { key: string; schema: TSchema }, value: unknown) => unknown

const byKind: Readonly<Record<string, Coercion>> = {
  integer: ({ schema }, value) => coerceNumber(schema, value),
  number: ({ schema }, value) => coerceNumber(schema, value),
  boolean: (_of, value) => coerceBoolean(value),
  array: ({ key, schema }, value) => coerceList(key, schema['items'], value),
  object: ({ schema }, value) => coerceObject(schema['properties'], value),
  string({ key, schema }, value) {
    const text = coerceText(schema, value)
    return schema['fences'] === 'none' && typeof text === 'string' ? unfenced(key, text) : text
  }
}

/**
 * Converts a value to the kind of its schema where that needs no guess; otherwise returns it
 * unchanged, and the check names the problem.
 */
export function coerce(key: string, schema: TSchema, value: unknown): unknown {
  if (Array.isArray(schema['enum'])) return coerceWord(schema, schema['enum'], value)
  const kind = byKind[String(schema['type'])]
  return kind === undefined ? value : kind({ key, schema }, value)
}

/** One of a list of words; the column `spelling` of the schema names the other words it takes. */
function coerceWord(schema: TSchema, words: readonly string[], value: unknown): unknown {
  const word = Array.isArray(value) && value.length === 1 ? value[0] : value
  if (typeof word !== 'string') return word
  const bare = word.trim().toLowerCase()
  const own = words.find(candidate => candidate.toLowerCase() === bare)
  if (own !== undefined) return own
  const other = synonymOf(schema['spelling'], word.trim())
  return other !== undefined && words.includes(other) ? other : word
}

function synonymOf(spelling: Spelling | undefined, word: string): string | undefined {
  const bare = plainWord(word)
  if (spelling === 'classPart') return Object.hasOwn(parts, bare) ? parts[bare] : bare
  return spelling === 'objectType' ? objectType(word)?.code : undefined
}

/** Other words for the parts of a class: tabs of the editors, and the generated include names. */
const parts: Readonly<Record<string, string>> = {
  tests: 'testclasses',
  test: 'testclasses',
  testclass: 'testclasses',
  unittests: 'testclasses',
  ccau: 'testclasses',
  definition: 'definitions',
  localdefinitions: 'definitions',
  ccdef: 'definitions',
  implementation: 'implementations',
  locals: 'implementations',
  localimplementations: 'implementations',
  localtypes: 'implementations',
  ccimp: 'implementations',
  macro: 'macros',
  ccmac: 'macros',
  global: 'main',
  source: 'main',
  sourcemain: 'main'
}

function coerceNumber(schema: TSchema, value: unknown): unknown {
  const number =
    typeof value === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(value) ? Number(value) : value
  // Clients that fill in every field send zero for a count or a position that is not given.
  return number === 0 && Number(schema['minimum'] ?? 0) > 0 ? undefined : number
}

const trueWords = new Set(['true', 'yes', '1', 'on', 'x'])
const falseWords = new Set(['false', 'no', '0', 'off'])

function coerceBoolean(value: unknown): unknown {
  if (typeof value === 'object') return value
  const word = String(value).trim().toLowerCase()
  if (trueWords.has(word)) return true
  return falseWords.has(word) ? false : value
}

function coerceText(schema: TSchema, value: unknown): unknown {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (typeof value !== 'string') return value
  const spelling: Spelling | undefined = schema['spelling']
  if (spelling === 'objectType') return objectType(value)?.code ?? value.trim().toUpperCase()
  return spelling === 'upper' ? value.trim().toUpperCase() : value
}

function coerceList(key: string, items: TSchema, value: unknown): unknown {
  if (typeof value === 'string') {
    const parsed = parseJson(value)
    if (Array.isArray(parsed)) return coerceList(key, items, parsed)
    if (items['type'] === 'string') {
      return value
        .split(',')
        .map(word => coerce(key, items, word.trim()))
        .filter(word => word !== '')
    }
    return [coerceItem(key, items, isRecord(parsed) ? parsed : value)]
  }
  return (Array.isArray(value) ? value : [value])
    .filter(item => item !== null && item !== undefined)
    .map(item => coerceItem(key, items, item))
}

/** Items with the spelling `object` may be `CLAS ZCL_DEMO` or the name alone. */
function coerceItem(key: string, items: TSchema, value: unknown): unknown {
  if (items['spelling'] !== 'object' || typeof value !== 'string') return coerce(key, items, value)
  const [first = '', second] = value.trim().split(/\s+/)
  return coerce(key, items, second === undefined ? { name: first } : { type: first, name: second })
}

/** Without properties the names are the caller's: they stay as they are. */
function coerceObject(properties: TProperties = {}, value: unknown): unknown {
  const object = typeof value === 'string' ? (parseJson(value) ?? value) : value
  if (!isRecord(object)) return object
  // Without a prototype `__proto__` is an ordinary name, and the check refuses it.
  const result: Record<string, unknown> = Object.create(null)
  for (const [key, content] of Object.entries(object)) {
    if (content === null || content === undefined) continue
    const alias = aliasOf(key, properties)
    const schema = alias === undefined ? undefined : properties[alias.name]
    if (alias === undefined || schema === undefined) {
      result[key] = content
      continue
    }
    if (content === '' && schema['minLength'] !== 0) continue
    result[alias.name] = coerce(alias.name, schema, content)
    if (alias.type !== undefined) result['type'] ??= alias.type
  }
  return { ...result }
}
