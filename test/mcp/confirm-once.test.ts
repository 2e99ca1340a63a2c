/**
 * A confirmation permits one change of the object that was shown; the real tools, and a sandbox.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OldHttpTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport as OldTransport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import type { BridgeOptions } from '../../app.ts'
import { createTestSandbox } from '../helpers/sandbox.ts'
import type { Sandbox } from '../../sandbox/server.ts'
import { tools } from '../../tools/index.ts'
import { call, listen, modern, post } from '../helpers/bridge-app.ts'
import type { RpcAnswer } from '../helpers/bridge-app.ts'

const stateKey = 'a secret of all replicas'
const login = { user: 'DEVELOPER', password: 'secret-1' }
let sandbox: Sandbox
before(async () => {
  sandbox = await createTestSandbox({
    users: [{ name: login.user, password: login.password, fullName: 'One' }]
  })
})
after(async () => {
  await sandbox.close()
})

type Args = Record<string, unknown>
const textOf = ({ body }: RpcAnswer) =>
  (body.result?.['content'] as { text: string }[] | undefined)?.[0]?.text ?? JSON.stringify(body)
const handleOf = ({ body }: RpcAnswer) =>
  (body.result?.['_meta'] as Record<string, { confirm: string }> | undefined)?.[
    'erp-bridge/confirm'
  ]?.confirm ?? ''
const codeOf = ({ body }: RpcAnswer) =>
  (body.result?.['_meta'] as Record<string, { code: string }> | undefined)?.['erp-bridge/error']
    ?.code

/** A bridge that asks before every change, and one beside it that never asks. */
async function setUp(t: TestContext, more: BridgeOptions = {}) {
  const options = { url: sandbox.url, client: sandbox.client, ...login, tools, stateKey, ...more }
  const asking = await listen(t, { confirm: 'always', ...options })
  const free = await listen(t, { ...options, confirm: 'never' })
  const write = async (args: Args) => {
    const answer = textOf(await post(free.url, call('ERPWrite', args)))
    assert.doesNotMatch(answer, /^[A-Z]+_[A-Z_]+: /)
  }
  const exists = async (name: string) =>
    /"source"|REPORT/i.test(textOf(await post(free.url, call('ERPRead', { type: 'PROG', name }))))
  const program = async (name: string, text = 'WRITE 1.') => {
    await write({
      action: 'create',
      type: 'PROG',
      name,
      package: '$TMP',
      source: `REPORT ${name}.\n${text}\n`,
      activate: true
    })
  }
  return { url: asking.url, write, exists, program }
}

const removal = (name: string, more: Args = {}) =>
  call('ERPWrite', { action: 'delete', type: 'PROG', name, ...more })

