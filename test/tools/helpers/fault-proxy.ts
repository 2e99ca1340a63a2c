/** A proxy before an ERP that counts requests and lets one of them fail in a given way. */
import { createServer, request as httpRequest } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * `lost`: the connection breaks before the request arrives. `unanswered`: it breaks after the ERP
 * did its work. `claimed`: the answer 200 without the work. `error`: the answer 500 without the
 * work. `failed after`: the answer 500 after it. `silent`: no answer at all, before the work.
 */
export type Fate = 'lost' | 'unanswered' | 'claimed' | 'error' | 'failed after' | 'silent'

export interface FaultProxy {
  readonly url: string
  /** `METHOD url` of each request since `clear`. */
  readonly seen: string[]
  /** Decides for each request; `at` is its place in `seen`. */
  fateOf: (method: string, url: string, at: number) => Fate | undefined
  /** Changes the body of a request on its way, for an ERP that stores something else. */
  rewrite: ((method: string, url: string, body: string) => string) | undefined
  /** No fates, nothing seen. */
  clear(): void
  close(): Promise<void>
}

export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const seen: string[] = []
  const proxy = createServer((incoming, outgoing) => {
    const { method = 'GET', url = '/' } = incoming
    seen.push(`${method} ${url}`)
    const fate = state.fateOf(method, url, seen.length - 1)
    if (fate === 'lost') outgoing.destroy()
    else if (fate === 'error') fail(incoming, outgoing)
    else if (fate === 'claimed') outgoing.writeHead(200).end()
    else if (fate === 'silent') incoming.resume()
    else void pass(target, { incoming, outgoing, fate, rewrite: state.rewrite })
  })
  await new Promise<void>(resolve => {
    proxy.listen(0, '127.0.0.1', resolve)
  })
  const state: FaultProxy = {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    seen,
    fateOf: () => undefined,
    rewrite: undefined,
    clear() {
      state.fateOf = () => undefined
      state.rewrite = undefined
      seen.length = 0
    },
    async close() {
      proxy.closeAllConnections()
      await new Promise(resolve => {
        proxy.close(resolve)
      })
    }
  }
  return state
}

interface Passing {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
  readonly fate: Fate | undefined
  readonly rewrite: FaultProxy['rewrite']
}

async function pass(target: string, { incoming, outgoing, fate, rewrite }: Passing): Promise<void> {
  const { method = 'GET', url = '/' } = incoming
  const { 'content-length': length, ...others } = incoming.headers
  const text = rewrite === undefined ? undefined : rewrite(method, url, await bodyOf(incoming))
  const headers = {
    ...others,
    host: new URL(target).host,
    ...(text === undefined
      ? length === undefined
        ? {}
        : { 'content-length': length }
      : { 'content-length': Buffer.byteLength(text) })
  }
  const onward = httpRequest(`${target}${url}`, { method, headers }, answer => {
    if (fate !== undefined) {
      answer.resume().on('end', () => {
        if (fate === 'unanswered') outgoing.destroy()
        else fail(incoming, outgoing)
      })
      return
    }
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(outgoing)
  })
  onward.on('error', () => outgoing.destroy())
  if (text === undefined) incoming.pipe(onward)
  else onward.end(text)
}

async function bodyOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

function fail(incoming: IncomingMessage, outgoing: ServerResponse): void {
  incoming.resume()
  outgoing.writeHead(500, { 'content-type': 'text/plain' }).end('An internal error has occurred')
}
