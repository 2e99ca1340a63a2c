import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { loadCertificateAuthority } from '../../erp-client/pki/certificate-authority.ts'
import { createKeyPair, issueClientCertificate } from '../../erp-client/pki/principal.ts'
import { createAuthority } from '../../sandbox/test/helpers/authority.ts'

for (const kind of ['rsa', 'P-256', 'P-384'] as const) {
  test(`openssl accepts the profile of a ${kind} CA for clients and for nothing else`, async t => {
    const folder = mkdtempSync(join(tmpdir(), 'erp-bridge-openssl-'))
    t.after(() => rmSync(folder, { recursive: true, force: true }))
    const ca = await createAuthority({ kind })
    const authority = await loadCertificateAuthority(ca)
    const { certificate } = await issueClientCertificate(authority, {
      user: 'DEVELOPER',
      lifetimeMs: 300_000,
      keys: await createKeyPair(authority.algorithm)
    })
    writeFileSync(join(folder, 'ca.pem'), ca.certificate)
    writeFileSync(join(folder, 'leaf.pem'), certificate)
    const verify = (purpose: string) =>
      spawnSync(
        'openssl',
        ['verify', '-x509_strict', '-purpose', purpose, '-CAfile', 'ca.pem', 'leaf.pem'],
        { cwd: folder, encoding: 'utf8' }
      )
    const client = verify('sslclient')
    assert.equal(client.status, 0, client.stdout + client.stderr)
    assert.notEqual(verify('sslserver').status, 0)
  })
}
