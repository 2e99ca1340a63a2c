/**
 * Errors of a log-on by certificate: refused in the handshake, mapped to no user, or not
 * authorized.
 */
import { ErpError, isErpError } from '../errors.ts'
import { visible } from '../adt/visible.ts'
import type { TlsIdentity } from '../options.ts'

/** The certificate of a failed request. */
export interface PresentedCertificate {
  readonly user: string | undefined
  readonly identity: TlsIdentity | undefined
  /** The ERP has answered on these connections before. */
  readonly proven: boolean
}

const closed = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'])
const alert =
  /ALERT_(?:BAD_CERTIFICATE|CERTIFICATE|UNKNOWN_CA|UNSUPPORTED_CERTIFICATE|ACCESS_DENIED|HANDSHAKE_FAILURE|DECRYPT_ERROR)|ALERT_.*CERT/

function codesOf(error: unknown): string[] {
  const codes: string[] = []
  for (let each: unknown = error; each instanceof Error; each = each.cause) {
    if ('code' in each) codes.push(String(each.code))
  }
  return codes
}

/**
 * Distinguishes three refusals: in the handshake, which looks like a closed socket; a certificate
 * without a user; and a user without authorization. Returns other errors as they are.
 */
export function certificateFailure(error: unknown, presented: PresentedCertificate): unknown {
  const { user, proven } = presented
  const { subject } = presented.identity ?? {}
  const own = subject === undefined ? 'of the client' : `with the subject ${visible(subject)}`
  const owner = user === undefined ? own : `of ${user}`
  if (error instanceof ErpError) {
    const { status, type, properties, outcome } = error
    if (isErpError(error, 'ERP_LOGON_FAILED', 'ERP_LOGON_PAGE') && status !== undefined) {
      return new ErpError(
        'ERP_USER_NOT_MAPPED',
        `The ERP found no user for the certificate ${owner} (${status}${status === 401 ? '' : ', a log-on page'})`,
        { status, outcome, cause: error }
      )
    }
    if (isErpError(error, 'ERP_FORBIDDEN') && user !== undefined) {
      return new ErpError('ERP_FORBIDDEN', error.message, {
        status,
        type,
        properties,
        outcome,
        cause: error.cause,
        remedy: `The ERP ran the request as ${user}: ${error.remedy}`
      })
    }
    return error
  }
  const codes = codesOf(error)
  const refused =
    codes.some(code => alert.test(code)) || (!proven && codes.some(code => closed.has(code)))
  return refused
    ? new ErpError(
        'ERP_CERTIFICATE_REFUSED',
        `The ERP closed the connection on the certificate ${owner}${validity(presented)}`,
        { cause: error }
      )
    : error
}

function validity({ identity }: PresentedCertificate): string {
  if (identity?.notBefore === undefined || identity.notAfter === undefined) return ''
  const [from, until, now] = [identity.notBefore, identity.notAfter, Date.now()].map(time =>
    new Date(time).toISOString().slice(0, 19)
  )
  return ` (valid from ${from} to ${until}, now ${now} UTC)`
}
