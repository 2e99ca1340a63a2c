/** A small ERP that marks each answer with its name, and records what belongs to another system. */
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'

export interface StubErp {
  readonly name: string
  readonly url: string
  readonly user: string
  /** What the ERP accepts; others get 401. */
  password: string
  /** Cookies, tokens and passwords of another system. */
  readonly mixUps: string[]
  /** Paths of the requests, in their order. */
  readonly paths: string[]
  /** What is answered under a path beside sources, such as the discovery document; may be late. */
  readonly documents: Map<string, string | Promise<string>>
  /** `hanging`: accepts and never answers. */
  behaviour: 'answering' | 'hanging'
  /** Milliseconds before each answer. */
  delayMs: number
  /** Logged-off sessions. */
  logOffs: number
  close(): Promise<void>
}

const cookieName = 'SAP_SESSIONID_TST_001'

/** The source that the ERP has under a name. */
export function markOf(system: string, object: string, user: string): string {
  return `* system=${system} object=${object.toUpperCase()} user=${user}`
}

export async function createStubErp(t: TestContext, name: string): Promise<StubErp> {
  let sessions = 0
  const foreign = (what: string) => {
    erp.mixUps.push(`${name}: ${what}`)
  }
  const check = ({ headers }: IncomingMessage) => {
    const [, cookie] = new RegExp(`${cookieName}=([^;]*)`).exec(headers.cookie ?? '') ?? []
    if (cookie !== undefined && !cookie.startsWith(`${name}-`)) foreign(`cookie ${cookie}`)
    const token = String(headers['x-csrf-token'] ?? '').toLowerCase()
    if (!['', 'fetch', 'required', `token-${name}`].includes(token)) foreign(`token ${token}`)
    const [user = '', password = ''] = logOnOf(headers.authorization)
    if (user !== '' && user !== erp.user) foreign(`user ${user}`)
    // A session needs no password, until its user changes it.
    const isKnown = cookie?.endsWith(`-${erp.password}`) ?? false
    return { isKnown, isGood: isKnown || password === erp.password }
  }
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?', 1)[0] ?? ''
    erp.paths.push(path)
    const { isKnown, isGood } = check(request)
    request.resume()
    if (erp.behaviour === 'hanging') return
    const answer = () => {
      if (!isGood) response.writeHead(401, { 'content-type': 'text/plain' }).end('Unauthorized')
      else {
        if (!isKnown) {
          response.setHeader(
            'set-cookie',
            `${cookieName}=${name}-${++sessions}-${erp.password}; path=/`
          )
        }
        send(erp, path, response)
      }
    }
    if (erp.delayMs > 0) setTimeout(answer, erp.delayMs)
    else answer()
  })
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const erp: StubErp = {
    name,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    user: `TECH_${name.toUpperCase()}`,
    password: `password-of-${name}`,
    mixUps: [],
    paths: [],
    documents: new Map(),
    behaviour: 'answering',
    delayMs: 0,
    logOffs: 0,
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

function send(erp: StubErp, path: string, response: ServerResponse): void {
  response.setHeader('x-csrf-token', `token-${erp.name}`)
  const [, object] = /\/programs\/([^/]+)\/source\/main$/i.exec(path) ?? []
  const document = erp.documents.get(path)
  if (document !== undefined) {
    response.writeHead(200, { 'content-type': 'application/xml' })
    void Promise.resolve(document).then(text => response.end(text))
  } else if (path.endsWith('/logoff')) {
    erp.logOffs++
    response.end('bye')
  } else if (object === undefined) {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('not found')
  } else {
    // The same tag at all systems: a shared cache would revalidate a foreign source.
    response
      .writeHead(200, { 'content-type': 'text/plain; charset=utf-8', etag: `"${object}"` })
      .end(markOf(erp.name, object, erp.user))
  }
}

function logOnOf(header = ''): string[] {
  const [, code = ''] = /^Basic (.+)$/.exec(header) ?? []
  const text = Buffer.from(code, 'base64').toString()
  const at = text.indexOf(':')
  return at === -1 ? [] : [text.slice(0, at), text.slice(at + 1)]
}
