/**
 * The signing keys of one issuer, fetched and cached by get-jwks. What it leaves open is closed
 * here: every read of the key set is bounded, shared by all who wait for it and rare; a key that is
 * no longer published is refused; and only a failing network lets the last known keys live on, for
 * a stated time.
 */
import { createPublicKey } from 'node:crypto'
import type { JsonWebKey, KeyObject } from 'node:crypto'
import buildGetJwks from 'get-jwks'
import { Dispatcher1Wrapper } from 'undici'
import { documentDepth, readJson } from '../../config/json-text.ts'
import { Unavailable } from './method.ts'
import type { Outbound } from '../../cloud/outbound.ts'
import { createKeyStrengthCheck } from './weak-keys.ts'
import type { KeyStrengthCheck } from './weak-keys.ts'

export interface KeyTiming {
  /** How long a read of the key set is believed. */
  readonly ttlMs: number
  /** How long after an unknown key id no other unknown one causes a read. */
  readonly cooldownMs: number
  /** How long after a failed read nothing is tried while keys are known. */
  readonly retryMs: number
  /** The same where no key is known yet. */
  readonly firstRetryMs: number
  /** How long the last known keys outlive a provider that does not answer. */
  readonly outageMs: number
}

export const usualTiming: KeyTiming = {
  ttlMs: 600_000,
  cooldownMs: 30_000,
  retryMs: 30_000,
  firstRetryMs: 5000,
  outageMs: 3_600_000
}

export interface KeySourceOptions {
  /** Where the key set is; asked before every read. */
  locate(): Promise<URL>
  readonly outbound: Outbound
  readonly timing?: KeyTiming | undefined
}

export interface KeySource {
  /**
   * The public key (SPKI, PEM) for a key id and an algorithm.
   * @throws Error where no such key is published, Unavailable where that cannot be found out
   */
  find(alg: string, kid: string): Promise<string>
  /**
   * Reads the key set unless it is known, so that the first token need not wait; false where it
   * cannot be read.
   */
  warm(): Promise<boolean>
}

type Published = Readonly<Record<string, unknown>>
/** One read of the key set, and the keys that were taken out of it. */
interface Generation {
  readonly jwks: ReturnType<typeof buildGetJwks>
  readonly domain: string
  readonly published: readonly Published[]
  readonly readAt: number
  readonly pems: Map<string, string>
  readonly judge: KeyStrengthCheck
}

/** More keys than any provider has. */
const mostKeys = 100

export function createKeySource({
  locate,
  outbound,
  timing = usualTiming
}: KeySourceOptions): KeySource {
  const judge = createKeyStrengthCheck()
  let current: Generation | undefined
  let reading: Promise<void> | undefined
  let unknownAt = -Infinity
  let failure: { at: number; cause: unknown } | undefined

  const age = () => (current === undefined ? Infinity : performance.now() - current.readAt)
  const publishes = (alg: string, kid: string) =>
    current !== undefined && publishedKey(current, alg, kid) !== undefined
  const read = async (alg: string, kid: string) => {
    try {
      current = await readKeySet({ url: await locate(), outbound, judge }, alg, kid)
      failure = undefined
    } catch (cause) {
      failure = { at: performance.now(), cause }
    }
  }
  const readOnce = (alg: string, kid: string) =>
    (reading ??= read(alg, kid).finally(() => {
      reading = undefined
    }))
  const mayTry = () =>
    failure === undefined ||
    performance.now() - failure.at >= (current === undefined ? timing.firstRetryMs : timing.retryMs)

  const renew = async (alg: string, kid: string) => {
    if (reading !== undefined || mayTry()) await readOnce(alg, kid)
    if (age() <= timing.ttlMs) return
    // The provider does not answer: the set published last stays valid until `outageMs`.
    if (current === undefined || age() > timing.outageMs) {
      throw new Unavailable('the keys of the identity provider cannot be read', {
        cause: failure?.cause
      })
    }
  }
  /**
   * The first unknown key id may be a new key; a flood of them must not become a flood of requests.
   */
  const lookAgain = async (alg: string, kid: string) => {
    if (reading === undefined) {
      if (performance.now() - unknownAt < timing.cooldownMs || !mayTry()) return
      unknownAt = performance.now()
    }
    await readOnce(alg, kid)
  }
  return {
    async find(alg, kid) {
      if (age() > timing.ttlMs) await renew(alg, kid)
      else if (!publishes(alg, kid)) await lookAgain(alg, kid)
      if (current === undefined || !publishes(alg, kid)) throw new Error('no such key is published')
      return await pemOf(current, alg, kid)
    },
    async warm() {
      if (current === undefined) await readOnce('RS256', '')
      return current !== undefined
    }
  }
}

