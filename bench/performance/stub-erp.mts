/**
 * An ERP that costs nothing: canned answers of the development interface, with what makes a
 * client's round trips visible (sessions, CSRF tokens bound to them, ETags, lock handles bound to a
 * session) and counters. Runs as a process of its own and prints its port, and the one of its
 * control: POST sets `{ delayMs, logonDelayMs, entries }` and clears the counters, GET returns
 * them. `entries`: how many hits, rows and uses an answer has, whatever was asked for. With
 * STUB_TLS (JSON of key, cert, clientCa in PEM) it serves TLS, and a client certificate logs on.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TLSSocket } from 'node:tls'
import { outlineOf, usages } from './large-answers.mts'
import type { StubTls } from './processes.mts'
import { sourceOf } from './sources.mts'

const xml = '<?xml version="1.0" encoding="utf-8"?>'
const core = 'xmlns:adtcore="http://www.sap.com/adt/core"'
const asx = (data: string) =>
  `${xml}<asx:abap xmlns:asx="http://www.sap.com/abapxml" version="1.0"><asx:values><DATA>${data}</DATA></asx:values></asx:abap>`
const fault = (type: string, message: string) =>
  `${xml}<exc:exception xmlns:exc="http://www.sap.com/abapxml/types/communicationframework"><namespace id="com.sap.adt"/><type id="${type}"/><message lang="EN">${message}</message></exc:exception>`

const collections = [
  'oo/classes',
  'programs/programs',
  'datapreview/freestyle',
  'repository/informationsystem/search',
  'activation',
  'checkruns'
]
const discovery = `${xml}<app:service xmlns:app="http://www.w3.org/2007/app" xmlns:atom="http://www.w3.org/2005/Atom"><app:workspace><atom:title>All</atom:title>${collections.map(path => `<app:collection href="/sap/bc/adt/${path}"><atom:title>${path}</atom:title></app:collection>`).join('')}</app:workspace></app:service>`
const activated = `${xml}<chkl:messages xmlns:chkl="http://www.sap.com/abapxml/checklist"><chkl:properties checkExecuted="true" activationExecuted="true" generationExecuted="true"/></chkl:messages>`
const components = `${xml}<atom:feed xmlns:atom="http://www.w3.org/2005/Atom"><atom:entry><atom:id>SAP_BASIS</atom:id><atom:title>758;SAPK-75802INSAPBASIS;0002;SAP Basis Component</atom:title></atom:entry></atom:feed>`
const noneInactive = `${xml}<ioc:inactiveObjects xmlns:ioc="http://www.sap.com/abapxml/inactiveCtsObjects"/>`

function search(most: number): string {
  const hits = Array.from(
    { length: most },
    (_, index) =>
      `<adtcore:objectReference adtcore:uri="/sap/bc/adt/oo/classes/zcl_bench_2k_${index}" adtcore:type="CLAS/OC" adtcore:name="ZCL_BENCH_2K_${index}" adtcore:packageName="$TMP" adtcore:description="Number ${index}"/>`
  )
  return `${xml}<adtcore:objectReferences ${core}>${hits.join('')}</adtcore:objectReferences>`
}

function table(rows: number): string {
  const column = (name: string, length: number) =>
    `<dataPreview:columns><dataPreview:metadata dataPreview:name="${name}" dataPreview:type="C" dataPreview:description="${name}" dataPreview:keyAttribute="false" dataPreview:colType="" dataPreview:isKeyFigure="false" dataPreview:length="${length}"/><dataPreview:dataSet>${Array.from({ length: rows }, (_, row) => `<dataPreview:data>${name} ${row}</dataPreview:data>`).join('')}</dataPreview:dataSet></dataPreview:columns>`
  return `${xml}<dataPreview:tableData xmlns:dataPreview="http://www.sap.com/adt/dataPreview"><dataPreview:totalRows>${rows}</dataPreview:totalRows><dataPreview:isHanaAnalyticalView>false</dataPreview:isHanaAnalyticalView><dataPreview:executedQueryString>SELECT</dataPreview:executedQueryString><dataPreview:queryExecutionTime>1.0</dataPreview:queryExecutionTime>${column('MANDT', 3)}${column('MTEXT', 25)}</dataPreview:tableData>`
}

function metadata(name: string): string {
  return `${xml}<class:abapClass xmlns:class="http://www.sap.com/adt/oo/classes" xmlns:abapsource="http://www.sap.com/adt/abapsource" ${core} class:final="true" class:visibility="public" abapsource:sourceUri="source/main" adtcore:responsible="BENCH" adtcore:name="${name}" adtcore:type="CLAS/OC" adtcore:changedAt="2026-01-01T00:00:00Z" adtcore:version="active" adtcore:changedBy="BENCH" adtcore:description="Measured"><adtcore:packageRef adtcore:uri="/sap/bc/adt/packages/%24tmp" adtcore:type="DEVC/K" adtcore:name="$TMP"/><class:include class:includeType="main" abapsource:sourceUri="source/main" adtcore:name="${name}" adtcore:type="CLAS/I" adtcore:version="active"/></class:abapClass>`
}

const { STUB_TLS: tlsText } = process.env
const tls = tlsText === undefined ? undefined : (JSON.parse(tlsText) as StubTls)
const settings = { delayMs: 0, logonDelayMs: 0, entries: 0 }
const entriesOr = (asked: number) => (settings.entries > 0 ? settings.entries : asked)
const none = () => ({
  requests: 0,
  logons: 0,
  tokens: 0,
  connections: 0,
  notModified: 0,
  unknown: 0,
  paths: [] as string[]
})
/** Enough to name what one call requests. */
const mostPaths = 40
let counted = none()
let serial = 0
const sessions = new Set<string>()
const locks = new Map<string, string>()
const written = new Map<string, { text: string; version: number }>()

