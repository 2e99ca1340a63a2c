/** Certificates of one identity: reuse and renewal. */
import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { test } from 'node:test'
import { loadCertificateAuthority } from '../../../erp-client/pki/certificate-authority.ts'
import { createCertificates } from '../../../erp-client/pki/certificates.ts'
import { createAuthority } from '../../../sandbox/test/helpers/authority.ts'

const minute = 60_000
const start = 1_800_000_000_000

test('a certificate serves until a minute before its end, then a new one with the same key does', async t => {
  t.mock.timers.enable({ apis: ['Date'], now: start })
  const authority = await loadCertificateAuthority(
    await createAuthority({ from: start - minute, until: start + 10_000 * minute })
  )
  const source = createCertificates({
    authority,
    user: 'ADA',
    lifetimeMs: 5 * minute,
    until: () => Infinity
  })
  const [first, same] = await Promise.all([source.current(), source.current()])
  assert.equal(first, same, 'those who ask at the same time get the same')
  t.mock.timers.tick(4 * minute - 1)
  assert.equal(source.current(), first)
  t.mock.timers.tick(1)
  const second = await source.current()
  assert.notEqual(second, first)
  assert.equal(second.key, first.key)
  assert.equal(new X509Certificate(second.certificate).subject, 'CN=ADA')
  t.mock.timers.tick(1500 * minute)
  assert.notEqual((await source.current()).key, first.key, 'a day later the key is another')
})

test('a certificate of short lifetime is renewed at four fifths', async t => {
  t.mock.timers.enable({ apis: ['Date'], now: start })
  const authority = await loadCertificateAuthority(
    await createAuthority({ from: start - minute, until: start + 100 * minute })
  )
  const source = createCertificates({
    authority,
    user: 'ADA',
    lifetimeMs: 10_000,
    until: () => Infinity
  })
  const first = await source.current()
  t.mock.timers.tick(7999)
  assert.equal(source.current(), first)
  t.mock.timers.tick(1)
  assert.notEqual(await source.current(), first)
})

test('a certificate that ends with its token is used to the end, and a newer token makes it longer', async t => {
  t.mock.timers.enable({ apis: ['Date'], now: start })
  const authority = await loadCertificateAuthority(
    await createAuthority({ from: start - minute, until: start + 100 * minute })
  )
  let until = start + minute
  const source = createCertificates({
    authority,
    user: 'ADA',
    lifetimeMs: 5 * minute,
    until: () => until
  })
  const first = await source.current()
  assert.equal(first.notAfter, until)
  t.mock.timers.tick(minute - 1)
  assert.equal(source.current(), first, 'a new one would end no later')
  until = start + 30 * minute
  assert.equal((await source.current()).notAfter, start + minute - 1 + 5 * minute)
  until = start
  t.mock.timers.tick(20 * minute)
  await assert.rejects(async () => source.current(), { code: 'ERP_LOGON_FAILED' })
})
