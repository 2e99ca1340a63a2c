/**
 * What is read at once is what the careful parser would have read; names that pollute prototypes
 * are refused however they are written.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tools } from '../../tools/index.ts'
import { listen } from '../helpers/bridge-app.ts'

const send = async (url: URL, body: string) =>
  await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
const call = (more: string) => `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{${more}}}`

const polluting = [
  '"__proto__":{"polluted":1}',
  String.raw`"\u005f_proto__":{"polluted":1}`,
  String.raw`"\u005F\u005F\u0070\u0072\u006f\u0074\u006f\u005f\u005f":{"polluted":1}`,
  '"_meta":{"x":[{"__proto__" : {"polluted":1}}]}',
  '"constructor":{"prototype":{"polluted":1}}',
  String.raw`"\u0063onstructor":{"prototype":{"polluted":1}}`
]

test('names that pollute prototypes', { timeout: 60_000 }, async t => {
  const { url } = await listen(t, { tools })
  for (const more of polluting) {
    const answer = await send(url, call(more))
    assert.equal(answer.status, 400, more)
    assert.match(await answer.text(), /not valid JSON|Parse error/i, more)
  }
  assert.equal(({} as Record<string, unknown>)['polluted'], undefined)
})

test(
  'bytes that are not UTF-8 are refused: decoded, they would be other characters',
  { timeout: 60_000 },
  async t => {
    const { url } = await listen(t, { tools })
    const message = (text: string) =>
      Buffer.concat([
        Buffer.from('{"jsonrpc":"2.0","method":"tools/list","id":"'),
        Buffer.from(text, 'latin1'),
        Buffer.from('"}')
      ])
    const sent = async (body: Buffer<ArrayBuffer>) =>
      await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    for (const bytes of [
      '\xff',
      '\xc3',
      '\xc0\xaf',
      '\xed\xa0\x80',
      '\xf4\x90\x80\x80',
      'caf\xe9',
      '\xe2\x82'
    ]) {
      const answer = await sent(message(bytes))
      assert.equal(answer.status, 400, JSON.stringify(bytes))
      assert.match(await answer.text(), /Invalid request: the body is not valid UTF-8/)
    }
    const utf16 = await sent(
      Buffer.from('\ufeff{"jsonrpc":"2.0","method":"tools/list","id":1}', 'utf16le')
    )
    assert.equal(utf16.status, 400)
    for (const text of ['\ufffd', 'ä', '\u{1F600}', String.raw`\u00e4`]) {
      const answer = await sent(message(Buffer.from(text).toString('latin1')))
      assert.equal(answer.status, 200, text)
      assert.equal(((await answer.json()) as { id: unknown }).id, JSON.parse(`"${text}"`))
    }
  }
)

test(
  'the same words where they are harmless, and what is no JSON',
  { timeout: 60_000 },
  async t => {
    const { url } = await listen(t, { tools })
    for (const id of [
      '"__proto__"',
      '"constructor"',
      String.raw`"\u00e4 \ud83d\ude00"`,
      '"CLASS-CONSTRUCTOR"',
      String.raw`"say \"constructor\" and \"__proto__\": twice"`
    ]) {
      const answer = await send(url, call('').replace('"id":1', `"id":${id}`))
      assert.equal(answer.status, 200, id)
      assert.equal(((await answer.json()) as { id: unknown }).id, JSON.parse(id))
    }
    for (const text of [
      '{',
      '{"a":1}}',
      '\u0000',
      'undefined',
      "{'a':1}",
      '[1,]',
      '{"jsonrpc":"2.0"'
    ]) {
      const answer = await send(url, text)
      assert.equal(answer.status, 400, text)
      assert.deepEqual(
        Object.keys((await answer.json()) as object).sort(),
        ['error', 'id', 'jsonrpc'],
        text
      )
    }
  }
)
