/** Verifying JSON web tokens, by fast-jwt and by rules of our own where it is generous. */
import { createVerifier } from 'fast-jwt'
import type { Algorithm } from 'fast-jwt'
import type { Claims, Unverified } from '../../cloud/jwt-parts.ts'
import type { KeySource } from './keys.ts'

/** Never derived from the token or the key. */
const algorithms: readonly Algorithm[] = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA'
]
const limits = { lifetimeS: 86_400, keyId: 512 }

export interface JwtRules {
  readonly keys: KeySource
  /** Exact issuer; undefined where the caller checks it by other rules, before. */
  readonly issuer?: string | undefined
  /** Exact audience; undefined where the caller checks it by other rules, afterwards. */
  readonly audience?: string | undefined
  readonly skewS: number
}

type Verify = (token: string) => unknown

/** More keys than any provider has at the same time. */
const mostVerifiers = 200

/**
 * A token that is met again as the same `unverified` has its signature checked once: what changes
 * with time, its end and the key that is published under its id, is looked at each time.
 * @returns a function that gives the claims of a good token; `exp` may be missing in them,
 * everything else is settled. It throws Error with the reason, or Unavailable.
 */
export function createJwtVerifier({
  keys,
  issuer,
  audience,
  skewS
}: JwtRules): (token: string, unverified: Unverified) => Promise<Claims> {
  /** The key under which the signature of a token was good. */
  const proofs = new WeakMap<Unverified, string>()
  const verifiers = new Map<string, Verify>()
  const verifierOf = (pem: string): Verify => {
    const known = verifiers.get(pem)
    if (known !== undefined) return known
    const made: Verify = createVerifier({
      key: pem,
      algorithms: [...algorithms],
      ...(issuer === undefined ? {} : { allowedIss: issuer }),
      ...(audience === undefined ? {} : { allowedAud: audience }),
      requiredClaims: ['iss', ...(audience === undefined ? [] : ['aud'])],
      clockTolerance: skewS * 1000,
      cache: false
    })
    if (verifiers.size >= mostVerifiers) verifiers.clear()
    verifiers.set(pem, made)
    return made
  }
  return async (token, unverified) => {
    const { header, payload } = unverified
    checkHeader(header)
    const pem = await keys.find(String(header['alg']), String(header['kid']))
    if (proofs.get(unverified) !== pem) {
      verifierOf(pem)(token)
      proofs.set(unverified, pem)
    }
    checkTimes(payload, skewS)
    return payload
  }
}

/** Before any key is looked for: no header may cause a request that its token cannot deserve. */
function checkHeader({ alg, kid, crit, b64, typ }: Claims): void {
  if (!algorithms.some(allowed => allowed === alg)) throw new Error('the algorithm is not accepted')
  if (
    typeof kid !== 'string' ||
    kid === '' ||
    kid.length > limits.keyId ||
    /[^\x20-\x7e]/.test(kid)
  ) {
    throw new Error('the key id is missing or not acceptable')
  }
  if (crit !== undefined || b64 !== undefined) {
    throw new Error('the token demands extensions that are not known here')
  }
  if (
    typ !== undefined &&
    !(typeof typ === 'string' && /^(application\/)?(at\+)?jwt$/i.test(typ))
  ) {
    throw new Error('the token is of another kind')
  }
}

/**
 * What fast-jwt lets pass: ends beyond every number, lives of years, births in the future; and what
 * it looks at once only.
 */
function checkTimes({ exp, iat, nbf }: Claims, skewS: number): void {
  const now = Date.now() / 1000
  if (typeof nbf === 'number' && nbf - skewS > now) throw new Error('the token is not valid yet')
  if (iat !== undefined && !(isTime(iat) && iat <= now + skewS)) {
    throw new Error('the token was issued in the future')
  }
  if (exp === undefined) return
  if (!isTime(exp)) throw new Error('the end of the token is no time')
  if (exp + skewS < now) throw new Error('the token has ended')
  const from = isTime(iat) ? iat : now
  if (exp - from > limits.lifetimeS + skewS) throw new Error('the token lives longer than a day')
}

/** Seconds since 1970; some providers give fractions. */
function isTime(value: unknown): value is number {
  return typeof value === 'number' && value > 0 && value <= Number.MAX_SAFE_INTEGER
}
