/**
 * Bends of a system: each alters the answers to one operation in one way. They follow from the
 * answers of the straight system and from the shapes of the checks.
 */
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { changeRow } from '../../../erp-client/index.ts'
import type { Erp, ErpRequest } from '../../../erp-client/index.ts'
import type { Check } from '../../../commands/verify/check.ts'

/** An answer as it passes. */
export interface Passing {
  readonly status: number
  readonly type: string
  readonly body: string
}

export interface Bend {
  readonly operation: string
  readonly kind: string
  /** The altered answer; undefined passes it on. */
  readonly answer?: (passing: Passing) => Passing
  /** The answer without asking the system. */
  readonly instead?: Passing
  /** The body of the request that the system gets. */
  readonly request?: (body: string) => string
}

export interface BendingProxy {
  readonly url: string
  bend: Bend | undefined
  /** How often the bend has altered something. */
  hits: number
  /** The last successful answer to each operation. */
  readonly answers: Map<string, Passing>
  close(): Promise<void>
}

const mark = 'x-test-operation'

/** The Erp names the operation of each request to the proxy. */
export function marked(erp: Erp): Erp {
  const send =
    <R extends ErpRequest, A>(request: (request: R, signal?: AbortSignal) => Promise<A>) =>
    async (sent: R, signal?: AbortSignal) =>
      await request({ ...sent, headers: { ...sent.headers, [mark]: sent.operation } }, signal)
  const { reader, writer } = erp
  return {
    ...erp,
    reader: { ...reader, request: send((...args) => reader.request(...args)) },
    writer: {
      ...writer,
      request: send((...args) => writer.request(...args)),
      session: (run, ignoreLimit) =>
        writer.session(
          async session =>
            await run({
              get holding() {
                return session.holding
              },
              set holding(value) {
                session.holding = value
              },
              request: send((...args) => session.request(...args)),
              discard: () => {
                session.discard()
              }
            }),
          ignoreLimit
        )
    },
    close: () => erp.close()
  }
}

function operationOf({ headers, url = '' }: IncomingMessage): string {
  if (url.includes('/icf/logoff')) return 'logoff'
  const isEnd = headers['x-sap-adt-sessiontype'] === 'stateless' && url.includes('/core/discovery')
  return isEnd ? 'session.end' : String(headers[mark] ?? '')
}

export async function startBendingProxy(target: string): Promise<BendingProxy> {
  const state = { bend: undefined, hits: 0, answers: new Map() } as Omit<
    BendingProxy,
    'url' | 'close'
  >
  const server = createServer((incoming, outgoing) => {
    void pass(target, state, { incoming, outgoing }).catch(() => outgoing.destroy())
  })
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return Object.assign(state, {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => {
        server.close(resolve)
      })
    }
  })
}

async function pass(
  target: string,
  state: Omit<BendingProxy, 'url' | 'close'>,
  { incoming, outgoing }: { incoming: IncomingMessage; outgoing: ServerResponse }
): Promise<void> {
  const operation = operationOf(incoming)
  const bend = state.bend?.operation === operation ? state.bend : undefined
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  const sent = Buffer.concat(chunks)
  if (bend !== undefined) state.hits++
  if (bend?.instead !== undefined) {
    const { status, type, body } = bend.instead
    outgoing.writeHead(status, type === '' ? {} : { 'content-type': type }).end(body)
    return
  }
  const {
    host: _host,
    connection: _connection,
    [mark]: _mark,
    'content-length': _length,
    ...headers
  } = incoming.headers
  const body = bend?.request === undefined ? sent : Buffer.from(bend.request(sent.toString()))
  const answer = await fetch(`${target}${incoming.url ?? '/'}`, {
    method: incoming.method ?? 'GET',
    headers: headers as Record<string, string>,
    redirect: 'manual',
    ...(body.length === 0 ? {} : { body })
  })
  const text = await answer.text()
  const passing = {
    status: answer.status,
    type: answer.headers.get('content-type') ?? '',
    body: text
  }
  if (answer.ok && operation !== '') state.answers.set(operation, passing)
  const altered = bend?.answer === undefined || !answer.ok ? passing : bend.answer(passing)
  const kept = [...answer.headers].filter(
    ([name]) =>
      ![
        'content-length',
        'content-type',
        'content-encoding',
        'set-cookie',
        'connection',
        'transfer-encoding',
        'keep-alive'
      ].includes(name)
  )
  outgoing.writeHead(altered.status, {
    ...Object.fromEntries(kept),
    'set-cookie': answer.headers.getSetCookie(),
    ...(altered.type === '' ? {} : { 'content-type': altered.type })
  })
  outgoing.end(altered.body)
}

