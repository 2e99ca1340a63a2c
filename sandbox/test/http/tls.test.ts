import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { Agent } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { connect } from 'node:tls'
import { createServerIdentity } from '../../http/logon/server-certificate.ts'
import type { Sandbox } from '../../server.ts'
import { createAuthority } from '../helpers/authority.ts'
import type { TestAuthority } from '../helpers/authority.ts'
import { createClient } from './client.ts'
import type { Client } from './client.ts'
import { createClass, lock, startSandbox, users } from './fixture.ts'

const information = '/sap/bc/adt/core/http/systeminformation'
const stateful = { 'x-sap-adt-sessiontype': 'stateful' }

async function folder(t: TestContext): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'tls-'))
  t.after(() => rm(path, { recursive: true, force: true }))
  return path
}

function certificate(
  issuer: TestAuthority,
  name: string,
  times: { from?: number; until?: number } = {}
): Promise<TestAuthority> {
  return createAuthority({ issuer, name, ca: false, certSign: false, ...times })
}

async function certified(
  t: TestContext
): Promise<{ sandbox: Sandbox; authority: TestAuthority; as: (name: string) => Promise<Client> }> {
  const authority = await createAuthority()
  const sandbox = await startSandbox(t, { clientCa: authority.certificate })
  const as = async (name: string) => {
    const { certificate: cert, key } = await certificate(authority, name)
    return createClient(sandbox.url, undefined, { ca: sandbox.ca, cert, key })
  }
  return { sandbox, authority, as }
}

const whoAmI = async (client: Client) =>
  JSON.parse((await client.get(information)).text).userName as unknown

test('it generates a certificate that a client can verify, and trusts no CA by default', async t => {
  const sandbox = await startSandbox(t, { tls: true })
  assert.match(sandbox.url, /^https:\/\/127\.0\.0\.1:\d+$/)
  assert.equal(
    (await createClient(sandbox.url, users[0], { ca: sandbox.ca }).get(information)).status,
    200
  )
  assert.equal(
    (
      await createClient(sandbox.url.replace('127.0.0.1', 'localhost'), users[0], {
        ca: sandbox.ca
      }).get(information)
    ).status,
    200
  )
  await assert.rejects(createClient(sandbox.url, users[0]).get(information), {
    code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'
  })
  await assert.rejects(
    createClient(sandbox.url.replace('https', 'http'), users[0]).get(information)
  )
})

test('the certificate is an EC one for loopback, and the CA signs nothing else', async t => {
  const sandbox = await startSandbox(t, { tls: true })
  const authority = new X509Certificate(sandbox.ca ?? '')
  const leaf = await new Promise<X509Certificate | undefined>((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port: sandbox.port, ca: sandbox.ca }, () => {
      resolve(socket.getPeerX509Certificate())
      socket.destroy()
    })
    socket.on('error', reject)
  })
  assert.equal(leaf?.publicKey.asymmetricKeyDetails?.namedCurve, 'prime256v1')
  assert.deepEqual(leaf.subjectAltName?.split(', ').sort(), [
    'DNS:localhost',
    'IP Address:0:0:0:0:0:0:0:1',
    'IP Address:127.0.0.1'
  ])
  assert.deepEqual([authority.ca, leaf.ca, leaf.checkIssued(authority)], [true, false, true])
  assert.equal(await readFile(sandbox.caFile ?? '', 'utf8'), sandbox.ca)
})

test('the certificate of a data folder persists over a restart, only its owner can read its key, and a damaged one is generated again', async t => {
  const dataDir = await folder(t)
  const first = await startSandbox(t, { tls: true, dataDir })
  await first.close()
  const second = await startSandbox(t, { tls: true, dataDir })
  assert.equal(second.ca, first.ca)
  const key = join(dataDir, '.sandbox', 'tls', 'server.key')
  assert.equal((await stat(key)).mode & 0o77, 0)
  await second.close()
  await writeFile(key, 'spoilt')
  const third = await startSandbox(t, { tls: true, dataDir })
  assert.notEqual(third.ca, first.ca)
  assert.equal(
    (await createClient(third.url, users[0], { ca: third.ca }).get(information)).status,
    200
  )
})

test('a configured certificate is served; one that does not match its key, has expired or is invalid is a start error', async t => {
  const given = await createServerIdentity(['erp.example'])
  const sandbox = await startSandbox(t, { tls: { cert: given.cert + given.ca, key: given.key } })
  assert.deepEqual([sandbox.ca, sandbox.caFile], [given.ca, undefined])
  const client = createClient(sandbox.url, users[0], { ca: sandbox.ca, servername: 'erp.example' })
  assert.equal((await client.get(information)).status, 200)
  const other = await createAuthority()
  const ended = await createAuthority({ from: Date.now() - 9e8, until: Date.now() - 1e8 })
  const leaf = await certificate(other, 'X')
  await assert.rejects(
    startSandbox(t, { tls: { cert: given.cert, key: other.key } }),
    /key does not belong/
  )
  await assert.rejects(
    startSandbox(t, { tls: { cert: ended.certificate, key: ended.key } }),
    /has ended/
  )
  await assert.rejects(
    startSandbox(t, { tls: { cert: 'x', key: 'y' } }),
    /no certificate in PEM format/
  )
  await assert.rejects(startSandbox(t, { clientCa: 'x' }), /no certificate in PEM format/)
  await assert.rejects(startSandbox(t, { clientCa: leaf.certificate }), /no CA certificate/)
})

