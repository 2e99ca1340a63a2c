/** One exchange with the ERP as it is recorded: sanitised, and with the headers that a replay needs. */
import { gunzipSync } from 'node:zlib'
import type { ErpExchange } from '../erp-client/index.ts'
import { bodyOfText } from './format.ts'
import type { RecordedBody, RecordedExchange } from './format.ts'
import type { Sanitizer } from './sanitize/sanitizer.ts'

/** An exchange as it is handed to the thread: large bodies are left out before. */
export interface SentExchange extends Omit<ErpExchange, 'requestBody' | 'answer'> {
  readonly requestBody: SentBody
  readonly answer:
    | {
        readonly status: number
        readonly headers: Readonly<Record<string, string | string[] | undefined>>
        readonly body: SentBody
      }
    | undefined
}

/** `bytes`: a body above the limit had so many. */
export type SentBody = string | Uint8Array | { readonly bytes: number } | undefined

const requestHeaders = new Set([
  'accept',
  'accept-language',
  'content-type',
  'if-match',
  'if-none-match',
  'x-sap-adt-sessiontype'
])
const answerHeaders = new Set([
  'allow',
  'content-disposition',
  'content-language',
  'content-location',
  'content-type',
  'etag',
  'last-modified',
  'location',
  'retry-after',
  'www-authenticate'
])
/** They are recorded as present, because they decide what follows. */
const presence = new Set(['x-csrf-token', 'authorization', 'cookie'])
/** Headers with a secret in them, which may stand in a body too. */
const secretHeader = /authorization|cookie|token|passw|secret|credential|api-?key/i

export interface ExchangeOptions {
  readonly sanitizer: Sanitizer
  /** Bytes of an inflated body. */
  readonly mostBytes: number
}

/** Learns from the exchange first: an answer may quote the password of its request. */
export function sanitizeExchange(
  exchange: SentExchange,
  number: number,
  options: ExchangeOptions
): RecordedExchange {
  const { sanitizer } = options
  learnExchange(exchange, sanitizer)
  const before = sanitizer.version
  const first = replacedIn(exchange, number, options)
  // What an answer teaches may stand in its request too.
  return sanitizer.version === before ? first : replacedIn(exchange, number, options)
}

function replacedIn(
  exchange: SentExchange,
  number: number,
  options: ExchangeOptions
): RecordedExchange {
  const { sanitizer } = options
  const { operation, effect, user, method, path, requestBody, answer, error } = exchange
  const place = { path: readable(path) }
  const request = {
    method,
    path: sanitizer.target(path),
    headers: headersOf(exchange.requestHeaders, requestHeaders, sanitizer)
  }
  const sent = bodyOf(requestBody, { ...place, headers: exchange.requestHeaders }, options)
  return {
    number,
    operation,
    effect,
    ...(user === undefined ? {} : { user: sanitizer.text(user.toUpperCase()) }),
    at: new Date(exchange.at).toISOString(),
    ms: exchange.ms,
    request: sent === undefined ? request : { ...request, body: sent },
    ...(answer === undefined
      ? { error: sanitizer.text(error ?? 'failed') }
      : { answer: answerOf(answer, place.path, options) })
  }
}

function answerOf(
  { status, headers, body }: NonNullable<SentExchange['answer']>,
  path: string,
  options: ExchangeOptions
): RecordedExchange['answer'] {
  const kept = headersOf(headers, answerHeaders, options.sanitizer)
  const received = bodyOf(body, { path, headers }, options)
  return { status, headers: kept, ...(received === undefined ? {} : { body: received }) }
}

function learnExchange(exchange: SentExchange, sanitizer: Sanitizer): void {
  const { user, origin, requestHeaders: sent, answer } = exchange
  if (user !== undefined) sanitizer.user(user)
  if (URL.canParse(origin)) sanitizer.host(new URL(origin).hostname)
  for (const [name, value] of [...Object.entries(sent), ...Object.entries(answer?.headers ?? {})]) {
    for (const one of Array.isArray(value) ? value : [value ?? '']) {
      if (secretHeader.test(name)) learnSecret(name, one, sanitizer)
    }
  }
}

