/** Many users at once: nothing that carries the authority of one user reaches another. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { connect as connectTls } from 'node:tls'
import { Agent, request as plainRequest } from 'undici'
import { createConnectionLimiter } from '../../../erp-client/http/connection-limiter.ts'
import { loadCertificateAuthority } from '../../../erp-client/pki/certificate-authority.ts'
import type { CertificateAuthority } from '../../../erp-client/pki/certificate-authority.ts'
import { createErp } from '../../../erp-client/index.ts'
import type { CertificateSource, Erp, ErpOptions } from '../../../erp-client/index.ts'
import { createCertificates } from '../../../erp-client/pki/certificates.ts'
import { createAuthority } from '../../../sandbox/test/helpers/authority.ts'
import { createCertificateErp, createForwardProxy } from '../../helpers/certificate-erp.ts'
import type { CertificateErp, Echo } from '../../helpers/certificate-erp.ts'
import { callsOf, interleave } from '../../helpers/interleave.ts'
import { sampledRounds } from '../../helpers/sample.ts'

const path = '/sap/bc/adt/echo'
const names = Array.from({ length: 20 }, (_each, index) => `USER${index}`)

async function ground(
  t: TestContext
): Promise<{ erp: CertificateErp; authority: CertificateAuthority; caFile: string }> {
  const ca = await createAuthority()
  const erp = await createCertificateErp(t, { clientCa: ca.certificate })
  const folder = await mkdtemp(join(tmpdir(), 'erp-isolation-'))
  t.after(() => rm(folder, { recursive: true }))
  const caFile = join(folder, 'ca.pem')
  await writeFile(caFile, erp.ca)
  return { erp, authority: await loadCertificateAuthority(ca), caFile }
}

/** A new certificate after every so many requests, whatever its life. */
function renewedOften(
  authority: CertificateAuthority,
  user: string,
  every: number
): CertificateSource {
  const make = () =>
    createCertificates({ authority, user, lifetimeMs: 300_000, until: () => Infinity })
  let source = make()
  let asked = 0
  return {
    current() {
      if (++asked % every === 0) source = make()
      return source.current()
    }
  }
}

function clientsOf(
  t: TestContext,
  options: Omit<ErpOptions, 'credential' | 'client' | 'language'> & {
    certificates: (user: string) => CertificateSource
  }
): Map<string, Erp> {
  const { certificates, ...rest } = options
  const clients = new Map(
    names.map(user => [
      user,
      createErp({
        client: '001',
        language: 'EN',
        timeoutMs: 60_000,
        ...rest,
        credential: { kind: 'issued', user, certificates: certificates(user) }
      })
    ])
  )
  t.after(() => Promise.all([...clients.values()].map(erp => erp.close())))
  return clients
}

/** Requests of each user. */
const many = sampledRounds(500, 4)

for (const proxied of [false, true]) {
  test(`20 users, ${many} requests each, ${proxied ? 'through a proxy' : 'straight'}, across renewals: nothing of one meets another`, async t => {
    const { erp, authority, caFile } = await ground(t)
    const proxy = await createForwardProxy(t)
    const limiter = createConnectionLimiter({ connections: 20 })
    const clients = clientsOf(t, {
      baseUrl: erp.url,
      caFile,
      connectionLimiter: limiter,
      connections: 1,
      certificates: user => renewedOften(authority, user, many * 0.8),
      ...(proxied ? { proxy: { https: proxy.url } } : {})
    })
    // of every four steps one takes three requests
    const wrong = await interleave(names, callsOf(clients), Math.ceil((many * 2) / 3))
    assert.deepEqual([wrong, erp.mixUps], [[], []])
    assert.ok(erp.requests >= 20 * many, String(erp.requests))
    assert.equal(new Set(erp.handshakes.values()).size, 20)
    assert.ok(erp.handshakes.size > 40, `${erp.handshakes.size} certificates`)
    assert.equal(proxy.seen.length > 0, proxied)
    assert.equal(erp.locks.size, 0)
    assert.ok(
      erp.mostOpen <= 40,
      `${erp.mostOpen} connections: a renewed one may end beside its successor`
    )
  })
}

