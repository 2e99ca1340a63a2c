import { ErpError, withOutcome } from '../errors.ts'
import type { ErpErrorCode } from '../errors.ts'
import { headerOf } from '../http/erp-call.ts'
import type { Answer, ErpCall } from '../http/erp-call.ts'
import { visible } from '../adt/visible.ts'
import { readJsonFailure } from './gcts.ts'
import { contextGone, isHtml, isLogonPage, isRedirect, retryAfter } from './http.ts'
import { attribute, children, parseXml, rawText, textOf } from './xml.ts'

/** An `exc:exception`, taken apart. */
export interface ErpException {
  readonly type: string
  readonly message: string
  readonly properties: Readonly<Record<string, string>>
}

const byType: Readonly<Record<string, ErpErrorCode>> = {
  ExceptionResourceNotFound: 'ERP_NOT_FOUND',
  ResourceNotFound: 'ERP_NOT_FOUND',
  ExceptionResourceAlreadyExists: 'ERP_ALREADY_EXISTS',
  ExceptionResourceSaveFailure: 'ERP_BAD_REQUEST',
  ExceptionResourceScanDuringSaveFailure: 'ERP_BAD_REQUEST',
  ExceptionResourceNoAccess: 'ERP_FORBIDDEN',
  ExceptionResourceLockedByAnotherUser: 'ERP_LOCKED',
  ExceptionResourceLockConflict: 'ERP_LOCKED',
  ExceptionResourceInvalidLockHandle: 'ERP_LOCK_LOST',
  ExceptionResourceNoAuthorization: 'ERP_FORBIDDEN',
  ExceptionNotAuthorized: 'ERP_FORBIDDEN',
  ExceptionResourceNotAcceptable: 'ERP_NOT_ACCEPTABLE',
  ExceptionUnsupportedMediaType: 'ERP_NOT_ACCEPTABLE',
  ExceptionMethodNotSupported: 'ERP_UNSUPPORTED',
  uriMappingError: 'ERP_UNSUPPORTED',
  ExceptionInternalError: 'ERP_SERVER_ERROR'
}

const byStatus: Readonly<Record<number, ErpErrorCode>> = {
  401: 'ERP_LOGON_FAILED',
  403: 'ERP_FORBIDDEN',
  404: 'ERP_NOT_FOUND',
  405: 'ERP_UNSUPPORTED',
  406: 'ERP_NOT_ACCEPTABLE',
  415: 'ERP_NOT_ACCEPTABLE',
  423: 'ERP_LOCK_LOST',
  429: 'ERP_BUSY',
  501: 'ERP_UNSUPPORTED',
  502: 'ERP_UNREACHABLE',
  503: 'ERP_BUSY',
  504: 'ERP_TIMEOUT'
}

/** What the message tells beyond type and status; the first that matches decides. */
const byMessage: readonly {
  readonly when: RegExp
  readonly among: readonly ErpErrorCode[]
  readonly code: ErpErrorCode
}[] = [
  {
    when: /currently editing|is locked by|locked by user/i,
    among: ['ERP_FORBIDDEN', 'ERP_LOCKED', 'ERP_BAD_REQUEST'],
    code: 'ERP_LOCKED'
  },
  {
    when: /already exist/i,
    among: ['ERP_BAD_REQUEST', 'ERP_SERVER_ERROR', 'ERP_ALREADY_EXISTS', 'ERP_UNSUPPORTED'],
    code: 'ERP_ALREADY_EXISTS'
  },
  {
    when: /^Resource\s+\/sap\/bc\/\S+ does not exist|^No suitable resource found/,
    among: ['ERP_NOT_FOUND'],
    code: 'ERP_UNSUPPORTED'
  },
  { when: /Structure packages cannot contain/i, among: ['ERP_LOCKED'], code: 'ERP_FORBIDDEN' }
]

/** Room for a list of what is wrong; a text without end says no more. */
const longestMessage = 4000

/**
 * Reads `exc:exception`; undefined for any other body. Keys that occur again get the suffix `-2`,
 * `-3`, …
 */
