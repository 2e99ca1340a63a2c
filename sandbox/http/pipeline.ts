/** The stages of a request: log-on, session and CSRF check, then the route in its ABAP session. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { System } from '../system.ts'
import { refusedWithoutLogon, ticketOf } from './logon/browser-logon.ts'
import { logonRefused } from './logon/users.ts'
import { assertAddress, assertPermitted } from './logon/permitted.ts'
import type { RequestCounts } from './counters.ts'
import { PlainError, invalidData, notServed, parameterMissing } from './errors.ts'
import { checkContentType, negotiate } from './negotiation.ts'
import { absenceOf } from '../not-implemented.ts'
import type { Answer, Request } from './route.ts'
import type { Match, Router } from './router.ts'
import { readCookies } from './logon/sessions.ts'
import type { SessionAttachment, SecuritySession, Sessions } from './logon/sessions.ts'
import { certificateName } from './logon/tls.ts'
import { readXml } from './xml-reader.ts'

/** The result of the log-on stage, for the stage that runs the route. */
export interface AuthenticatedRequest {
  readonly session: SecuritySession | undefined
  readonly cookies: ReadonlyMap<string, string>
  readonly path: string
  readonly query: URLSearchParams
}

export interface Pipeline {
  /** Log-on, security session and CSRF check; runs before the body is read. Throws the refusal. */
  authenticateRequest(request: FastifyRequest, reply: FastifyReply): AuthenticatedRequest
  /** Finds the route and runs it in its ABAP session. */
  run(
    request: FastifyRequest,
    reply: FastifyReply,
    admission: AuthenticatedRequest
  ): Promise<Answer>
}

