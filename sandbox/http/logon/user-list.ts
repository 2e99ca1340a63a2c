/** Parses users and their roles from the text of an option or a file. */
import type { Role, User } from './users.ts'

const roles: Readonly<Record<string, Role>> = { developer: 'developer', display: 'display' }

/**
 * `NAME:PASSWORD` or `NAME:PASSWORD:ROLE`. A password with a colon needs the role behind it, so
 * that a misspelt role never becomes part of a password.
 * @throws Error that does not repeat the password
 */
export function parseUser(text: string): User {
  const first = text.indexOf(':')
  const last = text.lastIndexOf(':')
  const name = first < 0 ? text : text.slice(0, first)
  if (first < 1) {
    throw new Error(
      `a user is NAME:PASSWORD or NAME:PASSWORD:ROLE${name === '' ? '' : `, not only ${name}`}`
    )
  }
  const role = last === first ? 'developer' : roles[text.slice(last + 1)]
  if (role === undefined) {
    throw new Error(
      `user ${name}: what stands behind the last colon is no role (${Object.keys(roles).join(', ')}); a password with a colon needs its role given`
    )
  }
  const password = text.slice(first + 1, last === first ? undefined : last)
  if (password === '') throw new Error(`user ${name} has no password`)
  return { name, password, role }
}

/** One user a line; empty lines and lines that begin with `#` are skipped. */
export function parseUsers(text: string): User[] {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map(line => line.trim())
  return lines.flatMap((line, index) => {
    if (line === '' || line.startsWith('#')) return []
    try {
      return [parseUser(line)]
    } catch (error) {
      throw new Error(
        `line ${index + 1}: ${error instanceof Error ? error.message : 'unreadable'}`,
        { cause: error }
      )
    }
  })
}
