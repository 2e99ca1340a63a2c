/**
 * A recording under principal propagation: no user, certificate or token is in its files, and each
 * user gets the results of that user at the replay.
 */
import assert from 'node:assert/strict'
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import fastify from 'fastify'
import { OAuth2Server } from 'oauth2-mock-server'
import bridge from '../../app.ts'
import { createErp } from '../../erp-client/index.ts'
import { loadRecording } from '../../recording/replay/load.ts'
import type { Recording } from '../../recording/replay/load.ts'
import { serveRecording } from '../../recording/replay/server.ts'
import { createAuthority } from '../../sandbox/test/helpers/authority.ts'
import { startSandbox } from '../../sandbox/test/http/fixture.ts'
import { call, decidedFeatures } from '../helpers/bridge-app.ts'
import { toolBench } from '../tools/helpers/sandbox-bench.ts'

const people = ['ALICE', 'BOB'] as const
type Person = (typeof people)[number]
/** A mapped user that the ERP does not know: the certificate is refused. */
const stranger = 'MALLORY'
const canaries = [
  ...['ALICE', 'BOB', 'Alice Able', 'Bob Box', stranger, 'example.com', 'ERMINE'],
  ...['BEGIN', 'PRIVATE KEY', 'CN=', 'Bearer']
]

interface Made {
  readonly person: Person
  readonly tool: string
  readonly args: Readonly<Record<string, unknown>>
  readonly text: string
}

const source = (name: string, person: string) =>
  `CLASS ${name} DEFINITION PUBLIC.\n* by ${person}\nENDCLASS.\nCLASS ${name} IMPLEMENTATION.\nENDCLASS.\n`

/** Each user creates a class and reads the one of the other. */
function callsOf(person: Person, other: Person): Pick<Made, 'tool' | 'args'>[] {
  const name = `ZCL_ERMINE_${person}`
  const made = { action: 'create', type: 'CLAS', package: '$TMP', description: `Of ${person}` }
  return [
    { tool: 'ERPWrite', args: { ...made, name, source: source(name, person) } },
    { tool: 'ERPRead', args: { type: 'CLAS', name } },
    { tool: 'ERPRead', args: { type: 'CLAS', name, view: 'metadata' } },
    { tool: 'ERPRead', args: { type: 'CLAS', name: `ZCL_ERMINE_${other}` } },
    { tool: 'ERPSearch', args: { query: 'ZCL_ERMINE*' } }
  ]
}

interface Recorded {
  readonly recording: Recording
  readonly made: readonly Made[]
  /** What must be in no file, beside the canaries. */
  readonly secrets: readonly string[]
}

async function record(t: TestContext, folder: string): Promise<Recorded> {
  const authority = await createAuthority()
  const files = { 'ca.key': authority.key, 'ca.pem': authority.certificate }
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(folder, name), text, { mode: 0o600 })
  }
  const sandbox = await startSandbox(t, { clientCa: authority.certificate })
  const provider = new OAuth2Server()
  await provider.issuer.keys.generate('ES256')
  await provider.start(0, '127.0.0.1')
  t.after(() => provider.stop())
  const users = [...people, stranger]
  const app = fastify()
  t.after(() => app.close())
  await app.register(bridge, {
    ...{ loopback: true, oidcIssuer: provider.issuer.url ?? '', oidcAudience: 'erp-bridge' },
    ...{ url: sandbox.url, caFile: sandbox.caFile, drainMs: 200, ...decidedFeatures },
    ...{ ppCaKey: join(folder, 'ca.key'), ppCaCert: join(folder, 'ca.pem') },
    oidcUserMapping: JSON.stringify(
      Object.fromEntries(users.map(user => [`${user.toLowerCase()}@example.com`, user]))
    ),
    ...{ record: join(folder, 'recordings'), recordSources: true, recordProduction: true }
  })
  await app.ready()
  const tokens = new Map<string, string>()
  for (const user of users) {
    const claims = { aud: 'erp-bridge', scope: 'read write', sub: user }
    const token = await provider.issuer.buildToken({
      scopesOrTransform: (_header, payload) => {
        Object.assign(payload, claims, { preferred_username: `${user.toLowerCase()}@example.com` })
      }
    })
    tokens.set(user, token)
  }
  const ask = async (user: string, tool: string, args: object) => {
    const { payload } = await app.inject({
      method: 'POST',
      url: '/mcp',
      payload: call(tool, args),
      headers: { authorization: `Bearer ${tokens.get(user) ?? ''}` }
    })
    return JSON.parse(payload) as { result?: { content: { text: string }[]; isError?: boolean } }
  }
  const refused = await ask(stranger, 'ERPRead', { type: 'CLAS', name: 'ZCL_ERMINE_ALICE' })
  assert.equal(refused.result?.isError, true)
  const made: Made[] = []
  // The calls of both take turns, so that the recording holds them interleaved.
  const [alices, bobs] = [callsOf('ALICE', 'BOB'), callsOf('BOB', 'ALICE')]
  for (const [index, alice] of alices.entries()) {
    for (const [person, { tool, args }] of [
      ['ALICE', alice],
      ['BOB', bobs[index] ?? alice]
    ] as const) {
      const { result } = await ask(person, tool, args)
      assert.notEqual(result?.isError, true, JSON.stringify([person, tool, result]))
      made.push({ person, tool, args, text: result?.content[0]?.text ?? '' })
    }
  }
  await app.close()
  const secrets = [...tokens.values()].flatMap(token => token.split('.').slice(1))
  const pems = Object.values(files).flatMap(text =>
    text.split('\n').filter(each => each.length > 40)
  )
  return {
    recording: loadRecording(join(folder, 'recordings')),
    made,
    secrets: [...secrets, ...pems]
  }
}