export function readException(body: string): ErpException | undefined {
  if (!/<(?:\w+:)?exception\b/.test(body.slice(0, 1000))) return undefined
  try {
    const { element } = parseXml(body, ['exception'])
    const properties: Record<string, string> = {}
    for (const entry of children(element, 'properties', 'entry')) {
      const key = attribute(entry, 'key') ?? ''
      let free = key
      for (let count = 2; free in properties; count++) free = `${key}-${count}`
      if (key !== '') properties[free] = rawText(entry)
    }
    const messages = [
      ...new Set(children(element, 'message').map(each => rawText(each).trim()))
    ].filter(each => each !== '')
    const whole = messages.join('; ') || textOf(element, 'localizedMessage')
    const message = whole.length > longestMessage ? `${whole.slice(0, longestMessage)}…` : whole
    const type = attribute(children(element, 'type')[0], 'id') ?? ''
    return { type, message: /^\w?::\d*$/.test(message) ? '' : message, properties }
  } catch {
    return undefined
  }
}

function decodeHtml(text: string): string {
  const named: Readonly<Record<string, string>> = {
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    nbsp: ' ',
    apos: "'"
  }
  return text
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&(\w+);/g, (all, name: string) => named[name] ?? all)
    .replace(/&#(\d{1,6});/g, (_all, code: string) => String.fromCodePoint(Number(code)))
    .replace(/\s+/g, ' ')
    .trim()
}

/** The one telling sentence of an error page of the kernel; never its markup. */
function readPage(html: string): string {
  const texts = Array.from(html.matchAll(/id\s*=\s*"msgText"[^>]*>([\s\S]*?)<\/span>/gi), found =>
    decodeHtml(found[1] ?? '')
  )
  const detail = texts.find(text => text !== '' && !text.startsWith('Server time:'))
  const title = decodeHtml(/<title>([\s\S]*?)<\/title>/i.exec(html)?.[1] ?? '')
  return [title, detail].filter(Boolean).join(': ').slice(0, 400)
}

function refine(code: ErpErrorCode, message: string): ErpErrorCode {
  return byMessage.find(rule => rule.among.includes(code) && rule.when.test(message))?.code ?? code
}

const remedies: readonly { readonly when: RegExp; readonly remedy: string }[] = [
  {
    when: /Service cannot be reached/i,
    remedy: 'Activate the service /sap/bc/adt in transaction SICF.'
  },
  {
    when: /does not have any inactive version/i,
    remedy: 'The include does not exist yet: create it first.'
  }
]

function outcomeOf(
  answer: Answer,
  exchange: ErpCall,
  exception: ErpException | undefined
): 'failed' | 'unknown' | undefined {
  if (exchange.effect === 'none') return undefined
  if (answer.status === 503 || answer.status === 501) return 'failed'
  return answer.status >= 500 && exception === undefined ? 'unknown' : 'failed'
}

function sessionFailure(answer: Answer, exchange: ErpCall): ErpErrorCode | undefined {
  const page = isLogonPage(answer, exchange.accept) || isRedirect(answer)
  if (contextGone(answer) || (exchange.session.holding && (page || answer.status === 401))) {
    return 'ERP_SESSION_LOST'
  }
  if (page) return 'ERP_LOGON_PAGE'
  return answer.status === 403 && /^required$/i.test(headerOf(answer, 'x-csrf-token'))
    ? 'ERP_CSRF'
    : undefined
}

/**
 * Words for people: nothing in them moves a cursor, changes colours or turns the order of letters.
 */
function printable(text: string): string {
  return visible(text.slice(0, longestMessage + 1).replace(/\r\n?/g, '\n'))
}

/** The error that a refusing answer means. */
export function failureOf(answer: Answer, exchange: ErpCall): ErpError {
  const text = answer.body.toString('utf8', 0, 200_000)
  const exception = readException(text)
  const html = isHtml(answer) || /^\s*<(?:!doctype html|html)/i.test(text)
  const plain = html || text.trimStart().startsWith('<') ? '' : text.trim().slice(0, 400)
  const own = printable(
    exception?.message || readJsonFailure(text) || (html ? readPage(text) : plain)
  )
  const general =
    byType[exception?.type ?? ''] ??
    byStatus[answer.status] ??
    (answer.status >= 500 ? 'ERP_SERVER_ERROR' : 'ERP_BAD_REQUEST')
  const code =
    sessionFailure(answer, exchange) ??
    (/Service cannot be reached/i.test(own) ? 'ERP_UNSUPPORTED' : refine(general, own))
  const location = headerOf(answer, 'location')
  const known = standard[code]?.(location)
  const message =
    known ??
    (own === ''
      ? `The ERP answered ${answer.status}${exception === undefined ? '' : ` (${exception.type})`}`
      : own)
  return new ErpError(code, message, {
    status: answer.status,
    type: exception?.type,
    properties: exception?.properties,
    quoted: known === undefined && own !== '',
    remedy: remedies.find(each => each.when.test(own))?.remedy,
    outcome: outcomeOf(answer, exchange, exception),
    ...(code === 'ERP_BUSY' ? { retryAfter: secondsOf(answer) } : {})
  })
}

