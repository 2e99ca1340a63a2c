/** Log-on by client certificate over TLS: session, token and locks, and files that change. */
import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { createErp, isErpError } from '../../../erp-client/index.ts'
import type { Credential, Erp, ErpSession } from '../../../erp-client/index.ts'
import { createAuthority } from '../../../sandbox/test/helpers/authority.ts'
import type { TestAuthority } from '../../../sandbox/test/helpers/authority.ts'
import { createCertificateErp } from '../../helpers/certificate-erp.ts'
import type { CertificateErp, Echo } from '../../helpers/certificate-erp.ts'
import { createPkcs12 } from '../../helpers/pkcs12.ts'

const path = '/sap/bc/adt/echo'

interface Ground {
  readonly erp: CertificateErp
  readonly files: { readonly certificate: string; readonly key: string }
  issue(name?: string, more?: object): Promise<TestAuthority>
  put(pair: TestAuthority): void
  file(name: string, content: string | Buffer): string
  open(credential?: Credential): Erp
  readonly log: string[]
  readonly learned: string[]
  /** Lets the time pass after which the files are looked at again. */
  later(): void
}

async function ground(t: TestContext, options: { strict?: boolean } = {}): Promise<Ground> {
  const ca = await createAuthority()
  const erp = await createCertificateErp(t, { clientCa: ca.certificate, ...options })
  const folder = mkdtempSync(join(tmpdir(), 'erp-client-certificate-'))
  t.after(() => rmSync(folder, { recursive: true }))
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() })
  const file = (name: string, content: string | Buffer) => {
    writeFileSync(join(folder, name), content, { mode: 0o600 })
    return join(folder, name)
  }
  const caFile = file('ca.pem', erp.ca)
  const files = { certificate: join(folder, 'client.pem'), key: join(folder, 'client.key') }
  const [log, learned]: [string[], string[]] = [[], []]
  const tell = (level: string) => (facts: object, message: string) => {
    if (level !== 'debug') log.push(`${level} ${message} ${JSON.stringify(facts)}`)
  }
  let serial = 1
  return {
    erp,
    files,
    issue: (name = 'TECH', more = {}) =>
      createAuthority({
        ...{ name, ca: false, certSign: false, issuer: ca },
        // Certificates differ by their time in whole seconds.
        until: Date.now() + 100 * 86_400_000 + 1000 * serial++,
        ...more
      }),
    put({ certificate, key }) {
      file('client.pem', certificate)
      file('client.key', key)
    },
    file,
    open(credential = { kind: 'certificate-file', ...files }) {
      const client = createErp({
        ...{ baseUrl: erp.url, client: '001', language: 'EN', caFile, credential },
        log: { debug: tell('debug'), info: tell('info'), warn: tell('warn'), error: tell('error') },
        learn: secrets => learned.push(...secrets)
      })
      t.after(() => client.close())
      return client
    },
    log,
    learned,
    later: () => t.mock.timers.tick(5000)
  }
}

const read = async ({ reader }: Erp): Promise<Echo> =>
  JSON.parse(
    (await reader.request({ operation: 'x', effect: 'none', method: 'GET', path })).text
  ) as Echo

const fingerprintOf = ({ certificate }: TestAuthority) =>
  new X509Certificate(certificate).fingerprint256

async function post(session: Pick<ErpSession, 'request'>, step: string): Promise<Echo> {
  const answer = await session.request({
    operation: 'source.write',
    effect: 'change',
    method: 'POST',
    path: `${path}/${step}`
  })
  return JSON.parse(answer.text) as Echo
}

