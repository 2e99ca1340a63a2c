/** Many callers at five systems at once: each answer is that of its system and of its caller. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { Agent, request } from 'undici'
import { createAuthority } from '../../sandbox/test/helpers/authority.ts'
import { call } from '../helpers/bridge-app.ts'
import { createCertificateErp } from '../helpers/certificate-erp.ts'
import {
  createLandscapeFile,
  entryOf,
  keyHolder,
  keysFileOf,
  listenTo,
  systemNames
} from '../helpers/landscape.ts'
import type { KeyHolder, LandscapeApp, LandscapeFile } from '../helpers/landscape.ts'
import { createIdentityTool, createSourceTool } from '../helpers/mark-tools.ts'
import { sampledRounds } from '../helpers/sample.ts'
import { createStubErp } from '../helpers/stub-erp.ts'
import type { Tool } from '../../tools/index.ts'

/** Of the whole run: 20 callers × 5 systems × 600. */
const requests = sampledRounds(60_000, 20)
const atOnce = 64

const callers = (): KeyHolder[] =>
  Array.from({ length: 20 }, (_each, at) =>
    keyHolder(`caller-${at}`, { erpUser: `USER${at}`, owner: `person-${at}` })
  )

interface Sent {
  readonly system: string
  readonly caller: KeyHolder
  readonly number: number
}

/** @returns the answers that are not what `isRight` expects */
async function interleave(
  t: TestContext,
  { urlOf }: LandscapeApp,
  run: {
    readonly holders: readonly KeyHolder[]
    readonly count?: number
    readonly callOf: (sent: Sent) => object
    readonly isRight: (text: string, sent: Sent) => boolean
  }
): Promise<string[]> {
  const { holders, count = requests, callOf, isRight } = run
  const agent = new Agent({ connections: atOnce })
  t.after(() => agent.close())
  const wrong: string[] = []
  let next = 0
  const work = async () => {
    for (let number = next++; number < count; number = next++) {
      const caller = holders[number % holders.length]
      // Another order for each caller, so that all pairs meet at the same time.
      const system = systemNames[(number + Math.floor(number / holders.length)) % 5]
      assert.ok(caller && system)
      const sent = { system, caller, number }
      const { body } = await request(urlOf(system), {
        method: 'POST',
        dispatcher: agent,
        headers: { accept: '*/*', 'content-type': 'application/json', ...caller.headers },
        body: JSON.stringify({ ...callOf(sent), id: number })
      })
      const text = await body.text()
      const isOwn = text.includes(`"id":${number}`) && isRight(text, sent)
      if (!isOwn) wrong.push(`${caller.name} at ${system}: ${text}`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return wrong
}

/** Some names are those of one caller, some are common to all. */
const objectOf = ({ caller, number }: Sent): string =>
  number % 3 === 0
    ? `Z_COMMON_${number % 40}`
    : `Z_${caller.name.replace('-', '_').toUpperCase()}_${number % 25}`

describe('technical users', () => {
  const ground = async (
    t: TestContext,
    tools: readonly Tool[],
    change: (entries: Record<string, object>) => Record<string, object> = entries => entries
  ) => {
    const file = createLandscapeFile(t)
    const erps = await Promise.all(systemNames.map(async name => await createStubErp(t, name)))
    file.write(change(Object.fromEntries(erps.map(erp => [erp.name, entryOf(file, erp)]))))
    const holders = callers()
    const bridge = await listenTo(t, file, { apiKeysFile: keysFileOf(file, holders), tools })
    return { bridge, holders, erps }
  }
  const callOf = (sent: Sent) => call('Source', { object: objectOf(sent) })
  const isRight = (text: string, sent: Sent) =>
    text.includes(`system=${sent.system} object=${objectOf(sent)} `)

  test('answers and events belong to their system and their caller', async t => {
    const { bridge, holders, erps } = await ground(t, [createSourceTool()])
    assert.deepEqual(await interleave(t, bridge, { holders, callOf, isRight }), [])
    assert.deepEqual(
      erps.flatMap(({ mixUps }) => mixUps),
      []
    )
    const counts = new Map<string, number>()
    for (const { system, user } of bridge.events) {
      counts.set(`${system} ${user}`, (counts.get(`${system} ${user}`) ?? 0) + 1)
    }
    assert.equal(counts.size, 100)
    assert.deepEqual(new Set(counts.values()), new Set([requests / 100]))
  })

  test('a cache that systems share is noticed', async t => {
    const { bridge, holders } = await ground(t, [createSourceTool({ isShared: true })])
    const wrong = await interleave(t, bridge, { holders, callOf, isRight, count: 600 })
    assert.ok(wrong.length > 0)
  })

  test('a name that leads to another system is noticed', async t => {
    const { bridge, holders } = await ground(t, [createSourceTool()], entries => ({
      ...entries,
      prd: { ...entries['dev'] }
    }))
    const wrong = await interleave(t, bridge, { holders, callOf, isRight, count: 600 })
    assert.ok(wrong.length > 0)
    assert.ok(wrong.every(line => line.includes(' at prd: ')))
  })
})

describe('principal propagation', () => {
  const ground = async (t: TestContext, userOf = (caller: KeyHolder) => caller.entry.erpUser) => {
    const file: LandscapeFile = createLandscapeFile(t)
    const ca = await createAuthority()
    const [ppCaKey, ppCaCert] = [
      file.beside('ca.key', ca.key),
      file.beside('ca.pem', ca.certificate)
    ]
    const erps = await Promise.all(
      systemNames.map(async name => ({
        name,
        erp: await createCertificateErp(t, { clientCa: ca.certificate, name })
      }))
    )
    const entries = erps.map(({ name, erp }) => {
      const caFile = file.beside(`${name}.pem`, erp.ca)
      return [name, { url: erp.url, ppCaKey, ppCaCert, caFile }]
    })
    file.write(Object.fromEntries(entries) as Record<string, object>)
    const holders = callers()
    const given = holders.map(one => {
      const erpUser = userOf(one)
      return erpUser === undefined ? one : { ...one, entry: { ...one.entry, erpUser } }
    })
    const apiKeysFile = keysFileOf(file, given)
    const bridge = await listenTo(t, file, { apiKeysFile, tools: [createIdentityTool()] })
    return { bridge, holders, erps }
  }
  const callOf = () => call('Identity')
  const isRight = (text: string, { system, caller }: Sent) =>
    text.includes(`system=${system} user=${caller.entry.erpUser} session=${system}-`)

  test('answers, certificates, cookies and tokens belong to their system and their user', async t => {
    const { bridge, holders, erps } = await ground(t)
    assert.deepEqual(await interleave(t, bridge, { holders, callOf, isRight }), [])
    for (const { name, erp } of erps) {
      assert.deepEqual(erp.mixUps, [], name)
      assert.equal(new Set(erp.handshakes.values()).size, 20, name)
    }
  })

  test('a user who works under the name of another one is noticed', async t => {
    const { bridge, holders } = await ground(t, ({ entry }) =>
      entry.erpUser === 'USER3' ? 'USER4' : entry.erpUser
    )
    const wrong = await interleave(t, bridge, { holders, callOf, isRight, count: 200 })
    assert.equal(wrong.length, 10)
  })
})
