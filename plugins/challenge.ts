/** The `WWW-Authenticate` header of a refusal: RFC 6750 and RFC 9728. */
import fp from 'fastify-plugin'

export interface ChallengeOptions {
  /** Whether there is a document about who issues tokens. */
  readonly metadata: boolean
  /**
   * Our scope → the name that the client has to ask its provider for; undefined where scopes cannot
   * be asked for.
   */
  readonly scopeNames?: ReadonlyMap<string, string> | undefined
}

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * The value of `WWW-Authenticate`: for a 401 what a first log-on should ask for, for a 403 the
     * scope that is missing.
     */
    challenge: (
      request: FastifyRequest,
      refusal: { error?: 'invalid_token' } | { error: 'insufficient_scope'; scope: string }
    ) => string
  }
}

export default fp<ChallengeOptions>(
  async (app, { metadata, scopeNames }) => {
    app.decorate('challenge', (request, refusal) => {
      const scope =
        'scope' in refusal
          ? (scopeNames?.get(refusal.scope) ?? refusal.scope)
          : // Tools are listed by scope: a log-on that asks for less would never learn of the rest.
            metadata && scopeNames !== undefined
            ? [...scopeNames.values()].join(' ')
            : undefined
      const parameters: Readonly<Record<string, string | undefined>> = {
        realm: 'scope' in refusal ? undefined : 'erp-bridge',
        error: refusal.error,
        scope,
        resource_metadata: metadata
          ? metadataUrl(`${app.publicUrl(request)}${pathOf(request.bridge?.nameInUrl)}`)
          : undefined
      }
      return `Bearer ${Object.entries(parameters)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => `${name}="${value}"`)
        .join(', ')}`
    })
  },
  { name: 'challenge', fastify: '5.x', dependencies: ['public-url'] }
)

/** The path of the MCP endpoint, below the public URL. */
function pathOf(system: string | undefined): string {
  return system === undefined ? '/mcp' : `/mcp/${system}`
}

/** RFC 9728 §3.1: the well-known part goes between host and path. */
function metadataUrl(endpoint: string): string {
  const { origin, pathname } = new URL(endpoint)
  return `${origin}/.well-known/oauth-protected-resource${pathname}`
}