test('one session with its token for reads and changes, from PEM and from PKCS#12', async t => {
  const { erp, put, issue, file, open, learned } = await ground(t)
  const pair = await issue()
  put(pair)
  const certificate = file('client.p12', createPkcs12({ ...pair, passphrase: 'canary' }))
  const credentials: (Credential | undefined)[] = [
    undefined,
    { kind: 'certificate-file', certificate, passphrase: 'canary' }
  ]
  for (const credential of credentials) {
    const client = open(credential)
    const first = await read(client)
    assert.equal(first.user, 'TECH')
    const changed = await client.writer.session(session => post(session, 'lock'))
    assert.deepEqual([changed.session, changed.token], [first.session, first.token])
    assert.notEqual(changed.context, undefined, 'a change has an ABAP session')
    assert.equal(client.reader.system.user, undefined, 'the ERP alone knows the user')
  }
  assert.deepEqual(erp.mixUps, [])
  assert.ok(learned.some(secret => secret.includes('PRIVATE KEY')))
})

test('a renewed certificate is used by new connections; the session and a lock go on', async t => {
  const { erp, put, issue, open, later, log } = await ground(t)
  const [former, next] = [await issue(), await issue()]
  put(former)
  const client = open()
  const before = await read(client)
  await client.writer.session(async session => {
    const { context } = await post(session, 'lock')
    session.holding = true
    put(next)
    later()
    const after = await post(session, 'write')
    assert.deepEqual([after.session, after.context], [before.session, context])
    await post(session, 'unlock')
    session.holding = false
  })
  assert.deepEqual([...new Set(erp.presented)], [former, next].map(fingerprintOf))
  assert.equal((await read(client)).session, before.session)
  assert.equal(log.filter(line => /info .*read again; new connections use it/.test(line)).length, 1)
  assert.deepEqual([erp.mixUps, erp.locks.size], [[], 0])
})

test('a request in flight ends on the connection of the former certificate', async t => {
  const { erp, put, issue, open, later } = await ground(t)
  put(await issue())
  const client = open()
  await read(client)
  const slow = Promise.all(Array.from({ length: 8 }, () => read(client)))
  put(await issue())
  later()
  const next = read(client)
  assert.ok((await slow).every(({ user }) => user === 'TECH'))
  assert.equal((await next).user, 'TECH')
  assert.deepEqual(erp.mixUps, [])
})

test('a file that was written again with the same contents closes no connection', async t => {
  const { erp, put, issue, open, later, log } = await ground(t)
  const pair = await issue()
  put(pair)
  const client = open()
  await read(client)
  put(pair)
  later()
  await read(client)
  assert.deepEqual([log, erp.presented], [[], [fingerprintOf(pair)]])
})

test('a broken new file leaves the former in force, and the log says so once', async t => {
  const { erp, files, put, issue, file, open, later, log } = await ground(t)
  const [former, next] = [await issue(), await issue()]
  put(former)
  const client = open()
  const { session } = await read(client)
  const states: [RegExp, () => unknown][] = [
    [/does not belong/, () => file('client.pem', next.certificate)],
    [/is empty/, () => file('client.pem', '')],
    [/cut off/, () => file('client.pem', next.certificate.slice(0, 100))],
    [/ENOENT/, () => rm(files.certificate)]
  ]
  for (const [reason, make] of states) {
    log.length = 0
    await make()
    for (let look = 1; look <= 3; look++) {
      later()
      assert.equal((await read(client)).session, session)
      // Two files are not replaced in one step.
      assert.equal(log.length, look === 1 ? 0 : 1, log.join('\n'))
    }
    assert.match(log[0] ?? '', /^error .*the former one stays in force/)
    assert.match(log[0] ?? '', reason)
    assert.doesNotMatch(log[0] ?? '', /BEGIN|MII/)
  }
  log.length = 0
  put(next)
  later()
  await read(client)
  assert.match(log.join('\n'), /^info .*"subject":"CN=TECH"/)
  assert.deepEqual(erp.mixUps, [])
})

test('a file that comes back as it was is good again', async t => {
  const { files, put, issue, open, later, log } = await ground(t)
  put(await issue())
  const client = open()
  await read(client)
  const { mtimeMs } = await stat(files.certificate)
  await rename(files.certificate, `${files.certificate}.away`)
  later()
  await read(client)
  await rename(`${files.certificate}.away`, files.certificate)
  assert.equal((await stat(files.certificate)).mtimeMs, mtimeMs)
  later()
  await read(client)
  later()
  await read(client)
  assert.deepEqual(log, [])
})

