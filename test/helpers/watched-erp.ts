/** The sandbox behind a door where requests can be watched, held up, and answered otherwise. */
import { createServer, request as httpRequest } from 'node:http'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createTestSandbox } from './sandbox.ts'
import type { Sandbox } from '../../sandbox/server.ts'

export interface WatchedErp {
  readonly sandbox: Sandbox
  readonly url: string
  readonly seen: { readonly url: string; readonly headers: IncomingHttpHeaders }[]
  /**
   * Requests whose address matches are never answered; settles once one is there, and once it is
   * given up.
   */
  hold(pattern: RegExp): { readonly arrived: Promise<void>; readonly aborted: Promise<void> }
  /** Changes what discovery documents say. */
  discovery: (text: string) => string | Promise<string>
  close(): Promise<void>
}

export async function watchedErp(): Promise<WatchedErp> {
  const sandbox = await createTestSandbox({
    users: [{ name: 'DEVELOPER', password: 'secret-1', fullName: 'One' }]
  })
  const seen: WatchedErp['seen'] = []
  let held: { pattern: RegExp; arrived: () => void; aborted: () => void } | undefined
  const server = createServer((incoming, outgoing) => {
    const { url = '/', headers } = incoming
    seen.push({ url, headers })
    if (held?.pattern.test(url) === true) {
      held.arrived()
      incoming.resume()
      outgoing.once('close', held.aborted)
      return
    }
    pass(incoming, outgoing, {
      to: sandbox.url,
      change: /discovery/.test(url) ? erp.discovery : undefined
    })
  })
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const erp: WatchedErp = {
    sandbox,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    hold(pattern) {
      const [arrived, aborted] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      held = { pattern, arrived: arrived.resolve, aborted: aborted.resolve }
      return { arrived: arrived.promise, aborted: aborted.promise }
    },
    discovery: text => text,
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => {
        server.close(resolve)
      })
      await sandbox.close()
    }
  }
  return erp
}

function pass(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { to, change }: { to: string; change: WatchedErp['discovery'] | undefined }
): void {
  const { host, 'accept-encoding': _encoding, ...headers } = incoming.headers
  const onward = httpRequest(
    `${to}${incoming.url ?? '/'}`,
    { method: incoming.method ?? 'GET', headers: { ...headers, host: new URL(to).host } },
    async answer => {
      if (change === undefined) {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
        return
      }
      const { 'content-length': _length, ...kept } = answer.headers
      const chunks: Buffer[] = []
      for await (const chunk of answer) chunks.push(chunk as Buffer)
      outgoing
        .writeHead(answer.statusCode ?? 502, kept)
        .end(await change(Buffer.concat(chunks).toString()))
    }
  )
  onward.on('error', () => outgoing.destroy())
  incoming.pipe(onward)
}
