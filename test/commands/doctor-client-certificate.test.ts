/** The doctor, the start and a call with a client certificate, against the sandbox over TLS. */
import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import fastify from 'fastify'
import { Registry } from 'prom-client'
import bridge from '../../app.ts'
import { run } from '../../commands/doctor.ts'
import { createAuthority, encryptKey } from '../../sandbox/test/helpers/authority.ts'
import type { TestAuthority } from '../../sandbox/test/helpers/authority.ts'
import { startSandbox } from '../../sandbox/test/http/fixture.ts'
import { call } from '../helpers/bridge-app.ts'
import { createPkcs12 } from '../helpers/pkcs12.ts'

interface Finding {
  readonly name: string
  readonly state: string
  readonly found: string
  readonly remedy?: string
}

const pairOf = ({ certificate, key }: TestAuthority) => certificate + key

async function examine(env: Record<string, string>) {
  const out: string[] = []
  const say = (line: string) => out.push(line)
  const io = { env, say, warn: say, tellParent: undefined, untilStopped: async () => {} }
  const code = await run(['--json'], io)
  const text = out.join('\n')
  assert.doesNotMatch(text, /BEGIN|MII|canary/)
  const { checks } = JSON.parse(text) as { checks: Finding[] }
  const of = (name: string) => checks.filter(check => check.name === name)
  return {
    code,
    states: (...names: string[]) => names.map(name => of(name)[0]?.state),
    text: (name: string) =>
      of(name)
        .map(({ state, found, remedy = '' }) => `${state} ${found} → ${remedy}`)
        .join('\n')
  }
}

