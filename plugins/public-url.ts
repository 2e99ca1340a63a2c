/** Where clients reach the bridge: the base of everything that metadata and challenges name. */
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { createHostCheck } from './origin.ts'

export interface PublicUrlOptions {
  /** As configured; wins over everything. */
  readonly publicUrl?: string | undefined
  /**
   * Path of the bridge at its host, without a slash at the end; where the configured URL does not
   * say it.
   */
  readonly mount: string
  readonly loopback: boolean
  readonly allowedHosts?: readonly string[] | undefined
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The bridge's base URL as the client of this request sees it, without a slash at the end. */
    publicUrl: (request: FastifyRequest) => string
  }
}

export default fp<PublicUrlOptions>(
  async (app, { publicUrl, mount, ...check }) => {
    const fixed = publicUrl?.replace(/\/+$/, '')
    const isOurs = createHostCheck(check)
    app.decorate('publicUrl', request => {
      if (fixed !== undefined) return fixed
      const { protocol, host } = request
      // A Host header may say anything; only one that was checked may end up in a document.
      return isOurs?.(host) === true
        ? `${new URL(`${protocol}://${host}`).origin}${mount}`
        : `${listenUrl(request)}${mount}`
    })
  },
  { name: 'public-url', fastify: '5.x' }
)

function listenUrl({ server: { server } }: FastifyRequest): string {
  const address = server.address()
  if (address === null || typeof address === 'string') return 'http://localhost'
  const { address: name, family, port } = address
  // All addresses at once are no address that a client could use.
  const host =
    name === '0.0.0.0' || name === '::' ? 'localhost' : family === 'IPv6' ? `[${name}]` : name
  return `http://${host}:${port}`
}
