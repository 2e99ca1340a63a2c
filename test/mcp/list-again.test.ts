/**
 * A list that is sent again is whole, also where the server gives back the memory of long answers.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import sentAnswers from '../../plugins/sent-answers.ts'
import { modern, listen, post } from '../helpers/bridge-app.ts'
import { createFixtures } from '../helpers/fixture-tools.ts'

const list = (id: number | string) => ({ jsonrpc: '2.0', id, method: 'tools/list' })

for (const bytes of [2000, 20_000, 200_000]) {
  test(`${bytes} bytes: first, again under the same id, and under another`, async t => {
    const { tools } = createFixtures()
    const [first, ...others] = tools
    assert.ok(first !== undefined)
    const long = [{ ...first, description: 'x'.repeat(bytes) }, ...others]
    const { url } = await listen(t, { tools: long }, async app => {
      await app.register(sentAnswers, { route: '/mcp' })
    })
    for (const id of [1, 1, 1, 'other', 1, 'other']) {
      const { status, body } = await post(url, list(id))
      assert.equal(status, 200)
      assert.equal(body.id, id)
      assert.equal((body.result?.['tools'] as readonly unknown[]).length, long.length)
      const { message, headers } = modern(list(id))
      assert.equal(
        ((await post(url, message, headers)).body.result?.['tools'] as readonly unknown[]).length,
        long.length
      )
    }
  })
}
