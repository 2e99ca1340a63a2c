import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { run } from '../../commands/doctor.ts'
import { createAuthority, encryptKey } from '../../sandbox/test/helpers/authority.ts'
import type { TestAuthority } from '../../sandbox/test/helpers/authority.ts'
import { createCertificateErp } from '../helpers/certificate-erp.ts'
import { createIssuer, rsaKey } from '../helpers/identity-provider.ts'
import { app as bound, createPlatform } from '../helpers/platform.ts'
import { startSandbox } from '../../sandbox/test/http/fixture.ts'

interface Finding {
  readonly name: string
  readonly state: string
  readonly found: string
  readonly remedy?: string
}
interface Findings {
  readonly code: number
  readonly text: string
  state(name: string): string | undefined
  of(name: string): string
}

async function examine(env: Record<string, string>, ...argv: string[]): Promise<Findings> {
  const out: string[] = []
  const io = {
    env,
    say: (line: string) => out.push(line),
    warn: (line: string) => out.push(line),
    tellParent: undefined,
    untilStopped: async () => {}
  }
  const code = await run(['--json', ...argv], io)
  const text = out.join('\n')
  const { checks } = JSON.parse(text) as { checks: Finding[] }
  const named = (name: string) => checks.filter(check => check.name === name)
  assert.doesNotMatch(text, /PRIVATE KEY|canary/)
  return {
    code,
    text,
    state: name => named(name)[0]?.state,
    of: name =>
      named(name)
        .map(({ found, remedy = '' }) => `${found} → ${remedy}`)
        .join('\n')
  }
}

interface Ground {
  readonly env: Record<string, string>
  readonly ca: TestAuthority
  write(name: string, text: string): string
}

