import { readFile, stat } from 'node:fs/promises'
import { readCookieText } from './cookies.ts'
import type { Credential } from './erp.ts'
import { ErpError } from './errors.ts'

/** Where log-on data comes from. Either an `Authorization` header or cookies made elsewhere. */
export interface CredentialSource {
  readonly authorization: string | undefined
  /** Whether a lost session can be opened again; cookies made elsewhere cannot. */
  readonly canLogOn: boolean
  /** Certificate and key in PEM for the TLS handshake. */
  readonly tls?: { readonly cert: string, readonly key: string }
  /** Called before every request: gives cookies to `renew` at first and whenever they changed. Wait for it if it is a promise. */
  refresh (renew: Renew): Promise<void> | undefined
}

export type Renew = (cookies: readonly [string, string][]) => void

/** How often a cookie file is looked at. */
const lookMilliseconds = 4000

function cookieFile (path: string): CredentialSource {
  let modified = NaN
  let looked = -Infinity
  let looking: Promise<void> | undefined
  const look = async (renew: Renew): Promise<void> => {
    try {
      const { mtimeMs } = await stat(path)
      if (mtimeMs !== modified) renew(readCookieText(await readFile(path, 'utf8')))
      modified = mtimeMs
      looked = Date.now()
    } catch (cause) {
      throw new ErpError('ERP_LOGON_FAILED', 'The cookie file cannot be read', { cause, outcome: 'failed', remedy: 'Check the path of the cookie file and its permissions.' })
    }
  }
  return {
    authorization: undefined,
    canLogOn: false,
    refresh (renew) {
      if (Date.now() - looked < lookMilliseconds) return undefined
      looking ??= look(renew).finally(() => { looking = undefined })
      return looking
    }
  }
}

function cookieText (header: string): CredentialSource {
  let given = false
  return {
    authorization: undefined,
    canLogOn: false,
    refresh (renew) {
      if (!given) renew(readCookieText(header))
      given = true
      return undefined
    }
  }
}

const sources: { [K in Credential['kind']]: (credential: Extract<Credential, { kind: K }>) => CredentialSource } = {
  basic: ({ user, password }) => ({
    authorization: `Basic ${Buffer.from(`${user}:${password}`, 'utf8').toString('base64')}`,
    canLogOn: true,
    refresh: () => undefined
  }),
  certificate: ({ certificate, key }) => ({ authorization: undefined, canLogOn: true, tls: { cert: certificate, key }, refresh: () => undefined }),
  cookie: ({ header }) => cookieText(header),
  'cookie-file': ({ path }) => cookieFile(path)
}

export function createCredentialSource (credential: Credential): CredentialSource {
  const create = sources[credential.kind] as (credential: Credential) => CredentialSource
  return create(credential)
}
