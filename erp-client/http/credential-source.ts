/**
 * Sources of log-on data: an `Authorization` header, a client certificate, or cookies from outside.
 */
import { readFile, stat } from 'node:fs/promises'
import { cookiesFor, readCookieFile } from './cookie-file.ts'
import type { FileCookie } from './cookie-file.ts'
import { readCookieText } from './cookies.ts'
import { keptSessionSource } from '../logon/kept-session.ts'
import { createTicketSupply } from '../logon/ticket-command.ts'
import { FollowedCertificate } from '../pki/followed-certificate.ts'
import { ErpError } from '../errors.ts'
import type { Credential, ErpLog, LogonTokens, TlsIdentity } from '../options.ts'

/** Receives cookies from outside. */
export interface CookieSink {
  /** Replaces all cookies. */
  renew(cookies: readonly (readonly [string, string])[]): void
  /** Deletes one, unless the ERP has set another value since. */
  drop(name: string, value: string): void
  /** Whether a lock is held in a session with these cookies. */
  holdsLock(): boolean
}

export interface CredentialSource {
  readonly authorization: string | undefined
  /** Whether a lost session can be opened again; with cookies from outside it cannot. */
  readonly canLogOn: boolean
  /** For a log-on by certificate: its user, where known, and the certificate that is valid now. */
  readonly tls?: {
    readonly user: string | undefined
    current(): TlsIdentity | Promise<TlsIdentity>
  }
  /**
   * Supplies a ticket, which is exchanged for a security session. Such a session is not replaced
   * while a lock is held.
   */
  readonly ticket?: () => Promise<string>
  /** For a session that others may replace: it is told of changes, and words their end. */
  readonly kept?: {
    begin(): () => void
    ended(hadLock: boolean): ErpError
    /** Whether another session follows without the user, once no lock is held. */
    isRenewed(): boolean
  }
  /** Supplies the headers of each log-on, which opens a security session like a ticket. */
  readonly tokens?: LogonTokens
  /**
   * Called before every request: hands over cookies at first and whenever they have changed. Wait
   * for the promise, if there is one.
   */
  refresh(sink: CookieSink): Promise<void> | undefined
  /** Changes with the cookies that are handed over. */
  version?(): unknown
  /**
   * The ERP refused the cookies of that version. True where newer ones have been handed over.
   */
  again?(sink: CookieSink, version?: unknown): Promise<boolean>
}

/** Shorter cookie values are a client or a language, no secrets. */
const leastSecret = 8

/** Interval of checks whether the cookie file has changed. */
const checkMilliseconds = 4000

type SecretsListener = (secrets: readonly string[]) => void

function cookieFile(path: string, origin: string, learn: SecretsListener): CredentialSource {
  let modified = ''
  let checkedAt = -Infinity
  let checking: Promise<void> | undefined
  let current: readonly FileCookie[] = []
  let nextExpiry = Infinity

  const take = (text: string, sink: CookieSink) => {
    const all = readCookieFile(text)
    learn(all.map(({ value }) => value).filter(value => value.length >= leastSecret))
    current = cookiesFor(all, origin, Date.now())
    nextExpiry = Math.min(...current.map(({ expires }) => expires))
    sink.renew(current.map(({ name, value }) => [name, value]))
  }
  const check = async (sink: CookieSink): Promise<void> => {
    try {
      const { mtimeMs, ino, size } = await stat(path)
      const mark = `${mtimeMs} ${ino} ${size}`
      if (mark !== modified) take(await readFile(path, 'utf8'), sink)
      modified = mark
      checkedAt = Date.now()
    } catch (cause) {
      if (cause instanceof ErpError) throw cause
      throw new ErpError('ERP_LOGON_FAILED', 'The cookie file cannot be read', {
        cause,
        outcome: 'failed',
        remedy: 'Check the path of the cookie file and its permissions.'
      })
    }
  }
  const checkOnce = (sink: CookieSink) => {
    checking ??= check(sink).finally(() => {
      checking = undefined
    })
    return checking
  }
  const expire = (sink: CookieSink) => {
    const now = Date.now()
    for (const { name, value, expires } of current) if (expires <= now) sink.drop(name, value)
    nextExpiry = Math.min(...current.map(({ expires }) => expires).filter(expires => expires > now))
  }
  return {
    authorization: undefined,
    canLogOn: false,
    refresh(sink) {
      if (Date.now() >= nextExpiry) expire(sink)
      if (Date.now() - checkedAt < checkMilliseconds) return undefined
      // While the file is being written, the cookies of its last version stay valid.
      return checkOnce(sink).catch((error: unknown) => {
        if (current.length === 0) throw error
      })
    },
    async again(sink) {
      const before = modified
      await checkOnce(sink)
      return modified !== before
    }
  }
}

function cookieText(header: string): CredentialSource {
  let handedOver = false
  return {
    authorization: undefined,
    canLogOn: false,
    refresh({ renew }) {
      if (!handedOver) renew(readCookieText(header))
      handedOver = true
      return undefined
    }
  }
}

interface SourceResources {
  /** Receives the secret values of a file, each time it has been read. */
  readonly learn?: SecretsListener | undefined
  readonly log?: ErpLog | undefined
}

type Create<Kind> = (
  credential: Extract<Credential, { kind: Kind }>,
  origin: string,
  resources: SourceResources & { readonly learn: SecretsListener }
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
  'certificate-file': (files, _origin, resources) => {
    const followed = new FollowedCertificate(files, resources)
    return {
      authorization: undefined,
      canLogOn: true,
      tls: { user: undefined, current: () => followed.current() },
      refresh: () => undefined
    }
  },
  'ticket-command': (options, _origin, { learn }) => ({
    authorization: undefined,
    canLogOn: true,
    ticket: createTicketSupply(options, learn),
    refresh: () => undefined
  }),
  'certificate-source': ({ certificates }) => ({
    authorization: undefined,
    canLogOn: true,
    tls: { user: undefined, current: () => certificates.current() },
    refresh: () => undefined
  }),
  token: ({ tokens }) => ({
    authorization: undefined,
    canLogOn: true,
    tokens,
    refresh: () => undefined
  }),
  propagated: () => ({ authorization: undefined, canLogOn: true, refresh: () => undefined }),
  issued: ({ user, certificates }) => ({
    authorization: undefined,
    canLogOn: true,
    tls: { user, current: () => certificates.current() },
    refresh: () => undefined
  }),
  'kept-session': ({ session }, _origin, { learn }) => keptSessionSource(session, learn),
  cookie: ({ header }) => cookieText(header),
  'cookie-file': ({ path }, origin, { learn }) => cookieFile(path, origin, learn)
}

export function createCredentialSource(
  credential: Credential,
  origin: string,
  { learn = () => {}, log }: SourceResources = {}
): CredentialSource {
  const create = sources[credential.kind] as (
    credential: Credential,
    origin: string,
    resources: SourceResources & { readonly learn: SecretsListener }
  ) => CredentialSource
  return create(credential, origin, { learn, log })
}
