/**
 * A stand-in for the proxy of the connectivity service with a Cloud Connector behind it: it carries
 * plain HTTP for one virtual host, as the user whom the headers name, and records what the
 * documentation does not allow.
 */
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import type { CertificateErp } from '../../helpers/certificate-erp.ts'
import { createCertificateErp } from '../../helpers/certificate-erp.ts'
import { createAuthority } from '../../../sandbox/test/helpers/authority.ts'
import type { TokenService } from './token-service.ts'

const mostLineBytes = 8192

export interface ConnectivityProxy {
  readonly port: number
  /** What is behind it. */
  readonly erp: CertificateErp
  /** The first line of each request. */
  readonly lines: string[]
  readonly faults: string[]
  /** Users of the requests that were carried, `technical` without one. */
  readonly users: string[]
  /** Location id of the one Cloud Connector that is connected. */
  location: string | undefined
  /** A status in place of an answer. */
  behave: (() => number | undefined) | undefined
}

export interface ProxyRules {
  /** Client of the connectivity service. */
  readonly client: string
  /** Of Identity Authentication, whose service tokens are for the resource. */
  readonly ias?: { readonly client: string; readonly tokens: TokenService } | undefined
  /** `http://host:port` */
  readonly virtual: string
  /** The user of a token of Identity Authentication; throws for one that is not accepted. */
  readonly iasUserOf?: (token: string) => string
  /** The user of `Authorization`, where the destination has one of its own. */
  readonly basic?: string
}

const bearer = (value: unknown) => /^Bearer (\S+)$/.exec(String(value ?? ''))?.[1] ?? ''

export async function createConnectivityProxy(
  t: TestContext,
  tokens: TokenService,
  rules: ProxyRules
): Promise<ConnectivityProxy> {
  const users = new WeakMap<IncomingMessage, string>()
  const { certificate: clientCa } = await createAuthority()
  const erp = await createCertificateErp(t, {
    clientCa,
    userOf: request => users.get(request) ?? ''
  })
  const refuse = (response: ServerResponse, status: number, text: string) => {
    response.writeHead(status, { 'content-type': 'text/plain' }).end(text)
  }

  const userOf = ({ headers }: IncomingMessage): string => {
    const token = bearer(headers['proxy-authorization'])
    const own = headers['sap-connectivity-authentication']
    if (rules.basic !== undefined) {
      if (!tokens.isOfClient(token, rules.client)) throw new Error('no token of the client')
      return headers.authorization === rules.basic ? 'technical' : ''
    }
    if (headers.authorization !== undefined) proxy.faults.push('Authorization for the ERP')
    if (own === undefined) return tokens.userOf(token, rules.client)
    const { ias, iasUserOf } = rules
    if (ias === undefined || !ias.tokens.isOfClient(token, ias.client)) throw new Error('no IAS')
    return iasUserOf?.(bearer(own)) ?? ''
  }

  const carry = (request: IncomingMessage, response: ServerResponse) => {
    const { method, url = '', headers, rawHeaders } = request
    proxy.lines.push(`${String(method)} ${url}`)
    const longest = Math.max(
      `${String(method)} ${url} HTTP/1.1`.length,
      ...rawHeaders.map((each, at) =>
        at % 2 === 0 ? `${each}: ${rawHeaders[at + 1] ?? ''}`.length : 0
      )
    )
    if (longest > mostLineBytes) {
      proxy.faults.push(`a line of ${longest} bytes`)
      refuse(response, 431, '')
      return
    }
    if (!url.startsWith(`${rules.virtual}/`)) {
      proxy.faults.push(`no absolute URL of the virtual host: ${url.slice(0, 100)}`)
      refuse(response, 405, '')
      return
    }
    if (headers.host !== new URL(rules.virtual).host) proxy.faults.push(`host ${headers.host}`)
    const status = proxy.behave?.()
    if (status !== undefined) {
      refuse(response, status, '')
      return
    }
    if (headers['sap-connectivity-scc-location_id'] !== proxy.location) {
      refuse(response, 503, 'There is no SAP Cloud Connector (SCC) connected to your subaccount')
      return
    }
    try {
      const user = userOf(request)
      users.set(request, user)
      proxy.users.push(user)
    } catch {
      response.writeHead(407, { 'proxy-authenticate': 'Bearer' }).end()
      return
    }
    erp.serve(request, response)
  }

  const server = createServer({ maxHeaderSize: 65_536 }, carry)
  server.on('connect', (_request, socket) => {
    proxy.faults.push('CONNECT')
    socket.end('HTTP/1.1 405 Method Not Allowed\r\n\r\n')
  })
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const proxy: ConnectivityProxy = {
    port: (server.address() as AddressInfo).port,
    erp,
    lines: [],
    faults: [],
    users: [],
    location: undefined,
    behave: undefined
  }
  t.after(
    () =>
      new Promise(resolve => {
        server.close(resolve)
        server.closeAllConnections()
      })
  )
  return proxy
}
