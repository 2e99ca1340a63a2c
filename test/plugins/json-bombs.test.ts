/**
 * Hostile bodies at the door and hostile lines on stdio: an answer or a refusal, no fault, and the
 * next request is served.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { benchOf } from '../tools/helpers/erp.ts'
import { prepare, ToolError, tools } from '../../tools/index.ts'
import { listen, post } from '../helpers/bridge-app.ts'
import { readCorpus } from '../helpers/corpus.ts'
import { run } from '../helpers/spawned.ts'

const bombs = readCorpus(new URL('json-bombs.txt', import.meta.url))
const list = { jsonrpc: '2.0', id: 7, method: 'tools/list' }

const assertClean = (where: string) =>
  assert.equal(({} as Record<string, unknown>)['polluted'], undefined, where)

test('over HTTP', { timeout: 300_000 }, async t => {
  assert.ok(bombs.length >= 40)
  const { url } = await listen(t, { tools })
  for (const { title, text } of bombs) {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: text
    })
    const body = await answer.text()
    assert.ok(answer.status < 500, `${title}: ${answer.status} ${body.slice(0, 200)}`)
    // The id of a request comes back whole.
    assert.ok(
      body.length < 200_000 || title === 'a long id',
      `${title}: an answer of ${body.length} characters`
    )
    assert.doesNotMatch(body, /TOOL_FAILED|Maximum call stack|node_modules|\.ts:/, title)
    assertClean(title)
  }
  assert.equal((await post(url, list)).status, 200)
})

test('over stdio', { timeout: 300_000 }, async t => {
  const bridge = run(t, 'cli.ts', {
    args: ['--url', 'http://127.0.0.1:9', '--user', 'U', '--log-level', 'silent'],
    env: { ERP_PASSWORD: 'P' }
  })
  bridge.child.stdin.write(
    `${JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } } })}\n`
  )
  await bridge.until('"id":0')
  for (const { text } of bombs) bridge.child.stdin.write(`${text}\n`)
  bridge.child.stdin.write(`${JSON.stringify({ ...list, id: 4711 })}\n`)
  await bridge.until('"id":4711')
  assert.equal(bridge.child.exitCode, null)
  assert.doesNotMatch(bridge.out(), /Maximum call stack|TOOL_FAILED/)
})

test('as arguments of every tool, over any transport', () => {
  const { session } = benchOf()
  for (const { title, text } of bombs.filter(one => one.text.length < 1_200_000)) {
    for (const { name } of tools) {
      for (const args of [
        text,
        { objects: text, items: text, edits: text, fields: text },
        { args: text }
      ]) {
        const outcome = () => prepare(session, name, args).outcome
        try {
          outcome()
        } catch (error) {
          assert.ok(error instanceof ToolError, `${title}: ${name}: ${String(error)}`)
        }
        assertClean(title)
      }
    }
  }
})
