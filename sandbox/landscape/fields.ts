/** The keys of a landscape file, and what their values must be. */
import { systemRoles } from '../identity.ts'
import { releases } from '../releases.ts'

export type Json =
  string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

type Environment = Readonly<Record<string, string | undefined>>

interface Field {
  readonly required?: true
  /** What is right, in the words of the remedy. */
  readonly expected: string
  valid(value: Json, env: Environment): boolean
}

export type Fields = Readonly<Record<string, Field>>

/** Names of systems, as the bridge writes them in URLs. */
export const systemName = /^[a-z0-9-]{1,32}$/

const matching = (expected: string, pattern: RegExp): Field => ({
  expected,
  valid: value => typeof value === 'string' && pattern.test(value)
})
const oneOf = (names: readonly string[]): Field => ({
  expected: `one of ${names.map(name => JSON.stringify(name)).join(', ')}`,
  valid: value => typeof value === 'string' && names.includes(value)
})
const text: Field = matching('a text that is not empty', /\S/)
const flag: Field = { expected: 'true or false', valid: value => typeof value === 'boolean' }

function isObject(value: Json): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isPassword(value: Json, env: Environment): boolean {
  if (typeof value === 'string') return value !== ''
  if (!isObject(value) || Object.keys(value).join() !== 'env') return false
  const name = value['env']
  return typeof name === 'string' && (env[name] ?? '') !== ''
}

export const topFields: Fields = {
  systems: {
    required: true,
    expected: 'an object with at least one system by its name',
    valid: value => isObject(value) && Object.keys(value).length > 0
  },
  routes: { expected: 'a list of routes', valid: value => Array.isArray(value) },
  host: text,
  dataDir: text
}

export const systemFields: Fields = {
  sid: {
    required: true,
    ...matching(
      'three characters, a capital letter and two capital letters or digits',
      /^[A-Z][A-Z0-9]{2}$/
    )
  },
  role: { required: true, ...oneOf(systemRoles) },
  title: text,
  client: matching('three digits, for example "100"', /^(?!000)\d{3}$/),
  port: {
    expected: 'a port from 1 to 65535, or 0 for any free one',
    valid: value => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 65_535
  },
  user: matching('a user name of at most 12 characters', /^[A-Za-z0-9_]{1,12}$/),
  password: {
    expected: 'a text, or { "env": "NAME" } with an environment variable that is set',
    valid: isPassword
  },
  dataDir: text,
  seed: matching('"demo", "empty" or a folder with src/', /\S/),
  libraries: {
    expected: 'a list of folders in abapGit layout',
    valid: value =>
      Array.isArray(value) && value.every(each => typeof each === 'string' && each.trim() !== '')
  },
  release: oneOf(releases),
  modifiable: flag,
  versionsAtImport: flag
}

export const routeFields: Fields = {
  from: { required: true, ...text },
  to: { required: true, ...text },
  import: oneOf(['automatic', 'manual'])
}

/** Every mistake in the keys of an object and their values. */
export function fieldProblems(
  label: string,
  value: Json,
  { fields, env }: { readonly fields: Fields; readonly env: Environment }
): string[] {
  const known = Object.keys(fields).join(', ')
  if (!isObject(value)) return [`${label} is no object; give an object with the keys ${known}`]
  const unknown = Object.keys(value)
    .filter(key => !Object.hasOwn(fields, key))
    .map(key => `${label} has the unknown key ${key}; remove it, or give one of ${known}`)
  const wrong = Object.entries(fields).flatMap(([key, { required, expected, valid }]) => {
    const given = value[key]
    if (given === undefined) {
      return required === true ? [`${label} has no ${key}; give ${expected}`] : []
    }
    return valid(given, env) ? [] : [`${label}: ${key} is not valid; give ${expected}`]
  })
  return [...unknown, ...wrong]
}
