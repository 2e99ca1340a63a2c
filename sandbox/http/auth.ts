import { createHash, timingSafeEqual } from 'node:crypto'
import { PlainError } from './errors.ts'

export interface User { readonly name: string, readonly password: string, readonly fullName?: string }

export interface Users {
  /** The user of a Basic credential; undefined when user or password is wrong. */
  verify (authorization: string): string | undefined
  find (name: string): { readonly name: string, readonly fullName: string } | undefined
  readonly names: readonly string[]
}

function digest (value: string): Buffer {
  return createHash('sha256').update(value).digest()
}

/** User names are case-insensitive and kept in upper case, passwords are not. */
export function createUsers (list: readonly User[]): Users {
  const byName = new Map(list.map(user => [user.name.toUpperCase(), { digest: digest(user.password), fullName: user.fullName ?? '' }]))
  const nobody = digest('')
  return {
    verify (authorization) {
      const [, encoded] = /^basic\s+([A-Za-z0-9+/=_-]+)\s*$/i.exec(authorization) ?? []
      if (encoded === undefined) return undefined
      const credential = Buffer.from(encoded, 'base64').toString('utf8')
      const at = credential.indexOf(':')
      if (at < 1) return undefined
      const name = credential.slice(0, at).toUpperCase()
      const known = byName.get(name)
      const same = timingSafeEqual(digest(credential.slice(at + 1)), known?.digest ?? nobody)
      return same && known !== undefined ? name : undefined
    },
    find (name) {
      const known = byName.get(name.toUpperCase())
      return known === undefined ? undefined : { name: name.toUpperCase(), fullName: known.fullName }
    },
    names: [...byName.keys()]
  }
}

/** The HTML log-on refusal; never an `exc:exception`, because no ADT resource was reached. */
export function logonRefused (systemId: string, client: string, reason = 'Log-on failed'): PlainError {
  const body = `<!DOCTYPE html><html><head><title>Logon Error Message</title></head><body class="sap-system-login"><h1>${reason}</h1><p>401 Unauthorized</p></body></html>`
  return new PlainError(body, 401, {
    'content-type': 'text/html; charset=utf-8',
    'www-authenticate': `Basic realm="SAP NetWeaver Application Server [${systemId}/${client}]"`
  })
}