const isXml = ({ body }: Passing) => /^\s*(?:<\?xml|<[\w:]+[\s>])/.test(body)
const failure = { status: 500, type: 'text/plain', body: 'An internal error has occurred' }

/** Where an ignored change cannot be told from one that was made. */
const unobservable = [
  'transport.owner',
  'transport.compress',
  // The ERP lists no external breakpoints, and the listener of the check is not there.
  'debugger.delete',
  'debugger.unlisten'
]

/**
 * The element or attribute of a path is renamed at each place, if an element above it is there: an
 * element of that name elsewhere is not the one of the path.
 */
function without(body: string, path: string): string {
  const [steps = '', name] = path.replace(/^\?/, '').split('@')
  const parents = steps.split('/').slice(0, -1)
  if (!parents.every(each => new RegExp(`<(?:[\\w.-]+:)?${each}[\\s>]`).test(body))) return body
  if (name !== undefined) {
    const element = steps.split('/').at(-1) ?? ''
    const tag = element === '' ? '<(?![?/!])[\\w:.-]+' : `<(?:[\\w.-]+:)?${element}(?=[\\s>])`
    const found = new RegExp(`(${tag}[^<>]*?\\s(?:[\\w.-]+:)?)${name}=`, 'g')
    return body.replace(found, (_all, before: string) => `${before}${name}Gone=`)
  }
  const element = steps.split('/').at(-1) ?? ''
  return body.replace(
    new RegExp(`(</?(?:[\\w.-]+:)?)${element}(?=[\\s/>])`, 'g'),
    `$1${element}Gone`
  )
}

function renamedRoot(body: string): string {
  const [, root = ''] = /<([A-Za-z_][\w.:-]*)/.exec(body.replace(/^\s*<\?[^>]*\?>/, '')) ?? []
  return body.replaceAll(new RegExp(`(</?)${root}(?=[\\s/>])`, 'g'), '$1otherRoot')
}

/** All bends of one operation that its straight answer permits. */
export function bendsOf({ operation, answer: shape }: Check, straight: Passing): Bend[] {
  const list: Bend[] = [{ operation, kind: 'fails', instead: failure }]
  const alter = (kind: string, change: (body: string) => string) => {
    if (change(straight.body) === straight.body) return
    list.push({ operation, kind, answer: passing => ({ ...passing, body: change(passing.body) }) })
  }
  if (changeRow(operation) !== undefined && !unobservable.includes(operation)) {
    list.push({ operation, kind: 'is ignored', instead: straight })
  }
  if (operation === 'session.end') list.push({ operation, kind: 'is ignored', instead: straight })
  if (shape === undefined) return list
  const typed = shape.type !== undefined || shape.root !== undefined
  if (typed && straight.body !== '') {
    const page = { type: 'image/gif', body: 'GIF89a' }
    list.push({ operation, kind: 'is an image', answer: passing => ({ ...passing, ...page }) })
  }
  if (typed && shape.mayBeEmpty !== true) alter('is empty', () => '')
  if (isXml(straight)) {
    alter('is cut off', body => body.slice(0, body.length / 2))
    if (shape.root !== undefined) alter('has another root', renamedRoot)
    for (const path of shape.has ?? []) alter(`lacks ${path}`, body => without(body, path))
  }
  return list
}
