/** Prompts as skills: the SDK's own client lists, reads and verifies them, over both transports. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { ClientOptions } from '@modelcontextprotocol/client'
import { SkillsClient } from '@modelcontextprotocol/client/ext/skills'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { prompts, tools } from '../../tools/index.ts'
import { erp, listen, post } from '../helpers/bridge-app.ts'
import { createLandscapeFile, keyHolder, keysFileOf } from '../helpers/landscape.ts'
import { inherited } from '../helpers/spawned.ts'

async function connect(
  t: TestContext,
  transport: StreamableHTTPClientTransport | StdioClientTransport,
  options: ClientOptions = {}
): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, options)
  t.after(() => client.close())
  await client.connect(transport)
  return client
}

const everything = { tools, enableTransports: true } as const
const revisions: readonly (readonly [string, ClientOptions])[] = [
  ['2025-11-25', {}],
  ['2026-07-28', { versionNegotiation: { mode: { pin: '2026-07-28' } } }]
]
const expected = prompts.map(({ name }) => name.replaceAll('_', '-')).toSorted()

async function verifyAll(client: Client): Promise<string[]> {
  const skills = new SkillsClient(client)
  assert.equal(skills.supported, true)
  const { skills: entries, invalid } = await skills.list()
  assert.deepEqual(invalid, [])
  for (const entry of entries) {
    const file = await skills.read(entry)
    assert.equal(file.verified, true)
    assert.deepEqual(file.frontmatter, entry.frontmatter)
    assert.ok((file.body ?? '').includes('ERP'), file.body)
    assert.equal((await skills.get(entry.uri)).skill.uri, entry.uri)
  }
  return entries.map(({ frontmatter }) => frontmatter.name).toSorted()
}

describe('skills', () => {
  for (const [revision, options] of revisions) {
    for (const sessions of [false, true]) {
      test(`${revision} over HTTP${sessions ? ' with sessions' : ''}: listed, read, verified`, async t => {
        const { url } = await listen(t, { ...everything, sessions })
        const client = await connect(t, new StreamableHTTPClientTransport(url), options)
        assert.deepEqual(await verifyAll(client), expected)
      })
    }

    test(`${revision} over stdio: listed, read, verified`, async t => {
      const transport = new StdioClientTransport({
        command: process.execPath,
        args: [
          fileURLToPath(new URL('../../cli.ts', import.meta.url)),
          ...['--url', erp.url, '--enable-transports']
        ],
        env: { ...inherited(), ERP_USER: erp.user, ERP_PASSWORD: erp.password },
        stderr: 'ignore'
      })
      assert.deepEqual(await verifyAll(await connect(t, transport, options)), expected)
    })
  }

  test('a caller is offered those whose tools it may call', async t => {
    const reader = keyHolder('reader', { scopes: ['read'] })
    const writer = keyHolder('writer', { scopes: ['write'] })
    const apiKeysFile = keysFileOf(createLandscapeFile(t), [reader, writer])
    const { url } = await listen(t, { ...everything, apiKeysFile })
    const ask = async (headers: Record<string, string>, method: string, params: object) =>
      (await post(url, { jsonrpc: '2.0', id: 1, method, params }, headers)).body
    const uri = 'skill://prepare-transport/SKILL.md'
    const { result } = await ask(reader.headers, 'skills/list', {})
    const names = (result?.['skills'] as { frontmatter: { name: string } }[]).map(
      ({ frontmatter }) => frontmatter.name
    )
    assert.deepEqual(names.toSorted(), ['explain-dump', 'review-object'])
    assert.match(
      String((await ask(reader.headers, 'skills/get', { uri })).error?.message),
      /No skill/
    )
    assert.equal((await ask(reader.headers, 'resources/read', { uri })).error !== undefined, true)
    assert.ok((await ask(writer.headers, 'skills/list', {})).error !== undefined)
  })

  test('wrong parameters are refused', async t => {
    const { url } = await listen(t, everything)
    const codeOf = async (method: string, params: unknown) =>
      (await post(url, { jsonrpc: '2.0', id: 1, method, params })).body.error?.code
    for (const params of [
      {},
      { uri: 1 },
      { uri: '' },
      { uri: 'skill://../x' },
      { uri: 'x'.repeat(100_000) }
    ]) {
      assert.equal(await codeOf('skills/get', params), -32602, JSON.stringify(params).slice(0, 60))
    }
    assert.equal(await codeOf('skills/list', { cursor: 'x' }), -32602)
    assert.equal(await codeOf('skills/list', undefined), undefined)
    for (const uri of ['skill://review-object', 'skill://review-object/other.md', 'skill:']) {
      assert.ok((await codeOf('resources/read', { uri })) !== undefined, uri)
    }
  })
})
