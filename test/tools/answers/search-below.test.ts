/** A search in the sources of a package includes the packages below it, on every release. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createErp } from '../../../erp-client/index.ts'
import { createTestSandbox } from '../../helpers/sandbox.ts'
import { errorOf } from '../helpers/erp.ts'
import { toolBench } from '../helpers/sandbox-bench.ts'

type Match = readonly [type: string, name: string]
const below = ['BOOKING_DESK', 'CORE', 'DICTIONARY', 'REPORTING', 'SAILING']

for (const release of ['758', '750'] as const) {
  describe(`release ${release}`, () => {
    test('the packages below are searched, page by page, and no other one', async t => {
      const sandbox = await createTestSandbox({ password: 'secret-1', release })
      t.after(async () => await sandbox.close())
      const erp = createErp({
        baseUrl: sandbox.url,
        client: sandbox.client,
        language: 'EN',
        credential: { kind: 'basic', user: sandbox.user, password: 'secret-1' }
      })
      t.after(async () => await erp.close())
      const { data, text, call } = toolBench(erp)
      const search = async (name: string, more: object = {}) => {
        const args = { kind: 'source', query: 'select', package: name, maxResults: 200, ...more }
        return await data('ERPSearch', args)
      }
      const namesOf = async (name: string) => {
        const { results } = await search(name)
        return (results as Match[]).map(([type, name]) => `${type} ${name}`)
      }
      const each = await Promise.all(below.map(async name => await namesOf(`ZFERRY_${name}`)))
      const expected = each.flat().toSorted()
      assert.ok(expected.length > 5, `${expected.length} matches`)
      assert.deepEqual((await namesOf('ZFERRY')).toSorted(), expected)

      const paged: string[] = []
      let cursor: unknown
      for (let page = 0; page < 50; page++) {
        const got = await search('ZFERRY', {
          maxResults: 3,
          ...(cursor === undefined ? {} : { cursor })
        })
        paged.push(...(got['results'] as Match[]).map(([type, name]) => `${type} ${name}`))
        cursor = got['cursor']
        if (cursor === undefined) break
      }
      if (release === '758') assert.deepEqual(paged.toSorted(), expected)
      assert.match(
        await text('ERPSearch', { kind: 'source', query: 'select', package: 'ZFERRY' }),
        /6 packages at and below ZFERRY/
      )
      const unknown = errorOf(
        await call('ERPSearch', { kind: 'source', query: 'x', package: 'ZNOPE' })
      )
      assert.match(unknown.text, /There is no package ZNOPE/)
    })
  })
}