describe('a handle in the result', () => {
  test('deletes the object that was shown, and not a later one of the same name', async t => {
    const { url, exists, program } = await setUp(t)
    await program('ZRED_A')
    const asked = await post(url, removal('ZRED_A'))
    assert.match(
      textOf(asked),
      /^NOT DONE: ERPWrite delete PROG ZRED_A \(package \$TMP, last changed by DEVELOPER/
    )
    const confirm = handleOf(asked)
    assert.match(textOf(await post(url, removal('ZRED_A', { confirm }))), /^Deleted/)
    assert.equal(await exists('ZRED_A'), false)
    await program('ZRED_A')
    // Within a second the new program differs in nothing, and the confirmation was used.
    const again = textOf(await post(url, removal('ZRED_A', { confirm })))
    assert.match(
      again,
      /^(NOT DONE: [^]*changed since it was shown|CONFIRMATION_USED: [^]*without `confirm`)/
    )
    assert.equal(await exists('ZRED_A'), true)
    const fresh = handleOf(await post(url, removal('ZRED_A')))
    assert.match(textOf(await post(url, removal('ZRED_A', { confirm: fresh }))), /^Deleted/)
  })

  test('counts no longer when the object has changed, which the question shows', async t => {
    const { url, write, exists, program } = await setUp(t)
    await program('ZRED_B')
    const confirm = handleOf(await post(url, removal('ZRED_B')))
    await write({
      action: 'edit',
      type: 'PROG',
      name: 'ZRED_B',
      edits: [{ old: 'WRITE 1.', new: 'WRITE 2.' }]
    })
    const again = await post(url, removal('ZRED_B', { confirm }))
    assert.match(
      textOf(again),
      /^NOT DONE: ERPWrite delete PROG ZRED_B \([^)]*inactive[^]*changed since it was shown/
    )
    assert.equal(await exists('ZRED_B'), true)
    assert.match(
      textOf(await post(url, removal('ZRED_B', { confirm: handleOf(again) }))),
      /^Deleted/
    )
  })

  test('of many uses at the same time one wins', async t => {
    const { url, program } = await setUp(t)
    await program('ZRED_C')
    const change = {
      action: 'update',
      type: 'PROG',
      name: 'ZRED_C',
      source: 'REPORT zred_c.\nWRITE 3.\n',
      overwrite: true
    }
    const confirm = handleOf(await post(url, call('ERPWrite', change)))
    const all = Array.from(
      { length: 8 },
      async () => await post(url, call('ERPWrite', { ...change, confirm }))
    )
    const answers = await Promise.all(all)
    assert.equal(
      answers.filter(one => /outcome: done|^(Saved|update)/i.test(textOf(one))).length,
      1
    )
    const refused = answers
      .map(one => /^(?:NOT DONE|\w+_\w+)/.exec(textOf(one))?.[0])
      .filter(code => code !== undefined)
    assert.equal(refused.length, 7)
    const known = ['NOT DONE', 'CONFIRMATION_USED', 'CONFIRMATION_OUTDATED', 'ERP_LOCKED']
    assert.ok(
      refused.every(code => known.includes(code)),
      refused.join()
    )
  })

  test('is not used up by a call that a rule refuses before anything is sent', async t => {
    const { url, program } = await setUp(t, { allowedPackages: ['$OTHER'] })
    const free = await setUp(t)
    await free.program('ZRED_D')
    assert.ok(program)
    const confirm = handleOf(await post(url, removal('ZRED_D')))
    for (let turn = 0; turn < 2; turn++) {
      assert.equal(codeOf(await post(url, removal('ZRED_D', { confirm }))), 'BLOCKED_PACKAGE')
    }
  })
})

/** A client whose user agrees, after what happens meanwhile. */
interface Asking {
  readonly asked: string[]
  remove(name: string): Promise<string>
}
type Meanwhile = (asked: number) => Promise<void>
const agree = { action: 'accept' as const, content: { confirm: true } }
const info = { name: 'confirm-once', version: '1.0.0' }
const textIn = (result: unknown) =>
  (result as { content: { text: string }[] }).content[0]?.text ?? ''
const removalOf = (name: string) => ({
  name: 'ERPWrite',
  arguments: { action: 'delete', type: 'PROG', name }
})

function newClient(pin: boolean, meanwhile: Meanwhile): { client: Client; asked: string[] } {
  const asked: string[] = []
  const mode = pin ? { versionNegotiation: { mode: { pin: '2026-07-28' } } } : {}
  const client = new Client(info, { ...mode, capabilities: { elicitation: {} } })
  client.setRequestHandler('elicitation/create', async ({ params }) => {
    asked.push(params.message)
    await meanwhile(asked.length)
    return agree
  })
  return { client, asked }
}

function viaHttp(pin: boolean) {
  return async (t: TestContext, url: URL, meanwhile: Meanwhile): Promise<Asking> => {
    const { client, asked } = newClient(pin, meanwhile)
    t.after(() => client.close())
    await client.connect(new StreamableHTTPClientTransport(url))
    return { asked, remove: async name => textIn(await client.callTool(removalOf(name))) }
  }
}

async function viaOldHttp(t: TestContext, url: URL, meanwhile: Meanwhile): Promise<Asking> {
  const asked: string[] = []
  const client = new OldClient(info, { capabilities: { elicitation: {} } })
  client.setRequestHandler(ElicitRequestSchema, async ({ params }) => {
    asked.push(params.message)
    await meanwhile(asked.length)
    return agree
  })
  t.after(() => client.close())
  await client.connect(new OldHttpTransport(url) as OldTransport)
  return { asked, remove: async name => textIn(await client.callTool(removalOf(name))) }
}

async function viaStdio(t: TestContext, _url: URL, meanwhile: Meanwhile): Promise<Asking> {
  const { client, asked } = newClient(false, meanwhile)
  t.after(() => client.close())
  const env = {
    PATH: '',
    ERP_JOURNAL: 'off',
    ERP_URL: sandbox.url,
    ERP_CLIENT: sandbox.client,
    ERP_USER: login.user,
    ERP_PASSWORD: login.password
  }
  const args = ['cli.ts', '--transport', 'stdio', '--confirm', 'always']
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args, env, stderr: 'ignore' })
  )
  return { asked, remove: async name => textIn(await client.callTool(removalOf(name))) }
}

