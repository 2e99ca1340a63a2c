/**
 * Connections that break in the middle of calls: no call runs as another user, no source is torn,
 * and nothing stays behind.
 */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import bridge from '../../app.ts'
import { makeKey } from '../../plugins/auth/named-keys.ts'
import { createAuthority } from '../../sandbox/test/helpers/authority.ts'
import { call } from '../helpers/bridge-app.ts'
import { createCertificateErp } from '../helpers/certificate-erp.ts'
import { createClient } from '../../sandbox/test/http/client.ts'
import { startSandbox, users as sandboxUsers } from '../../sandbox/test/http/fixture.ts'

interface Stage {
  readonly app: FastifyInstance
  readonly port: number
  /** The API key of an ERP user. */
  readonly keyOf: ReadonlyMap<string, string>
}

interface Files {
  readonly clientCa: string
  readonly ppCaKey: string
  readonly ppCaCert: string
  write(name: string, text: string): Promise<string>
}

async function files(t: TestContext): Promise<Files> {
  const folder = await mkdtemp(join(tmpdir(), 'erp-torn-'))
  t.after(() => rm(folder, { recursive: true }))
  const write = async (name: string, text: string) => {
    await writeFile(join(folder, name), text, { mode: 0o600 })
    return join(folder, name)
  }
  const ca = await createAuthority()
  return {
    clientCa: ca.certificate,
    ppCaKey: await write('ca.key', ca.key),
    ppCaCert: await write('ca.pem', ca.certificate),
    write
  }
}

interface Options {
  readonly names: readonly string[]
  readonly url: string
  readonly caFile: string
}