const troubled = [
  [3, 25, false],
  [20, many, false],
  [20, many, true]
] as const
for (const [connections, rounds, proxied] of troubled) {
  test(`20 users on ${connections} connections ${proxied ? 'through a proxy' : 'straight'}, ${rounds} requests each, with lost sessions and torn connections: nothing of one meets another`, async t => {
    const { erp, authority, caFile } = await ground(t)
    const proxy = await createForwardProxy(t)
    const limiter = createConnectionLimiter({ connections })
    const own = connections < 20 ? 2 : 1
    const clients = clientsOf(t, {
      baseUrl: erp.url,
      caFile,
      connectionLimiter: limiter,
      connections: own,
      certificates: user => renewedOften(authority, user, rounds / 2),
      ...(proxied ? { proxy: { https: proxy.url } } : {})
    })
    // reads only: a change whose connection tears is reported and not repeated
    const call = callsOf(clients)
    erp.fault = ({ number, path }) =>
      number % 97 === 0
        ? 'reset'
        : number % 131 === 0 && !path.endsWith('logoff')
          ? '401'
          : undefined
    const wrong = await interleave(
      names,
      (user, kind) => call(user, kind === 'locked' ? 'read' : kind),
      rounds
    )
    assert.deepEqual(erp.mixUps, [])
    assert.ok(erp.requests >= 20 * rounds * 0.9, String(erp.requests))
    // of two faults in a row the second is reported; what is reported never has another user's name
    assert.ok(
      wrong.every(line =>
        /ERP_UNREACHABLE|ERP_LOGON|ERP_USER_NOT_MAPPED|ERP_CERTIFICATE_REFUSED|ERP_CSRF/.test(line)
      ),
      wrong.join('\n')
    )
    assert.ok(
      wrong.length < rounds,
      `${wrong.length} of ${20 * rounds}: ${wrong.slice(0, 10).join('\n')}`
    )
    assert.ok(erp.mostOpen <= 2 * connections + 2, `${erp.mostOpen} connections at once`)
    assert.equal(proxy.seen.length > 0, proxied)
    erp.fault = undefined
  })
}

test('the same test finds a shared agent', async t => {
  const { erp, authority } = await ground(t)
  const sources = new Map(
    names.map(user => [
      user,
      createCertificates({ authority, user, lifetimeMs: 300_000, until: () => Infinity })
    ])
  )
  let asking = ''
  const { port } = new URL(erp.url)
  const agent = new Agent({
    connections: 4,
    connect: (_options, done) => {
      void Promise.resolve(sources.get(asking)?.current()).then(pair => {
        const socket = connectTls(
          {
            host: '127.0.0.1',
            port: Number(port),
            ca: erp.ca,
            cert: pair?.certificate,
            key: pair?.key
          },
          () => {
            done(null, socket)
          }
        )
        socket.on('error', error => {
          done(error, null)
        })
      })
    }
  })
  t.after(() => agent.destroy())
  const wrong = await interleave(
    names,
    async user => {
      asking = user
      const { body } = await plainRequest(`${erp.url}${path}`, { dispatcher: agent })
      return (await body.json()) as Echo
    },
    10
  )
  assert.ok(
    wrong.some(line => /^USER\d+: USER\d+$/.test(line)),
    'one user got the answer of another, and the test saw it'
  )
})

test('a lock survives the renewal of the certificate it was taken under', async t => {
  const { erp, authority, caFile } = await ground(t)
  let source = createCertificates({
    authority,
    user: 'ADA',
    lifetimeMs: 300_000,
    until: () => Infinity
  })
  const ada = createErp({
    baseUrl: erp.url,
    client: '001',
    language: 'EN',
    caFile,
    credential: { kind: 'issued', user: 'ADA', certificates: { current: () => source.current() } }
  })
  t.after(() => ada.close())
  await ada.writer.session(async session => {
    const ask = async (step: string) =>
      JSON.parse(
        (
          await session.request({
            operation: 'source.write',
            effect: 'change',
            method: 'POST',
            path: `${path}/${step}`
          })
        ).text
      ) as Echo
    const { context } = await ask('lock')
    session.holding = true
    source = createCertificates({
      authority,
      user: 'ADA',
      lifetimeMs: 300_000,
      until: () => Infinity
    })
    assert.equal((await ask('write')).context, context)
    await ask('unlock')
    session.holding = false
  })
  assert.equal(erp.handshakes.size, 2)
  assert.deepEqual([erp.mixUps, erp.locks.size], [[], 0])
  await ada.close()
  assert.deepEqual(erp.logOffs, ['ADA'])
})