async function ground(t: TestContext): Promise<Ground> {
  const folder = mkdtempSync(join(tmpdir(), 'doctor-pp-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text, { mode: 0o600 })
    return join(folder, name)
  }
  const [ca, issuer] = [await createAuthority(), await createIssuer(t, [rsaKey('a')])]
  const env = {
    ERP_TRANSPORT: 'http-streamable',
    ERP_OIDC_ISSUER: issuer.url,
    ERP_OIDC_AUDIENCE: 'a',
    ERP_PP_CA_KEY: write('ca.key', ca.key),
    ERP_PP_CA_CERT: write('ca.pem', ca.certificate)
  }
  return { env, ca, write }
}

describe('doctor with principal propagation', () => {
  test('authority, mapping and the way to the ERP; with --as the log-on of one user', async t => {
    const { env, ca } = await ground(t)
    const sandbox = await startSandbox(t, { clientCa: ca.certificate })
    const here = {
      ...env,
      ERP_URL: sandbox.url,
      ERP_CA_FILE: sandbox.caFile ?? '',
      ERP_OIDC_USER_MAPPING: '{"alice@example.com":"ALICE"}'
    }
    const withoutUser = await examine(here)
    assert.equal(withoutUser.code, 0, withoutUser.text)
    assert.deepEqual(
      ['CA', 'user mapping', 'ERP address', 'ERP TLS', 'ERP log-on'].map(withoutUser.state),
      ['ok', 'ok', 'ok', 'ok', 'skipped']
    )
    assert.match(withoutUser.of('CA'), /^CN=Test CA until \d{4}-/)
    assert.match(withoutUser.of('user mapping'), /^1 user; a user outside it is refused/)
    assert.match(withoutUser.of('ERP log-on'), /give --as USER/)
    for (const argv of [['--as', 'ALICE'], ['--as=ALICE']]) {
      const alice = await examine(here, ...argv)
      assert.equal(alice.code, 0, alice.text)
      assert.match(
        alice.of('ERP log-on'),
        /^the certificate CN=ALICE logs on as user ALICE in client 001/
      )
      assert.equal(alice.state('ERP services'), 'ok')
    }
    const eve = await examine(here, '--as', 'EVE')
    assert.deepEqual(
      [eve.code, eve.state('ERP address'), eve.state('ERP TLS'), eve.state('ERP log-on')],
      [1, 'ok', 'ok', 'failed']
    )
    assert.match(eve.of('ERP log-on'), /found no user for the certificate of EVE.*→ .*CERTRULE/)
    const hostile = await examine(here, '--as', 'x,CN=ADMIN')
    assert.deepEqual([hostile.code, hostile.state('ERP address')], [1, 'ok'])
    assert.match(hostile.of('ERP log-on'), /^--as: user name cannot be propagated[^\n]*$/)
    const unsigned = await examine(
      { ...here, ERP_PP_CA_CERT: sandbox.caFile ?? '' },
      '--as',
      'ALICE'
    )
    assert.match(unsigned.of('ERP log-on'), /^not tried for ALICE: there is no CA/)
    const untrusted = await examine({ ...here, ERP_CA_FILE: '' }, '--as', 'ALICE')
    assert.deepEqual(
      [untrusted.state('ERP address'), untrusted.state('ERP TLS'), untrusted.state('ERP log-on')],
      ['ok', 'failed', 'skipped']
    )
    assert.match(untrusted.of('ERP TLS'), /not trusted.*→ .*--ca-file/)
  })

  test('an ERP that ends handshakes without a trusted certificate, with and without a certificate', async t => {
    const { env, ca } = await ground(t)
    const { env: stranger } = await ground(t)
    for (const maxVersion of ['TLSv1.2', 'TLSv1.3'] as const) {
      const erp = await createCertificateErp(t, { clientCa: ca.certificate, maxVersion })
      const way = { ERP_URL: erp.url, ERP_INSECURE: 'true' }
      const withoutUser = await examine({ ...env, ...way })
      assert.deepEqual(
        ['ERP address', 'ERP TLS', 'ERP log-on'].map(withoutUser.state),
        ['ok', 'skipped', 'skipped'],
        withoutUser.text
      )
      assert.match(withoutUser.of('ERP TLS'), /demands a client certificate from each caller/)
      const wrong = await examine({ ...stranger, ...way }, '--as', 'ADA')
      assert.deepEqual(
        [wrong.code, wrong.state('ERP TLS'), wrong.state('ERP log-on')],
        [1, 'failed', 'skipped'],
        wrong.text
      )
      assert.match(
        wrong.of('ERP TLS'),
        /closed the connection on the certificate of ADA.*→ .*STRUST/
      )
      assert.equal(erp.requests, 0)
    }
  })

  test('what is wrong with the authority or the mapping is named, and the rest is looked at all the same', async t => {
    const { env, ca, write } = await ground(t)
    const away = { ...env, ERP_URL: 'https://127.0.0.1:9' }
    const other = await createAuthority()
    const cases: readonly (readonly [Record<string, string>, string, RegExp])[] = [
      [
        { ERP_PP_CA_KEY: write('encrypted.key', encryptKey(ca.key, 'canary')) },
        'CA',
        /the CA key is encrypted.*encrypted\.key.*→ Give its passphrase/
      ],
      [
        { ERP_PP_CA_KEY: write('other.key', other.key) },
        'CA',
        /does not belong to the CA certificate.*→ /
      ],
      [
        {
          ERP_PP_CA_CERT: write('leaf.pem', (await createAuthority({ ca: false })).certificate),
          ERP_PP_CA_KEY: env['ERP_PP_CA_KEY'] ?? ''
        },
        'CA',
        /→ /
      ],
      [
        { ERP_OIDC_USER_MAPPING: '{"a":"X","b":"X"}' },
        'user mapping',
        /same ERP user.*→ correct --oidc-user-mapping/
      ],
      [
        { ERP_OIDC_USER_MAPPING: write('users.json', '[]') },
        'user mapping',
        /users\.json: .*not a JSON object/
      ]
    ]
    for (const [more, name, words] of cases) {
      const { code, state, of, text } = await examine({ ...away, ...more }, '--as', 'ADA')
      assert.deepEqual([code, state(name), state('ERP address')], [1, 'failed', 'failed'], text)
      assert.match(of(name), words)
    }
    const opened = await examine({
      ...away,
      ERP_PP_CA_KEY: write('locked.key', encryptKey(ca.key, 'canary')),
      ERP_PP_CA_PASSPHRASE: 'canary'
    })
    assert.equal(opened.state('CA'), 'ok', opened.text)
    chmodSync(env['ERP_PP_CA_KEY'] ?? '', 0o644)
    const open = await examine({ ...away, ERP_OIDC_USER_MAPPING: '{"ada":"ADA","*":"identity"}' })
    assert.match(open.of('CA'), /others on this machine can read .*→ chmod 600/)
    assert.match(open.of('user mapping'), /the ERP user of the same name/)
    const ending = await createAuthority({ until: Date.now() + 86_400_000 })
    assert.match(
      (
        await examine({
          ...away,
          ERP_PP_CA_KEY: write('end.key', ending.key),
          ERP_PP_CA_CERT: write('end.pem', ending.certificate)
        })
      ).of('CA'),
      /the CA certificate ends on/
    )
  })

  test('--as is for propagation, and needs a user', async () => {
    const env = { ERP_URL: 'http://127.0.0.1:9', ERP_USER: 'U', ERP_PASSWORD: 'canary-password' }
    const { code, of } = await examine(env, '--as', 'ADA')
    assert.equal(code, 1)
    assert.match(of('ERP log-on'), /--as is there for principal propagation/)
    for (const argv of [['--as'], ['--as', '--json'], ['--as=']]) {
      await assert.rejects(examine(env, ...argv), /--as needs the ERP user/)
    }
  })
})

/** As much of Redis as a log-on and a PING need. */
async function startRedis(t: TestContext): Promise<number> {
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket)
    let known = false
    socket
      .on('error', () => {})
      .on('data', chunk => {
        for (const [, count, text = ''] of String(chunk).matchAll(
          /\*(\d+)\r\n((?:\$\d+\r\n[^\r]*\r\n)+)/g
        )) {
          const words = [...text.matchAll(/\$\d+\r\n([^\r]*)\r\n/g)]
            .map(([, word = '']) => word.toLowerCase())
            .slice(0, Number(count))
          const [name, ...rest] = words
          const info = 'redis_version:7.0.0\r\nloading:0'
          const logsOn = name === 'hello' || name === 'auth'
          known ||= logsOn && rest.at(-1) === 'right-canary'
          if (!known) {
            socket.write(
              !logsOn
                ? '-NOAUTH Authentication required.\r\n'
                : '-WRONGPASS invalid username-password pair or user is disabled.\r\n'
            )
          } else if (name === 'info') socket.write(`$${info.length}\r\n${info}\r\n`)
          else socket.write(name === 'ping' ? '+PONG\r\n' : '+OK\r\n')
        }
      })
  })
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

