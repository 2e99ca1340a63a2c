/** A proxy before an ERP that counts requests and lets one of them fail in a given way. */
import { createServer, request as httpRequest } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * `lost`: the connection breaks before the request arrives. `unanswered`: it breaks after the ERP
 * did its work. `error`: the answer 500 without the work. `failed after`: the answer 500 after it.
 * `silent`: no answer at all, before the work.
 */
export type Fate = 'lost' | 'unanswered' | 'error' | 'failed after' | 'silent'

export interface FaultProxy {
  readonly url: string
  /** `METHOD url` of each request since `clear`. */
  readonly seen: string[]
  /** Decides for each request; `at` is its place in `seen`. */
  fateOf: (method: string, url: string, at: number) => Fate | undefined
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
    else if (fate === 'silent') incoming.resume()
    else pass(target, { incoming, outgoing, fate })
  })
  await new Promise<void>(resolve => {
    proxy.listen(0, '127.0.0.1', resolve)
  })
  const state: FaultProxy = {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    seen,
    fateOf: () => undefined,
    clear() {
      state.fateOf = () => undefined
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
}

function pass(target: string, { incoming, outgoing, fate }: Passing): void {
  const headers = { ...incoming.headers, host: new URL(target).host }
  const { method } = incoming
  const onward = httpRequest(`${target}${incoming.url ?? '/'}`, { method, headers }, answer => {
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
  incoming.pipe(onward)
}

function fail(incoming: IncomingMessage, outgoing: ServerResponse): void {
  incoming.resume()
  outgoing.writeHead(500, { 'content-type': 'text/plain' }).end('An internal error has occurred')
}
