/** The connection state of one Erp: cookies, CSRF token, log-on gate and shared session. */
import { createCookieJar, isContextCookie, readSetCookie } from './cookies.ts'
import type { CookieJar } from './cookies.ts'
import type { CookieSink, CredentialSource } from './credential-source.ts'
import type { Answer, SessionState } from './erp-call.ts'
import { createLogonGate } from './logon-gate.ts'
import type { LogonGate } from './logon-gate.ts'

/** The CSRF token of the security session. */
export interface CsrfToken {
  value: string | undefined
  /** The ERP sends no token and has not required one. */
  absent: boolean
  /** Index of the token endpoint that sent the last one. */
  endpointIndex: number
  /** A fetch in flight; it resolves to the answer where the ERP refused the log-on. */
  fetching: Promise<Answer | undefined> | undefined
}

/** All that carries the user's authority at the ERP; it belongs to one Erp and is never shared. */
export interface Connection extends CookieSink {
  readonly jar: CookieJar
  readonly gate: LogonGate
  readonly token: CsrfToken
  readonly credential: CredentialSource
  /** For requests without an ABAP session of their own. */
  readonly shared: SessionState
  holdsLock: () => boolean
  /** The ERP keeps no security session: credentials go with every request. */
  sendCredentialsAlways: boolean
  /** A request was accepted by its cookies alone. */
  cookiesAccepted: boolean
  /** How often a fresh session was refused before one was accepted. */
  refusedSessions: number
  /** Stores the cookies of an answer, of refusals too. */
  store(answer: Answer, session: SessionState): void
  /** Forgets the security session. */
  forget(): void
}

export function createSessionState(stateful: boolean): SessionState {
  return { stateful, context: new Map(), holding: false, broken: false }
}

export function createConnection(credential: CredentialSource): Connection {
  const jar = createCookieJar()
  const token: CsrfToken = {
    value: undefined,
    absent: false,
    endpointIndex: 0,
    fetching: undefined
  }
  const forgetToken = () => {
    token.value = undefined
    token.absent = false
  }

  const forget = () => {
    jar.clear()
    forgetToken()
  }
  const storeCookie = (name: string, value: string | undefined, session: SessionState) => {
    if (isContextCookie(name)) {
      // Requests outside a session carry no context cookie: two of them must not share one ABAP
      // session.
      if (!session.stateful) return
      if (value === undefined) session.context.delete(name)
      else session.context.set(name, value)
      return
    }
    // Tickets are used once and not kept; the ERP may send one back.
    if (credential.ticket !== undefined && /^MYSAPSSO2$/i.test(name)) return
    if (/^SAP_SESSIONID_/i.test(name) && jar.get(name) !== value) forgetToken()
    if (value === undefined) jar.delete(name)
    else jar.set(name, value)
  }
  return {
    jar,
    token,
    credential,
    gate: createLogonGate(),
    shared: createSessionState(false),
    holdsLock: () => false,
    sendCredentialsAlways: false,
    cookiesAccepted: false,
    refusedSessions: 0,
    store(answer, session) {
      const header = answer.headers['set-cookie']
      if (header === undefined) return
      for (const line of Array.isArray(header) ? header : [header]) {
        const cookie = readSetCookie(line)
        if (cookie !== undefined) storeCookie(cookie.name, cookie.value, session)
      }
    },
    forget,
    renew(cookies) {
      forget()
      for (const [name, value] of cookies) jar.set(name, value)
    },
    drop(name, value) {
      if (jar.get(name) === value) jar.delete(name)
    }
  }
}