async function textsOf(folder: string): Promise<string> {
  const names = await readdir(folder)
  const texts = await Promise.all(names.map(name => readFile(join(folder, name), 'utf8')))
  return [...names, ...texts].join('\n')
}

/** Replaces the names of the test as the recording has replaced them. */
function replacementsIn({ exchanges }: Recording, users: readonly string[]) {
  const [, ...replaced] = users
  const names = new Map<string, string>()
  for (const [index, person] of people.entries()) {
    const user = replaced[index] ?? ''
    const lock = exchanges.find(
      ({ request, ...each }) => each.user === user && request.path.includes('_action=LOCK')
    )
    const name = /\/classes\/(\w+)\?/.exec(lock?.request.path ?? '')?.[1] ?? ''
    assert.match(name, /^zcl_/)
    names.set(`ZCL_ERMINE_${person}`, name.toUpperCase())
    names.set('ZCL_ERMINE', name.toUpperCase().split('_').slice(0, 2).join('_'))
    names.set(person, user)
  }
  const pattern = new RegExp([...names.keys()].toSorted().toReversed().join('|'), 'g')
  return (text: string) => text.replace(pattern, name => names.get(name) ?? name)
}

/** Without the system id, which is another one, and hashes, which are those of other names. */
const comparable = (text: string) =>
  text
    .replace(/^\w{3}\/001/gm, 'SID/001')
    .replace(/(·) \w{3}\/001/g, '$1 SID/001')
    .replace(/hash \w{16}/g, 'hash')

test('several users by certificate are recorded without their names, and replayed', async t => {
  const folder = await mkdtemp(join(tmpdir(), 'recorded-propagation-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const { recording, made, secrets } = await record(t, folder)

  const all = (await textsOf(recording.folder)).toLowerCase()
  const leaked = [...canaries, ...secrets].filter(text => all.includes(text.toLowerCase()))
  assert.deepEqual(leaked, [])
  assert.deepEqual(recording.faults, [])

  // In the order of their answers: each user has one replacement, and so has each class.
  const users = [...new Set(recording.exchanges.flatMap(({ user }) => user ?? []))]
  assert.equal(users.length, people.length + 1)
  const replacement = replacementsIn(recording, users)
  const replay = await serveRecording(recording)
  t.after(() => replay.close())
  const replayed: string[] = []
  const benches = people.map(person => {
    const credential = { kind: 'basic', user: replacement(person), password: 'any' } as const
    const baseUrl = replay.url
    const erp = createErp({ baseUrl, client: replay.client, language: 'EN', credential })
    t.after(() => erp.close())
    return [person, toolBench(erp)] as const
  })
  const benchOf = new Map<string, (typeof benches)[number][1]>(benches)
  for (const { person, tool, args } of made) {
    const replaced = JSON.parse(replacement(JSON.stringify(args))) as object
    replayed.push((await benchOf.get(person)?.text(tool, replaced)) ?? '')
  }
  const expected = made.map(({ text }) => replacement(text))
  assert.deepEqual(replayed.map(comparable), expected.map(comparable))
})
