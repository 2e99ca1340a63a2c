import { createCookieJar, isContextCookie, readSetCookie } from './cookies.ts'
import type { CookieJar } from './cookies.ts'
import type { CookieSink, CredentialSource } from './credential-source.ts'
import type { Answer, SessionState } from './erp-call.ts'
import { createLogonGate } from './logon-gate.ts'
import type { LogonGate } from './logon-gate.ts'

/** The CSRF token of the security session. */
export interface CsrfToken {
  value: string | undefined
  /** The ERP gives none at all and has not asked for one either. */
  absent: boolean
  /** Resource of the ladder that gave one last time. */
  endpointIndex: number
  /** A fetch under way; the answer when the ERP refused the log-on instead. */
  fetching: Promise<Answer | undefined> | undefined
}

/** All that holds the user's authority at the ERP; belongs to one Erp and is never shared. */
export interface Connection extends CookieSink {
  readonly jar: CookieJar
  readonly gate: LogonGate
  readonly token: CsrfToken
  readonly credential: CredentialSource
  /** For everything that needs no ABAP session of its own. */
  readonly shared: SessionState
  /** The ERP keeps no security session: credentials go with every request. */
  sendCredentialsAlways: boolean
  /** A request was let in by its cookies alone. */
  cookiesAccepted: boolean
  /** How often a fresh session was refused before any was proven. */
  refusedSessions: number
  /** Takes the cookies of an answer, of refusals too. */
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
  const keep = (name: string, value: string | undefined, session: SessionState) => {
    if (isContextCookie(name)) {
      // requests outside a session never carry a context: two of them must not meet in one
      if (!session.stateful) return
      if (value === undefined) session.context.delete(name)
      else session.context.set(name, value)
      return
    }
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
    sendCredentialsAlways: false,
    cookiesAccepted: false,
    refusedSessions: 0,
    store(answer, session) {
      const header = answer.headers['set-cookie']
      if (header === undefined) return
      for (const line of Array.isArray(header) ? header : [header]) {
        const cookie = readSetCookie(line)
        if (cookie !== undefined) keep(cookie.name, cookie.value, session)
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
