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
  /** Cookies to begin with, and again whenever they changed; undefined when they did not since the last call. */
  cookies (): Promise<[string, string][] | undefined> | undefined
}

/** How often a cookie file is looked at. */
const lookMilliseconds = 4000

function cookieFile (path: string): CredentialSource {
  let modified = NaN
  let looked = -Infinity
  const look = async (): Promise<[string, string][] | undefined> => {
    try {
      const { mtimeMs } = await stat(path)
      if (mtimeMs === modified) return undefined
      const cookies = readCookieText(await readFile(path, 'utf8'))
      modified = mtimeMs
      return cookies
    } catch (cause) {
      throw new ErpError('ERP_LOGON_FAILED', 'The cookie file cannot be read', { cause, outcome: 'failed', remedy: 'Check the path of the cookie file and its permissions.' })
    }
  }
  return {
    authorization: undefined,
    canLogOn: false,
    cookies () {
      if (Date.now() - looked < lookMilliseconds) return undefined
      looked = Date.now()
      return look().catch((error: unknown) => { looked = -Infinity; throw error })
    }
  }
}

function cookieText (header: string): CredentialSource {
  let given = false
  return {
    authorization: undefined,
    canLogOn: false,
    cookies () {
      if (given) return undefined
      given = true
      return Promise.resolve(readCookieText(header))
    }
  }
}

const sources: { [K in Credential['kind']]: (credential: Extract<Credential, { kind: K }>) => CredentialSource } = {
  basic: ({ user, password }) => ({
    authorization: `Basic ${Buffer.from(`${user}:${password}`, 'utf8').toString('base64')}`,
    canLogOn: true,
    cookies: () => undefined
  }),
  certificate: ({ certificate, key }) => ({ authorization: undefined, canLogOn: true, tls: { cert: certificate, key }, cookies: () => undefined }),
  cookie: ({ header }) => cookieText(header),
  'cookie-file': ({ path }) => cookieFile(path)
}

export function createCredentialSource (credential: Credential): CredentialSource {
  const create = sources[credential.kind] as (credential: Credential) => CredentialSource
  return create(credential)
}
