/** Serves a recording as an ERP on this machine: logs on, issues tokens, and answers as recorded. */
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { textOfBody } from '../format.ts'
import type { RecordedBody, RecordedExchange } from '../format.ts'
import type { Recording } from './load.ts'
import { createMatcher } from './match.ts'
import type { Match, Matcher, ReplayRequest } from './match.ts'

export interface ReplayOptions {
  /** A loopback address; 127.0.0.1 if left out. */
  readonly host?: string | undefined
  /** Any free one if left out. */
  readonly port?: number | undefined
  /** Certificate and key in PEM, for HTTPS: below 7.51 the client makes changes over HTTPS alone. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined
  /** Called for each request that the recording does not answer. */
  readonly onMiss?: ((words: string) => void) | undefined
}

export interface Replay {
  readonly url: string
  readonly client: string
  /** Requests that were answered as recorded, and others. */
  readonly counts: { answered: number; missed: number }
  close(): Promise<void>
}

const loopback = new Set(['127.0.0.1', '::1', 'localhost'])
const largestBody = 64 * 1024 * 1024

/** @throws RangeError for an address that other machines reach: each user is logged on */
export async function serveRecording(
  recording: Recording,
  { host = '127.0.0.1', port = 0, tls, onMiss = () => {} }: ReplayOptions = {}
): Promise<Replay> {
  if (!loopback.has(host)) {
    throw new RangeError(`${host} is no loopback address, and a replay asks for no password`)
  }
  const state = {
    recording,
    matcher: createMatcher(recording.exchanges),
    token: randomBytes(16).toString('hex'),
    written: new Map<string, string>(),
    counts: { answered: 0, missed: 0 },
    onMiss,
    url: ''
  }
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    answer(request, response, state).catch(() => response.destroy())
  }
  const server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const { address, family, port: actual } = server.address() as AddressInfo
  state.url = `${tls === undefined ? 'http' : 'https'}://${family === 'IPv6' ? `[${address}]` : address}:${actual}`
  return {
    url: state.url,
    client: recording.description.client,
    counts: state.counts,
    close: () => close(server)
  }
}

interface State {
  readonly recording: Recording
  readonly matcher: Matcher
  readonly token: string
  /** Recorded texts that were written, with what the client wrote in their place. */
  readonly written: Map<string, string>
  readonly counts: { answered: number; missed: number }
  readonly onMiss: (words: string) => void
  readonly url: string
}

async function answer(
  incoming: IncomingMessage,
  response: ServerResponse,
  state: State
): Promise<void> {
  const body = await bodyOf(incoming)
  if (body === undefined) return void response.writeHead(413).end()
  const { method = 'GET', url: path = '/', headers } = incoming
  const request = { method, path, headers, body, user: userOf(incoming, state) }
  if (method !== 'GET' && headers['x-csrf-token'] !== state.token) {
    response.writeHead(403, { 'x-csrf-token': 'Required', 'content-type': 'text/plain' })
    return void response.end('CSRF token validation failed')
  }
  const match = state.matcher.find(request)
  if (match.kind === 'found') return send(match.exchange, request, { response, state })
  if (isHousekeeping(request)) {
    return void response.writeHead(200, logOnHeaders(request, undefined, state)).end()
  }
  miss(match, request, { response, state })
}

interface Out {
  readonly response: ServerResponse
  readonly state: State
}

function send(exchange: RecordedExchange, request: ReplayRequest, out: Out): void {
  const { response, state } = out
  state.counts.answered++
  const { answer: recorded } = exchange
  // Where no answer came, none comes.
  if (recorded === undefined) return void response.destroy()
  const written = textOfBody(exchange.request.body)
  if (request.method !== 'GET' && written.length > 0 && written !== request.body) {
    state.written.set(comparable(written), request.body)
  }
  if (
    recorded.body !== undefined &&
    'omitted' in recorded.body &&
    recorded.body.omitted === 'size'
  ) {
    state.onMiss(
      `${titleOf(request)}: its answer of ${recorded.body.bytes} bytes was too large to be recorded`
    )
    return refuse(response, 'The answer of this request was too large to be recorded')
  }
  const bytes = bytesOf(recorded.body, state)
  const own: Record<string, string | string[]> = logOnHeaders(request, recorded.headers, state)
  for (const [name, value] of Object.entries(recorded.headers)) {
    if (!/^(?:x-csrf-token|set-cookie|cookie|authorization)$/.test(name)) {
      own[name] = atHome(value, state)
    }
  }
  response.writeHead(recorded.status, { ...own, 'content-length': bytes.length })
  response.end(bytes)
}

function bytesOf(body: RecordedBody | undefined, state: State): Buffer {
  if (body === undefined) return Buffer.alloc(0)
  if ('omitted' in body) return Buffer.alloc(Math.min(body.bytes, largestBody))
  const text = textOfBody(body)
  return Buffer.from(state.written.get(comparable(text)) ?? atHome(text, state))
}

