/** The users of a system: their roles, passwords and password locks, and the log-on refusal. */
import { createHash, timingSafeEqual } from 'node:crypto'
import { PlainError } from '../errors.ts'
import type { Authorizations } from './roles.ts'

export type Role = 'developer' | 'display'

export interface User {
  readonly name: string
  readonly password: string
  readonly fullName?: string
  /** `developer` when left out; `display` can only read; changes are refused. */
  readonly role?: Role
  /** Limits the user to these addresses and activities, beside the role. */
  readonly authorizations?: Authorizations
}

export interface Users {
  /**
   * The user of a Basic credential; undefined when user or password is wrong, or the user's
   * password is locked.
   */
  verify(authorization: string): string | undefined
  /** What limits the user beside the role; undefined where nothing does. */
  authorizationsOf(name: string): Authorizations | undefined
  /** Whether the user may change and run things. */
  mayChange(name: string): boolean
  /**
   * Whether too many wrong passwords have locked the user's password: every password is refused
   * until the system restarts.
   */
  isLocked(name: string): boolean
  find(name: string): { readonly name: string; readonly fullName: string } | undefined
  readonly names: readonly string[]
}

function digest(value: string): Buffer {
  return createHash('sha256').update(value).digest()
}

interface Account {
  readonly digest: Buffer
  readonly fullName: string
  readonly role: Role
  readonly authorizations: Authorizations | undefined
  failures: number
}

function accountsOf(list: readonly User[]): Map<string, Account> {
  const accounts = new Map<string, Account>()
  for (const { name, password, fullName = '', role = 'developer', authorizations } of list) {
    const key = name.toUpperCase()
    if (!/^[^:\s\p{Cc}]{1,40}$/u.test(name)) {
      throw new Error(
        `${JSON.stringify(name)} is no user name: up to 40 characters without blanks and colons`
      )
    }
    if (accounts.has(key)) throw new Error(`The user ${key} is given twice`)
    accounts.set(key, { digest: digest(password), fullName, role, authorizations, failures: 0 })
  }
  return accounts
}

/**
 * User names are case-insensitive and kept in upper case, passwords are not. As with
 * `login/fails_to_user_lock` of the ERP, the fifth wrong password in a row locks the user's
 * password; open sessions and certificate log-ons stay valid.
 */
export function createUsers(list: readonly User[], failuresToLock = 5): Users {
  const byName = accountsOf(list)
  const noPassword = digest('')
  const isLocked = (account: Account | undefined) =>
    failuresToLock > 0 && (account?.failures ?? 0) >= failuresToLock
  return {
    verify(authorization) {
      const [, encoded] = /^basic\s+([A-Za-z0-9+/=_-]+)\s*$/i.exec(authorization) ?? []
      if (encoded === undefined) return undefined
      const credential = Buffer.from(encoded, 'base64').toString('utf8')
      const at = credential.indexOf(':')
      if (at < 1) return undefined
      const name = credential.slice(0, at).toUpperCase()
      const known = byName.get(name)
      const same = timingSafeEqual(digest(credential.slice(at + 1)), known?.digest ?? noPassword)
      if (known === undefined || isLocked(known)) return undefined
      known.failures = same ? 0 : known.failures + 1
      return same ? name : undefined
    },
    authorizationsOf: name => byName.get(name.toUpperCase())?.authorizations,
    mayChange: name => byName.get(name.toUpperCase())?.role === 'developer',
    isLocked: name => isLocked(byName.get(name.toUpperCase())),
    find(name) {
      const known = byName.get(name.toUpperCase())
      return known === undefined
        ? undefined
        : { name: name.toUpperCase(), fullName: known.fullName }
    },
    names: [...byName.keys()]
  }
}

/** The HTML log-on refusal; never an `exc:exception`, because no ADT resource was reached. */
export function logonRefused(
  systemId: string,
  client: string,
  reason = 'Log-on failed'
): PlainError {
  const body = `<!DOCTYPE html><html><head><title>Logon Error Message</title></head><body class="sap-system-login"><h1>${reason}</h1><p>401 Unauthorized</p></body></html>`
  return new PlainError(body, 401, {
    'content-type': 'text/html; charset=utf-8',
    'www-authenticate': `Basic realm="SAP NetWeaver Application Server [${systemId}/${client}]"`
  })
}