test('a certificate of another subject is not taken over while sessions are open', async t => {
  const { erp, put, issue, open, later, log } = await ground(t)
  put(await issue('TECH'))
  const client = open()
  await read(client)
  put(await issue('ADMIN'))
  for (let look = 0; look < 3; look++) {
    later()
    assert.equal((await read(client)).user, 'TECH')
  }
  assert.match(log.join('\n'), /names another subject \(CN=ADMIN\).*restart the bridge/)
  assert.ok(!erp.users.includes('ADMIN'))
  assert.equal((await read(open())).user, 'ADMIN', 'a new start takes it')
})

test('an ended certificate is refused before a handshake; a lock is released all the same', async t => {
  const { erp, put, issue, open, later, file } = await ground(t)
  put(await issue('TECH', { until: Date.now() + 3_600_000 }))
  const client = open()
  await client.writer.session(async session => {
    await post(session, 'lock')
    session.holding = true
    t.mock.timers.tick(2 * 3_600_000)
    await assert.rejects(read(client), {
      code: 'ERP_CLIENT_CERT_INVALID',
      message: /client\.pem ended on/
    })
    await post(session, 'unlock')
    session.holding = false
  })
  assert.equal(erp.locks.size, 0)
  const { requests } = erp
  await assert.rejects(post(client.writer, 'write'), {
    code: 'ERP_CLIENT_CERT_INVALID',
    outcome: 'failed'
  })
  file('client.pem', 'nonsense')
  later()
  await assert.rejects(read(client), { message: /ended on .*neither PEM nor PKCS#12/ })
  assert.equal(erp.requests, requests, 'the ERP was not asked')
  put(await issue())
  later()
  assert.equal((await read(client)).user, 'TECH')
})

test('a certificate without a user: one attempt for all requests, then none for a minute', async t => {
  const { erp, put, issue, open, later } = await ground(t)
  put(await issue('STRANGER'))
  erp.fault = () => '401'
  const client = open()
  const answers = await Promise.allSettled(Array.from({ length: 20 }, () => read(client)))
  const codes = answers.map(answer =>
    answer.status === 'rejected' && isErpError(answer.reason) ? answer.reason.code : 'none'
  )
  assert.deepEqual([...new Set(codes)], ['ERP_USER_NOT_MAPPED'])
  assert.equal(erp.requests, 1)
  await assert.rejects(read(client), { code: 'ERP_LOGON_BLOCKED' })
  later()
  await assert.rejects(read(client), { code: 'ERP_LOGON_BLOCKED' })
  assert.equal(erp.requests, 1)
  erp.fault = undefined
  t.mock.timers.tick(60_000)
  assert.equal((await read(client)).user, 'STRANGER')
})

test('a certificate that the ERP does not trust is named by its subject', async t => {
  const { put, open } = await ground(t)
  const foreign = await createAuthority({ name: 'Other CA' })
  const stranger = { name: 'TECH', ca: false, certSign: false, issuer: foreign }
  put(await createAuthority(stranger))
  await assert.rejects(read(open()), {
    code: 'ERP_CERTIFICATE_REFUSED',
    message: /on the certificate with the subject CN=TECH \(valid from /
  })
})

test('without a file the first request says what is missing, and the ERP is not asked', async t => {
  const { erp, put, issue, open } = await ground(t)
  const client = open()
  await assert.rejects(read(client), { code: 'ERP_CLIENT_CERT_INVALID', message: /ENOENT/ })
  await assert.rejects(read(client), { code: 'ERP_CLIENT_CERT_INVALID' })
  assert.equal(erp.requests, 0)
  put(await issue())
  assert.equal((await read(client)).user, 'TECH')
})
