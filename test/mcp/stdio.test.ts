/** What a client over stdio does to the process: closed pipes, rubbish, much at once. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { call } from '../helpers/bridge-app.ts'
import { run } from '../helpers/spawned.ts'

interface Message {
  readonly id?: unknown
  readonly result?: { readonly content?: { text: string }[]; readonly tools?: unknown[] }
  readonly error?: { readonly code: number }
}

const fixture = (t: TestContext) => run(t, 'test/helpers/stdio-fixture.ts')
const line = (message: object) => `${JSON.stringify(message)}\n`
const messagesOf = (out: string) =>
  out
    .split('\n')
    .filter(Boolean)
    .map(text => JSON.parse(text) as Message)

describe('the end of stdin', () => {
  test('ends an idle process at once', async t => {
    const process = fixture(t)
    process.child.stdin.end()
    assert.equal(await process.ended, 0)
    assert.equal(process.out(), '')
  })

  test('a script that writes its requests and closes the pipe gets its answers', async t => {
    const process = fixture(t)
    process.child.stdin.end(
      [1, 2, 3].map(id => line(call('Echo', { source: `text ${id}` }, id))).join('') +
        line(call('Slow', { ms: 50 }, 4))
    )
    assert.equal(await process.ended, 0)
    assert.deepEqual(
      messagesOf(process.out())
        .map(({ id }) => id)
        .sort(),
      [1, 2, 3, 4]
    )
  })

  test('a call that takes too long is aborted, and the process ends', async t => {
    const process = fixture(t)
    process.child.stdin.end(line(call('Slow', { ms: 600_000 })))
    assert.equal(await process.ended, 0)
    assert.match(process.err(), /"seen":\["started","aborted"\]/)
  })
})

describe('rubbish and plenty', () => {
  test('lines that are no messages are skipped, and stdout has protocol alone', async t => {
    const process = fixture(t)
    process.child.stdin.end(
      `\nnot json\n{"a":1}\n[]\nnull\n${line({ jsonrpc: '2.0', id: 'after', method: 'tools/list' })}`
    )
    assert.equal(await process.ended, 0)
    const messages = messagesOf(process.out())
    assert.deepEqual(
      messages.map(({ id }) => id),
      ['after']
    )
    assert.equal(messages[0]?.result?.tools?.length, 6)
  })

  test('a message in small pieces, cut inside a character', async t => {
    const process = fixture(t)
    const bytes = Buffer.from(line(call('Echo', { source: 'ä€😀' })))
    for (const byte of bytes) process.child.stdin.write(Uint8Array.of(byte))
    process.child.stdin.end()
    assert.equal(await process.ended, 0)
    assert.equal(messagesOf(process.out())[0]?.result?.content?.[0]?.text, 'ä€😀')
  })

  test('200 calls at once, every answer under its id', async t => {
    const process = fixture(t)
    process.child.stdin.end(
      Array.from({ length: 200 }, (_, id) => line(call('Echo', { source: `text ${id}` }, id))).join(
        ''
      )
    )
    assert.equal(await process.ended, 0)
    const answers = messagesOf(process.out())
    assert.equal(answers.length, 200)
    for (const { id, result } of answers) {
      assert.equal(result?.content?.[0]?.text, `text ${String(id)}`)
    }
  })

  test('a message above the bound ends the connection instead of eating memory', async t => {
    const process = fixture(t)
    process.child.stdin.write('x'.repeat(17_000_000))
    assert.equal(await process.ended, 0)
    assert.match(process.err(), /the SDK reported an error/)
  })

  test('a client that closes stdout ends the process, quietly', async t => {
    const process = fixture(t)
    await new Promise(resolve => {
      process.child.stdin.write(line(call('Slow', { ms: 1 })), resolve)
    })
    await process.until('event')
    process.child.stdout.destroy()
    process.child.stdin.write(line(call('Echo', { source: 'x' })).repeat(50))
    assert.equal(await process.ended, 0)
    assert.doesNotMatch(process.err(), /Unhandled|uncaught/i)
  })
})
