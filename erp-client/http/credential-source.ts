import { readFile, stat } from 'node:fs/promises'
import { cookiesFor, readCookieFile } from './cookie-file.ts'
import type { FileCookie } from './cookie-file.ts'
import { readCookieText } from './cookies.ts'
import { ErpError } from '../errors.ts'
import type { Credential } from '../options.ts'

/** Certificate and key in PEM for the TLS handshake; another object where they changed. */
export interface TlsIdentity {
  readonly certificate: string
  readonly key: string
  /** Milliseconds since 1970. */
  readonly notBefore?: number
  readonly notAfter?: number
}

/** Where cookies made elsewhere go. */
export interface CookieSink {
  /** Takes them in place of all others. */
  renew(cookies: readonly [string, string][]): void
  /** Forgets one, unless the ERP has given it another value since. */
  drop(name: string, value: string): void
}

/**
 * Where log-on data comes from: an `Authorization` header, a client certificate, or cookies made
 * elsewhere.
 */
export interface CredentialSource {
  readonly authorization: string | undefined
  /** Whether a lost session can be opened again; cookies made elsewhere cannot. */
  readonly canLogOn: boolean
  /**
   * For those who log on by certificate: its user, where that is known, and the certificate that is
   * good now.
   */
  readonly tls?: {
    readonly user: string | undefined
    current(): TlsIdentity | Promise<TlsIdentity>
  }
  /**
   * Called before every request: gives cookies at first and whenever they changed. Wait for it if
   * it is a promise.
   */
  refresh(sink: CookieSink): Promise<void> | undefined
  /** The ERP refused what was given: true where there is something new by now. */
  again?(sink: CookieSink): Promise<boolean>
}

/** Shorter values of cookies are a client or a language. */
const leastSecret = 8

/** How often a cookie file is looked at. */
const lookMilliseconds = 4000

type Learn = (secrets: readonly string[]) => void

function cookieFile(path: string, origin: string, learn: Learn): CredentialSource {
  let modified = ''
  let looked = -Infinity
  let looking: Promise<void> | undefined
  let given: readonly FileCookie[] = []
  let nextExpiry = Infinity

  const take = (text: string, sink: CookieSink) => {
    const all = readCookieFile(text)
    learn(all.map(({ value }) => value).filter(value => value.length >= leastSecret))
    given = cookiesFor(all, origin, Date.now())
    nextExpiry = Math.min(...given.map(({ expires }) => expires))
    sink.renew(given.map(({ name, value }) => [name, value]))
  }
  const look = async (sink: CookieSink): Promise<void> => {
    try {
      const { mtimeMs, ino, size } = await stat(path)
      const mark = `${mtimeMs} ${ino} ${size}`
      if (mark !== modified) take(await readFile(path, 'utf8'), sink)
      modified = mark
      looked = Date.now()
    } catch (cause) {
      if (cause instanceof ErpError) throw cause
      throw new ErpError('ERP_LOGON_FAILED', 'The cookie file cannot be read', {
        cause,
        outcome: 'failed',
        remedy: 'Check the path of the cookie file and its permissions.'
      })
    }
  }
  const lookOnce = (sink: CookieSink) => {
    looking ??= look(sink).finally(() => {
      looking = undefined
    })
    return looking
  }
  const expire = (sink: CookieSink) => {
    const now = Date.now()
    for (const { name, value, expires } of given) if (expires <= now) sink.drop(name, value)
    nextExpiry = Math.min(...given.map(({ expires }) => expires).filter(expires => expires > now))
  }
  return {
    authorization: undefined,
    canLogOn: false,
    refresh(sink) {
      if (Date.now() >= nextExpiry) expire(sink)
      if (Date.now() - looked < lookMilliseconds) return undefined
      // a file that is being written says nothing about the cookies it gave before
      return lookOnce(sink).catch((error: unknown) => {
        if (given.length === 0) throw error
      })
    },
    async again(sink) {
      const before = modified
      await lookOnce(sink)
      return modified !== before
    }
  }
}

function cookieText(header: string): CredentialSource {
  let given = false
  return {
    authorization: undefined,
    canLogOn: false,
    refresh({ renew }) {
      if (!given) renew(readCookieText(header))
      given = true
      return undefined
    }
  }
}

type Create<Kind> = (
  credential: Extract<Credential, { kind: Kind }>,
  origin: string,
  learn: Learn
) => CredentialSource

const sources: { [Kind in Credential['kind']]: Create<Kind> } = {
  basic: ({ user, password }) => ({
    authorization: `Basic ${Buffer.from(`${user}:${password}`, 'utf8').toString('base64')}`,
    canLogOn: true,
    refresh: () => undefined
  }),
  certificate: identity => ({
    authorization: undefined,
    canLogOn: true,
    tls: { user: undefined, current: () => identity },
    refresh: () => undefined
  }),
  issued: ({ user, certificates }) => ({
    authorization: undefined,
    canLogOn: true,
    tls: { user, current: () => certificates.current() },
    refresh: () => undefined
  }),
  cookie: ({ header }) => cookieText(header),
  'cookie-file': ({ path }, origin, learn) => cookieFile(path, origin, learn)
}

/** @param learn told of the values in a file, each time it has been read */
export function createCredentialSource(
  credential: Credential,
  origin: string,
  learn: Learn = () => {}
): CredentialSource {
  const create = sources[credential.kind] as (
    credential: Credential,
    origin: string,
    learn: Learn
  ) => CredentialSource
  return create(credential, origin, learn)
}
