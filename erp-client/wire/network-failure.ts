/** Network errors as ErpError: TLS, DNS, proxy and broken connections. */
import type { ErpCall } from '../http/erp-call.ts'
import { ErpError, withOutcome } from '../errors.ts'

const untrusted = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_UNTRUSTED',
  'CERT_REVOKED',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'HOSTNAME_MISMATCH'
])

const tooLarge = {
  text: 'The answer is larger than the client accepts',
  remedy: 'Narrow the request.'
}

const proxyRemedy =
  'Check HTTPS_PROXY (HTTP_PROXY for a plain URL) with its user and password, or name the ERP in NO_PROXY.'

/** Messages and remedies by the code of the network error. */
const network: Readonly<Record<string, { readonly text: string; readonly remedy?: string }>> = {
  ECONNREFUSED: { text: 'Nothing listens at the address of the ERP' },
  ENOTFOUND: {
    text: 'The host name of the ERP is unknown',
    remedy: 'Check the host name in the URL, and DNS.'
  },
  EAI_AGAIN: { text: 'The host name of the ERP cannot be resolved', remedy: 'Check DNS.' },
  EHOSTUNREACH: { text: 'There is no route to the ERP' },
  ENETUNREACH: { text: 'There is no route to the ERP' },
  UND_ERR_CONNECT_TIMEOUT: { text: 'The ERP does not accept connections' },
  EPROTO: {
    text: 'The port does not speak TLS as expected',
    remedy: 'Check http or https in the URL, and the port.'
  },
  ERR_SSL_WRONG_VERSION_NUMBER: {
    text: 'The port does not speak TLS',
    remedy: 'Check http or https in the URL, and the port.'
  },
  UND_ERR_PRX_CONN: { text: 'The proxy does not answer', remedy: proxyRemedy },
  UND_ERR_PRX_TLS: {
    text: 'The certificate of the proxy is not trusted',
    remedy: 'Give the CA of the proxy with --ca-file (ERP_CA_FILE).'
  },
  UND_ERR_RES_EXCEEDED_MAX_SIZE: tooLarge,
  ERR_BUFFER_TOO_LARGE: tooLarge
}

const tlsRemedies: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'The certificate of the ERP has expired: renew it.',
  ERR_TLS_CERT_ALTNAME_INVALID:
    'The certificate is for another host name: use the name it was issued for in the URL.'
}

/** Messages of errors on the way to the proxy, by code. */
const proxyErrors: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Nothing listens at the address of the proxy',
  ENOTFOUND: 'The host name of the proxy is unknown',
  EAI_AGAIN: 'The host name of the proxy cannot be resolved',
  EHOSTUNREACH: 'There is no route to the proxy',
  ENETUNREACH: 'There is no route to the proxy'
}

/**
 * The error of an unreachable proxy; returns others as they are. Its text never contains the URL of
 * the proxy, which may contain a password.
 */
export function proxyFailure(error: Error): Error {
  const code = codeOf(error)
  const text = proxyErrors[code]
  return text === undefined
    ? error
    : new ErpError('ERP_UNREACHABLE', `${text} (${code})`, { cause: error, remedy: proxyRemedy })
}

function codeOf(error: unknown): string {
  for (let each: unknown = error; each instanceof Error; each = each.cause) {
    if ('code' in each && typeof each.code === 'string') return each.code
  }
  return ''
}

/** The error of a connection that was lost or not opened. */
export function networkFailure(error: unknown, call: ErpCall): unknown {
  const outcome = call.effect === 'change' ? (call.sent ? 'unknown' : 'failed') : undefined
  if (error instanceof ErpError) return outcome === undefined ? error : withOutcome(error, outcome)
  const code = codeOf(error)
  if (untrusted.has(code)) {
    return new ErpError(
      'ERP_TLS_UNTRUSTED',
      `The certificate of the ERP is not trusted (${code})`,
      {
        cause: error,
        remedy: tlsRemedies[code],
        outcome: outcome === undefined ? undefined : 'failed'
      }
    )
  }
  const refusal = /^Proxy response \((\d+)\)|^Proxy Authentication Required \((407)\)/.exec(
    error instanceof Error ? error.message : ''
  )
  if (refusal !== null) {
    return new ErpError(
      'ERP_UNREACHABLE',
      `The proxy refused the way to the ERP (${refusal[1] ?? refusal[2] ?? ''})`,
      { cause: error, remedy: proxyRemedy, outcome: outcome === undefined ? undefined : 'failed' }
    )
  }
  const known = network[code]
  const text = known?.text ?? 'The connection to the ERP broke'
  const kind = known === tooLarge ? 'ERP_BAD_ANSWER' : 'ERP_UNREACHABLE'
  return new ErpError(kind, code === '' ? text : `${text} (${code})`, {
    cause: error,
    remedy: known?.remedy,
    outcome
  })
}