interface Reply {
  readonly status?: number
  readonly type?: string
  readonly body?: string
  readonly headers?: Record<string, string>
}

/** As the ERP makes them: a time, then that the version is an active one. */
function tagOf(version: number): string {
  return `"${20_260_101_000_000 + version}001"`
}

function read(
  path: string,
  query: URLSearchParams,
  { headers }: IncomingMessage
): Reply | undefined {
  const [, name] = /^\/sap\/bc\/adt\/oo\/classes\/([^/]+)\/source\/main$/.exec(path) ?? []
  if (name !== undefined) {
    const known = written.get(name)
    const etag = tagOf(known?.version ?? 0)
    if (headers['if-none-match'] === etag) {
      counted.notModified++
      return { status: 304, headers: { etag } }
    }
    return {
      type: 'text/plain; charset=utf-8',
      body: known?.text ?? sourceOf(name),
      headers: { etag }
    }
  }
  const [, structured] = /^\/sap\/bc\/adt\/oo\/classes\/([^/]+)\/objectstructure$/.exec(path) ?? []
  if (structured !== undefined) {
    return {
      type: 'application/vnd.sap.adt.objectstructure.v2+xml; charset=utf-8',
      body: outlineOf(structured, sourceOf(structured))
    }
  }
  const [, object] = /^\/sap\/bc\/adt\/oo\/classes\/([^/]+)$/.exec(path) ?? []
  if (object !== undefined) {
    return {
      type: 'application/vnd.sap.adt.oo.classes.v4+xml; charset=utf-8',
      body: metadata(object.toUpperCase())
    }
  }
  if (path.endsWith('/discovery')) {
    return { type: 'application/atomsvc+xml; charset=utf-8', body: discovery }
  }
  if (path.endsWith('/system/components')) {
    return { type: 'application/atom+xml;type=feed', body: components }
  }
  if (path.endsWith('/informationsystem/search')) {
    return { body: search(entriesOr(Math.min(Number(query.get('maxResults') ?? 50), 50))) }
  }
  if (/\/inactiveobjects$/i.test(path)) return { body: noneInactive }
  return undefined
}

function change(
  path: string,
  query: URLSearchParams,
  { method, session, text }: { method: string; session: string; text: string }
): Reply | undefined {
  const handle = query.get('lockHandle') ?? ''
  if (query.get('_action') === 'LOCK') {
    const made = `HANDLE${++serial}`
    locks.set(made, session)
    return {
      type: 'application/vnd.sap.as+xml; charset=utf-8; dataname=com.sap.adt.lock.Result',
      body: asx(
        `<LOCK_HANDLE>${made}</LOCK_HANDLE><CORRNR/><CORRUSER/><CORRTEXT/><IS_LOCAL>X</IS_LOCAL><IS_LINK_UP/><MODIFICATION_SUPPORT>NoModification</MODIFICATION_SUPPORT>`
      )
    }
  }
  if (query.get('_action') === 'UNLOCK') {
    locks.delete(handle)
    return {}
  }
  const [, name] = /^\/sap\/bc\/adt\/oo\/classes\/([^/]+)\/source\/main$/.exec(path) ?? []
  if (method === 'PUT' && name !== undefined) {
    if (locks.get(handle) !== session) {
      return {
        status: 423,
        body: fault(
          'ExceptionResourceInvalidLockHandle',
          'Resource is not locked (invalid lock handle)'
        )
      }
    }
    const version = (written.get(name)?.version ?? 0) + 1
    written.set(name, { text, version })
    return { headers: { etag: tagOf(version) } }
  }
  if (path.endsWith('/prettyprinter')) {
    return { type: 'text/plain; charset=utf-8', body: text.replaceAll('  DATA(', '    DATA(') }
  }
  if (path.endsWith('/usageReferences')) return { body: usages(entriesOr(20)) }
  if (path === '/sap/bc/adt/activation') return { body: activated }
  if (path.startsWith('/sap/bc/adt/datapreview/')) {
    return {
      type: 'application/vnd.sap.adt.datapreview.table.v1+xml; charset=utf-8',
      body: table(entriesOr(Math.min(Number(query.get('rowNumber') ?? 100), 100)))
    }
  }
  return undefined
}