test('the CN of a client certificate is the user; each log-on is counted for its user', async t => {
  const { sandbox, as } = await certified(t)
  const [alice, bob] = await Promise.all([as('ALICE'), as('BOB')])
  assert.deepEqual(
    await Promise.all([whoAmI(alice), whoAmI(bob), whoAmI(alice)]).then(names => names.sort()),
    ['ALICE', 'ALICE', 'BOB']
  )
  assert.equal(await whoAmI(bob), 'BOB')
  assert.equal(sandbox.counters.logonsByUser['BOB'], 1)
  assert.equal(sandbox.counters.certificateLogons, sandbox.counters.logons)
  assert.equal(sandbox.counters.openSessions, sandbox.counters.logons)
})

test('without a certificate a password logs on, and nothing at all is 401', async t => {
  const { sandbox } = await certified(t)
  assert.equal(await whoAmI(createClient(sandbox.url, users[1], { ca: sandbox.ca })), 'BOB')
  const reply = await createClient(sandbox.url, undefined, { ca: sandbox.ca }).get(information)
  assert.equal(reply.status, 401)
  assert.match(
    String(reply.headers['www-authenticate']),
    /^Basic realm="SAP NetWeaver Application Server \[SBX\/001\]"$/
  )
  assert.equal(sandbox.counters.certificateLogons, 0)
})

test('a CN that is no user is 401 with the log-on page, whatever the name looks like', async t => {
  const { sandbox, as } = await certified(t)
  for (const name of ['MALLORY', 'ALICEX', 'ALICE ', '*', 'ＡＬＩＣＥ', 'a'.repeat(64)]) {
    const reply = await (await as(name)).get(information)
    assert.equal(reply.status, 401, name)
    assert.match(reply.headers['content-type'] ?? '', /^text\/html/)
    assert.equal(reply.headers['set-cookie'], undefined)
  }
  assert.equal(sandbox.counters.logons, 0)
})

test('with an unmapped certificate the password decides, and sessions stay separate', async t => {
  const { sandbox, authority, as } = await certified(t)
  const alice = await as('ALICE')
  await whoAmI(alice)
  const { certificate: cert, key } = await certificate(authority, 'MALLORY')
  const unmapped = createClient(sandbox.url, undefined, { ca: sandbox.ca, cert, key })
  for (const [name, value] of alice.cookies) unmapped.cookies.set(name, value)
  assert.equal((await unmapped.get(information)).status, 401)
  assert.equal(
    await whoAmI(createClient(sandbox.url, users[1], { ca: sandbox.ca, cert, key })),
    'BOB'
  )
})

test('a mapped certificate has priority over a password and over a session of another user', async t => {
  const { sandbox, authority, as } = await certified(t)
  const bob = await as('BOB')
  await whoAmI(bob)
  const { certificate: cert, key } = await certificate(authority, 'ALICE')
  const client = createClient(sandbox.url, users[1], { ca: sandbox.ca, cert, key })
  for (const [name, value] of bob.cookies) client.cookies.set(name, value)
  assert.equal(await whoAmI(client), 'ALICE')
  assert.notEqual(
    client.cookies.get('SAP_SESSIONID_SBX_001'),
    bob.cookies.get('SAP_SESSIONID_SBX_001')
  )
})

test('certificates of another CA, expired, not yet valid and self-signed ones fail the handshake', async t => {
  const { sandbox, authority } = await certified(t)
  const now = Date.now()
  const bad = await Promise.all([
    createAuthority().then(other => certificate(other, 'ALICE')),
    certificate(authority, 'ALICE', { from: now - 9e6, until: now - 1e6 }),
    certificate(authority, 'ALICE', { from: now + 1e6, until: now + 9e6 }),
    createAuthority({ name: 'ALICE', ca: false, certSign: false })
  ])
  for (const maxVersion of ['TLSv1.2', 'TLSv1.3'] as const) {
    for (const { certificate: cert, key } of bad) {
      await assert.rejects(
        createClient(sandbox.url, users[0], { ca: sandbox.ca, cert, key, maxVersion }).get(
          information
        ),
        /socket|ECONNRESET|closed/i
      )
    }
  }
  assert.deepEqual([sandbox.counters.requests, sandbox.counters.refusedCertificates], [0, 8])
})

test('the session belongs to the user: a renewed certificate keeps session and lock', async t => {
  const { sandbox, authority, as } = await certified(t)
  const first = await as('ALICE')
  await first.get(information, { 'x-csrf-token': 'Fetch' })
  const uri = await createClass(first, 'ZCL_RENEWED')
  const handle = await lock(first, uri)
  const renewed = await certificate(authority, 'ALICE')
  const agent = new Agent({ keepAlive: true })
  t.after(() => agent.destroy())
  const second = createClient(sandbox.url, undefined, {
    ca: sandbox.ca,
    cert: renewed.certificate,
    key: renewed.key,
    agent
  })
  for (const [name, value] of first.cookies) second.cookies.set(name, value)
  second.token = first.token
  const source =
    'CLASS zcl_renewed DEFINITION PUBLIC.\nENDCLASS.\nCLASS zcl_renewed IMPLEMENTATION.\nENDCLASS.\n'
  assert.equal(
    (
      await second.put(`${uri}/source/main?lockHandle=${handle}`, source, {
        'content-type': 'text/plain',
        ...stateful
      })
    ).status,
    200
  )
  assert.deepEqual(
    [sandbox.counters.logons, sandbox.counters.openLocks, sandbox.counters.statefulSessions],
    [1, 1, 1]
  )
})