function learnSecret(name: string, value: string, sanitizer: Sanitizer): void {
  if (/cookie/i.test(name)) {
    for (const pair of value.split(';')) learnCookie(pair, sanitizer)
    return
  }
  if (/^(?:fetch|required)$/i.test(value)) return
  sanitizer.secret(value)
  const [, scheme = '', token = ''] = /^(\w+) +(\S+)$/.exec(value) ?? []
  sanitizer.secret(token)
  if (scheme.toLowerCase() !== 'basic') return
  const [, login = '', password = ''] =
    /^([^:]*):(.*)$/s.exec(Buffer.from(token, 'base64').toString('utf8')) ?? []
  sanitizer.user(login)
  sanitizer.secret(password)
}

/** The name of the session cookie has the system in it. Some cookies hold client and language alone. */
function learnCookie(pair: string, sanitizer: Sanitizer): void {
  const [name = '', value = ''] = pair.split(/=(.*)/s).map(part => part.trim())
  const [, id] = /^SAP_SESSIONID_(\w{3})_/i.exec(name) ?? []
  if (id !== undefined) sanitizer.system(id)
  const isAttribute = /^(?:path|domain|expires|max-age|samesite|secure|httponly)$/i.test(name)
  if (isAttribute || name.toLowerCase() === 'sap-usercontext' || value.length < 8) return
  sanitizer.secret(value)
  if (/%/.test(value)) {
    sanitizer.secret(value.replace(/%[0-9a-f]{2}/gi, one => decodeURIComponent(one)))
  }
}

type Headers = Readonly<Record<string, string | string[] | undefined>>

function headersOf(
  headers: Headers,
  kept: ReadonlySet<string>,
  sanitizer: Sanitizer
): Record<string, string> {
  const result: Record<string, string> = {}
  for (const [given, value] of Object.entries(headers)) {
    const name = given.toLowerCase()
    const text = Array.isArray(value) ? value.join(', ') : (value ?? '')
    if (kept.has(name)) result[name] = sanitizer.text(text)
    else if (name === 'set-cookie') {
      result[name] = cookieNames(value, sanitizer)
    } else if (presence.has(name)) {
      result[name] = /^(?:fetch|required)$/i.test(text) ? text : '[secret]'
    }
  }
  return result
}

/** The names of the cookies that an answer sets; deleted ones are left out. */
function cookieNames(value: string | string[] | undefined, sanitizer: Sanitizer): string {
  return (Array.isArray(value) ? value : [value ?? ''])
    .filter(line => !/^[^=]*=\s*(?:;|$)|max-age=0|expires=[^;]*19[79]\d/i.test(line))
    .map(line => sanitizer.text(line.split('=', 1)[0]?.trim() ?? ''))
    .join(', ')
}

function headerOf(headers: Headers, wanted: string): string {
  const [, value] = Object.entries(headers).find(([name]) => name.toLowerCase() === wanted) ?? []
  return Array.isArray(value) ? value.join(', ') : (value ?? '')
}

function bodyOf(
  body: SentBody,
  { path, headers }: { readonly path: string; readonly headers: Headers },
  { sanitizer, mostBytes }: ExchangeOptions
): RecordedBody | undefined {
  if (body === undefined || (typeof body === 'object' && 'bytes' in body)) {
    return body === undefined ? undefined : { omitted: 'size', bytes: body.bytes }
  }
  const bytes = inflated(typeof body === 'string' ? Buffer.from(body) : body, headers, mostBytes)
  if (bytes === undefined) return { omitted: 'size', bytes: body.length }
  if (bytes.length === 0) return undefined
  const text = Buffer.from(bytes).toString('utf8')
  if (!isText(text, bytes)) return { omitted: 'binary', bytes: bytes.length }
  const mediaType = headerOf(headers, 'content-type')
  return bodyOfText(sanitizer.body(text, { path, mediaType }))
}

/** Undefined for bytes that are more than the limit once they are inflated. */
function inflated(body: Uint8Array, headers: Headers, most: number): Uint8Array | undefined {
  if (!/^(?:x-)?gzip$/i.test(headerOf(headers, 'content-encoding').trim()) || body.length === 0) {
    return body.length > most ? undefined : body
  }
  try {
    return gunzipSync(body, { maxOutputLength: most })
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? undefined : body
  }
}

function isText(text: string, bytes: Uint8Array): boolean {
  return (
    // eslint-disable-next-line no-control-regex
    !/[\x00-\x08\x0e-\x1f\uFFFD]/.test(text) && Buffer.byteLength(text) === bytes.length
  )
}

/** Rules look at names of services, which some writings hide. */
function readable(path: string): string {
  return path.replace(/%[0-7][0-9a-f]/gi, one => decodeURIComponent(one))
}