export interface PipelineParts {
  readonly system: System
  readonly sessions: Sessions
  readonly router: Router
  readonly counts: RequestCounts
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

function single(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : value?.[0]
}

function addCookies(reply: FastifyReply, cookies: readonly string[]): void {
  for (const cookie of cookies) reply.header('set-cookie', cookie)
}

function splitUrl(url: string): { path: string; query: URLSearchParams } {
  const at = url.indexOf('?')
  if (at < 0) return { path: url, query: new URLSearchParams() }
  return { path: url.slice(0, at), query: new URLSearchParams(url.slice(at + 1)) }
}

interface Credentials {
  readonly user: string
  readonly certificate: boolean
}

/**
 * The user that the request proves, or the session's; throws 401. In the order of the ERP: a client
 * certificate whose CN is a user, then a password. A certificate that names no user gets no
 * session either.
 */
function authenticate(
  parts: PipelineParts,
  request: FastifyRequest,
  session: SecuritySession | undefined
): Credentials {
  const { authorization } = request.headers
  const { system, counts } = parts
  const certificate = certificateName(request.raw)
  const mapped = certificate === undefined ? undefined : system.users.find(certificate)?.name
  if (mapped !== undefined) return { user: mapped, certificate: true }
  const ticket = ticketOf(request)
  if (ticket === undefined && authorization === undefined && certificate === undefined) {
    if (session === undefined) throw refusedWithoutLogon(system)
    return { user: session.user, certificate: false }
  }
  const user =
    ticket !== undefined
      ? system.browserLogon.tickets.redeem(ticket)
      : authorization === undefined
        ? undefined
        : (system.users.verify(authorization) ?? system.tokenUser(authorization))
  if (user === undefined) {
    counts.failedLogons++
    throw logonRefused(system.id, system.client)
  }
  return { user, certificate: false }
}

function openSession(
  parts: PipelineParts,
  reply: FastifyReply,
  { user, certificate }: Credentials
): SecuritySession {
  const { counts } = parts
  const session = parts.sessions.open(user, parts.system.language)
  counts.logons++
  if (certificate) counts.certificateLogons++
  counts.logonsByUser.set(user, (counts.logonsByUser.get(user) ?? 0) + 1)
  addCookies(reply, parts.sessions.cookiesOf(session))
  return session
}

function checkToken(
  counts: RequestCounts,
  request: FastifyRequest,
  reply: FastifyReply,
  session: SecuritySession
): void {
  const token = single(request.headers['x-csrf-token'])
  if (safeMethods.has(request.method)) {
    if (token?.toLowerCase() !== 'fetch') return
    counts.csrfFetches++
    reply.header('x-csrf-token', session.token)
    return
  }
  if (token === session.token) return
  counts.csrfRefusals++
  throw new PlainError('CSRF token validation failed', 403, { 'x-csrf-token': 'Required' })
}

function authenticateRequest(
  parts: PipelineParts,
  request: FastifyRequest,
  reply: FastifyReply
): AuthenticatedRequest {
  const { system, sessions } = parts
  const { path, query } = splitUrl(request.raw.url ?? '/')
  const cookies = readCookies(request.headers.cookie)
  const known = sessions.find(cookies)
  if (parts.router.open(request.method, path)) return { session: known, cookies, path, query }
  const credentials = authenticate(parts, request, known)
  const client = query.get('sap-client')
  if (client !== null && client !== system.client) {
    throw logonRefused(
      system.id,
      system.client,
      `Client ${client.replace(/\W/g, '')} is not available in this system`
    )
  }
  const session = known?.user === credentials.user ? known : openSession(parts, reply, credentials)
  const language = query.get('sap-language')
  if (language !== null && /^[A-Z]{2}$/i.test(language)) session.language = language.toUpperCase()
  const headStatus = request.method === 'HEAD' ? system.releaseAdapter.headStatus(path) : undefined
  if (headStatus !== undefined) throw new PlainError('', headStatus)
  checkToken(parts.counts, request, reply, session)
  return { session, cookies, path, query }
}

/**
 * A path that no route has: one the release lacks or the sandbox does not serve is named, any other
 * is unknown.
 */
function refuse({ router, system }: PipelineParts, method: string, path: string): Match {
  const missing = system.releaseAdapter.absent(path)
  if (missing !== undefined) throw missing
  const absence = absenceOf(path)
  if (absence !== undefined && !router.has(path)) throw notServed(absence)
  return router.find(method, path)
}

function decodeBody(body: Buffer, contentType: string | undefined): string {
  const [, charset = 'utf-8'] = /charset=["']?([\w-]+)/i.exec(contentType ?? '') ?? []
  try {
    return new TextDecoder(charset, { fatal: true }).decode(body)
  } catch {
    throw invalidData(`The request body is not valid ${charset}`)
  }
}

type RequestFacts = Pick<
  Request,
  'system' | 'routes' | 'session' | 'context' | 'params' | 'query' | 'path' | 'type'
>

function requestOf(raw: FastifyRequest, facts: RequestFacts): Request {
  const body = Buffer.isBuffer(raw.body) ? raw.body : Buffer.alloc(0)
  const { params, query, session } = facts
  return {
    ...facts,
    user: session.user,
    language: session.language,
    headers: raw.headers,
    secure: raw.protocol === 'https',
    body,
    param(name) {
      const value = params[name]
      if (value === undefined) throw new Error(`The route has no parameter ${name}`)
      return value
    },
    required(name) {
      const value = query.get(name)
      if (value === null || value === '') throw parameterMissing(name)
      return value
    },
    text: () => decodeBody(body, raw.headers['content-type']),
    xml: () => readXml(decodeBody(body, raw.headers['content-type']))
  }
}

/** Requests of one ABAP session run one after the other, as they share one roll area. */
async function inContext(
  attachment: SessionAttachment,
  work: () => Promise<Answer>
): Promise<Answer> {
  const { context } = attachment
  if (context === undefined) return await work()
  const result = context.queue.then(work, work)
  context.queue = result.catch(() => undefined)
  return await result
}

/** The session type that the request declares; old releases ignore it over plain HTTP. */
function sessionTypeOf({ releaseAdapter }: System, raw: FastifyRequest): string | undefined {
  return releaseAdapter.statefulSessions || raw.protocol === 'https'
    ? single(raw.headers['x-sap-adt-sessiontype'])?.toLowerCase()
    : undefined
}

const anonymousSession: SecuritySession = {
  id: '',
  user: '',
  language: 'EN',
  token: '',
  lastUsed: 0,
  contexts: new Map()
}

async function run(
  parts: PipelineParts,
  raw: FastifyRequest,
  reply: FastifyReply,
  admission: AuthenticatedRequest
): Promise<Answer> {
  const { system, sessions, router } = parts
  const { path, query, cookies, session } = admission
  assertAddress(system, admission)
  const { route, params } = refuse(parts, raw.method, path)
  const attachment =
    session === undefined || route.open === true
      ? { context: undefined, ending: undefined, cookies: [] }
      : sessions.attach(session, cookies, sessionTypeOf(system, raw))
  addCookies(reply, attachment.cookies)
  try {
    assertPermitted(system, admission, route)
    const type = route.produces === undefined ? '' : negotiate(raw.headers.accept, route.produces)
    if (raw.method === 'POST' || raw.method === 'PUT') {
      checkContentType(raw.headers['content-type'], route.accepts ?? [])
    }
    const request = requestOf(raw, {
      system,
      routes: router.routes,
      session: session ?? anonymousSession,
      context: attachment.context,
      params,
      query,
      path,
      type
    })
    const answer = await inContext(attachment, async () => await route.handler(request))
    return type === '' || answer.type !== undefined ? answer : { ...answer, type }
  } finally {
    if (attachment.ending !== undefined && session !== undefined) {
      sessions.end(session, attachment.ending)
    }
  }
}

/** Handles every request in two stages: admission, then the route. */
export function createPipeline(parts: PipelineParts): Pipeline {
  return {
    authenticateRequest: (request, reply) => authenticateRequest(parts, request, reply),
    run: (request, reply, admission) => run(parts, request, reply, admission)
  }
}
