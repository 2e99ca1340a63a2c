/** A real forward proxy between users and the ERP: what it carries must not mix them. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { loadCertificateAuthority } from '../../erp-client/pki/certificate-authority.ts'
import { createConnectionLimiter, createErp } from '../../erp-client/index.ts'
import { createCertificates } from '../../erp-client/pki/certificates.ts'
import { createAuthority } from '../../sandbox/test/helpers/authority.ts'
import { createCertificateErp } from '../helpers/certificate-erp.ts'
import { freePort } from '../helpers/process.ts'

async function startProxy(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'erp-tinyproxy-'))
  const port = await freePort()
  const settings = join(folder, 'tinyproxy.conf')
  await writeFile(
    settings,
    `Port ${port}\nListen 127.0.0.1\nTimeout 60\nAllow 127.0.0.1\nBasicAuth carl canary\nMaxClients 200\n`
  )
  const child = spawn('tinyproxy', ['-d', '-c', settings], { stdio: 'ignore' })
  t.after(async () => {
    child.kill()
    await rm(folder, { recursive: true })
  })
  const answers = () =>
    new Promise<boolean>(resolve => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.destroy()
        resolve(true)
      })
      socket.on('error', () => {
        resolve(false)
      })
    })
  for (let tries = 0; !(await answers()); tries++) {
    if (tries > 100) throw new Error('the proxy did not start')
    await sleep(50)
  }
  return `127.0.0.1:${port}`
}

/**
 * Twenty users in turn, each with a new certificate on the way; texts that came to a user who had
 * not asked.
 */
async function work(
  t: TestContext,
  { connections, own, rounds }: { connections: number; own: number; rounds: number }
): Promise<{
  host: string
  erp: Awaited<ReturnType<typeof createCertificateErp>>
  caFile: string
}> {
  const host = await startProxy(t)
  const ca = await createAuthority()
  const erp = await createCertificateErp(t, { clientCa: ca.certificate })
  const authority = await loadCertificateAuthority(ca)
  const budget = createConnectionLimiter({ connections })
  const folder = await mkdtemp(join(tmpdir(), 'erp-system-proxy-'))
  t.after(() => rm(folder, { recursive: true }))
  const caFile = join(folder, 'ca.pem')
  await writeFile(caFile, erp.ca)
  const wrong: string[] = []
  await Promise.all(
    Array.from({ length: 20 }, async (_each, index) => {
      const user = `USER${index}`
      const make = () =>
        createCertificates({ authority, user, lifetimeMs: 300_000, until: () => Infinity })
      let source = make()
      const client = createErp({
        baseUrl: erp.url,
        client: '001',
        language: 'EN',
        caFile,
        connectionLimiter: budget,
        connections: own,
        proxy: { https: `http://carl:canary@${host}` },
        credential: { kind: 'issued', user, certificates: { current: () => source.current() } }
      })
      t.after(() => client.close())
      for (let round = 0; round < rounds; round++) {
        if (round === Math.floor(rounds / 2)) source = make()
        const { text } = await client.reader.request({
          operation: 'echo',
          effect: 'none',
          method: round % 2 === 0 ? 'GET' : 'POST',
          path: '/sap/bc/adt/echo'
        })
        if ((JSON.parse(text) as { user: string }).user !== user) wrong.push(text)
      }
    })
  )
  assert.deepEqual([wrong, erp.mixUps], [[], []])
  return { host, erp, caFile }
}

test('20 users × 500 requests through a proxy with a password: nothing of one meets another', async t => {
  await work(t, { connections: 20, own: 1, rounds: 500 })
})

test('the same on so few connections that they are taken from each other; a wrong password of the proxy is no log-on', async t => {
  const { host, erp, caFile } = await work(t, { connections: 8, own: 2, rounds: 25 })
  const strange = createErp({
    baseUrl: erp.url,
    client: '001',
    language: 'EN',
    caFile,
    proxy: { https: `http://carl:wrong@${host}` },
    credential: { kind: 'basic', user: 'U', password: 'P' }
  })
  t.after(() => strange.close())
  await assert.rejects(
    strange.reader.request({
      operation: 'echo',
      effect: 'none',
      method: 'GET',
      path: '/sap/bc/adt/echo'
    }),
    (error: Error) =>
      /refused the way to the ERP \(40[17]\)/.test(error.message) &&
      !error.message.includes('wrong')
  )
})
