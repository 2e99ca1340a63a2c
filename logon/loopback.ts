/**
 * The end of a log-on in the browser: a listener on 127.0.0.1 that takes one answer, of the browser
 * that this program has opened, within a time limit.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { mayBePeer } from './loopback-peer.ts'
import { loopbackFailure as failure, openLoopback } from './loopback-servers.ts'
import type { LoopbackHost } from './loopback-servers.ts'

export interface LoopbackOptions {
  /** Parameters of the answer: the first one that is there completes it. */
  readonly wanted: readonly string[]
  /** The parameter that brings the nonce back: `state` for OAuth. */
  readonly nonceParameter: string
  readonly timeLimitMs?: number | undefined
  /** 0, the usual, is any free one. */
  readonly port?: number | undefined
  /** In the address of the answer; authorization services may have registered `localhost` alone. */
  readonly host?: LoopbackHost | undefined
  /** Whether a connection is of this user; the tables of the kernel say so on Linux. */
  readonly isOwn?: ((connection: { peerPort: number; ownPort: number }) => boolean) | undefined
}

export interface LoopbackListener {
  /** Where the answer goes; without the nonce, as OAuth needs it. */
  readonly plainUrl: string
  /** The same with the nonce in its query. */
  readonly redirectUrl: string
  readonly nonce: string
  /**
   * The address to open in place of `target`. It can be opened once, so that neither a list of
   * processes nor a history gives another program the nonce.
   */
  pageFor(target: string): string
  /** Rejects with ERP_LOGON_FAILED when the time is over, or the browser came back without one. */
  readonly answer: Promise<URLSearchParams>
  close(): Promise<void>
}

/** The path that Eclipse uses: openadt, docs, names it as well. */
const answerPath = '/adt/redirect'
const donePath = '/adt/done'
const usualTimeLimit = 300_000
/** @throws ErpError ERP_LOGON_FAILED where the port is taken */
export async function listenOnLoopback(options: LoopbackOptions): Promise<LoopbackListener> {
  const nonce = randomBytes(32).toString('base64url')
  const answered = Promise.withResolvers<URLSearchParams>()
  answered.promise.catch(() => {})
  const { host = '127.0.0.1', port = 0 } = options
  const opened = await openLoopback(host, port)
  const origin = `http://${host}:${opened.port}`
  const door = createDoor({ ...options, nonce, origin, answered })
  opened.serve(door.handle)
  const { timeLimitMs = usualTimeLimit } = options
  const timer = setTimeout(() => {
    answered.reject(failure(`The log-on was not completed within ${timeLimitMs / 1000} s`))
  }, timeLimitMs)
  return {
    plainUrl: `${origin}${answerPath}`,
    redirectUrl: `${origin}${answerPath}?${options.nonceParameter}=${nonce}`,
    nonce,
    pageFor: target => `${origin}${door.open(target)}`,
    answer: answered.promise,
    async close() {
      clearTimeout(timer)
      answered.reject(failure('The log-on was cancelled'))
      // The browser may still fetch the last page.
      await Promise.race([door.done, new Promise(resolve => setTimeout(resolve, 500))])
      await opened.close()
    }
  }
}

interface Door extends LoopbackOptions {
  readonly nonce: string
  readonly origin: string
  readonly answered: PromiseWithResolvers<URLSearchParams>
}

function createDoor(options: Door) {
  const pages = new Map<string, string | undefined>()
  const done = Promise.withResolvers<void>()
  let isOver = false

  const open = (path: string, response: ServerResponse) => {
    const target = pages.get(path)
    pages.set(path, undefined)
    if (target !== undefined) return leadOn(response, target)
    // Another program has read the address and was faster.
    options.answered.reject(failure('The page of the log-on was opened twice'))
    refuse(response, 410)
  }
  const take = (request: IncomingMessage, response: ServerResponse) => {
    const query = queryOf(request.url ?? '')
    if (!isOnce(query) || !isSame(query.get(options.nonceParameter), options.nonce)) {
      refuse(response, 403)
      return
    }
    if (isOver) {
      refuse(response, 410)
      return
    }
    isOver = true
    // The address with the answer stays out of the history.
    leadOn(response, donePath)
    if (options.wanted.some(name => (query.get(name) ?? '') !== '')) options.answered.resolve(query)
    else {
      options.answered.reject(
        failure(
          `The browser came back without ${options.wanted[0] === 'code' ? 'a code' : 'a ticket'}`
        )
      )
    }
  }
  return {
    done: done.promise,
    open(target: string) {
      const path = `/${randomBytes(24).toString('base64url')}`
      pages.set(path, target)
      return path
    },
    handle(request: IncomingMessage, response: ServerResponse) {
      const path = (request.url ?? '').split('?', 1)[0] ?? ''
      if (!isAllowed(request, options)) refuse(response, 403)
      else if (pages.has(path)) open(path, response)
      else if (path === answerPath) take(request, response)
      else if (path === donePath && isOver) {
        response.once('close', done.resolve)
        say(response, 200, 'The browser has answered. This window can be closed.')
      } else refuse(response, 404)
    }
  }
}

/** A navigation of a browser of this user to this very address. */
function isAllowed(request: IncomingMessage, { origin, isOwn = mayBePeer }: Door): boolean {
  const { headers, method, socket } = request
  const { 'sec-fetch-mode': mode, 'sec-fetch-dest': destination } = headers
  return (
    method === 'GET' &&
    headers.host === origin.slice('http://'.length) &&
    (headers.origin === undefined || headers.origin === origin) &&
    (mode === undefined || mode === 'navigate') &&
    (destination === undefined || destination === 'document') &&
    isOwn({ peerPort: socket.remotePort ?? 0, ownPort: socket.localPort ?? 0 })
  )
}

/** Some systems append their parameters with a second question mark. */
function queryOf(url: string): URLSearchParams {
  const at = url.indexOf('?')
  return new URLSearchParams(at < 0 ? '' : url.slice(at + 1).replaceAll('?', '&'))
}

function isOnce(query: URLSearchParams): boolean {
  const names = [...query.keys()]
  return new Set(names).size === names.length
}

function isSame(given: string | null, expected: string): boolean {
  const [one, other] = [Buffer.from(given ?? ''), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

const safe = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  connection: 'close'
}

function leadOn(response: ServerResponse, location: string): void {
  response.writeHead(303, { ...safe, location }).end()
}

function refuse(response: ServerResponse, status: number): void {
  say(response, status, 'This is no answer to a log-on that erp-bridge has begun.')
}

function say(response: ServerResponse, status: number, text: string): void {
  response
    .writeHead(status, { ...safe, 'content-type': 'text/html; charset=utf-8' })
    .end(`<!DOCTYPE html><title>erp-bridge</title><p>${text}</p>`)
}
