/** Keys that protect nothing are refused wherever they come from; honest ones are not. */
import assert from 'node:assert/strict'
import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { describe, test } from 'node:test'
import { createKeySource } from '../../../plugins/auth/keys.ts'
import { createLocator } from '../../../plugins/auth/oidc.ts'
import { createOutbound } from '../../../cloud/outbound.ts'
import { weaknessOf } from '../../../plugins/auth/weak-keys.ts'
import { createIssuer, ecKey, edKey, rsaKey } from '../../helpers/identity-provider.ts'
import type { Json } from '../../helpers/identity-provider.ts'
import { weakKeys } from '../../helpers/weak-keys.ts'

const weak = weakKeys().map(({ jwk, ...rest }, index) => ({
  ...rest,
  jwk: { ...jwk, kid: `weak-${index}`, use: 'sig' } as Json
}))

test(`${weak.length} weak keys are refused; an honest one beside them is found`, async t => {
  const issuer = await createIssuer(t, [rsaKey('good')])
  issuer.keys = [...issuer.keys, ...weak.map(({ jwk }) => jwk)]
  const outbound = createOutbound({})
  t.after(() => outbound.close())
  const keys = createKeySource({ locate: createLocator(issuer.url, outbound), outbound })
  for (const { title, jwk, words } of weak) {
    const [alg, kid] = [jwk['kty'] === 'OKP' ? 'EdDSA' : 'RS256', String(jwk['kid'])]
    await assert.rejects(keys.find(alg, kid), words, title)
    await assert.rejects(keys.find(alg, kid), words, `${title}, again`)
  }
  await keys.find('RS256', 'good')
})

describe('honest keys have no weakness', () => {
  for (const bits of [2048, 2056, 3072, 4096]) {
    test(`RSA with ${bits} bits`, async () => {
      assert.equal(
        await weaknessOf(generateKeyPairSync('rsa', { modulusLength: bits }).publicKey),
        undefined
      )
    })
  }
  test('an exponent of 32 bits', async () => {
    const { publicKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicExponent: 4_294_967_291
    })
    assert.equal(await weaknessOf(publicKey), undefined)
  })
  test('100 Ed25519 keys, and elliptic curves', async () => {
    const keys = [
      ...Array.from({ length: 100 }, () => edKey('x')),
      ...['prime256v1', 'secp384r1', 'secp521r1'].map(curve => ecKey('x', curve))
    ]
    for (const { jwk } of keys) {
      assert.equal(await weaknessOf(createPublicKey({ format: 'jwk', key: jwk })), undefined)
    }
  })
})
