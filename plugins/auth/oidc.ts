/** Tokens of an OpenID Connect provider. */
import type { Caller, Principal } from '../../tools/index.ts'
import { createJwtVerifier } from './jwt.ts'
import type { Claims } from '../../cloud/jwt-parts.ts'
import { createKeySource } from './keys.ts'
import type { KeyTiming } from './keys.ts'
import type { AuthMethod } from './method.ts'
import type { Outbound } from '../../cloud/outbound.ts'
import { scopesOf } from './scopes.ts'
import type { ScopeRules } from './scopes.ts'

export interface OidcOptions {
  /** As configured; one slash at its end more or less than the discovery document makes no difference. */
  readonly issuer: string
  /** Called with the issuer as the discovery document states it, after each read. */
  readonly onStated?: ((issuer: string) => void) | undefined
  readonly audience: string
  readonly usernameClaim: string
  readonly scopes: ScopeRules
  readonly timing?: KeyTiming | undefined
}

const skewS = 30
const dayMs = 86_400_000

export function oidcMethod(
  { issuer, onStated, audience, usernameClaim, scopes, timing }: OidcOptions,
  outbound: Outbound
): AuthMethod {
  let stated: string | undefined
  const locate = createLocator(issuer, outbound, found => {
    stated = found
    onStated?.(found)
  })
  const keys = createKeySource({ locate, outbound, timing })
  const verify = createJwtVerifier({ keys, audience, skewS })
  // The verifier gives the same claims for a token that it knows. A scope map may have changed
  // since.
  const callers = new WeakMap<Claims, Caller>()
  return {
    name: 'oidc',
    recognizes: ({ jwt }) => isSameIssuer(jwt?.payload['iss'], issuer),
    async verify({ token, jwt, fingerprint }) {
      if (token === undefined || jwt === undefined) throw new Error('no token')
      const claims = await verify(token, jwt)
      // Known by now: the keys are read from where the discovery document says.
      if (claims['iss'] !== stated) {
        throw new Error(
          `the issuer of the token is not exactly ${stated}, as the provider states it`
        )
      }
      const known = scopes.map === undefined ? callers.get(claims) : undefined
      const caller: Caller = known ?? {
        principal: principalOf(claims, usernameClaim),
        ...scopesOf(claims, scopes),
        method: 'oidc',
        ...clientOf(claims),
        ...(fingerprint === undefined ? {} : { tokenId: fingerprint })
      }
      callers.set(claims, caller)
      return { caller, expiresAt: endOf(claims) }
    },
    warm: () => keys.warm()
  }
}

/** Whole seconds; undefined where the token names no end. */
export function endOf({ exp }: Claims): number | undefined {
  return typeof exp === 'number' ? Math.floor(exp) : undefined
}

/** A token without the user name counts as its subject, who cannot be propagated to the ERP. */
function principalOf(claims: Claims, usernameClaim: string): Principal {
  const { iss, sub } = claims
  const login = text(claims, usernameClaim)
  const subject = text(claims, 'sub')
  const name = login ?? subject
  if (name === undefined) throw new Error(`the token has neither ${usernameClaim} nor sub`)
  const id = `oidc ${String(iss)} ${sub === undefined ? 'name' : 'sub'} ${subject ?? name}`
  return { name, kind: 'user', id, ...(login === undefined ? {} : { login }) }
}

export function clientOf(claims: Claims): { client?: string } {
  const client = ['azp', 'client_id', 'cid']
    .map(name => claims[name])
    .find(value => typeof value === 'string' && isPlain(value))
  return client === undefined ? {} : { client: String(client) }
}

/** @throws Error where the claim is there and is no name */
export function text(claims: Claims, name: string): string | undefined {
  const value = Object.hasOwn(claims, name) ? claims[name] : undefined
  if (value === undefined) return undefined
  if (typeof value !== 'string' || !isPlain(value)) throw new Error(`the claim ${name} is no name`)
  return value
}

/** 1 to 256 characters, none of which a log or a terminal would obey. */
function isPlain(value: string): boolean {
  return value.length > 0 && value.length <= 256 && !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u.test(value)
}

/**
 * The provider's own word on where its keys are, asked once a day; the last good one is kept while
 * it does not answer.
 * @param onStated called with the issuer as the provider states it
 */
export function createLocator(
  issuer: string,
  outbound: Outbound,
  onStated?: (issuer: string) => void
): () => Promise<URL> {
  let found: { url: URL; at: number } | undefined
  return async () => {
    if (found !== undefined && performance.now() - found.at < dayMs) return found.url
    try {
      const provider = await discover(issuer, outbound)
      onStated?.(provider.issuer)
      found = { url: provider.keys, at: performance.now() }
    } catch (error) {
      if (found === undefined) throw error
    }
    return found.url
  }
}

/** Whether a text names the issuer; one slash at the end makes no difference. */
function isSameIssuer(text: unknown, issuer: string): text is string {
  return typeof text === 'string' && withoutSlash(text) === withoutSlash(issuer)
}

function withoutSlash(text: string): string {
  return text.endsWith('/') ? text.slice(0, -1) : text
}

/** What a discovery document says. */
export interface Provider {
  /** Exactly as it stands in the document, and so in tokens. */
  readonly issuer: string
  /** Address of the key set. */
  readonly keys: URL
}

/** @throws Error that names what is wrong with the provider's discovery document */
export async function discover(issuer: string, outbound: Outbound): Promise<Provider> {
  const document = await outbound.getJson(
    new URL(`${withoutSlash(issuer)}/.well-known/openid-configuration`)
  )
  const { issuer: stated, jwks_uri: address } = (document ?? {}) as {
    issuer?: unknown
    jwks_uri?: unknown
  }
  if (!isSameIssuer(stated, issuer)) {
    throw new Error(
      `the provider calls itself ${JSON.stringify(stated)?.slice(0, 200)} and not ${issuer}`
    )
  }
  const url = typeof address === 'string' ? URL.parse(address) : null
  if (url === null || url.username !== '' || !isSafe(url)) {
    throw new Error('the provider names no address of its keys with https')
  }
  return { issuer: stated, keys: url }
}

/** Plain HTTP is for a provider on this very machine. */
export function isSafe({ protocol, hostname }: URL): boolean {
  return (
    protocol === 'https:' ||
    (protocol === 'http:' && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname))
  )
}