function answer(
  response: ServerResponse,
  { status = 200, type = 'application/xml; charset=utf-8', body = '', headers = {} }: Reply
): void {
  response.writeHead(status, {
    ...(status === 304 ? {} : { 'content-type': type, 'content-length': Buffer.byteLength(body) }),
    ...headers
  })
  response.end(status === 304 ? undefined : body)
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  text: string
): Promise<void> {
  const { method = 'GET', headers } = request
  const [path = '', search = ''] = (request.url ?? '').split('?', 2)
  counted.requests++
  if (counted.paths.length < mostPaths) counted.paths.push(`${method} ${path}`)
  let session = /SAP_SESSIONID_STB_100=(\w+)/.exec(headers.cookie ?? '')?.[1] ?? ''
  const out: Record<string, string> = {}
  if (!sessions.has(session)) {
    if (
      headers.authorization === undefined &&
      !(tls?.clientCa !== undefined && (request.socket as TLSSocket).authorized)
    ) {
      return answer(response, {
        status: 401,
        body: 'log on',
        type: 'text/plain',
        headers: { 'www-authenticate': 'Basic realm="STB"' }
      })
    }
    counted.logons++
    session = `s${++serial}`
    sessions.add(session)
    out['set-cookie'] = `SAP_SESSIONID_STB_100=${session}; path=/`
    if (settings.logonDelayMs > 0) await sleep(settings.logonDelayMs)
  }
  if (settings.delayMs > 0) await sleep(settings.delayMs)
  const token = `token-${session}`
  const sent = headers['x-csrf-token']
  if (String(sent).toLowerCase() === 'fetch') {
    counted.tokens++
    out['x-csrf-token'] = token
  }
  if (method !== 'GET' && sent !== token) {
    return answer(response, {
      status: 403,
      type: 'text/plain',
      body: 'CSRF token validation failed',
      headers: { ...out, 'x-csrf-token': 'Required' }
    })
  }
  const query = new URLSearchParams(search)
  const reply =
    method === 'GET' ? read(path, query, request) : change(path, query, { method, session, text })
  if (reply === undefined) counted.unknown++
  const made = reply ?? {
    status: 404,
    body: fault('ExceptionResourceNotFound', 'Resource does not exist')
  }
  answer(response, { ...made, headers: { ...made.headers, ...out } })
}

type Handler = (request: IncomingMessage, response: ServerResponse, text: string) => void
const withBody = (handle: Handler) => (request: IncomingMessage, response: ServerResponse) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
  })
  request.on('end', () => {
    handle(request, response, Buffer.concat(chunks).toString())
  })
}
const listener = withBody((request, response, text) => {
  void serve(request, response, text)
})
const server =
  tls === undefined
    ? createServer(listener)
    : createTlsServer(
        {
          key: tls.key,
          cert: tls.cert,
          ...(tls.clientCa === undefined
            ? {}
            : { ca: tls.clientCa, requestCert: true, rejectUnauthorized: false })
        },
        listener
      )
const control = createServer(
  withBody(({ method }, response, text) => {
    if (method === 'POST') {
      Object.assign(settings, JSON.parse(text))
      counted = none()
    }
    answer(response, {
      type: 'application/json',
      body: JSON.stringify({ ...counted, locks: locks.size })
    })
  })
)
server.on('connection', () => {
  counted.connections++
})
server.keepAliveTimeout = 60_000
await Promise.all(
  [server, control].map(async each => await once(each.listen(0, '127.0.0.1'), 'listening'))
)
const [port, controlPort] = [server, control].map(each => (each.address() as AddressInfo).port)
process.stdout.write(`${JSON.stringify({ port, control: controlPort })}\n`)
process.on('disconnect', () => process.exit())
