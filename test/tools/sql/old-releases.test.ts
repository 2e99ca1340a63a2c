/**
 * Releases that say little about their views lose the views where tables are blocked, and never the
 * query of a table.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createErp } from '../../../erp-client/index.ts'
import { createSandbox } from '../../../sandbox/server.ts'
import type { Release } from '../../../sandbox/releases.ts'
import { benchOf, errorOf } from '../helpers/erp.ts'

const releases: readonly Release[] = ['740', '750', '754']

for (const release of releases) {
  describe(`release ${release}`, () => {
    test('blocked tables', { timeout: 120_000 }, async t => {
      const sandbox = await createSandbox({ release, password: 'secret-1' })
      t.after(() => sandbox.close())
      const erp = createErp({
        baseUrl: sandbox.url,
        client: sandbox.client,
        language: 'EN',
        credential: { kind: 'basic', user: sandbox.user, password: 'secret-1' }
      })
      t.after(() => erp.close())
      const { call } = benchOf({ erp, policy: { blockedTables: ['ZFERRY_ROUTE'] } })
      for (const args of [{ sql: 'SELECT port_id FROM zferry_port' }, { table: 'ZFERRY_PORT' }]) {
        const result = await call('ERPQuery', args)
        const without = await benchOf({ erp }).call('ERPQuery', args)
        assert.deepEqual(
          [result.kind, result.text],
          [without.kind, without.text],
          'the rule makes no difference'
        )
        // 7.40 has no data preview at all.
        assert.equal(
          result.kind,
          release === '740' ? 'error' : 'data',
          `${JSON.stringify(args)}: ${result.text}`
        )
      }
      for (const args of [
        { sql: 'SELECT * FROM zferry_route' },
        { table: 'ZFERRY_ROUTE' },
        { sql: 'SELECT * FROM zferry_i_route' },
        { table: 'ZFERRY_I_ROUTE' },
        {
          sql: 'SELECT p~port_id FROM zferry_port AS p INNER JOIN zferry_i_route AS r ON r~from_port = p~port_id'
        },
        { sql: 'SELECT * FROM znot_there' }
      ]) {
        assert.equal(
          errorOf(await call('ERPQuery', args)).code,
          'BLOCKED_TABLE',
          JSON.stringify(args)
        )
      }
    })
  })
}
