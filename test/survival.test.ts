import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { addNamespace } from '../sandbox/test/http/fixture.ts'
import { startBridge } from './helpers/process.ts'
import { createTestSandbox } from './helpers/sandbox.ts'
import { inherited } from './helpers/spawned.ts'

/**
 * Every printable character of the Basic Multilingual Plane's first blocks, and some beyond it, in
 * comment lines.
 */
function printable(): string {
  const lines: string[] = []
  for (let code = 0x20; code < 0x3000; code += 64) {
    const characters = Array.from({ length: 64 }, (_, at) => String.fromCodePoint(code + at)).join(
      ''
    )
    lines.push(`* ${characters.replace(/[\p{C}\p{Z}]/gu, '.')}`)
  }
  return [...lines, '* 😀 𝔸 漢字 ｶﾅ &amp; <![CDATA[ ]]> "\'` \\n %0A'].join('\n')
}

function bigSource(name: string, bytes: number): string {
  const head = `REPORT ${name.toLowerCase()}.\n${printable()}\n`
  const line =
    '* A line of the program that is long enough to be worth sending, with ümlauts & <markup>.\n'
  return (
    head +
    line.repeat(Math.ceil((bytes - Buffer.byteLength(head)) / Buffer.byteLength(line))) +
    'WRITE 42.\n'
  )
}

/**
 * The answer is a head line, then the source; of a large one the beginning, and a link to the
 * whole.
 */
async function sourceOf(client: Client, result: unknown): Promise<string> {
  const { content, isError } = result as {
    content: readonly { type: string; text?: string; uri?: string }[]
    isError?: boolean
  }
  const text = content[0]?.text ?? ''
  assert.notEqual(isError, true, text.slice(0, 500))
  const uri = content.find(({ type }) => type === 'resource_link')?.uri
  const behindHead = (whole: string) => whole.slice(whole.indexOf('\n') + 1)
  if (uri === undefined) return behindHead(text)
  const { contents } = await client.readResource({ uri }, { timeout: 240_000 })
  const [whole] = contents
  assert.ok(whole !== undefined && 'text' in whole)
  return behindHead(whole.text)
}

async function job(client: Client, suffix: string): Promise<void> {
  const call = (name: string, args: Record<string, unknown>) =>
    client.callTool({ name, arguments: args }, { timeout: 240_000 })
  const name = `ZSURVIVAL_${suffix}`
  const source = bigSource(name, 5_000_000)
  const created = await call('ERPWrite', {
    action: 'create',
    type: 'PROG',
    name,
    package: '$TMP',
    description: 'A large program',
    source
  })
  assert.notEqual(created.isError, true, JSON.stringify(created).slice(0, 500))
  const back = await sourceOf(client, await call('ERPRead', { type: 'PROG', name }))
  assert.ok(back.trimEnd() === source.trimEnd(), 'five megabytes come back as they went')

  const namespaced = `/ABC/CL_${suffix}`
  const text = `CLASS ${namespaced.toLowerCase()} DEFINITION PUBLIC.\n  PUBLIC SECTION.\n    METHODS run.\nENDCLASS.\nCLASS ${namespaced.toLowerCase()} IMPLEMENTATION.\n  METHOD run.\n${printable()}\n  ENDMETHOD.\nENDCLASS.\n`
  const made = await call('ERPWrite', {
    action: 'create',
    type: 'CLAS',
    name: namespaced,
    package: '$TMP',
    description: 'In a namespace',
    source: text
  })
  assert.notEqual(made.isError, true, JSON.stringify(made).slice(0, 500))
  assert.equal(
    (
      await sourceOf(
        client,
        await call('ERPRead', { type: 'CLAS', name: namespaced.toLowerCase() })
      )
    ).trimEnd(),
    text.trimEnd()
  )
  const found = await call('ERPSearch', { query: '/ABC/*' })
  assert.match(JSON.stringify(found), new RegExp(namespaced))
}

/** A sandbox that develops in `/ABC/`, and the arguments of the bridge for it. */
async function systemWithNamespace(t: TestContext) {
  const sandbox = await createTestSandbox()
  t.after(() => sandbox.close())
  addNamespace(sandbox, '/ABC/')
  return {
    args: ['--url', sandbox.url, '--user', sandbox.user],
    env: { ERP_PASSWORD: sandbox.password }
  }
}

test(
  '5 MB, namespaces and every printable character survive over HTTP',
  { timeout: 280_000 },
  async t => {
    const { args, env } = await systemWithNamespace(t)
    const bridge = await startBridge(args, env)
    t.after(() => bridge.stop())
    const client = new Client({ name: 'survival', version: '1.0.0' })
    t.after(() => client.close())
    await client.connect(new StreamableHTTPClientTransport(new URL(`${bridge.url}/mcp`)))
    await job(client, 'HTTP')
  }
)

test(
  '5 MB, namespaces and every printable character survive over stdio',
  { timeout: 280_000 },
  async t => {
    const { args, env } = await systemWithNamespace(t)
    const client = new Client({ name: 'survival', version: '1.0.0' })
    t.after(() => client.close())
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: ['cli.ts', ...args],
        env: { ...inherited(), ...env },
        cwd: fileURLToPath(new URL('..', import.meta.url)),
        stderr: 'pipe'
      })
    )
    await job(client, 'STDIO')
  }
)
