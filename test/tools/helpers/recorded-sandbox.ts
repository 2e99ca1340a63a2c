/**
 * The sandbox behind a proxy that writes down every request which could change it, judged by a list
 * of its own.
 */
import { createServer, request as httpRequest } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createErp } from '../../../erp-client/index.ts'
import type { Erp } from '../../../erp-client/index.ts'
import { createTestSandbox } from '../../helpers/sandbox.ts'
import type { Sandbox } from '../../../sandbox/server.ts'

export interface RecordedSandbox {
  readonly sandbox: Sandbox
  readonly erp: Erp
  /** `METHOD path?query` of what could change something; locks and unlocks are not among them. */
  readonly changes: string[]
  readonly locks: string[]
  readonly all: string[]
  /** Path and statement of data previews. */
  readonly statements: string[]
  clear(): void
  /**
   * From now on all objects are developed in that system. The client has read nothing before.
   */
  asFrom(original: string): Erp
  close(): Promise<void>
}

/**
 * POST requests that only ask, by what their path ends in or holds; everything else that is no GET
 * counts as a change.
 */
const questions = [
  /\/checkruns/,
  /\/cts\/transportchecks$/,
  /\/datapreview\//,
  /\/usageReferences/,
  /\/usageSnippets/,
  /\/navigation\//,
  /\/nodestructure/,
  /\/validation/,
  /\/quickfixes\//,
  /\/abapsource\//,
  /\/prettyprinter/
]
const questionSteps = /[?&]step=(?:evaluate|preview)/

export function isChange(method: string, url: string): boolean {
  const [path = '', query = ''] = url.split('?', 2)
  if (method === 'GET' || method === 'HEAD' || /_action=(?:LOCK|UNLOCK)\b/.test(query)) return false
  return !(method === 'POST' && (questions.some(one => one.test(path)) || questionSteps.test(url)))
}

/** The answer as it is, or with another original system in documents. */
async function passOn(answer: IncomingMessage, outgoing: ServerResponse, original: string) {
  const { 'content-length': _length, ...headers } = answer.headers
  const isDocument = original !== '' && /xml/.test(headers['content-type'] ?? '')
  outgoing.writeHead(answer.statusCode ?? 502, isDocument ? headers : answer.headers)
  if (!isDocument) return answer.pipe(outgoing)
  const text = Buffer.concat(await answer.toArray()).toString('utf8')
  return outgoing.end(text.replaceAll(/(masterSystem=")[^"]*"/g, `$1${original}"`))
}

export async function recordedSandbox(): Promise<RecordedSandbox> {
  const sandbox = await createTestSandbox({
    users: [
      { name: 'DEVELOPER', password: 'secret-1', fullName: 'One' },
      { name: 'OTHER', password: 'secret-2', fullName: 'Two' }
    ]
  })
  const changes: string[] = []
  const locks: string[] = []
  const all: string[] = []
  const statements: string[] = []
  const others: Erp[] = []
  const state = { original: '' }
  const proxy = createServer((incoming, outgoing) => {
    const { method = 'GET', url = '/' } = incoming
    all.push(`${method} ${url}`)
    if (isChange(method, url)) changes.push(`${method} ${url}`)
    if (/_action=LOCK\b/.test(url)) locks.push(url)
    if (url.includes('/datapreview/')) {
      let text = url
      incoming.on('data', chunk => (text += String(chunk))).on('end', () => statements.push(text))
    }
    const onward = httpRequest(
      `${sandbox.url}${url}`,
      { method, headers: { ...incoming.headers, host: new URL(sandbox.url).host } },
      answer => {
        void passOn(answer, outgoing, state.original)
      }
    )
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  })
  await new Promise<void>(resolve => {
    proxy.listen(0, '127.0.0.1', resolve)
  })
  const connect = () =>
    createErp({
      baseUrl: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
      client: sandbox.client,
      language: 'EN',
      terminalId: '0123456789ABCDEF0123456789ABCDEF',
      credential: { kind: 'basic', user: 'DEVELOPER', password: 'secret-1' }
    })
  const erp = connect()
  return {
    sandbox,
    erp,
    changes,
    locks,
    all,
    statements,
    clear() {
      changes.length = locks.length = all.length = statements.length = 0
    },
    asFrom(original) {
      state.original = original
      const other = connect()
      others.push(other)
      return other
    },
    async close() {
      await Promise.all([erp, ...others].map(async each => await each.close()))
      proxy.closeAllConnections()
      await new Promise(resolve => {
        proxy.close(resolve)
      })
      await sandbox.close()
    }
  }
}