async function stage(
  t: TestContext,
  { write, ppCaKey, ppCaCert }: Files,
  { names, url, caFile }: Options
): Promise<Stage> {
  const keyOf = new Map<string, string>()
  const keys = names.map(erpUser => {
    const { key, hash } = makeKey()
    keyOf.set(erpUser, key)
    return { name: erpUser.toLowerCase(), hash, scopes: ['read', 'write'], erpUser }
  })
  const apiKeysFile = await write('keys.json', JSON.stringify({ keys }))
  const app = fastify()
  await app.register(bridge, {
    loopback: true,
    drainMs: 200,
    url,
    caFile,
    ppCaKey,
    ppCaCert,
    ppCertTtl: '10s',
    apiKeysFile
  })
  t.after(() => {
    app.server.closeAllConnections()
    return app.close()
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  return { app, port: (app.server.address() as AddressInfo).port, keyOf }
}

function bytesOf({ port, keyOf }: Stage, user: string, message: object): Buffer {
  const body = JSON.stringify(message)
  const head = [
    'POST /mcp HTTP/1.1',
    `Host: 127.0.0.1:${port}`,
    `Authorization: Bearer ${keyOf.get(user)}`,
    'Content-Type: application/json',
    'Accept: application/json, text/event-stream',
    'MCP-Protocol-Version: 2025-06-18',
    `Content-Length: ${Buffer.byteLength(body)}`
  ]
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`)
}

type Dice = (below: number) => number

/** The same numbers in each run. */
function dice(seed: number): Dice {
  let state = seed
  return below => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/**
 * Sends a request up to a byte, or whole and then something of the next one, and breaks the
 * connection after some milliseconds.
 */
async function tear(port: number, bytes: Buffer, roll: Dice): Promise<void> {
  const socket = connect({ port, host: '127.0.0.1' })
  socket.on('error', () => {})
  const whole = roll(3) > 0
  socket.write(
    whole
      ? Buffer.concat([bytes, bytes.subarray(0, roll(40))])
      : bytes.subarray(0, roll(bytes.length))
  )
  await sleep(roll(60))
  if (roll(2) === 0) socket.resetAndDestroy()
  else socket.destroy()
}

async function ask({ port, keyOf }: Stage, user: string, message: object): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${keyOf.get(user)}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-06-18'
    },
    body: JSON.stringify(message)
  })
  return await answer.text()
}

async function untilClosed({ app }: Stage): Promise<void> {
  const open = () =>
    new Promise<number>(resolve => {
      app.server.getConnections((_error, count) => resolve(count))
    })
  for (const end = performance.now() + 30_000; (await open()) > 0; await sleep(50)) {
    app.server.closeIdleConnections()
    assert.ok(performance.now() < end, `${await open()} connections are open`)
  }
}

const four = ['ADA', 'GRACE', 'EDSGER', 'BARBARA']

test('640 torn connections of four users: the ERP meets nothing of another user', async t => {
  const own = await files(t)
  const erp = await createCertificateErp(t, { clientCa: own.clientCa })
  const at = await stage(t, own, {
    names: four,
    url: erp.url,
    caFile: await own.write('erp.pem', erp.ca)
  })
  let answered = 0
  await Promise.all(
    four.map(async (user, index) => {
      const roll = dice(index + 1)
      for (let round = 0; round < 160; round++) {
        const read = call('ERPRead', { type: 'CLAS', name: `ZCL_${user}_${roll(20)}` })
        const torn = tear(at.port, bytesOf(at, user, read), roll)
        const text = await ask(
          at,
          user,
          call('ERPRead', { type: 'CLAS', name: `ZCL_SHARED_${roll(20)}` })
        )
        assert.match(text, new RegExp(`\\\\"user\\\\":\\\\"${user}\\\\"`), text.slice(0, 300))
        answered += 1
        await torn
      }
    })
  )
  assert.equal(answered, 640)
  assert.deepEqual(erp.mixUps, [])
  assert.deepEqual([...new Set(erp.users)].sort(), [...four].sort())
  await untilClosed(at)
})

const source = (name: string, text: string) =>
  [
    `CLASS ${name} DEFINITION PUBLIC.`,
    `* ${text}`,
    'ENDCLASS.',
    `CLASS ${name} IMPLEMENTATION.`,
    `* ${text}`,
    'ENDCLASS.',
    ''
  ].join('\n')

test("260 torn changes of two users: each source is whole and its own user's, and no lock stays", async t => {
  const own = await files(t)
  const sandbox = await startSandbox(t, { clientCa: own.clientCa })
  const at = await stage(t, own, {
    names: ['ALICE', 'BOB'],
    url: sandbox.url,
    caFile: sandbox.caFile ?? ''
  })
  const nameOf = (user: string) => `ZCL_TORN_${user}`
  const write = async (user: string, args: object) => {
    const text = await ask(at, user, call('ERPWrite', args))
    assert.doesNotMatch(text, /"isError":true/, text.slice(0, 400))
  }
  await Promise.all(
    ['ALICE', 'BOB'].map(async (user, index) => {
      const name = nameOf(user)
      const roll = dice(100 + index)
      await write(user, {
        action: 'create',
        type: 'CLAS',
        name,
        package: '$TMP',
        description: 'Torn',
        source: source(name, 'first')
      })
      for (let round = 0; round < 130; round++) {
        const args = {
          action: 'update',
          type: 'CLAS',
          name,
          overwrite: true,
          source: source(name, `${user} ${round}`)
        }
        await tear(at.port, bytesOf(at, user, call('ERPWrite', args)), roll)
      }
    })
  )
  await untilClosed(at)
  const witness = createClient(sandbox.url, sandboxUsers[0], { ca: sandbox.ca })
  for (const user of ['ALICE', 'BOB']) {
    const name = nameOf(user)
    const { text } = await witness.get(
      `/sap/bc/adt/oo/classes/${name.toLowerCase()}/source/main?version=inactive`
    )
    const [, mark] = /^\* (.*)$/m.exec(text) ?? []
    assert.match(mark ?? 'none', new RegExp(`^(?:first|${user} \\d+)$`))
    assert.equal(text.replaceAll('\r\n', '\n').trimEnd(), source(name, mark ?? '').trimEnd())
    await write(user, {
      action: 'update',
      type: 'CLAS',
      name,
      overwrite: true,
      source: source(name, 'last'),
      activate: true
    })
    const versions = await witness.get(
      `/sap/bc/adt/oo/classes/${name.toLowerCase()}/includes/main/versions`
    )
    const authors = Array.from(
      versions.text.matchAll(/<atom:author><atom:name>(\w+)</g),
      ([, author]) => author ?? ''
    )
    assert.deepEqual([...new Set(authors)], [user])
  }
})
