/** Servers on the addresses of this machine that a browser may mean by the host of an answer. */
import { createServer } from 'node:http'
import type { RequestListener, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ErpError } from '../erp-client/index.ts'

export type LoopbackHost = '127.0.0.1' | 'localhost'

export interface LoopbackServers {
  readonly port: number
  serve(listener: RequestListener): void
  close(): Promise<void>
}

/** Tickets and codes come in the address. */
const mostHeaderBytes = 65_536
/** Of any free port; another program may have it on the other address. */
const mostAttempts = 5

/**
 * `localhost` may be `::1` for a browser, and a program of another user on that address would get
 * the answer: both addresses are taken, or none.
 *
 * @param port 0 is any free one
 * @throws ErpError ERP_LOGON_FAILED where the port is taken
 */
export async function openLoopback(host: LoopbackHost, port: number): Promise<LoopbackServers> {
  for (let attempt = 1; ; attempt++) {
    const first = await listening('127.0.0.1', port)
    if (first === undefined) throw loopbackFailure('This machine has no address 127.0.0.1')
    const own = (first.address() as AddressInfo).port
    if (host === '127.0.0.1') return serversOf(own, [first])
    try {
      const second = await listening('::1', own)
      return serversOf(own, second === undefined ? [first] : [first, second])
    } catch (error) {
      await closed(first)
      if (port !== 0 || attempt === mostAttempts) throw error
    }
  }
}

function serversOf(port: number, servers: readonly Server[]): LoopbackServers {
  return {
    port,
    serve(listener) {
      for (const server of servers) server.on('request', listener)
    },
    async close() {
      await Promise.all(servers.map(closed))
    }
  }
}

/** Undefined where the machine has no such address. */
function listening(host: string, port: number): Promise<Server | undefined> {
  const server = createServer({ maxHeaderSize: mostHeaderBytes, requestTimeout: 10_000 })
  return new Promise((resolve, reject) => {
    server.once('error', ({ code }: NodeJS.ErrnoException) => {
      if (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT') {
        resolve(undefined)
        return
      }
      const why = code === 'EADDRINUSE' ? 'another program uses it' : String(code)
      reject(loopbackFailure(`The log-on cannot listen on port ${port} of ${host}: ${why}`))
    })
    server.listen({ host, port, exclusive: true }, () => {
      resolve(server)
    })
  })
}

async function closed(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise(resolve => server.close(resolve))
}

export function loopbackFailure(what: string): ErpError {
  return new ErpError('ERP_LOGON_FAILED', what, {
    outcome: 'failed',
    remedy: 'Start erp-bridge login again.'
  })
}
