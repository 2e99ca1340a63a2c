import { request } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import { request as secureRequest } from 'node:https'
import type { RequestOptions } from 'node:https'

export interface Reply {
  readonly status: number
  readonly reason: string
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

type Headers = Readonly<Record<string, string>>

/**
 * A plain HTTP client that keeps cookies and the token and adds nothing of its own, so that tests
 * see the bytes.
 */
export interface Client {
  readonly cookies: Map<string, string>
  token: string
  send(
    method: string,
    path: string,
    options?: { readonly body?: string | Buffer; readonly headers?: Headers }
  ): Promise<Reply>
  get(path: string, headers?: Headers): Promise<Reply>
  post(path: string, body?: string | Buffer, headers?: Headers): Promise<Reply>
  put(path: string, body: string | Buffer, headers?: Headers): Promise<Reply>
  del(path: string, headers?: Headers): Promise<Reply>
}

interface Raw {
  readonly url: string
  readonly method: string
  readonly path: string
  readonly headers: Headers
  readonly body: string | Buffer | undefined
  readonly tls: Tls
}

/** What a client trusts and shows over HTTPS; `agent` to keep its connection. */
export type Tls = Pick<
  RequestOptions,
  'ca' | 'cert' | 'key' | 'agent' | 'maxVersion' | 'servername'
>

function exchange({ url, method, path, headers, body, tls }: Raw): Promise<Reply> {
  const { hostname, port, protocol } = new URL(url)
  const send = protocol === 'https:' ? secureRequest : request
  return new Promise((resolve, reject) => {
    const outgoing = send(
      { hostname, port, method, path, headers, agent: false, ...tls },
      incoming => {
        const chunks: Buffer[] = []
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
        incoming.on('error', reject)
        incoming.on('end', () =>
          resolve({
            status: incoming.statusCode ?? 0,
            reason: incoming.statusMessage ?? '',
            headers: incoming.headers,
            text: Buffer.concat(chunks).toString('utf8')
          })
        )
      }
    )
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

export function createClient(
  url: string,
  user?: { readonly name: string; readonly password: string },
  tls: Tls = {}
): Client {
  const cookies = new Map<string, string>()
  const client: Client = {
    cookies,
    token: '',
    async send(method, path, { body, headers = {} } = {}) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const all = {
        ...(user === undefined
          ? {}
          : {
              authorization: `Basic ${Buffer.from(`${user.name}:${user.password}`).toString('base64')}`
            }),
        ...(cookie === '' ? {} : { cookie }),
        ...(client.token === '' ? {} : { 'x-csrf-token': client.token }),
        ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
        ...headers
      }
      const reply = await exchange({ url, method, path, headers: all, body, tls })
      for (const line of reply.headers['set-cookie'] ?? []) {
        const [pair = ''] = line.split(';')
        cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
      }
      const token = reply.headers['x-csrf-token']
      if (typeof token === 'string' && token !== 'Required') client.token = token
      return reply
    },
    get: (path, headers = {}) => client.send('GET', path, { headers }),
    post: (path, body = '', headers = {}) => client.send('POST', path, { body, headers }),
    put: (path, body, headers = {}) => client.send('PUT', path, { body, headers }),
    del: (path, headers = {}) => client.send('DELETE', path, { headers })
  }
  return client
}
