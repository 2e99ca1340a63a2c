/** Traffic counts for tests; counted since the start, except `open…`. */
import type { System } from '../system.ts'
import type { Sessions } from './logon/sessions.ts'
export interface Counters {
  readonly requests: number
  readonly connections: number
  readonly logons: number
  /** Log-ons of each user, by name in upper case. */
  readonly logonsByUser: Readonly<Record<string, number>>
  /** Log-ons by client certificate. */
  readonly certificateLogons: number
  /** Connections that were dropped because none of the client CAs issued their certificate. */
  readonly refusedCertificates: number
  readonly failedLogons: number
  readonly csrfFetches: number
  readonly csrfRefusals: number
  readonly sessions: number
  readonly openSessions: number
  readonly statefulSessions: number
  readonly openStatefulSessions: number
  readonly locks: number
  readonly openLocks: number
}

/** The counts that the pipeline keeps itself. */
export interface RequestCounts {
  requests: number
  connections: number
  logons: number
  readonly logonsByUser: Map<string, number>
  certificateLogons: number
  refusedCertificates: number
  failedLogons: number
  csrfFetches: number
  csrfRefusals: number
}

export function createRequestCounts(): RequestCounts {
  return {
    requests: 0,
    connections: 0,
    logons: 0,
    logonsByUser: new Map(),
    certificateLogons: 0,
    refusedCertificates: 0,
    failedLogons: 0,
    csrfFetches: 0,
    csrfRefusals: 0
  }
}

/** The counters of a system, as they are now. */
export function countersOf(counts: RequestCounts, sessions: Sessions, system: System): Counters {
  return {
    get requests() {
      return counts.requests
    },
    get connections() {
      return counts.connections
    },
    get logons() {
      return counts.logons
    },
    get logonsByUser() {
      return Object.fromEntries(counts.logonsByUser)
    },
    get certificateLogons() {
      return counts.certificateLogons
    },
    get refusedCertificates() {
      return counts.refusedCertificates
    },
    get failedLogons() {
      return counts.failedLogons
    },
    get csrfFetches() {
      return counts.csrfFetches
    },
    get csrfRefusals() {
      return counts.csrfRefusals
    },
    get sessions() {
      return sessions.opened
    },
    get openSessions() {
      return sessions.size
    },
    get statefulSessions() {
      return sessions.contextsOpened
    },
    get openStatefulSessions() {
      return sessions.contexts
    },
    get locks() {
      return system.locks.taken
    },
    get openLocks() {
      return system.locks.size
    }
  }
}