test('with a client certificate', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'doctor-client-cert-'))
  const file = (name: string, content: string | Buffer) => {
    writeFileSync(join(folder, name), content, { mode: 0o600 })
    return join(folder, name)
  }
  t.after(() => rmSync(folder, { recursive: true }))
  const ca = await createAuthority()
  const sandbox = await startSandbox(t, { clientCa: ca.certificate })
  const issue = (name: string, more: object = {}) =>
    createAuthority({ name, ca: false, certSign: false, issuer: ca, ...more })
  const env = (more: Record<string, string>) => ({
    ERP_URL: sandbox.url,
    ERP_CA_FILE: sandbox.caFile ?? '',
    ...more
  })

  const alice = await issue('ALICE')

  await t.test('the log-on by PEM and by PKCS#12', async () => {
    const ways = [
      {
        ERP_CLIENT_CERT: file('a.pem', alice.certificate),
        ERP_CLIENT_KEY: file('a.key', encryptKey(alice.key, 'canary-passphrase')),
        ERP_CLIENT_KEY_PASSPHRASE: 'canary-passphrase'
      },
      {
        ERP_CLIENT_CERT: file('a.p12', createPkcs12({ ...alice, passphrase: 'canary-p12' })),
        ERP_CLIENT_KEY_PASSPHRASE_FILE: file('passphrase', 'canary-p12\n')
      }
    ]
    for (const way of ways) {
      const found = await examine(env(way))
      assert.equal(found.code, 0, found.text('ERP log-on'))
      assert.match(found.text('client certificate'), /^ok CN=ALICE until \d{4}-/)
      assert.match(found.text('ERP log-on'), /^ok user ALICE in client 001/)
    }
  })

  await t.test(
    'broken states are failures with a remedy, and the way to the ERP is checked all the same',
    async () => {
      const certificate = file('b.pem', alice.certificate)
      const key = file('b.key', alice.key)
      const ended = await issue('ALICE', { until: Date.now() - 60_000 })
      const tomorrow = await issue('ALICE', { from: Date.now() + 86_400_000 })
      const request =
        '-----BEGIN CERTIFICATE REQUEST-----\nMIIB\n-----END CERTIFICATE REQUEST-----\n'
      const other = file('other.key', (await issue('BOB')).key)
      const locked = file('locked.key', encryptKey(alice.key, 'x'))
      const states: [string, string, RegExp][] = [
        [certificate, other, /does not belong to the client certificate/],
        [certificate, locked, /encrypted, and no passphrase is given/],
        [file('ended.pem', ended.certificate), file('ended.key', ended.key), /ended on/],
        [file('next.pem', tomorrow.certificate), file('next.key', tomorrow.key), /valid only from/],
        [file('empty.pem', ''), key, /is empty/],
        [file('request.pem', request), key, /is a certificate request/],
        [folder, key, /is a directory/],
        [key, certificate, /holds a PRIVATE KEY and no certificate/]
      ]
      for (const [cert, withKey, message] of states) {
        const found = await examine(env({ ERP_CLIENT_CERT: cert, ERP_CLIENT_KEY: withKey }))
        assert.equal(found.code, 1)
        assert.match(found.text('client certificate'), message)
        assert.match(found.text('client certificate'), /^failed .* → \w/)
        assert.deepEqual(found.states('ERP address', 'ERP TLS', 'ERP log-on'), [
          'ok',
          'ok',
          'skipped'
        ])
      }
      const wrong = await examine(
        env({
          ERP_CLIENT_CERT: certificate,
          ERP_CLIENT_KEY: locked,
          ERP_CLIENT_KEY_PASSPHRASE: 'canary-wrong'
        })
      )
      assert.match(wrong.text('client certificate'), /passphrase does not open/)
      const absent = await examine(env({ ERP_CLIENT_CERT: join(folder, 'none') }))
      assert.match(absent.text('settings'), /ERP_CLIENT_CERT\): cannot read .*none \(ENOENT\)/)
    }
  )

  await t.test('a key that others may read is a warning', async () => {
    const pair = file('open.pem', alice.certificate + alice.key)
    chmodSync(pair, 0o644)
    const found = await examine(env({ ERP_CLIENT_CERT: pair }))
    assert.equal(found.code, 0)
    assert.match(
      found.text('client certificate'),
      /\nwarning .*open\.pem can be read by other users/
    )
  })

  await t.test(
    'a certificate without a user, and one of a CA that the ERP does not trust',
    async () => {
      const unmapped = await issue('NO_SUCH_USER')
      const foreign = await createAuthority({ name: 'Foreign CA' })
      const stranger = await createAuthority({ name: 'ALICE', ca: false, issuer: foreign })
      const unknown = await examine(env({ ERP_CLIENT_CERT: file('c.pem', pairOf(unmapped)) }))
      assert.deepEqual(unknown.states('client certificate', 'ERP TLS', 'ERP log-on'), [
        'ok',
        'ok',
        'failed'
      ])
      assert.match(unknown.text('ERP log-on'), /found no user for the certificate.*CERTRULE/)
      const refused = await examine(env({ ERP_CLIENT_CERT: file('c.pem', pairOf(stranger)) }))
      assert.deepEqual(refused.states('client certificate', 'ERP TLS', 'ERP log-on'), [
        'ok',
        'failed',
        'skipped'
      ])
      assert.match(refused.text('ERP TLS'), /with the subject CN=ALICE.*STRUST/)
    }
  )

  await t.test(
    'a server: calls, audit and metrics name the log-on; a broken file stops the start',
    async t => {
      let log = ''
      const stream = new Writable({
        write(chunk, _encoding, done) {
          log += String(chunk)
          done()
        }
      })
      const register = new Registry()
      const start = async (clientCert: string) => {
        const app = fastify({ logger: { level: 'info', stream } })
        t.after(() => app.close())
        const target = { url: sandbox.url, caFile: sandbox.caFile, clientCert }
        await app.register(bridge, {
          loopback: true,
          audit: 'all',
          metrics: { register },
          ...target
        })
        await app.ready()
        return app
      }
      const app = await start(file('d.pem', alice.certificate + alice.key))
      const answer = await app.inject({
        method: 'POST',
        url: '/mcp',
        payload: call('ERPSearch', { query: 'ZCL*' })
      })
      assert.equal(answer.statusCode, 200, answer.body)
      assert.match(log, /"audit":\{"kind":"call","system":"default","logon":"client-certificate"/)
      assert.match(
        await register.metrics(),
        /erp_bridge_erp_logon_info\{bridge="erp-bridge",system="default",kind="client-certificate"\} 1\n/
      )
      await app.close()
      assert.doesNotMatch(await register.metrics(), /erp_logon_info\{/)
      await assert.rejects(start(file('e.pem', alice.certificate)), {
        code: 'ERP_CLIENT_CERT_INVALID',
        message: /given without its key/
      })
      assert.doesNotMatch(log, /BEGIN|MII/)
    }
  )
})