/** Where it does not say. */
const usualRetrySeconds = 5
const longestRetrySeconds = 86_400

function secondsOf(answer: Answer): number {
  const options = retryAfter(answer)
  return options === undefined
    ? usualRetrySeconds
    : Math.min(Math.max(Math.ceil(options / 1000), 1), longestRetrySeconds)
}

/** Where the ERP's own words say less than we know. */
const standard: Partial<Record<ErpErrorCode, (location: string) => string>> = {
  ERP_LOGON_FAILED: () => 'The ERP refused the log-on (401)',
  ERP_LOGON_PAGE: location =>
    location === ''
      ? 'The ERP answered with a log-on page'
      : `The ERP redirects to ${hostOf(location)} to log on`,
  ERP_SESSION_LOST: () => 'The ERP session ended',
  ERP_CSRF: () => 'The ERP refused the CSRF token twice'
}

function hostOf(location: string): string {
  return URL.canParse(location) ? new URL(location).host : 'another page'
}

/**
 * A refused log-on, for those who have neither user nor password to check: their cookies were made
 * elsewhere.
 */
export function ofCookies(error: unknown): unknown {
  if (
    !(error instanceof ErpError) ||
    error.code !== 'ERP_LOGON_FAILED' ||
    error.status === undefined
  ) {
    return error
  }
  const { status, outcome } = error
  return new ErpError('ERP_LOGON_FAILED', `The ERP does not accept the cookies (${status})`, {
    status,
    outcome,
    cause: error,
    remedy:
      'Their session has ended, or they belong to another client or system: log on to the ERP with the browser and export its cookies again (ERP_COOKIE_FILE is read again, ERP_COOKIE_STRING at the next start).'
  })
}

/** The media type to ask for after a 406: the one the ERP named, else any. */
export function acceptedInstead(answer: Answer): string {
  const named =
    readException(answer.body.toString('utf8', 0, 20_000))?.properties['T100KEY-V1'] ?? ''
  return /^[\w.+*-]+\/[\w.+*-]+$/.test(named) ? named : '*/*'
}

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

/** Remedies for what the network says, by its code. */
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

/** What stands in the way to the proxy itself, by its code. */
const awayFromProxy: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Nothing listens at the address of the proxy',
  ENOTFOUND: 'The host name of the proxy is unknown',
  EAI_AGAIN: 'The host name of the proxy cannot be resolved',
  EHOSTUNREACH: 'There is no route to the proxy',
  ENETUNREACH: 'There is no route to the proxy'
}

/**
 * The error that it means when the proxy cannot be reached; others as they are. Never with the URL
 * of the proxy, which may hold a password.
 */
export function proxyFailure(error: Error): Error {
  const code = codeOf(error)
  const text = awayFromProxy[code]
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

/** The error that a lost or never made connection means. */
export function networkFailure(error: unknown, exchange: ErpCall): unknown {
  const unsure = exchange.effect === 'change' ? (exchange.sent ? 'unknown' : 'failed') : undefined
  if (error instanceof ErpError) return unsure === undefined ? error : withOutcome(error, unsure)
  const code = codeOf(error)
  if (untrusted.has(code)) {
    return new ErpError(
      'ERP_TLS_UNTRUSTED',
      `The certificate of the ERP is not trusted (${code})`,
      {
        cause: error,
        remedy: tlsRemedies[code],
        outcome: unsure === undefined ? undefined : 'failed'
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
      { cause: error, remedy: proxyRemedy, outcome: unsure === undefined ? undefined : 'failed' }
    )
  }
  const known = network[code]
  const text = known?.text ?? 'The connection to the ERP broke'
  const kind = known === tooLarge ? 'ERP_BAD_ANSWER' : 'ERP_UNREACHABLE'
  return new ErpError(kind, code === '' ? text : `${text} (${code})`, {
    cause: error,
    remedy: known?.remedy,
    outcome: unsure
  })
}
