/** The client behind an HTTP proxy: tunnels, certificates, passwords and errors. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { loadCertificateAuthority } from '../../../erp-client/pki/certificate-authority.ts'
import { createErp, isErpError } from '../../../erp-client/index.ts'
import type { ErpOptions } from '../../../erp-client/index.ts'
import { createCertificates } from '../../../erp-client/pki/certificates.ts'
import { createAuthority } from '../../../sandbox/test/helpers/authority.ts'
import { createCertificateErp, createForwardProxy } from '../../helpers/certificate-erp.ts'
import type { CertificateErp, ForwardProxy } from '../../helpers/certificate-erp.ts'

const request = { operation: 'x', effect: 'none', method: 'GET', path: '/sap/bc/adt/x' } as const

interface Setup {
  readonly erp: CertificateErp
  readonly proxy: ForwardProxy
  readonly log: () => string
  ask(options?: Partial<ErpOptions>): Promise<string>
}

async function setup(
  t: TestContext,
  server: { strict?: boolean; maxVersion?: 'TLSv1.2' } = {}
): Promise<Setup> {
  const ca = await createAuthority()
  const [erp, proxy] = await Promise.all([
    createCertificateErp(t, { clientCa: ca.certificate, ...server }),
    createForwardProxy(t)
  ])
  const folder = await mkdtemp(join(tmpdir(), 'erp-proxy-'))
  t.after(() => rm(folder, { recursive: true }))
  const caFile = join(folder, 'ca.pem')
  await writeFile(caFile, erp.ca)
  const certificates = createCertificates({
    authority: await loadCertificateAuthority(ca),
    user: 'ADA',
    lifetimeMs: 60_000,
    until: () => Infinity
  })
  let log = ''
  const note = (facts: object, message: string) => {
    log += `${JSON.stringify(facts)} ${message}\n`
  }
  return {
    erp,
    proxy,
    log: () => log,
    async ask(options = {}) {
      const client = createErp({
        baseUrl: erp.url,
        client: '001',
        language: 'EN',
        caFile,
        credential: { kind: 'issued', user: 'ADA', certificates },
        log: { debug: note, info: note, warn: note, error: note },
        ...options
      })
      try {
        const { text } = await client.reader.request(request)
        return text.startsWith('{') ? (JSON.parse(text) as { user: string }).user : text
      } catch (error) {
        note({}, String(error))
        return isErpError(error) ? `${error.code}: ${error.message}` : String(error)
      } finally {
        await client.close()
      }
    }
  }
}

for (const maxVersion of ['TLSv1.2', undefined] as const) {
  test(`the certificate arrives inside the tunnel and past the proxy (${maxVersion ?? 'TLS 1.3'})`, async t => {
    const { erp, proxy, ask } = await setup(t, maxVersion === undefined ? {} : { maxVersion })
    const { host } = new URL(erp.url)
    assert.equal(await ask({ proxy: { https: proxy.url } }), 'ADA')
    assert.deepEqual(new Set(proxy.seen), new Set([`CONNECT ${host}`]))
    assert.ok(
      proxy.headers.every(
        ({ authorization, cookie }) => authorization === undefined && cookie === undefined
      ),
      'the proxy sees the host and nothing else'
    )
    const before = proxy.seen.length
    for (const no of ['127.0.0.1', host, '*', 'other.example.com, 127.0.0.1']) {
      assert.equal(await ask({ proxy: { https: proxy.url, no } }), 'ADA', no)
    }
    assert.equal(
      await ask({ proxy: { http: proxy.url } }),
      'ADA',
      'a proxy for plain HTTP is none for https'
    )
    assert.equal(proxy.seen.length, before)
  })
}

test('user and password of the proxy go to the proxy alone, and into no log and no error', async t => {
  const { proxy, ask, log } = await setup(t)
  proxy.authorization = `Basic ${Buffer.from('carl:canary-1').toString('base64')}`
  const { host } = new URL(proxy.url)
  assert.equal(await ask({ proxy: { https: `http://carl:canary-1@${host}` } }), 'ADA')
  assert.match(
    await ask({ proxy: { https: `http://carl:canary-2@${host}` } }),
    /^ERP_UNREACHABLE: The proxy refused the way to the ERP \(407\)/
  )
  assert.doesNotMatch(log(), /canary|Y2FybDpj/)
})

test('a plain ERP is asked through the proxy for plain HTTP', async t => {
  const { proxy, ask } = await setup(t)
  const plain = {
    baseUrl: 'http://erp.invalid:8000',
    credential: { kind: 'basic', user: 'U', password: 'P' }
  } as const
  assert.equal(await ask({ ...plain, proxy: { http: proxy.url } }), 'carried')
  assert.match(proxy.seen[0] ?? '', /^http:\/\/erp\.invalid:8000\/sap\/bc\/adt\/x/)
  proxy.authorization = 'Basic none'
  assert.match(
    await ask({ ...plain, proxy: { http: proxy.url } }),
    /^ERP_UNREACHABLE: The proxy refused the way to the ERP \(407\)/
  )
})

test('an error of an unreachable proxy names the proxy instead of the ERP, with and without a tunnel, and never its password', async t => {
  const { ask, log } = await setup(t)
  const plain = {
    baseUrl: 'http://erp.invalid:8000',
    credential: { kind: 'basic', user: 'U', password: 'P' }
  } as const
  const away = 'http://carl:canary-3@127.0.0.1:9'
  for (const through of [{ proxy: { https: away } }, { ...plain, proxy: { http: away } }]) {
    assert.match(
      await ask(through),
      /^ERP_UNREACHABLE: Nothing listens at the address of the proxy \(ECONNREFUSED\)/
    )
  }
  assert.match(
    await ask({ proxy: { https: 'http://proxy.invalid:3128' } }),
    /^ERP_UNREACHABLE: The host name of the proxy (is unknown|cannot be resolved)/
  )
  assert.match(
    await ask({ baseUrl: 'https://127.0.0.1:9', proxy: { https: away, no: '127.0.0.1' } }),
    /^ERP_UNREACHABLE: Nothing listens at the address of the ERP/
  )
  assert.doesNotMatch(log(), /canary|Y2FybDpj/)
})

test('without trust nothing is sent, with and without a proxy', async t => {
  const { erp, proxy, ask } = await setup(t)
  for (const through of [{}, { proxy: { https: proxy.url } }]) {
    assert.match(await ask({ caFile: undefined, ...through }), /^ERP_TLS_UNTRUSTED/)
    assert.equal(erp.requests, 0)
    assert.equal(await ask({ caFile: undefined, insecure: true, ...through }), 'ADA')
    erp.requests = 0
  }
})

test('the highest TLS version can be lowered, and an untrusted certificate is recognised', async t => {
  const { erp, ask } = await setup(t)
  assert.equal(await ask({ tlsMaxVersion: '1.2' }), 'ADA')
  const stranger = createCertificates({
    authority: await loadCertificateAuthority(await createAuthority()),
    user: 'EVE',
    lifetimeMs: 60_000,
    until: () => Infinity
  })
  const refused = { credential: { kind: 'issued', user: 'EVE', certificates: stranger } } as const
  for (const tlsMaxVersion of ['1.2', '1.3'] as const) {
    assert.match(
      await ask({ ...refused, tlsMaxVersion }),
      /^ERP_CERTIFICATE_REFUSED: .*EVE \(valid from \d{4}-.* UTC\)/,
      tlsMaxVersion
    )
  }
  assert.ok(!erp.users.includes('EVE'))
})

test('an ERP that accepts the handshake but maps no user is recognised, and asked once a minute', async t => {
  const { erp, ask } = await setup(t, { strict: false })
  const stranger = createCertificates({
    authority: await loadCertificateAuthority(await createAuthority()),
    user: 'EVE',
    lifetimeMs: 60_000,
    until: () => Infinity
  })
  assert.match(
    await ask({ credential: { kind: 'issued', user: 'EVE', certificates: stranger } }),
    /^ERP_USER_NOT_MAPPED: .*EVE \(401\)/
  )
  assert.equal(erp.requests, 1)
})