describe('doctor and Redis', () => {
  const env = {
    ERP_URL: 'http://127.0.0.1:9',
    ERP_USER: 'U',
    ERP_PASSWORD: 'p',
    ERP_STATE_KEY: 'canary-state-key-of-all'
  }
  test('not asked where none is configured', async () => {
    assert.equal((await examine(env)).state('Redis'), undefined)
  })

  test('there, with the wrong password, and away', async t => {
    const port = await startRedis(t)
    const there = await examine({
      ...env,
      ERP_REDIS_URL: `redis://:right-canary@127.0.0.1:${port}`
    })
    assert.equal(there.of('Redis'), `127.0.0.1:${port} answers → `)
    const refused = await examine({
      ...env,
      ERP_REDIS_URL: `redis://:wrong-canary@127.0.0.1:${port}`
    })
    assert.equal(refused.state('Redis'), 'failed')
    assert.match(refused.of('Redis'), /WRONGPASS.*→ check address, user, password/)
    const away = await examine({ ...env, ERP_REDIS_URL: 'redis://:canary@127.0.0.1:9' })
    assert.equal(away.state('Redis'), 'failed')
    assert.match(
      away.of('Redis'),
      /^127\.0\.0\.1:9: .*ECONNREFUSED.*each replica counts limits alone/
    )
  })
})

test('doctor reports when the certificate of a platform binding ends', async t => {
  const platform = await createPlatform(t)
  const day = 86_400_000
  for (const [days, state, words] of [
    [30, 'ok', /until/],
    [1, 'warning', /ends soon.*→ renew the binding/],
    [-1, 'failed', /ended at .*no log-on is possible/]
  ] as const) {
    const { certificate, key } = await createAuthority({
      name: bound.clientid,
      ca: false,
      from: Date.now() - 3 * day,
      until: Date.now() + days * day
    })
    const { clientsecret: _secret, ...rest } = platform.credentials({
      certificate,
      key,
      certurl: platform.url
    })
    const { vcapServices } = platform.vcap(rest)
    const found = await examine({
      ERP_TRANSPORT: 'http-streamable',
      ERP_URL: 'http://127.0.0.1:9',
      ERP_USER: 'U',
      ERP_PASSWORD: 'p',
      ERP_PLATFORM_AUTH: 'true',
      ERP_CA_FILE: platform.caFile,
      VCAP_SERVICES: vcapServices
    })
    assert.deepEqual(
      [
        found.state('platform binding'),
        found.state('platform certificate'),
        found.state('platform keys')
      ],
      ['ok', state, 'ok']
    )
    assert.match(found.of('platform certificate'), words)
  }
})
