/** An ERP with one session, which a cookie shows and a ticket opens, and a browser that logs on there. */
import { createServer, request } from 'node:http'
import { writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'

export const host = '127.0.0.1'
const standIn = fileURLToPath(new URL('stand-in-browser.mjs', import.meta.url))

export interface SmallErp {
  readonly url: string
  /** Path and cookies of each request. */
  readonly seen: string[]
  /** The status of the services that give tickets. */
  tickets: number
}

export async function createSmallErp(t: TestContext): Promise<SmallErp> {
  const erp: SmallErp & { url: string } = { url: '', seen: [], tickets: 404 }
  const server = createServer((asked, response) => {
    const { url = '', headers } = asked
    const { pathname } = new URL(url, 'http://x')
    erp.seen.push(`${pathname} ${headers.cookie ?? ''}`.trim())
    if (/reentrance/.test(pathname)) response.writeHead(erp.tickets).end()
    else if (/virtualhost/.test(pathname)) response.writeHead(404).end()
    else if (pathname.endsWith('/core/http/sessions') && headers['mysapsso2'] === 'canary/ticket') {
      response.setHeader('set-cookie', 'SAP_SESSIONID_TST_001=canary-exchanged; path=/')
      response.end()
    } else if (
      /SAP_SESSIONID_TST_001=canary-(?:SAP_SESSIONID|exchanged)/.test(headers.cookie ?? '')
    ) {
      const isAsked = pathname.endsWith('/systeminformation')
      response.writeHead(isAsked ? 200 : 404, { 'content-type': 'application/json' })
      response.end(isAsked ? '{"systemID":"TST","userName":"ADA"}' : '')
    } else response.writeHead(401).end()
  })
  await new Promise<void>(resolve => server.listen(0, host, resolve))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  erp.url = `http://${host}:${(server.address() as AddressInfo).port}`
  return erp
}

/** The fetch of Node.js says that it is no navigation. */
export function ask(url: string) {
  return new Promise<{ status: number; location: string }>((resolve, reject) => {
    request(url, { agent: false }, response => {
      const { statusCode: status = 0, headers } = response.resume()
      resolve({ status, location: headers.location ?? '' })
    })
      .on('error', reject)
      .end()
  })
}

/** The page leads to the ERP, and the ERP back with a ticket. */
export async function complete(url: string, ticket = 'canary/ticket'): Promise<void> {
  const { location } = await ask(url)
  const back = new URL(location).searchParams.get('redirect-url') ?? ''
  await ask(`${back}&reentrance-ticket=${encodeURIComponent(ticket)}`)
}

/** A program that plays a browser with these cookies of this host. */
export function writeStandIn(
  program: string,
  mode: string,
  cookies: readonly object[],
  facts = `${program}.facts`
): void {
  const all = cookies.map(cookie => ({ domain: host, secure: false, ...cookie }))
  const args = [process.execPath, standIn, mode, JSON.stringify(all), facts]
  const line = args.map(one => `'${one}'`).join(' ')
  writeFileSync(program, `#!/bin/sh\nexec ${line} "$@"\n`, { mode: 0o700 })
}
