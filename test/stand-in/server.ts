/**
 * A stand-in for services that no sandbox has: it answers with documented bytes and knows nothing
 * else. A request with another method, path, query, header or body than an exchange documents is
 * refused and remembered, so that a test fails on whatever was made up.
 */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { createErp } from '../../erp-client/index.ts'
import type { Erp, ErpOptions } from '../../erp-client/index.ts'

export interface Exchange {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** As it goes over the wire, still encoded. */
  readonly path: string
  /**
   * Every parameter the request must have, and no other but client and language; a pattern where
   * the value is the caller's.
   */
  readonly query?: Readonly<Record<string, string | RegExp>>
  /** What the Accept header must offer; several are given separated by commas. */
  readonly accept?: string
  readonly contentType?: string
  /** Further headers that the request must have, in lower case. */
  readonly sends?: Readonly<Record<string, string>>
  /** The whole body, or a pattern of it; none: there must be no body. */
  readonly body?: string | RegExp
  readonly status?: number
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly answer?: string
  /**
   * The answer where it depends on what has happened, or is not given at once; never settled: the
   * ERP hangs.
   */
  readonly reply?: (asked: Asked) => Promise<Reply> | Reply
}

export interface Asked {
  readonly query: URLSearchParams
  readonly body: string
  readonly path: string
}
export type Reply = Pick<Exchange, 'status' | 'type' | 'headers' | 'answer'>

export interface StandIn {
  readonly erp: Erp
  /** What was asked beyond the exchanges; a test ends with this empty. */
  readonly refused: readonly string[]
  /**
   * Method, path and query of everything that was asked, in its order; without client and language.
   */
  readonly asked: readonly string[]
  /** Stateful sessions that were begun and not ended. */
  readonly sessions: ReadonlySet<string>
  /** The ERP is gone from one moment to the next. */
  die(): void
}

const discovery = {
  method: 'GET',
  path: '/sap/bc/adt/core/discovery',
  type: 'application/atomsvc+xml',
  answer: '<app:service xmlns:app="http://www.w3.org/2007/app"/>'
} as const

/**
 * Serves the exchanges, each as often as it is asked; later ones win over earlier ones for the same
 * request.
 */
export async function standIn(
  t: TestContext,
  exchanges: readonly Exchange[],
  options: Partial<ErpOptions> = {}
): Promise<StandIn> {
  const refused: string[] = []
  const asked: string[] = []
  const sessions = new Set<string>()
  let begun = 0
  const session = (request: IncomingMessage): Readonly<Record<string, string>> => {
    const [, own] = /sap-contextid=(\w+)/.exec(request.headers.cookie ?? '') ?? []
    const wish = request.headers['x-sap-adt-sessiontype']
    if (wish === 'stateless' && own !== undefined) sessions.delete(own)
    if (wish !== 'stateful' || own !== undefined) return {}
    const id = `S${++begun}`
    sessions.add(id)
    return { 'set-cookie': `sap-contextid=${id}; path=/sap/bc/adt` }
  }
  const all: readonly Exchange[] = [...exchanges].reverse()
  const server = createServer((request, response) => {
    void bodyOf(request).then(body => {
      const url = new URL(request.url ?? '/', 'http://erp')
      const cookies = session(request)
      if (url.pathname === '/sap/public/bc/icf/logoff') sessions.clear()
      if (url.pathname === discovery.path || url.pathname === '/sap/public/bc/icf/logoff') {
        response
          .writeHead(200, { 'content-type': discovery.type, 'x-csrf-token': 'token' })
          .end(discovery.answer)
        return
      }
      const words = [...url.searchParams]
        .filter(([name]) => name !== 'sap-client' && name !== 'sap-language')
        .map(([name, value]) => `${name}=${value}`)
      asked.push(
        `${request.method} ${url.pathname}${words.length === 0 ? '' : `?${words.join('&')}`}`
      )
      const found = all.find(one => difference(one, request, url, body) === undefined)
      if (found === undefined) {
        const near = all.find(one => one.path === url.pathname && one.method === request.method)
        refused.push(
          `${request.method} ${url.pathname}${url.search}: ${near === undefined ? 'no such exchange' : difference(near, request, url, body)}`
        )
        response.writeHead(404, { 'content-type': 'text/plain' }).end('No suitable resource found')
        return
      }
      void Promise.resolve(
        found.reply?.({ query: url.searchParams, body, path: url.pathname })
      ).then(reply => {
        const {
          status = 200,
          type = 'application/xml',
          headers,
          answer = ''
        } = { ...found, ...reply }
        response.writeHead(status, { 'content-type': type, ...cookies, ...headers }).end(answer)
      })
    })
  })
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  const erp = createErp({
    baseUrl: `http://127.0.0.1:${port}`,
    client: '001',
    language: 'EN',
    credential: { kind: 'basic', user: 'DEVELOPER', password: 'secret' },
    ...options
  })
  t.after(async () => {
    await erp.close()
    server.closeAllConnections()
    await new Promise(resolve => {
      server.close(resolve)
    })
    assert.deepEqual(refused, [], 'the stand-in refused requests')
  })
  return {
    erp,
    refused,
    asked,
    sessions,
    die() {
      server.closeAllConnections()
      server.close()
    }
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

/** In what a request differs from an exchange; undefined where it does not. */
function difference(
  one: Exchange,
  request: IncomingMessage,
  url: URL,
  body: string
): string | undefined {
  if (one.method !== request.method) return `method ${request.method}`
  if (one.path !== url.pathname) return `path ${url.pathname}`
  const wanted = one.query ?? {}
  for (const [name, value] of url.searchParams) {
    if (name === 'sap-client' || name === 'sap-language') continue
    const expected = wanted[name]
    if (expected === undefined || !fits(value, expected)) return `query ${name}=${value}`
  }
  const missing = Object.keys(wanted).find(name => !url.searchParams.has(name))
  if (missing !== undefined) return `query ${missing} is missing`
  const accepts = (request.headers.accept ?? '')
    .split(',')
    .map(each => each.trim().replace(/;q=[\d.]+$/, ''))
  const unmet = one.accept?.split(',').find(each => !accepts.includes(each.trim()))
  if (unmet !== undefined) return `accept ${request.headers.accept}`
  if (one.contentType !== undefined && request.headers['content-type'] !== one.contentType) {
    return `content-type ${request.headers['content-type']}`
  }
  const unsent = Object.entries(one.sends ?? {}).find(
    ([name, value]) => request.headers[name] !== value
  )
  if (unsent !== undefined) return `header ${unsent[0]} ${String(request.headers[unsent[0]])}`
  return fits(body, one.body ?? '') ? undefined : `body ${body.slice(0, 400)}`
}

function fits(value: string, expected: string | RegExp): boolean {
  return typeof expected === 'string' ? value === expected : expected.test(value)
}
