/**
 * A small ERP behind TLS that opens a security session for a ticket, and records whatever the
 * documentation of that exchange does not allow.
 */
import { createServer } from 'node:https'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { createServerIdentity } from '../../sandbox/http/logon/server-certificate.ts'

export interface TicketErp {
  readonly url: string
  /** PEM. */
  readonly ca: string
  /** Requests that no client may send. */
  readonly faults: string[]
  /** Tickets in the order of their exchange. */
  readonly tickets: string[]
  requests: number
  /** Answers an exchange in place of a session. */
  exchange: ((response: ServerResponse) => void) | undefined
  readonly locks: Set<string>
  logOffs: number
  /** Ends all security sessions with their locks. */
  endSessions(): void
}

const cookieOf = ({ headers }: IncomingMessage, name: string) =>
  new RegExp(`(?:^|; )${name}=([^;]*)`).exec(headers.cookie ?? '')?.[1]

export async function createTicketErp(t: TestContext): Promise<TicketErp> {
  const { ca, ...identity } = await createServerIdentity([])
  const sessions = new Set<string>()
  let opened = 0

  const exchange = (request: IncomingMessage, response: ServerResponse) => {
    const { headers, method, url = '' } = request
    const ticket = String(headers['mysapsso2'] ?? '')
    const wrong = [
      [method === 'GET', `exchanged by ${String(method)}`],
      [headers['sap-adt-purpose'] === 'preflight_logon', 'exchanged without its purpose'],
      [headers['x-sap-security-session'] === 'create', 'exchanged without create'],
      [headers.cookie === undefined, 'exchanged with cookies'],
      [headers.authorization === undefined, 'exchanged with a password'],
      [/[?&]sap-client=001(&|$)/.test(url), 'exchanged without client'],
      [!erp.tickets.includes(ticket), `the ticket ${ticket} was used twice`]
    ] as const
    erp.faults.push(...wrong.filter(([good]) => !good).map(([, fault]) => fault))
    erp.tickets.push(ticket)
    if (erp.exchange !== undefined) return erp.exchange(response)
    const id = `session-${++opened}`
    sessions.add(id)
    response.writeHead(200, {
      'content-type': 'application/vnd.sap.adt.core.http.session.v3+xml',
      'set-cookie': [`SAP_SESSIONID_TST_001=${id}; path=/`, `MYSAPSSO2=${ticket}; path=/`]
    })
    response.end('<http:session xmlns:http="http://www.sap.com/adt/http"/>')
  }

  const answer = (request: IncomingMessage, response: ServerResponse, path: string) => {
    const { headers, method } = request
    const id = cookieOf(request, 'SAP_SESSIONID_TST_001') ?? ''
    if (headers['x-sap-security-session'] !== 'use') erp.faults.push(`${path} without use`)
    if (cookieOf(request, 'MYSAPSSO2') !== undefined) erp.faults.push('a ticket was kept')
    if (headers.authorization !== undefined) erp.faults.push('a password')
    if (!sessions.has(id)) {
      response.writeHead(401, { 'content-type': 'text/html' }).end('<html>Logon failed</html>')
      return
    }
    if (path.endsWith('/logoff')) {
      erp.logOffs++
      sessions.delete(id)
    }
    if (method === 'POST' && headers['x-csrf-token'] !== `token-${id}`) {
      response.writeHead(403, { 'x-csrf-token': 'Required' }).end()
      return
    }
    const context = cookieOf(request, 'sap-contextid') ?? `context-${id}`
    if (path.endsWith('/lock')) erp.locks.add(context)
    if (path.endsWith('/unlock')) erp.locks.delete(context)
    const isStateful = headers['x-sap-adt-sessiontype'] === 'stateful'
    response
      .writeHead(200, {
        'x-csrf-token': `token-${id}`,
        ...(isStateful ? { 'set-cookie': `sap-contextid=${context}; path=/sap/bc/adt` } : {})
      })
      .end(id)
  }

  const server = createServer(identity, (request, response) => {
    const path = (request.url ?? '').split('?', 1)[0] ?? ''
    erp.requests++
    if (request.headers['mysapsso2'] === undefined) {
      answer(request, response, path)
      return
    }
    if (path === '/sap/bc/adt/core/http/sessions') exchange(request, response)
    else {
      erp.faults.push(`a ticket was sent to ${path}`)
      response.writeHead(400).end()
    }
  })
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const erp: TicketErp = {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ca,
    faults: [],
    tickets: [],
    requests: 0,
    exchange: undefined,
    locks: new Set(),
    logOffs: 0,
    endSessions() {
      sessions.clear()
      erp.locks.clear()
    }
  }
  t.after(
    () =>
      new Promise(resolve => {
        server.close(resolve)
        server.closeAllConnections()
      })
  )
  return erp
}
