/** A fake ERP with the documented bytes of log-on, CSRF, stateful sessions, locks and sources. */
import { createHash, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createErp } from '../../erp-client/index.ts'
import type { Erp, ErpOptions } from '../../erp-client/index.ts'

/** One request as the fake saw it. */
export interface Seen {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingMessage['headers']
  readonly cookies: ReadonlyMap<string, string>
  readonly body: string
  /** Credentials came with it. */
  readonly authorized: boolean
}
export interface Reply {
  readonly status?: number
  readonly headers?: Record<string, string | string[]>
  readonly body?: string
  /** Held back until then. */
  readonly after?: Promise<unknown>
}
/** `drip`: the answer begins and comes byte by byte, for ever. */
type Answer = Reply | 'reset' | 'hang' | 'drip'
type Handler = (seen: Seen) => Answer | undefined

interface Session {
  readonly token: string
  readonly contexts: Set<string>
}

/** A small ERP with the documented bytes of log-on, CSRF, stateful sessions, locks and sources. */
export interface FakeErp {
  readonly url: string
  readonly seen: Seen[]
  password: string
  readonly sources: Map<string, string>
  /** Object path → id of the context that holds it. */
  readonly locks: Map<string, { readonly handle: string; readonly context: string }>
  /** Sources with the moment of writing, for the log of writes. */
  readonly writes: { readonly path: string; readonly body: string; readonly query: string }[]
  readonly sessions: Map<string, Session>
  /** Requests that are neither answered nor given up. */
  open: number
  /** Answers before everything else; remove by returning undefined. */
  intercept: Handler | undefined
  /** Answers what the fake itself does not know. */
  handle: Handler | undefined
  /** Contexts end with each request, as below 7.51 over plain HTTP. */
  forgetful: boolean
  /** No session cookies at all. */
  sessionless: boolean
  logons(): number
  count(method: string, path?: RegExp): number
  close(): Promise<void>
}

export const exceptionBody = (
  type: string,
  message: string,
  properties: Record<string, string> = {}
): string =>
  '<?xml version="1.0" encoding="utf-8"?><exc:exception xmlns:exc="http://www.sap.com/abapxml/types/communicationframework"><namespace id="com.sap.adt"/>' +
  `<type id="${type}"/><message lang="EN">${message}</message><localizedMessage lang="EN">${message}</localizedMessage><properties>` +
  Object.entries(properties)
    .map(([key, value]) => `<entry key="${key}">${value}</entry>`)
    .join('') +
  '</properties></exc:exception>'

export const exception = (
  status: number,
  type: string,
  message: string,
  properties: Record<string, string> = {}
): Reply => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: exceptionBody(type, message, properties)
})

export const asx = (data: string, dataname = 'com.sap.adt.lock.Result'): Reply => ({
  headers: { 'content-type': `application/vnd.sap.as+xml; charset=utf-8; dataname=${dataname}` },
  body: `<?xml version="1.0" encoding="utf-8"?><asx:abap xmlns:asx="http://www.sap.com/abapxml" version="1.0"><asx:values><DATA>${data}</DATA></asx:values></asx:abap>`
})

export const classXml = (name: string, packageName = '$TMP', version = 'active'): string =>
  `<?xml version="1.0" encoding="utf-8"?><class:abapClass xmlns:class="http://www.sap.com/adt/oo/classes" xmlns:abapoo="http://www.sap.com/adt/oo" xmlns:adtcore="http://www.sap.com/adt/core" class:final="true" class:visibility="public" adtcore:responsible="DEVELOPER" adtcore:name="${name}" adtcore:type="CLAS/OC" adtcore:version="${version}" adtcore:description="Demo &lt;class&gt;"><adtcore:packageRef adtcore:uri="/sap/bc/adt/packages/x" adtcore:type="DEVC/K" adtcore:name="${packageName}"/></class:abapClass>`

