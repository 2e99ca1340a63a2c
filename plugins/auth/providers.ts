/**
 * The identity providers that the bridge trusts: an OIDC issuer, the platform's authorization
 * service, or both.
 */
import fp from 'fastify-plugin'
import type { Secrets } from '../../config/secrets.ts'
import type { Grant, Scope } from '../../tools/index.ts'
import type { AuthMethod } from './method.ts'
import type { Outbound, OutboundOptions } from '../../cloud/outbound.ts'
import type { BindingSources } from '../../cloud/binding-sources.ts'
import type { PlatformLogin } from './platform-login.ts'
import { allScopes, readScopeMap, requestable } from './scopes.ts'
import type { ScopeRules } from './scopes.ts'
import { watchFile } from './watched-file.ts'
import type { Watched } from './watched-file.ts'
import type { KeyTiming } from './keys.ts'

export interface OidcSettings {
  readonly issuer: string
  readonly audience: string
  readonly usernameClaim: string
  readonly scopeClaim?: string | undefined
  readonly scopePrefix?: string | undefined
  /** JSON, or the path of a file with it. */
  readonly scopeMap?: string | undefined
  readonly defaultScopes: readonly Scope[]
}

export interface ProviderOptions {
  readonly oidc?: OidcSettings | undefined
  readonly platform?:
    | { readonly sources: BindingSources; readonly redirectUris?: readonly string[] | undefined }
    | undefined
  readonly outbound: OutboundOptions
  readonly secrets?: Secrets | undefined
  /** Called with the OIDC issuer as its discovery document states it. */
  readonly onIssuer?: ((issuer: string) => void) | undefined
  /** For tests, which cannot wait for hours. */
  readonly timing?: KeyTiming | undefined
}

declare module 'fastify' {
  interface FastifyInstance {
    providers: {
      /** In the order in which they are asked. */
      readonly methods: readonly AuthMethod[]
      /** The log-on of the platform; undefined where it is off. */
      readonly login: PlatformLogin | undefined
    }
  }
}

export default fp<ProviderOptions>(
  async (app, { oidc, platform, outbound: options, secrets, onIssuer, timing }) => {
    if (oidc === undefined && platform === undefined) {
      app.decorate('providers', { methods: [], login: undefined })
      return
    }
    const { createOutbound, oidcMethod, platformMethod, followBinding, createPlatformLogin } =
      await loadParts()
    const outbound = createOutbound(options)
    const closing: { close(): unknown }[] = [outbound]
    const methods: AuthMethod[] = []
    let login: PlatformLogin | undefined
    if (platform !== undefined) {
      const binding = followBinding(platform.sources, { log: app.log, learn: secrets?.source() })
      const { origin, clientId: client, identity } = binding.value()
      app.log.info(
        { origin, client, credential: identity === undefined ? 'secret' : 'certificate' },
        'platform credentials loaded'
      )
      methods.push(platformMethod(binding, outbound, timing))
      login = createPlatformLogin(binding, {
        redirectUris: platform.redirectUris,
        outbound: options,
        log: app.log
      })
      closing.push(binding, login)
    }
    if (oidc !== undefined) {
      const map = oidc.scopeMap === undefined ? undefined : followScopeMap(oidc.scopeMap, app.log)
      if (map !== undefined) closing.push(map)
      methods.push(
        oidcMethod({ ...oidc, scopes: scopeRules(oidc, map), onStated: onIssuer, timing }, outbound)
      )
    }
    app.addHook('onClose', async () => {
      await Promise.all(
        closing.map(async item => {
          await item.close()
        })
      )
    })
    app.decorate('providers', { methods, login })
  },
  { name: 'providers', fastify: '5.x' }
)

/** What speaks with identity providers is large, and many bridges have none. */
async function loadParts() {
  const [outbound, oidc, platform, binding, login] = await Promise.all([
    import('../../cloud/outbound.ts'),
    import('./oidc.ts'),
    import('./platform.ts'),
    import('./followed-binding.ts'),
    import('./platform-login.ts')
  ])
  return { ...outbound, ...oidc, ...platform, ...binding, ...login }
}

function followScopeMap(
  text: string,
  log: Parameters<typeof watchFile>[0]['log']
): Watched<ReadonlyMap<string, Grant>> {
  const inline = text.trimStart().startsWith('{')
  try {
    if (!inline) return watchFile({ path: text, parse: readScopeMap, log })
    const map = readScopeMap(text)
    return { value: () => map, close: () => {} }
  } catch (cause) {
    const fault = cause instanceof SyntaxError ? 'is not valid JSON' : (cause as Error).message
    throw new Error(
      `--oidc-scope-map (ERP_OIDC_SCOPE_MAP): ${inline ? 'the scope map ' : ''}${fault}`,
      { cause }
    )
  }
}

function scopeRules(
  { scopeClaim, scopePrefix, scopeMap, defaultScopes }: OidcSettings,
  map?: Watched<ReadonlyMap<string, Grant>>
): ScopeRules {
  const value = map === undefined ? undefined : () => map.value()
  return {
    claim: scopeClaim,
    prefix: scopePrefix,
    map: scopeMap === undefined ? undefined : (value ?? (() => new Map())),
    fallback: defaultScopes
  }
}

/**
 * Our scopes, and what clients have to ask for instead; undefined where scopes cannot be asked for.
 */
export function scopeNamesOf({
  oidc,
  platform
}: {
  oidc?: OidcSettings | undefined
  platform?: unknown
}): ReadonlyMap<string, string> | undefined {
  // The platform's log-on is ours, and puts the application's name before the short ones.
  if (platform !== undefined) return new Map(allScopes.map(scope => [scope, scope]))
  if (oidc === undefined) return undefined
  const names = requestable(allScopes, scopeRules(oidc))
  return names === undefined
    ? undefined
    : new Map(allScopes.map((scope, index) => [scope, names[index] ?? scope]))
}

export type { Outbound }