interface KeySet {
  readonly url: URL
  readonly outbound: Outbound
  readonly judge: KeyStrengthCheck
}

async function readKeySet(
  { url, outbound, judge }: KeySet,
  alg: string,
  kid: string
): Promise<Generation> {
  let published: Published[] | undefined
  // An instance lives as long as one read of the set: its stale cache, which hands out removed keys
  // for ever, never has one to give.
  const dispatcher = outbound.observed(body => {
    published ??= publishedKeys(body)
  })
  const jwks = buildGetJwks({
    jwksPath: url.pathname + url.search,
    issuersWhitelist: [url.origin],
    max: mostKeys,
    // Longer than a generation lives: its age alone decides.
    ttl: 24 * 3_600_000,
    // Node's own fetch speaks to dispatchers of its own version; its timeouts are those of the
    // dispatcher.
    fetchOptions: {
      redirect: 'error',
      dispatcher: new Dispatcher1Wrapper(dispatcher)
    } as unknown as RequestInit
  })
  try {
    await jwks.getJwk({ domain: url.origin, alg, kid })
  } catch (cause) {
    // A key set without the wanted key is a good one.
    if (published === undefined) throw cause
  }
  if (published === undefined) throw new Error('the key set could not be read')
  return { jwks, domain: url.origin, published, readAt: performance.now(), pems: new Map(), judge }
}

/** Key ids and algorithms of a key set; undefined where it is none. */
function publishedKeys(body: Buffer): Published[] | undefined {
  try {
    const { keys } = readJson(body, documentDepth) as { keys?: unknown }
    if (!Array.isArray(keys) || keys.length > mostKeys) return undefined
    return keys.filter((key: unknown): key is Published => typeof key === 'object' && key !== null)
  } catch {
    return undefined
  }
}

function publishedKey({ published }: Generation, alg: string, kid: string): Published | undefined {
  return published.find(
    key => key['kid'] === kid && (key['alg'] === undefined || key['alg'] === alg)
  )
}

async function pemOf(generation: Generation, alg: string, kid: string): Promise<string> {
  const { jwks, domain, pems } = generation
  const name = `${alg} ${kid}`
  const known = pems.get(name)
  if (known !== undefined) return known
  // The whole set was read already: get-jwks need not read it again for another key of it.
  const entry = jwks.generateCacheKey(alg, kid, `${domain}/`)
  const read = publishedKey(generation, alg, kid)
  if (read !== undefined && jwks.cache.get(entry) === undefined) {
    jwks.cache.set(entry, { ...read, domain, alg, kid })
  }
  const jwk = await jwks.getJwk({ domain, alg, kid })
  const key = toKey(jwk, alg)
  const weakness = await generation.judge(key)
  if (weakness !== undefined) throw new Error(`the key ${weakness}`)
  const pem = key.export({ type: 'spki', format: 'pem' }).toString()
  pems.set(name, pem)
  return pem
}

const curves: Readonly<Record<string, string>> = {
  ES256: 'P-256',
  ES384: 'P-384',
  ES512: 'P-521',
  EdDSA: 'Ed25519'
}

/** Only a public key that is made for checking signatures of this very algorithm. */
function toKey(jwk: Readonly<Record<string, unknown>>, alg: string): KeyObject {
  const { kty, crv, use, key_ops: operations } = jwk
  if (use !== undefined && use !== 'sig') throw new Error('the key is not for signatures')
  if (operations !== undefined && !(Array.isArray(operations) && operations.includes('verify'))) {
    throw new Error('the key is not for checking signatures')
  }
  const curve = curves[alg]
  if (
    kty !== (curve === undefined ? 'RSA' : curve === 'Ed25519' ? 'OKP' : 'EC') ||
    (curve !== undefined && crv !== curve)
  ) {
    throw new Error(`the key is not for ${alg}`)
  }
  return importKey(jwk)
}

/** Public members alone: whatever else stands in the key set is not looked at. */
export function importKey({ kty, n, e, crv, x, y }: Readonly<Record<string, unknown>>): KeyObject {
  const members = Object.fromEntries(
    Object.entries({ kty, n, e, crv, x, y }).filter(([, value]) => value !== undefined)
  )
  return createPublicKey({ format: 'jwk', key: members as JsonWebKey })
}
