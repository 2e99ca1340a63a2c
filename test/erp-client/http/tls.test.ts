/** Trust in the certificate of the ERP. */
import 'reflect-metadata'
import assert from 'node:assert/strict'
import { webcrypto } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import * as x509 from '@peculiar/x509'
import { createErp, isErpError } from '../../../erp-client/index.ts'
import type { ErpOptions } from '../../../erp-client/index.ts'

const get = { operation: 'x', effect: 'none', method: 'GET', path: '/sap/bc/adt/x' } as const

async function selfSigned(): Promise<{ cert: string; key: string }> {
  x509.cryptoProvider.set(webcrypto)
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const cert = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=erp.test',
    notBefore: new Date(Date.now() - 60_000),
    notAfter: new Date(Date.now() + 3_600_000),
    signingAlgorithm: algorithm,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true),
      new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: 'localhost' }])
    ]
  })
  const key = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey))
  return { cert: cert.toString('pem'), key: x509.PemConverter.encode(key, 'PRIVATE KEY') }
}

test('an untrusted certificate is refused with a remedy, trusted by a CA file or on purpose', async t => {
  const pair = await selfSigned()
  const folder = await mkdtemp(join(tmpdir(), 'erp-tls-'))
  const caFile = join(folder, 'ca.pem')
  await writeFile(caFile, pair.cert)
  const peers: unknown[] = []
  const server = createServer(
    { ...pair, requestCert: true, rejectUnauthorized: false },
    (request, response) => {
      peers.push(
        'getPeerCertificate' in request.socket
          ? (request.socket as { getPeerCertificate(): { subject?: unknown } }).getPeerCertificate()
              .subject
          : undefined
      )
      response.writeHead(200, { 'x-csrf-token': 'T', 'set-cookie': 'SAP_SESSIONID_TST_001=A' })
      response.end('secure')
    }
  )
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  t.after(async () => {
    await new Promise(resolve => {
      server.close(resolve)
      server.closeAllConnections()
    })
    await rm(folder, { recursive: true })
  })
  const base: ErpOptions = {
    baseUrl: `https://localhost:${port}`,
    client: '001',
    language: 'EN',
    credential: { kind: 'basic', user: 'a', password: 'b' }
  }
  const ask = async (options: Partial<ErpOptions>) => {
    const erp = createErp({ ...base, ...options })
    try {
      return (await erp.reader.request(get)).text
    } catch (error) {
      return isErpError(error) ? `${error.code} ${error.outcome ?? ''}` : String(error)
    } finally {
      await erp.close()
    }
  }
  assert.equal(await ask({}), 'ERP_TLS_UNTRUSTED ')
  assert.equal(await ask({ caFile }), 'secure')
  assert.equal(await ask({ insecure: true }), 'secure')
  assert.equal(
    await ask({ caFile, baseUrl: `https://127.0.0.1:${port}` }),
    'ERP_TLS_UNTRUSTED ',
    'another host name'
  )
  assert.equal(await ask({ baseUrl: `http://localhost:${port}` }), 'ERP_UNREACHABLE ')
  assert.throws(() => createErp({ ...base, caFile: join(folder, 'missing.pem') }), {
    code: 'ERP_TLS_UNTRUSTED'
  })

  assert.equal(
    await ask({
      caFile,
      credential: { kind: 'certificate', certificate: pair.cert, key: pair.key }
    }),
    'secure'
  )
  assert.deepEqual({ ...(peers.at(-2) as object) }, { CN: 'erp.test' })
})
