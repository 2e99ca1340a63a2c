import type { TProperties, TSchema } from '@sinclair/typebox'
import { objectType } from '../../erp-client/index.ts'
import { aliasOf } from './aliases.ts'
import { badArguments } from '../failure/errors.ts'
import { unfenced } from '../objects/code-fences.ts'

/** Names of repository things are upper case at the ERP, whatever the client types. */
const upperCase = new Set(['name', 'group', 'package', 'transport', 'table'])

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Arguments in an object `args` of their own, beside the others or instead of them: what a client
 * can send that knows of no other argument. Tools that have an argument of this name keep it.
 * Throws where the same argument stands in both with different values.
 */
export function unfolded(own: Readonly<Record<string, unknown>>, given: unknown): unknown {
  if (!isRecord(given) || !Object.hasOwn(given, 'args') || Object.hasOwn(own, 'args')) return given
  const { args, ...beside } = given
  const inner = typeof args === 'string' ? parseJson(args) : args
  if (isEmpty(args)) return beside
  if (!isRecord(inner)) {
    throw badArguments(
      '`args` is no object.',
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

const deepest = 20

/**
 * Undefined for what is no JSON, and for what nests deeper than any argument: texts did not pass
 * the limits of the message around them.
 */
export function parseJson(text: string): unknown {
  if (nestsTooDeep(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function nestsTooDeep(text: string): boolean {
  let depth = 0
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (quoted && character === '\\') at++
    else if (character === '"') quoted = !quoted
    else if (!quoted && (character === '[' || character === '{') && ++depth > deepest) return true
    else if (!quoted && (character === ']' || character === '}')) depth--
  }
  return false
}

/** Leaves out what clients send for "not given": null, blank text, empty lists and objects. */
export function dropEmpty(given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => !isEmpty(value)))
}

/** Null, blank text, an empty list or object. */
export function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null) return true
  if (typeof value === 'string') return value.trim() === ''
  return typeof value === 'object' && Object.keys(value).length === 0
}

type Coercion = (of: { key: string; schema: TSchema }, value: unknown) => unknown

const byKind: Readonly<Record<string, Coercion>> = {
  integer: ({ schema }, value) => coerceNumber(schema, value),
  number: ({ schema }, value) => coerceNumber(schema, value),
  boolean: (_of, value) => coerceBoolean(value),
  array: ({ key, schema }, value) => coerceList(key, schema['items'], value),
  object: ({ schema }, value) => coerceObject(schema['properties'], value),
  string({ key, schema }, value) {
    const text = coerceText(key, value)
    return schema['fences'] === 'none' && typeof text === 'string' ? unfenced(key, text) : text
  }
}

/**
 * One value brought to its schema's kind where that is possible without guessing; otherwise as it
 * was, for the check to name.
 */
export function coerce(key: string, schema: TSchema, value: unknown): unknown {
  if (Array.isArray(schema['enum'])) return coerceWord(key, schema['enum'], value)
  const kind = byKind[String(schema['type'])]
  return kind === undefined ? value : kind({ key, schema }, value)
}

function coerceWord(key: string, words: readonly string[], value: unknown): unknown {
  const word = Array.isArray(value) && value.length === 1 ? value[0] : value
  if (typeof word !== 'string') return word
  const bare = word.trim().toLowerCase()
  const own = words.find(candidate => candidate.toLowerCase() === bare)
  if (own !== undefined) return own
  const meant = key === 'include' ? parts[bare.replace(/[\s_-]/g, '')] : undefined
  if (meant !== undefined && words.includes(meant)) return meant
  if (key !== 'type') return word
  const code = objectType(word.trim())?.code
  return code !== undefined && words.includes(code) ? code : word
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
  // Zero is what form-filling clients send for a count or a position they do not mean.
  return number === 0 && Number(schema['minimum'] ?? 0) > 0 ? undefined : number
}

const yes = new Set(['true', 'yes', '1', 'on', 'x'])
const no = new Set(['false', 'no', '0', 'off'])

function coerceBoolean(value: unknown): unknown {
  if (typeof value === 'object') return value
  const word = String(value).trim().toLowerCase()
  if (yes.has(word)) return true
  return no.has(word) ? false : value
}

function coerceText(key: string, value: unknown): unknown {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (typeof value === 'string' && key === 'type') {
    return objectType(value)?.code ?? value.trim().toUpperCase()
  }
  if (typeof value !== 'string' || !upperCase.has(key)) return value
  return value.trim().toUpperCase()
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

/** An object in a list may be written as `CLAS ZCL_DEMO` or only as its name. */
function coerceItem(key: string, items: TSchema, value: unknown): unknown {
  if (key !== 'objects' || typeof value !== 'string') return coerce(key, items, value)
  const [first = '', second] = value.trim().split(/\s+/)
  return coerce(key, items, second === undefined ? { name: first } : { type: first, name: second })
}

function coerceObject(properties: TProperties, value: unknown): unknown {
  const object = typeof value === 'string' ? (parseJson(value) ?? value) : value
  if (!isRecord(object)) return object
  // Without a prototype `__proto__` is a name like any other, which the check then refuses.
  const result: Record<string, unknown> = Object.create(null)
  for (const [key, content] of Object.entries(object)) {
    if (content === null || content === undefined) continue
    const meant = aliasOf(key, properties)
    const schema = meant === undefined ? undefined : properties[meant.name]
    if (meant === undefined || schema === undefined) {
      result[key] = content
      continue
    }
    if (content === '' && schema['minLength'] !== 0) continue
    result[meant.name] = coerce(meant.name, schema, content)
    if (meant.type !== undefined) result['type'] ??= meant.type
  }
  return { ...result }
}