const ways: [string, typeof viaStdio][] = [
  ['v2 client, 2026-07-28', viaHttp(true)],
  ['v2 client in a session', viaHttp(false)],
  ['v1 client in a session', viaOldHttp],
  ['stdio', viaStdio]
]

describe('a dialogue', () => {
  for (const [index, [title, connect]] of ways.entries()) {
    test(`${title}: what changed while the user thought is shown again`, async t => {
      const { url, write, exists, program } = await setUp(t, { sessions: true })
      const name = `ZRED_E${index}`
      await program(name)
      const there: boolean[] = []
      const client = await connect(t, url, async turn => {
        there.push(await exists(name))
        if (turn === 1) {
          await write({
            action: 'edit',
            type: 'PROG',
            name,
            edits: [{ old: 'WRITE 1.', new: 'WRITE 2.' }]
          })
        }
      })
      assert.match(await client.remove(name), /^Deleted/)
      assert.deepEqual(there, [true, true])
      assert.match(client.asked[0] ?? '', /^ERPWrite delete PROG ZRED_E\d \(package \$TMP/)
      assert.match(client.asked[1] ?? '', /^It changed since it was shown\. ERPWrite delete PROG/)
      assert.equal(client.asked.length, 2)
      assert.equal(await exists(name), false)
    })
  }

  test('its state permits one change, however often it is sent', async t => {
    const { url, exists, program } = await setUp(t)
    await program('ZRED_F')
    const send = async (more: object = {}) => {
      const { message, headers } = modern(removal('ZRED_F'))
      const { params } = message as { params: { _meta: object } }
      const _meta = {
        ...params._meta,
        'io.modelcontextprotocol/clientCapabilities': { elicitation: {} }
      }
      return await post(url, { ...message, params: { ...params, ...more, _meta } }, headers)
    }
    const requestState = String((await send()).body.result?.['requestState'])
    const answer = { requestState, inputResponses: { confirm: agree } }
    assert.match(textOf(await send(answer)), /^Deleted/)
    await program('ZRED_F')
    const again = await send(answer)
    const isAskedAgain = again.body.result?.['resultType'] === 'input_required'
    assert.ok(isAskedAgain || codeOf(again) === 'CONFIRMATION_USED', textOf(again))
    assert.equal(await exists('ZRED_F'), true)
  })
})

describe('a release, which nothing undoes', () => {
  const questions = [
    ['auto', {}, /SBX\w+ \(.*\): this cannot be undone: a release is final\. Go on\?/],
    ['always', {}, /this cannot be undone: a release is final/],
    [
      'auto',
      { ignore: ['warnings'] },
      /Release SBX\w+ .* and ignore .* A release cannot be undone/
    ],
    ['always', { ignore: ['warnings'] }, /Release SBX\w+ .* and ignore/]
  ] as const
  for (const [confirm, more, question] of questions) {
    test(`asks once with --confirm ${confirm} and ${JSON.stringify(more)}`, async t => {
      const { url } = await setUp(t, { confirm, enableTransports: true })
      const transport = (args: Args) => call('ERPTransport', args)
      const create = { action: 'create', description: 'Asks once', package: 'ZFERRY_CORE' }
      const made = textOf(await post(url, transport(create)))
      const [number = ''] = /SBXK\d+/.exec(made) ?? []
      const release = { action: 'release_recursive', transport: number, ...more }
      const planned = textOf(await post(url, transport({ ...release, dryRun: true })))
      assert.match(planned, /The change cannot be undone: a release is final\./)
      const asked = await post(url, transport(release))
      assert.match(textOf(asked), question)
      const done = await post(url, transport({ ...release, confirm: handleOf(asked) }))
      assert.match(textOf(done), /Released SBXK/)
    })
  }
})
