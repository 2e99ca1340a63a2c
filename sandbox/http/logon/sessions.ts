/** HTTP security sessions with their CSRF tokens, and the ABAP sessions that hold locks. */
import { randomBytes } from 'node:crypto'
import { PlainError } from '../errors.ts'
import type { LockTable } from '../locks.ts'

/** The HTTP security session of a log-on; the CSRF token belongs to it. */
export interface SecuritySession {
  readonly id: string
  readonly user: string
  language: string
  readonly token: string
  lastUsed: number
  readonly contexts: Map<string, StatefulContext>
}

/**
 * An ABAP session (roll area): what `sap-contextid` names. Its requests run one after the other.
 */
export interface StatefulContext {
  readonly id: string
  readonly user: string
  lastUsed: number
  queue: Promise<unknown>
}

export interface SessionOptions {
  readonly systemId: string
  readonly client: string
  /** Idle time after which an ABAP session ends and its locks are released. */
  readonly contextMilliseconds: number
  readonly sessionMilliseconds: number
  readonly maxSessions: number
  readonly now: () => number
}

export interface SessionAttachment {
  readonly context: StatefulContext | undefined
  /** To be ended after the request. */
  readonly ending: StatefulContext | undefined
  /** `Set-Cookie` values. */
  readonly cookies: readonly string[]
}

export interface Sessions {
  readonly cookieName: string
  /** The session that a cookie header names, unless it has timed out. */
  find(cookies: ReadonlyMap<string, string>): SecuritySession | undefined
  open(user: string, language: string): SecuritySession
  cookiesOf(session: SecuritySession): string[]
  close(session: SecuritySession): void
  /**
   * The ABAP session a request runs in, by its `X-sap-adt-sessiontype`; 400 ICMENOSESSION when it
   * has timed out.
   */
  attach(
    session: SecuritySession,
    cookies: ReadonlyMap<string, string>,
    type: string | undefined
  ): SessionAttachment
  end(session: SecuritySession, context: StatefulContext): void
  readonly opened: number
  readonly size: number
  readonly contexts: number
  readonly contextsOpened: number
}

const contextCookie = 'sap-contextid'
const contextPath = '/sap/bc/adt'
const expired = 'expires=Tue, 01-Jan-1980 00:00:01 GMT'

/**
 * What the connection manager answers when `sap-contextid` names a session that is gone; the reason
 * phrase is matched by clients.
 */
export function sessionTimedOut(): PlainError {
  return new PlainError(
    '<html><head><title>Session Timed Out</title></head><body><h1>400 Session Timed Out</h1><p>ICMENOSESSION: session no longer exists</p></body></html>',
    400,
    {
      'content-type': 'text/html; charset=utf-8',
      'sap-err-id': 'ICMENOSESSION',
      'x-sap-icm-err-id': 'ICMENOSESSION',
      'set-cookie': `${contextCookie}=0; path=${contextPath}; ${expired}`
    }
  )
}

/** Cookies of a request; of a name sent twice the first one counts. */
export function readCookies(header: string | undefined): Map<string, string> {
  const cookies = new Map<string, string>()
  for (const part of (header ?? '').split(';')) {
    const at = part.indexOf('=')
    if (at <= 0) continue
    const name = part.slice(0, at).trim()
    if (!cookies.has(name)) cookies.set(name, part.slice(at + 1).trim())
  }
  return cookies
}

export function createSessions(options: SessionOptions, locks: LockTable): Sessions {
  const sessions = new Map<string, SecuritySession>()
  const cookieName = `SAP_SESSIONID_${options.systemId}_${options.client}`
  // contexts that a client ended itself: a late request that still carries the old cookie is no
  // time-out
  const ended = new Set<string>()
  let opened = 0
  let contextsOpened = 0

  const end = (session: SecuritySession, context: StatefulContext) => {
    session.contexts.delete(context.id)
    locks.releaseAll(context)
  }
  const close = (session: SecuritySession) => {
    for (const context of session.contexts.values()) locks.releaseAll(context)
    session.contexts.clear()
    sessions.delete(session.id)
  }
  const removeExpired = () => {
    const now = options.now()
    for (const session of sessions.values()) {
      for (const context of session.contexts.values()) {
        if (now - context.lastUsed > options.contextMilliseconds) end(session, context)
      }
      // its stateful sessions end with it
      if (now - session.lastUsed > options.sessionMilliseconds) close(session)
    }
  }
  const evictIdle = () => {
    for (const session of sessions.values()) {
      if (sessions.size < options.maxSessions) return
      if (session.contexts.size === 0) sessions.delete(session.id)
    }
  }
  const newContext = (session: SecuritySession): StatefulContext => {
    const id = `SID:ANON:${options.systemId.toLowerCase()}_${options.systemId}_00:${randomBytes(18).toString('base64url')}-ATT`
    const context = { id, user: session.user, lastUsed: options.now(), queue: Promise.resolve() }
    session.contexts.set(id, context)
    contextsOpened++
    return context
  }
  const started = (context: StatefulContext): SessionAttachment => ({
    context,
    ending: undefined,
    cookies: [`${contextCookie}=${encodeURIComponent(context.id)}; path=${contextPath}`]
  })

  return {
    cookieName,
    find(cookies) {
      removeExpired()
      const session = sessions.get(cookies.get(cookieName) ?? '')
      if (session === undefined) return undefined
      session.lastUsed = options.now()
      sessions.delete(session.id)
      sessions.set(session.id, session)
      return session
    },
    open(user, language) {
      evictIdle()
      const session: SecuritySession = {
        id: randomBytes(24).toString('base64url'),
        user,
        language,
        token: randomBytes(16).toString('base64'),
        lastUsed: options.now(),
        contexts: new Map()
      }
      sessions.set(session.id, session)
      opened++
      return session
    },
    cookiesOf: session => [
      `${cookieName}=${session.id}; path=/; HttpOnly`,
      `sap-usercontext=sap-language=${session.language}&sap-client=${options.client}; path=/`
    ],
    close,
    attach(session, cookies, type) {
      const sent = cookies.get(contextCookie) ?? ''
      const id = sent.includes('%') ? safeDecode(sent) : sent
      const context = session.contexts.get(id)
      if (context !== undefined) context.lastUsed = options.now()
      if (type === 'stateless') return statelessAttachment(context, id)
      const isUnknownContext = context === undefined && id !== '' && id !== '0' && !ended.has(id)
      if (isUnknownContext) throw sessionTimedOut()
      if (context === undefined && type === 'stateful') return started(newContext(session))
      return { context, ending: undefined, cookies: [] }
    },
    end(session, context) {
      end(session, context)
      ended.add(context.id)
      if (ended.size > 1000) ended.delete([...ended][0] ?? '')
    },
    get opened() {
      return opened
    },
    get size() {
      return sessions.size
    },
    get contexts() {
      return [...sessions.values()].reduce((sum, session) => sum + session.contexts.size, 0)
    },
    get contextsOpened() {
      return contextsOpened
    }
  }
}

/** A stateless request does not see the locks of the context it ends. */
function statelessAttachment(context: StatefulContext | undefined, id: string): SessionAttachment {
  const cookies =
    id === '' || id === '0' ? [] : [`${contextCookie}=0; path=${contextPath}; ${expired}`]
  return { context: undefined, ending: context, cookies }
}

function safeDecode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
