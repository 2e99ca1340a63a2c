/**
 * Metadata for clients that want to log on: RFC 9728 about the bridge, RFC 8414 about the
 * platform's log-on.
 */
import type { FastifyInstance, FastifyReply } from 'fastify'
import fp from 'fastify-plugin'
import { systemNamePattern } from '../config/landscape.ts'

const wellFormed = new RegExp(systemNamePattern)

export interface MetadataOptions {
  /** Path of the bridge at its host; empty at the root. */
  readonly mount: string
  /** The OIDC issuer, as far as possible in the form that its discovery document states. */
  readonly issuer?: (() => string) | undefined
  /** The bridge offers the platform's log-on under its own address. */
  readonly platform: boolean
  /** Names that clients ask for; undefined where scopes cannot be asked for. */
  readonly scopes?: readonly string[] | undefined
  /** Each ERP system has an endpoint of its own, `/mcp/NAME`. */
  readonly hasPaths?: boolean
}

export default fp<MetadataOptions>(
  async (app, { mount, issuer, platform, scopes, hasPaths = false }) => {
    if (issuer === undefined && !platform) return
    const resource = (base: string, name?: string) => ({
      resource: name === undefined ? `${base}/mcp` : `${base}/mcp/${name}`,
      authorization_servers: [
        ...(platform ? [base] : []),
        ...(issuer === undefined ? [] : [issuer()])
      ],
      bearer_methods_supported: ['header'],
      ...(scopes === undefined ? {} : { scopes_supported: scopes }),
      resource_name: 'ERP bridge'
    })
    const place = '/.well-known/oauth-protected-resource'
    await serve(app, [place, `${place}${mount}/mcp`], resource)
    if (hasPaths) await serve(app, [`${place}${mount}/mcp/:system`], resource)
    if (platform) {
      await serve(
        app,
        [
          '/.well-known/oauth-authorization-server',
          ...(mount === '' ? [] : [`/.well-known/oauth-authorization-server${mount}`])
        ],
        authorizationServer
      )
    }
  },
  { name: 'well-known', fastify: '5.x', dependencies: ['public-url'] }
)

function authorizationServer(base: string): object {
  return {
    issuer: base,
    authorization_endpoint: `${base}/authorize`,
    token_endpoint: `${base}/token`,
    scopes_supported: ['read', 'write', 'admin'],
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    // Without it clients assume a secret in a header, which none of them has.
    token_endpoint_auth_methods_supported: ['none', 'client_secret_post']
  }
}

/** Readable for every page: browser clients begin here, and nothing in it is secret. */
async function serve(
  app: FastifyInstance,
  urls: readonly string[],
  document: (base: string, system?: string) => object
): Promise<void> {
  for (const url of urls) {
    // Of several bridges at one host the first one has the place at the root.
    if (app.hasRoute({ method: 'GET', url })) continue
    // Under a prefix each has a twin with a trailing slash, for clients that were given the address
    // of the bridge with one.
    await app.register(
      async place => {
        place.get('/', async (request, reply) => {
          const { system } = request.params as { system?: string }
          // Any name that could be one: the document must not tell which systems exist.
          if (system !== undefined && !wellFormed.test(system)) return reply.callNotFound()
          return open(reply)
            .header('cache-control', 'public, max-age=300')
            .send(document(app.publicUrl(request), system))
        })
        place.options('/', async (_request, reply) => open(reply).code(204).send())
      },
      { prefix: url }
    )
  }
}

function open(reply: FastifyReply): FastifyReply {
  return reply.headers({
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET',
    'access-control-allow-headers': 'mcp-protocol-version, content-type, accept'
  })
}