/** Line ends and the last line differ between what was written and what is read. */
const comparable = (text: string): string => text.replaceAll('\r\n', '\n').trimEnd()

/** The recorded ERP is at the address of the replay. */
function atHome(text: string, { recording, url }: State): string {
  return text.replaceAll(recording.description.origin, url)
}

/** The session and the token of the replay, and the cookies that the ERP had set, by their names. */
function logOnHeaders(
  { headers, user = '' }: ReplayRequest,
  recorded: Readonly<Record<string, string>> | undefined,
  { token, recording }: State
): Record<string, string | string[]> {
  const names = (recorded?.['set-cookie'] ?? '').split(', ').filter(name => /^[\w-]+$/.test(name))
  const session = sessionCookie(recording)
  const isLogOn = headers['authorization'] !== undefined || headers['cookie'] === undefined
  const cookies = new Set(isLogOn ? [...names, session] : names)
  const fetches = String(headers['x-csrf-token'] ?? '').toLowerCase() === 'fetch'
  return {
    ...(cookies.size === 0
      ? {}
      : { 'set-cookie': [...cookies].map(name => `${name}=replay.${user}; path=/`) }),
    ...(fetches ? { 'x-csrf-token': token } : {})
  }
}

/** Its name has the system id. */
function sessionCookie({ exchanges, description }: Recording): string {
  for (const { answer } of exchanges) {
    const [name] = /SAP_SESSIONID_\w+/.exec(answer?.headers['set-cookie'] ?? '') ?? []
    if (name !== undefined) return name
  }
  return `SAP_SESSIONID_RPL_${description.client}`
}

/** What each run asks in its own order: tokens, the end of a session, the log-off. */
function isHousekeeping({ method, path, headers }: ReplayRequest): boolean {
  if (method !== 'GET') return false
  const [pure = ''] = path.split('?', 1)
  return (
    pure === '/sap/public/bc/icf/logoff' ||
    pure === '/sap/bc/adt/core/discovery' ||
    (headers['x-csrf-token'] !== undefined &&
      headers['accept'] === '*/*' &&
      /^\/sap\/bc\/(?:adt\/discovery|adt\/compatibility\/graph|cts_abapvcs\/system)$/.test(pure))
  )
}

function miss(match: Exclude<Match, { kind: 'found' }>, request: ReplayRequest, out: Out): void {
  const { response, state } = out
  state.counts.missed++
  const words = missWords(match, request)
  state.onMiss(words)
  refuse(response, words)
}

function missWords(match: Exclude<Match, { kind: 'found' }>, request: ReplayRequest): string {
  const title = titleOf(request)
  if (match.kind === 'used') {
    return `Not recorded: ${title} once more. The recording has it ${match.times} times, and a change is made again as often as it was recorded`
  }
  const { nearest } = match
  return nearest === undefined
    ? `Not recorded: ${title}`
    : `Not recorded: ${title}. Nearest in the recording: ${titleOf(nearest.request)} (number ${nearest.number})`
}

function titleOf({ method, path, headers }: Pick<ReplayRequest, 'method' | 'path' | 'headers'>) {
  const media = [headers['accept'], headers['content-type']].filter(one => one !== undefined)
  return `${method} ${path}${media.length === 0 ? '' : ` (${media.join('; ')})`}`
}

function refuse(response: ServerResponse, words: string): void {
  const text = words.slice(0, 2000).replace(/[&<>]/g, one => `&#${one.charCodeAt(0)};`)
  response.writeHead(501, { 'content-type': 'application/xml; charset=utf-8' })
  response.end(
    `<?xml version="1.0" encoding="utf-8"?><exc:exception xmlns:exc="http://www.sap.com/abapxml/types/communicationframework"><namespace id="com.sap.adt"/><type id="ExceptionNotRecorded"/><message lang="EN">${text}</message><localizedMessage lang="EN">${text}</localizedMessage><properties/></exc:exception>`
  )
}

async function bodyOf(incoming: IncomingMessage): Promise<string | undefined> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of incoming) {
    size += (part as Buffer).length
    if (size > largestBody) return undefined
    parts.push(part as Buffer)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** Who logs on as a user of the recording gets the answers of that user; the cookies say it later. */
function userOf({ headers }: IncomingMessage, { matcher }: State): string | undefined {
  const [, packed = ''] = /^basic +(\S+)$/i.exec(headers.authorization ?? '') ?? []
  const [given = ''] = Buffer.from(packed, 'base64').toString('utf8').split(':', 1)
  const [, kept = ''] = /=replay\.([^;\s]+)/.exec(headers.cookie ?? '') ?? []
  const name = (given === '' ? kept : given).toUpperCase()
  return matcher.isUser(name) ? name : undefined
}

function close(server: Server): Promise<void> {
  return new Promise(resolve => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