function parseCookies(header: string | undefined): Map<string, string> {
  return new Map(
    (header ?? '')
      .split(/;\s*/)
      .filter(Boolean)
      .map(pair => {
        const at = pair.indexOf('=')
        return [pair.slice(0, at), pair.slice(at + 1)] as const
      })
  )
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

const sourcePath = /^(\/sap\/bc\/adt\/.+?)\/(?:source\/main|includes\/\w+)$/
const logonRefused: Reply = {
  status: 401,
  headers: {
    'content-type': 'text/html',
    'www-authenticate': 'Basic realm="SAP NetWeaver Application Server [TST/001]"'
  },
  body: '<html><head><title>Logon Error Message</title></head></html>'
}
const sessionGone: Reply = {
  status: 400,
  headers: {
    'content-type': 'text/html',
    'sap-err-id': 'ICMENOSESSION',
    'x-sap-icm-err-id': 'ICMENOSESSION'
  },
  body: '<html><body>Session Timed Out</body></html>'
}
const tokenRequired: Reply = {
  status: 403,
  headers: { 'content-type': 'text/plain;charset=utf-8', 'x-csrf-token': 'Required' },
  body: 'CSRF token validation failed'
}

export async function createFakeErp(): Promise<FakeErp> {
  const newId = () => randomBytes(12).toString('hex').toUpperCase()

  const lockOrUnlock = (seen: Seen, context: string | undefined): Answer => {
    const held = fake.locks.get(seen.path)
    if (seen.query.get('_action') === 'UNLOCK') {
      if (held?.handle === seen.query.get('lockHandle')) fake.locks.delete(seen.path)
      return {}
    }
    if (held !== undefined && held.context !== context) {
      return exception(
        403,
        'ExceptionResourceNoAccess',
        'User OTHER is currently editing ZCL_DEMO',
        { 'T100KEY-ID': 'EU', 'T100KEY-NO': '510', 'T100KEY-V1': 'OTHER' }
      )
    }
    const lock = { handle: `H${newId()}`, context: context ?? newId() }
    if (!fake.forgetful) fake.locks.set(seen.path, lock)
    return asx(
      `<LOCK_HANDLE>${lock.handle}</LOCK_HANDLE><CORRNR/><CORRUSER/><CORRTEXT/><IS_LOCAL>X</IS_LOCAL><IS_LINK_UP/><MODIFICATION_SUPPORT>NoModification</MODIFICATION_SUPPORT>`
    )
  }
  const holds = (path: string, seen: Seen, context: string | undefined): boolean => {
    const lock = fake.locks.get(path)
    return (
      lock !== undefined && lock.context === context && lock.handle === seen.query.get('lockHandle')
    )
  }
  const notLocked = exception(
    423,
    'ExceptionResourceInvalidLockHandle',
    'Resource CLASS ZCL_DEMO is not locked (invalid lock handle)'
  )
  const etagOf = (text: string) =>
    `20240105101112001${createHash('sha1').update(text).digest('hex').slice(0, 4)}`

  const source = (seen: Seen, context: string | undefined): Answer | undefined => {
    const [, object = ''] = sourcePath.exec(seen.path) ?? []
    if (object === '') return undefined
    const text = fake.sources.get(seen.path)
    if (seen.method === 'PUT') {
      if (!holds(object, seen, context)) return notLocked
      fake.sources.set(seen.path, seen.body)
      fake.writes.push({ path: seen.path, body: seen.body, query: seen.query.toString() })
      return { headers: { etag: etagOf(seen.body) } }
    }
    if (text === undefined) {
      return exception(
        404,
        'ExceptionResourceNotFound',
        'Error while importing object ZCL_DEMO from the database.'
      )
    }
    const etag = etagOf(text)
    if (seen.headers['if-none-match'] === etag) return { status: 304, headers: { etag } }
    return { headers: { 'content-type': 'text/plain; charset=utf-8', etag }, body: text }
  }

  /** What the application answers once the framework has let the request in. */
  const apply = (seen: Seen, context: string | undefined): Answer => {
    const special = fake.handle?.(seen)
    if (special !== undefined) return special
    if (seen.query.has('_action')) return lockOrUnlock(seen, context)
    if (seen.method === 'DELETE') return holds(seen.path, seen, context) ? {} : notLocked
    const found = source(seen, context)
    if (found !== undefined) return found
    if (/^\/sap\/bc\/adt\/oo\/classes\/[^/]+$/.test(seen.path)) {
      return {
        headers: { 'content-type': 'application/vnd.sap.adt.oo.classes.v4+xml' },
        body: classXml(decodeURIComponent(seen.path.split('/').pop() ?? '').toUpperCase())
      }
    }
    if (seen.path === '/sap/bc/adt/core/discovery') {
      return {
        headers: { 'content-type': 'application/atomsvc+xml' },
        body: '<app:service xmlns:app="http://www.w3.org/2007/app"/>'
      }
    }
    if (seen.path === '/sap/bc/adt/system/components') {
      return {
        headers: { 'content-type': 'application/atom+xml;type=feed' },
        body: '<atom:feed xmlns:atom="http://www.w3.org/2005/Atom"><atom:entry><atom:id>SAP_BASIS</atom:id><atom:title>758;SAPK-75802INSAPBASIS;0002;SAP Basis Component</atom:title></atom:entry></atom:feed>'
      }
    }
    return {
      status: 404,
      headers: { 'content-type': 'text/plain' },
      body: 'No suitable resource found'
    }
  }

  const cookieName = 'SAP_SESSIONID_TST_001'
  /** Log-on, CSRF and stateful sessions. */
  const frame = (seen: Seen): Answer => {
    const expected = `Basic ${Buffer.from(`DEVELOPER:${fake.password}`).toString('base64')}`
    const cookies: string[] = []
    let id = seen.cookies.get(cookieName) ?? ''
    let session = fake.sessions.get(id)
    if (session === undefined) {
      if (seen.headers.authorization !== expected) return logonRefused
      id = newId()
      session = { token: `${newId()}==`, contexts: new Set() }
      fake.sessions.set(id, session)
      if (!fake.sessionless) {
        cookies.push(
          `${cookieName}=${id}; path=/; HttpOnly`,
          'sap-usercontext=sap-client=001; path=/'
        )
      }
    }
    const fetching = /^fetch$/i.test(String(seen.headers['x-csrf-token'] ?? ''))
    const own: Record<string, string | string[]> =
      fetching && seen.method === 'GET' ? { 'x-csrf-token': session.token } : {}
    if (
      seen.method !== 'GET' &&
      !fake.sessionless &&
      seen.headers['x-csrf-token'] !== session.token
    ) {
      return withHeaders(tokenRequired, cookies.length > 0 ? { 'set-cookie': cookies } : {})
    }
    let context = seen.cookies.get('sap-contextid')
    if (context !== undefined && !session.contexts.has(context)) return sessionGone
    const kind = seen.headers['x-sap-adt-sessiontype']
    if (kind === 'stateful' && context === undefined) {
      context = `SID:ANON:${newId()}-ATT`
      session.contexts.add(context)
      cookies.push(
        `sap-contextid=${context}; path=/sap/bc/`,
        `sap-contextid=${context}; path=/sap/bc/adt/`
      )
    }
    if (kind === 'stateless' && context !== undefined) {
      session.contexts.delete(context)
      for (const [path, lock] of fake.locks) if (lock.context === context) fake.locks.delete(path)
    }
    return withHeaders(apply(seen, context), {
      ...own,
      ...(cookies.length > 0 ? { 'set-cookie': cookies } : {})
    })
  }

  const logOff = (seen: Seen): Reply => {
    const session = fake.sessions.get(seen.cookies.get(cookieName) ?? '')
    for (const [path, lock] of fake.locks) {
      if (session?.contexts.has(lock.context) === true) fake.locks.delete(path)
    }
    fake.sessions.delete(seen.cookies.get(cookieName) ?? '')
    return {
      headers: { 'content-type': 'text/html' },
      body: '<html><body>You are logged off</body></html>'
    }
  }

  const server = createServer((request, response) => {
    void serve(request, response)
  })
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://erp')
    const body = await readBody(request)
    const seen: Seen = {
      method: request.method ?? '',
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers,
      cookies: parseCookies(request.headers.cookie),
      body,
      authorized: request.headers.authorization !== undefined
    }
    fake.seen.push(seen)
    fake.open++
    response.once('close', () => {
      fake.open--
    })
    const answer =
      fake.intercept?.(seen) ??
      (seen.path === '/sap/public/bc/icf/logoff' ? logOff(seen) : frame(seen))
    if (answer === 'hang') return
    if (answer === 'reset') {
      response.destroy()
      return
    }
    if (answer === 'drip') {
      drip(response)
      return
    }
    await answer.after
    response.writeHead(answer.status ?? 200, answer.headers)
    response.end(answer.body ?? '')
  }
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })

  const fake: FakeErp = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen: [],
    password: 'secret',
    sources: new Map(),
    locks: new Map(),
    writes: [],
    sessions: new Map(),
    open: 0,
    intercept: undefined,
    handle: undefined,
    forgetful: false,
    sessionless: false,
    logons: () => fake.seen.filter(seen => seen.authorized).length,
    count: (method, path = /./) =>
      fake.seen.filter(seen => seen.method === method && path.test(seen.path)).length,
    close: () =>
      new Promise(resolve => {
        server.close(() => {
          resolve()
        })
        server.closeAllConnections()
      })
  }
  return fake
}

