/** Errors of the ERP client: the table of codes with their remedies, and ErpError. */

/**
 * The one error table of this boundary: code → what the caller can do about it.
 * Messages say what happened; `remedy` says what to do next.
 */
export const errorTable = {
  ERP_UNREACHABLE:
    'Check the URL, the port and the network path (proxy, VPN, firewall) to the ERP system.',
  ERP_TLS_UNTRUSTED:
    'Save the certificate of the CA that issued it as a PEM file and name that file with --ca-file (ERP_CA_FILE). For a test system only, --insecure (ERP_INSECURE=true) accepts any certificate.',
  ERP_TIMEOUT:
    'The ERP did not answer in time. Try again, narrow the request, or raise the timeout.',
  ERP_ABORTED: 'The request was cancelled by its caller.',
  ERP_LOGON_FAILED:
    'Check user, password, client and whether the user is locked (transaction SU01).',
  ERP_LOGON_PAGE:
    'The ERP answered with a log-on page: the cookies expired, or the service requires another log-on method.',
  ERP_LOGON_NEEDED: 'Log on in the browser with erp-bridge login, and repeat the call.',
  ERP_LOGON_BLOCKED:
    'The ERP refused fresh credentials; further log-ons wait 60 seconds so that the user is not locked.',
  ERP_FORBIDDEN:
    'The ERP user lacks an authorization (S_DEVELOP, S_ADT_RES), or the system or package is not modifiable.',
  ERP_NOT_FOUND: 'Check type and name; search for the object first.',
  ERP_ALREADY_EXISTS: 'Choose another name, or change the existing object.',
  ERP_LOCKED:
    'Another user or session edits the object: try again later. A lock that an aborted program of your own user left behind ends with the time-out of its session, or in transaction SM12.',
  ERP_LOCK_LOST:
    'The lock is gone; nothing more was written. Read the object again and repeat the change.',
  ERP_CSRF:
    'The ERP did not accept its own CSRF token. Check that cookies pass the proxy in front of it.',
  ERP_SESSION_LOST:
    'The ERP session ended during the change. Read the object again and repeat the change.',
  ERP_BAD_REQUEST: 'Correct what the message names.',
  ERP_BAD_NAME: 'Correct the name.',
  ERP_NOT_ACCEPTABLE: 'The release does not speak this media type.',
  ERP_UNSUPPORTED: 'This release or this system does not offer the service.',
  ERP_BUSY: 'The ERP, or the connection to it, is overloaded: try again later.',
  ERP_SERVER_ERROR:
    'The ERP failed inside; look at its short dumps (ERPDiagnose dumps, or transaction ST22).',
  ERP_BAD_ANSWER:
    'The answer is not what the protocol promises; something between the bridge and the ERP may have changed it.',
  ERP_READER_CANNOT_CHANGE: 'Only a writer may send a request that changes the ERP.',
  ERP_CERTIFICATE_REFUSED:
    'Check that the ERP trusts the CA (transaction STRUST, SSL server PSE), that the clocks agree, and that the release copes with TLS 1.3 (else --tls-max-version 1.2).',
  ERP_USER_NOT_MAPPED:
    'Check the rule that maps the certificate to a user (transaction CERTRULE), that the ERP trusts the CA (STRUST), that icm/HTTPS/verify_client is 1, and that the user exists and is not locked (SU01).',
  ERP_CA_INVALID:
    'Give the key and the certificate of a certificate authority that the ERP system trusts.',
  ERP_CLIENT_CERT_INVALID:
    'Check the files of --client-cert and --client-key; erp-bridge doctor says what is wrong with them.',
  ERP_USER_NOT_PROPAGABLE: 'Map the user to an ERP user name with the user mapping.',
  ERP_CLOSED: 'The connection to the ERP was closed.',
  ERP_LOCKS_NOT_KEPT:
    'Use HTTPS, or install the server enhancement that keeps sessions; below release 7.51 locks do not survive over plain HTTP.'
} as const

export type ErpErrorCode = keyof typeof errorTable

export interface ErpErrorFacts {
  readonly status?: number | undefined
  readonly type?: string | undefined
  readonly properties?: Readonly<Record<string, string>> | undefined
  /** The message is a text of the ERP. */
  readonly quoted?: boolean | undefined
  readonly remedy?: string | undefined
  readonly outcome?: 'failed' | 'unknown' | undefined
  /** Seconds after which a retry may succeed. */
  readonly retryAfter?: number | undefined
  readonly cause?: unknown
}

/** Every error that this library throws; `code` is a key of `errorTable`. */
export class ErpError extends Error {
  readonly code: ErpErrorCode
  /** HTTP status of the answer, if there was one. */
  readonly status: number | undefined
  /** Type id of the ERP's exception, e.g. `ExceptionResourceNoAccess`. */
  readonly type: string | undefined
  readonly properties: Readonly<Record<string, string>>
  /** Whether the message is a text of the ERP instead of this library's. */
  readonly quoted: boolean
  readonly remedy: string
  /** For changes: `failed` = nothing changed for certain, `unknown` = the answer was lost. */
  readonly outcome: 'failed' | 'unknown' | undefined
  /** Seconds after which a retry may succeed; undefined where waiting does not help. */
  readonly retryAfter: number | undefined
  /** The ids of its HTTP requests begin with it; undefined before the client has sent any. */
  requestId: string | undefined

  constructor(code: ErpErrorCode, message: string, facts: ErpErrorFacts = {}) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause })
    this.name = 'ErpError'
    this.code = code
    this.status = facts.status
    this.type = facts.type
    this.properties = facts.properties ?? {}
    this.quoted = facts.quoted === true
    this.remedy = facts.remedy ?? errorTable[code]
    this.outcome = facts.outcome
    this.retryAfter = facts.retryAfter
  }
}

export function isErpError(error: unknown, ...codes: ErpErrorCode[]): error is ErpError {
  return error instanceof ErpError && (codes.length === 0 || codes.includes(error.code))
}

/** The same error with the outcome of the change; an outcome that is known stays. */
export function withOutcome(error: unknown, outcome: 'failed' | 'unknown'): unknown {
  if (!isErpError(error) || error.outcome !== undefined) return error
  return copyOf(error, { outcome, cause: error.cause })
}

/** The same error with another remedy; the error itself becomes the cause. */
export function withRemedy(error: ErpError, remedy: string): ErpError {
  return copyOf(error, { outcome: error.outcome, remedy, cause: error })
}

/** The same error where nothing changed for certain; the error itself becomes the cause. */
export function asFailed(error: ErpError): ErpError {
  return copyOf(error, { outcome: 'failed', cause: error })
}

function copyOf(
  error: ErpError,
  facts: Pick<ErpErrorFacts, 'outcome' | 'remedy' | 'cause'>
): ErpError {
  const { code, message, status, type, properties, quoted, remedy, retryAfter } = error
  const copy = new ErpError(code, message, {
    ...{ status, type, properties, quoted, remedy, retryAfter },
    ...facts
  })
  copy.requestId = error.requestId
  return copy
}
