/** Checks of a log-on before the first request. */
import assert from 'node:assert/strict'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { loadCertificateAuthority } from '../../../erp-client/pki/certificate-authority.ts'
import { checkLogon, createErp } from '../../../erp-client/index.ts'
import { createCertificates } from '../../../erp-client/pki/certificates.ts'
import { createAuthority } from '../../../sandbox/test/helpers/authority.ts'
import { createCertificateErp } from '../../helpers/certificate-erp.ts'

const basic = { kind: 'basic', user: 'U', password: 'P' } as const

test('a log-on without TLS causes a warning, except on this machine', () => {
  assert.deepEqual(checkLogon({ baseUrl: 'https://erp.example.com', credential: basic }), [])
  assert.deepEqual(checkLogon({ baseUrl: 'http://localhost:8000', credential: basic }), [])
  assert.match(
    checkLogon({ baseUrl: 'http://erp.example.com', credential: basic }).join(),
    /no TLS: the network can read/
  )
  assert.match(
    checkLogon({
      baseUrl: 'http://erp.example.com',
      credential: basic,
      proxy: { http: 'http://p:1' }
    }).join(),
    /and the proxy can read/
  )
})

test('a cookie file is checked before the first request', async t => {
  const folder = await mkdtemp(join(tmpdir(), 'erp-check-'))
  t.after(() => rm(folder, { recursive: true }))
  const path = join(folder, 'cookies.txt')
  const look = async (text: string) => {
    await writeFile(path, text)
    return checkLogon({
      baseUrl: 'https://erp.example.com',
      credential: { kind: 'cookie-file', path }
    })
  }
  await assert.rejects(look('a=b'), { code: 'ERP_LOGON_FAILED', message: /line 1 has 1 fields/ })
  await chmod(path, 0o644)
  assert.match(
    (await look('other.example.com\tFALSE\t/\tTRUE\t0\tA\t1')).join('\n'),
    /chmod 600[^]*no cookie for https:\/\/erp.example.com; it is read again/
  )
  await chmod(path, 0o600)
  assert.deepEqual(await look('erp.example.com\tFALSE\t/\tTRUE\t0\tA\t1'), [])
})

test('a lock is released even where no new certificate is available, and nothing else is sent then', async t => {
  const ca = await createAuthority()
  const [erp, authority] = await Promise.all([
    createCertificateErp(t, { clientCa: ca.certificate }),
    loadCertificateAuthority(ca)
  ])
  for (const late of ['at once', 'later']) {
    let over = false
    const good = createCertificates({
      authority,
      user: 'ADA',
      lifetimeMs: 300_000,
      until: () => Infinity
    })
    const certificates = {
      current() {
        if (over && late === 'at once') throw new Error('no more')
        return over ? Promise.reject(new Error('no more')) : good.current()
      }
    }
    const client = createErp({
      baseUrl: erp.url,
      client: '001',
      language: 'EN',
      insecure: true,
      credential: { kind: 'issued', user: 'ADA', certificates }
    })
    t.after(() => client.close())
    await client.writer.session(async session => {
      const ask = (step: string) =>
        session.request({
          operation: 'source.write',
          effect: 'change',
          method: 'POST',
          path: `/sap/bc/adt/x/${step}`
        })
      await ask('lock')
      session.holding = true
      over = true
      await ask('unlock')
      session.holding = false
    })
    assert.equal(erp.locks.size, 0)
    const before = erp.requests
    await assert.rejects(
      client.reader.request({
        operation: 'x',
        effect: 'none',
        method: 'GET',
        path: '/sap/bc/adt/x'
      })
    )
    assert.equal(erp.requests, before)
  }
})