function drip(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/plain', 'content-length': 1_000_000 })
  const timer = setInterval(() => {
    response.write('x')
  }, 10)
  response.once('close', () => {
    clearInterval(timer)
  })
}

function withHeaders(answer: Answer, headers: Record<string, string | string[]>): Answer {
  if (typeof answer === 'string') return answer
  const cookies = [answer.headers?.['set-cookie'] ?? [], headers['set-cookie'] ?? []].flat()
  return {
    ...answer,
    headers: {
      ...answer.headers,
      ...headers,
      ...(cookies.length > 0 ? { 'set-cookie': cookies } : {})
    }
  }
}

/** An Erp pointed at the fake, closed with the test. */
export async function connect(
  t: { after(fn: () => unknown): void },
  options: Partial<ErpOptions> = {}
): Promise<{ fake: FakeErp; erp: Erp }> {
  const fake = await createFakeErp()
  const erp = createErp({
    baseUrl: fake.url,
    client: '001',
    language: 'EN',
    credential: { kind: 'basic', user: 'DEVELOPER', password: 'secret' },
    timeoutMs: 10_000,
    ...options
  })
  t.after(async () => {
    fake.intercept = seen => (seen.path.endsWith('/logoff') ? { body: '' } : undefined)
    await erp.close()
    await fake.close()
  })
  return { fake, erp }
}

export const demo = { type: 'CLAS', name: 'ZCL_DEMO' } as const
export const demoPath = '/sap/bc/adt/oo/classes/zcl_demo'
export const demoSource = `${demoPath}/source/main`
