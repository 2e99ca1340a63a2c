/**
 * Tokens of the platform's authorization service (SAP BTP XSUAA), checked against its cached keys.
 */
import { createPublicKey } from 'node:crypto'
import type { Caller, Principal, Scope } from '../../tools/index.ts'
import { createJwtVerifier } from './jwt.ts'
import type { Claims } from '../../cloud/jwt-parts.ts'
import type { FollowedBinding } from './followed-binding.ts'
import { createKeySource, usualTiming } from './keys.ts'
import type { KeySource, KeyTiming } from './keys.ts'
import { Unavailable } from './method.ts'
import type { AuthMethod } from './method.ts'
import { clientOf, endOf, text } from './oidc.ts'
import type { Outbound } from '../../cloud/outbound.ts'
import type { PlatformBinding } from './platform-binding.ts'
import { createKeyStrengthCheck } from './weak-keys.ts'
import { isScope } from './scopes.ts'

const skewS = 60

export function platformMethod(
  followed: FollowedBinding,
  outbound: Outbound,
  timing: KeyTiming = usualTiming
): AuthMethod {
  const binding = followed.value()
  const { uaaDomain, zone } = binding
  const address = new URL(`https://${uaaDomain}/token_keys`)
  if (zone !== undefined) address.searchParams.set('zid', zone)
  const source = createKeySource({ locate: async () => address, outbound, timing })
  const keys = withFallback(source, () => followed.value().verificationKey, timing.outageMs)
  const verify = createJwtVerifier({ keys, skewS })
  return {
    name: 'platform',
    recognizes: ({ jwt }) => isPlatformHost(jwt?.payload['iss'], uaaDomain),
    async verify({ token, jwt, fingerprint }) {
      if (token === undefined || jwt === undefined) throw new Error('no token')
      checkIssue(jwt, binding)
      const claims = await verify(token, jwt)
      checkAudience(claims, binding)
      const caller: Caller = {
        principal: principalOf(claims),
        scopes: scopesOf(claims, binding),
        method: 'platform',
        ...clientOf(claims),
        ...(fingerprint === undefined ? {} : { tokenId: fingerprint })
      }
      return { caller, expiresAt: endOf(claims) }
    },
    warm: () => keys.warm()
  }
}

/**
 * While the service does not answer, the key that the binding brought counts, for a stated time.
 */
function withFallback(
  source: KeySource,
  fallback: () => string | undefined,
  forMs: number
): KeySource {
  const judge = createKeyStrengthCheck()
  let since: number | undefined
  return {
    warm: async () => (await source.warm()) || fallback() !== undefined,
    async find(alg, kid) {
      try {
        const found = await source.find(alg, kid)
        since = undefined
        return found
      } catch (error) {
        const pem = fallback()
        if (pem === undefined || !(error instanceof Unavailable) || alg !== 'RS256') throw error
        since ??= performance.now()
        if (performance.now() - since > forMs) throw error
        const weakness = await judge(createPublicKey(pem))
        if (weakness !== undefined) {
          throw new Error(`the key of the binding ${weakness}`, { cause: error })
        }
        return pem
      }
    }
  }
}

function isPlatformHost(address: unknown, uaaDomain: string): boolean {
  const url = typeof address === 'string' ? URL.parse(address) : null
  return (
    url !== null &&
    url.protocol === 'https:' &&
    url.username === '' &&
    (url.host === uaaDomain || url.host.endsWith(`.${uaaDomain}`))
  )
}

/** What needs no key: that the token claims to come from this very service and zone. */
function checkIssue(
  { header, payload }: { header: Claims; payload: Claims },
  { uaaDomain, zone }: PlatformBinding
): void {
  if (URL.parse(String(payload['iss']))?.pathname !== '/oauth/token') {
    throw new Error('the issuer is not the token endpoint of the platform')
  }
  // Keys are read from the configured service alone; a token that names others is up to something.
  if (header['jku'] !== undefined && !isPlatformHost(header['jku'], uaaDomain)) {
    throw new Error('the token names keys of another host')
  }
  if (zone !== undefined && payload['zid'] !== zone) {
    throw new Error('the token belongs to another zone')
  }
}

/**
 * The service's documented rule: the audience, or without one the scopes, and always the client.
 */
function checkAudience(claims: Claims, { clientId, xsappname }: PlatformBinding): void {
  const { cid } = claims
  const audience = audienceOf(claims['aud'])
  const candidates = [
    ...(audience.length > 0 ? audience : textsOf(claims['scope'])),
    ...(typeof cid === 'string' ? [cid] : [])
  ]
  const ours = [clientId, xsappname]
  if (!candidates.some(name => ours.some(own => name === own || name.startsWith(`${own}.`)))) {
    throw new Error('the token is for another application')
  }
}

/** RFC 7519 §4.1.3: one audience may stand there as a text, which is never a list. */
function audienceOf(value: unknown): string[] {
  return typeof value === 'string' ? [value] : textsOf(value)
}

/** Names of other applications are not ours, whatever they end with. None at all is no access. */
function scopesOf(claims: Claims, { xsappname }: PlatformBinding): ReadonlySet<Scope> {
  const names = textsOf(claims['scope'])
    .filter(name => name.startsWith(`${xsappname}.`))
    .map(name => name.slice(xsappname.length + 1))
  return new Set(names.filter(isScope))
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return value.split(' ').filter(name => name !== '')
  return Array.isArray(value) ? value.filter(name => typeof name === 'string') : []
}

/**
 * An e-mail address alone does not identify a user: two identity providers may issue the same one. A token of
 * a program names no user.
 */
function principalOf(claims: Claims): Principal {
  const login =
    claims['grant_type'] === 'client_credentials' ? undefined : text(claims, 'user_name')
  const [origin, zone, client] = [
    text(claims, 'origin'),
    text(claims, 'zid'),
    clientOf(claims).client
  ]
  const name = login ?? text(claims, 'sub') ?? client
  if (name === undefined) throw new Error('the token names neither a user nor a client')
  const subject = login === undefined ? `client ${client ?? name}` : `user ${origin ?? ''} ${login}`
  return {
    name,
    kind: 'user',
    id: `platform ${zone ?? ''} ${subject}`,
    ...(login === undefined ? {} : { login })
  }
}
