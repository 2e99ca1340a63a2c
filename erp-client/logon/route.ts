/**
 * The way through a proxy that takes whole URLs, as the connectivity service of SAP BTP does: its
 * headers with each request, its limit of lines, and what its refusals mean.
 * Evidence: SAP-docs/btp-connectivity, consuming-the-connectivity-service-313b215.md (plain HTTP
 * alone, 405 otherwise; 8,192 bytes a line) and configure-principal-propagation-via-*.md (headers).
 */
import { ErpError } from '../errors.ts'
import type { ErpErrorCode } from '../errors.ts'
import { headerOf, withDeadline } from '../http/erp-call.ts'
import type { Answer, ErpCallOptions, Interceptor } from '../http/erp-call.ts'
import type { ErpRoute } from '../options.ts'

/** Of the request line, and of each header with its name. */
export const mostLineBytes = 8192

/** Next to the socket, so that requests for tokens and log-ons pass it as well. */
export function route(way: ErpRoute, origin: string): Interceptor {
  const { host } = new URL(origin)
  return send => async options => {
    const { call } = options
    const given = way.headers(call.session.holding)
    const own = given instanceof Promise ? await withDeadline(given, call) : given
    const headers = { ...options.headers, host, ...own }
    assertLines({ ...options, headers }, origin)
    const answer = await send({ ...options, headers })
    if (answer.status === 407) way.refused()
    throwRefusal(answer)
    return answer
  }
}

/** @throws ErpError ERP_BAD_REQUEST for what the proxy refuses without saying why */
function assertLines({ method, path, headers }: ErpCallOptions, origin: string): void {
  const line = Buffer.byteLength(`${method} ${origin}${path} HTTP/1.1`)
  if (line > mostLineBytes) throw tooLong('request line', line, 'Shorten the search or the query.')
  for (const [name, value] of Object.entries(headers)) {
    const bytes = Buffer.byteLength(`${name}: ${value}`)
    if (bytes > mostLineBytes) throw tooLong(`header ${name}`, bytes, remedyOf(name))
  }
}

function remedyOf(header: string): string {
  return /authorization|authentication/i.test(header)
    ? 'The token of the user is too large: give the user fewer role collections or groups in the subaccount.'
    : 'Shorten what the request sends.'
}

function tooLong(what: string, bytes: number, remedy: string): ErpError {
  return new ErpError(
    'ERP_BAD_REQUEST',
    `The ${what} has ${bytes} bytes; the connectivity service takes ${mostLineBytes} at the most, and the request was not sent`,
    { outcome: 'failed', remedy }
  )
}

interface Refusal {
  readonly matches: (answer: Answer) => boolean
  readonly code: ErpErrorCode
  readonly message: string
  readonly remedy: string
}

/** Refusals of the proxy itself; answers of the ERP match none of them. */
const refusals: readonly Refusal[] = [
  {
    matches: ({ status }) => status === 407,
    code: 'ERP_LOGON_FAILED',
    message: 'The connectivity service refused the token for the proxy (407)',
    remedy:
      'Check that the connectivity service is bound in the subaccount of the users; bind it again where its secret was renewed.'
  },
  {
    matches: answer =>
      answer.status === 405 &&
      !['server', 'sap-server'].some(name => headerOf(answer, name) !== ''),
    code: 'ERP_BAD_REQUEST',
    message:
      'The connectivity service refused the request (405): it takes plain HTTP for virtual hosts alone',
    remedy:
      'Give the destination an address that begins with http://; the tunnel of the Cloud Connector is encrypted, and the Cloud Connector itself speaks HTTPS to the ERP.'
  },
  {
    matches: ({ status, body }) =>
      status === 503 && /Cloud Connector \(SCC\)/.test(body.toString('utf8', 0, 2000)),
    code: 'ERP_UNREACHABLE',
    message:
      'No Cloud Connector is connected to the subaccount, or none with the location id of the destination (503)',
    remedy:
      'Connect the Cloud Connector to the subaccount, and compare its location id with CloudConnectorLocationId of the destination.'
  }
]

/** @throws ErpError where the proxy itself has answered */
function throwRefusal(answer: Answer): void {
  const found = refusals.find(({ matches }) => matches(answer))
  if (found === undefined) return
  const { code, message, remedy } = found
  throw new ErpError(code, message, { outcome: 'failed', remedy })
}
