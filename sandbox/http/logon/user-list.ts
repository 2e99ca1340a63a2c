/** Parses users and their roles from the text of an option or a file. */
import { communicationUser } from './roles.ts'
import type { Authorizations } from './roles.ts'
import type { User } from './users.ts'
import type { RunAuthorization } from '../../types.ts'

/** Roles by name: what they make of a user. */
export type Roles = Readonly<Record<string, Pick<User, 'role' | 'authorizations'>>>

const ownRoles: Roles = {
  developer: { role: 'developer' },
  display: { role: 'display' },
  communication: { role: 'developer', authorizations: communicationUser }
}

/**
 * `NAME:PASSWORD` or `NAME:PASSWORD:ROLE`. A password with a colon needs the role behind it, so
 * that a misspelt role never becomes part of a password.
 * @throws Error that does not repeat the password
 */
export function parseUser(text: string, more: Roles = {}): User {
  const roles: Roles = { ...ownRoles, ...more }
  const first = text.indexOf(':')
  const last = text.lastIndexOf(':')
  const name = first < 0 ? text : text.slice(0, first)
  if (first < 1) {
    throw new Error(
      `a user is NAME:PASSWORD or NAME:PASSWORD:ROLE${name === '' ? '' : `, not only ${name}`}`
    )
  }
  const named = last === first ? 'developer' : text.slice(last + 1)
  const role = Object.hasOwn(roles, named) ? roles[named] : undefined
  if (role === undefined) {
    throw new Error(
      `user ${name}: what stands behind the last colon is no role (${Object.keys(roles).join(', ')}); a password with a colon needs its role given`
    )
  }
  const password = text.slice(first + 1, last === first ? undefined : last)
  if (password === '') throw new Error(`user ${name} has no password`)
  return { name, password, ...role }
}

/**
 * Roles as `erp-bridge basis --json` prints them: addresses, and authorization objects with their
 * activities.
 * @throws Error where the text has none
 */
export function parseRoles(text: string): Roles {
  const given: unknown = JSON.parse(text)
  const list = isRecord(given) && Array.isArray(given['roles']) ? (given['roles'] as unknown[]) : []
  const roles = list.map(role => roleOf(role))
  if (roles.length === 0) {
    throw new Error('there is no list "roles", as erp-bridge basis --json has')
  }
  return Object.fromEntries(roles)
}

function roleOf(role: unknown): [name: string, facts: Roles[string]] {
  const { name, uris, authorizations } = isRecord(role) ? role : {}
  if (typeof name !== 'string' || !isTexts(uris) || !Array.isArray(authorizations)) {
    throw new Error('a role needs a name, a list "uris" and a list "authorizations"')
  }
  const activities: Record<string, string[]> = {}
  const granted: RunAuthorization[] = []
  for (const one of authorizations as unknown[]) {
    const { object, fields } = isRecord(one) ? one : {}
    const values = isRecord(fields) ? (fields['ACTVT'] ?? []) : undefined
    if (typeof object !== 'string' || !isTexts(values)) {
      throw new Error(
        `role ${name}: an authorization needs an object and fields with lists of texts`
      )
    }
    activities[object] = [...(activities[object] ?? []), ...values]
    granted.push({ object, fields: valuesOf(fields) })
  }
  const limits: Authorizations = { uris, activities, granted }
  return [name, { role: 'developer', authorizations: limits }]
}

/** Fields whose values are no list of texts have no values. */
function valuesOf(fields: unknown): Record<string, readonly string[]> {
  return Object.fromEntries(
    Object.entries(isRecord(fields) ? fields : {}).map(([name, values]) => [
      name.toUpperCase(),
      isTexts(values) ? values : []
    ])
  )
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every(one => typeof one === 'string')

/** One user a line; empty lines and lines that begin with `#` are skipped. */
export function parseUsers(text: string, more: Roles = {}): User[] {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map(line => line.trim())
  return lines.flatMap((line, index) => {
    if (line === '' || line.startsWith('#')) return []
    try {
      return [parseUser(line, more)]
    } catch (error) {
      throw new Error(
        `line ${index + 1}: ${error instanceof Error ? error.message : 'unreadable'}`,
        { cause: error }
      )
    }
  })
}
