/**
 * A small ERP behind TLS that logs on by client certificate and records every cookie, token or
 * context of another user.
 */
import { randomBytes } from 'node:crypto'
import { createServer as createHttpServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import type { TestContext } from 'node:test'
import type { TLSSocket } from 'node:tls'
import { createServerIdentity } from '../../sandbox/http/logon/server-certificate.ts'

export interface Echo {
  /** The name of the ERP, where it has one. */
  readonly system: string
  readonly user: string
  readonly session: string
  readonly token: string
  readonly context: string | undefined
}
export type Fault = '401' | 'reset' | 'page' | 'forbidden' | 'busy'

export interface CertificateErp {
  readonly url: string
  /** PEM of who signed the server's certificate. */
  readonly ca: string
  /** Whatever met something of another user: certificate against cookie, token, context or lock. */
  readonly mixUps: string[]
  /** Connections by serial number of the certificate they were opened with. */
  readonly handshakes: Map<string, string>
  /** Fingerprints of the certificates of all connections, in their order. */
  readonly presented: string[]
  requests: number
  /** Most connections at the same time. */
  mostOpen: number
  /** Users who called, each time. */
  readonly users: string[]
  readonly logOffs: string[]
  readonly locks: Map<string, string>
  /** Answers before everything else. */
  fault:
    | ((request: {
        readonly user: string
        readonly number: number
        readonly path: string
      }) => Fault | undefined)
    | undefined
  /** Forgets all sessions, as a restart does. */
  forget(): void
  /** Answers a request that another server has received. */
  serve(request: IncomingMessage, response: ServerResponse): void
  close(): Promise<void>
}

interface Session {
  readonly user: string
  readonly token: string
  readonly contexts: Set<string>
}

const cookieName = 'SAP_SESSIONID_TST_001'
const newId = () => randomBytes(9).toString('base64url')
const cookieOf = (request: IncomingMessage, name: string) =>
  new RegExp(`(?:^|; )${name}=([^;]*)`).exec(request.headers.cookie ?? '')?.[1]

export interface CertificateErpOptions {
  /** PEM of the CA whose certificates are accepted. */
  readonly clientCa: string
  /** Break off the handshake without a good certificate, instead of answering 401. */
  readonly strict?: boolean
  readonly maxVersion?: 'TLSv1.2' | 'TLSv1.3'
  /** Begins each session id, so that one of another ERP is recorded. */
  readonly name?: string
  /**
   * In place of the certificate: the user of a request; empty for none.
   * @param known the user of its session
   */
  readonly userOf?: (request: IncomingMessage, known: string | undefined) => string
  /** Answers what needs no log-on; false for other requests. */
  readonly open?: (request: IncomingMessage, response: ServerResponse) => boolean
}

export async function createCertificateErp(
  t: TestContext,
  {
    clientCa,
    strict = true,
    maxVersion = 'TLSv1.3',
    name = '',
    userOf,
    open: isOpen
  }: CertificateErpOptions
): Promise<CertificateErp> {
  const identity = await createServerIdentity([])
  const sessions = new Map<string, Session>()
  const open = new Set<Socket>()

  const certifiedUser = ({ socket }: IncomingMessage) => {
    const tls = socket as TLSSocket
    return tls.authorized ? String(tls.getPeerCertificate().subject.CN) : ''
  }
  const serve = (request: IncomingMessage, response: ServerResponse) => {
    if (isOpen?.(request, response) === true) return
    const known = sessions.get(cookieOf(request, cookieName) ?? '')?.user
    const user = userOf === undefined ? certifiedUser(request) : userOf(request, known)
    const path = (request.url ?? '').split('?', 1)[0] ?? ''
    erp.requests++
    erp.users.push(user)
    const fault = user === '' ? '401' : erp.fault?.({ user, number: erp.requests, path })
    if (fault === 'reset') {
      request.socket.destroy()
      return
    }
    if (fault !== undefined) {
      answerFault(response, fault)
      return
    }
    if (path.endsWith('/logoff')) {
      logOff(request, user)
      response.end('bye')
      return
    }
    answer(request, response, { user, path })
  }

  const logOff = (request: IncomingMessage, user: string) => {
    const id = cookieOf(request, cookieName) ?? ''
    erp.logOffs.push(user)
    for (const context of sessions.get(id)?.contexts ?? []) {
      for (const [path, holder] of erp.locks) if (holder === context) erp.locks.delete(path)
    }
    sessions.delete(id)
  }

  const answer = (
    request: IncomingMessage,
    response: ServerResponse,
    { user, path }: { user: string; path: string }
  ) => {
    const foreign = (what: string) => {
      erp.mixUps.push(`${user}: ${what}`)
    }
    const cookies: string[] = []
    let id = cookieOf(request, cookieName) ?? ''
    let session = sessions.get(id)
    if (id !== '' && !id.startsWith(`${name}-`)) foreign(`session ${id} of another ERP`)
    if (session !== undefined && session.user !== user) foreign(`session of ${session.user}`)
    // a session that is gone is answered 401 once, as a browser's would be
    if (session === undefined && id !== '') {
      answerFault(response, '401')
      return
    }
    if (session === undefined) {
      id = `${name}-${newId()}`
      session = { user, token: `${user}-${newId()}`, contexts: new Set() }
      sessions.set(id, session)
      cookies.push(`${cookieName}=${id}; path=/; HttpOnly; Secure`)
    }
    const sent = String(request.headers['x-csrf-token'] ?? '')
    if (request.method === 'POST' && sent !== session.token) {
      if (sent !== '' && !sent.startsWith(`${user}-`)) foreign(`token ${sent}`)
      response
        .writeHead(403, {
          'x-csrf-token': 'Required',
          'content-type': 'text/plain',
          ...(cookies.length > 0 ? { 'set-cookie': cookies } : {})
        })
        .end('CSRF token validation failed')
      return
    }
    let context = cookieOf(request, 'sap-contextid')
    if (context !== undefined && !context.startsWith(`${user}-`)) foreign(`context ${context}`)
    if (context !== undefined && !session.contexts.has(context)) {
      response
        .writeHead(400, { 'sap-err-id': 'ICMENOSESSION', 'content-type': 'text/html' })
        .end('Session Timed Out')
      return
    }
    const kind = request.headers['x-sap-adt-sessiontype']
    if (kind === 'stateful' && context === undefined) {
      context = `${user}-${newId()}`
      session.contexts.add(context)
      cookies.push(`sap-contextid=${context}; path=/sap/bc/adt`)
    }
    if (path.endsWith('/lock') && context !== undefined) erp.locks.set(`${path} ${user}`, context)
    if (path.endsWith('/unlock')) {
      const held = `${path.replace(/unlock$/, 'lock')} ${user}`
      if (erp.locks.get(held) !== context) foreign('lock is gone')
      erp.locks.delete(held)
    }
    const echo: Echo = { system: name, user, session: id, token: session.token, context }
    response
      .writeHead(200, {
        'content-type': 'application/json',
        'x-csrf-token': session.token,
        ...(cookies.length > 0 ? { 'set-cookie': cookies } : {})
      })
      .end(JSON.stringify({ ...echo, userName: user }))
  }

  const server = createServer(
    {
      ...identity,
      ca: clientCa,
      requestCert: userOf === undefined,
      rejectUnauthorized: strict,
      maxVersion,
      keepAliveTimeout: 60_000
    },
    serve
  )
  server.on('secureConnection', socket => {
    const peer = socket.getPeerCertificate()
    if (socket.authorized) erp.presented.push(peer.fingerprint256)
    if (socket.authorized) erp.handshakes.set(peer.serialNumber, String(peer.subject.CN))
    open.add(socket)
    erp.mostOpen = Math.max(erp.mostOpen, open.size)
    socket
      .on('error', () => {})
      .once('close', () => {
        open.delete(socket)
      })
  })
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const erp: CertificateErp = {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ca: identity.ca,
    mixUps: [],
    handshakes: new Map(),
    presented: [],
    requests: 0,
    mostOpen: 0,
    users: [],
    logOffs: [],
    locks: new Map(),
    fault: undefined,
    serve,
    forget: () => {
      sessions.clear()
    },
    close: () =>
      new Promise(resolve => {
        server.close(() => {
          resolve()
        })
        server.closeAllConnections()
      })
  }
  t.after(() => erp.close())
  return erp
}

function answerFault(response: ServerResponse, fault: Exclude<Fault, 'reset'>): void {
  const answers: Record<typeof fault, [number, Record<string, string>, string]> = {
    401: [401, { 'content-type': 'text/html' }, '<html><title>Logon Error Message</title></html>'],
    page: [
      200,
      { 'content-type': 'text/html' },
      '<html><form name="loginForm" class="sap-system-login"></form></html>'
    ],
    forbidden: [403, { 'content-type': 'text/plain' }, 'No authorization'],
    busy: [503, { 'retry-after': '1' }, 'busy']
  }
  const [status, headers, body] = answers[fault]
  response.writeHead(status, headers).end(body)
}

export interface ForwardProxy {
  readonly url: string
  /** `CONNECT host:port`, or the whole URL of a request that it carried itself. */
  readonly seen: string[]
  readonly headers: IncomingMessage['headers'][]
  /** Wanted as Proxy-Authorization. */
  authorization: string | undefined
}

/** A forward proxy that tunnels and carries plain requests. */
export async function createForwardProxy(t: TestContext): Promise<ForwardProxy> {
  const sockets = new Set<Socket>()
  const refused = (request: IncomingMessage) =>
    proxy.authorization !== undefined &&
    request.headers['proxy-authorization'] !== proxy.authorization
  const server = createHttpServer((request, response) => {
    proxy.seen.push(request.url ?? '')
    proxy.headers.push(request.headers)
    response
      .writeHead(refused(request) ? 407 : 200, {
        'x-csrf-token': 'T',
        'set-cookie': `${cookieName}=P`
      })
      .end('carried')
  })
  server.on('connect', (request: IncomingMessage, client: Socket) => {
    proxy.seen.push(`CONNECT ${request.url ?? ''}`)
    proxy.headers.push(request.headers)
    if (refused(request)) {
      client.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
      return
    }
    const [, host = '', port = ''] = /^(.*):(\d+)$/.exec(request.url ?? '') ?? []
    const target = connect(Number(port), host, () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      target.pipe(client).pipe(target)
    })
    for (const socket of [client, target]) {
      sockets.add(socket)
      socket
        .on('error', () => {
          client.destroy()
          target.destroy()
        })
        .on('close', () => {
          sockets.delete(socket)
          client.destroy()
          target.destroy()
        })
    }
  })
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  t.after(
    () =>
      new Promise(resolve => {
        server.close(resolve)
        server.closeAllConnections()
        for (const socket of sockets) socket.destroy()
      })
  )
  const proxy: ForwardProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen: [],
    headers: [],
    authorization: undefined
  }
  return proxy
}
