/** The journal over a real PostgreSQL: what it does everywhere, and what only a server can do. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openPostgres } from '../../journal/postgres/database.ts'
import { approvalTests } from '../journal/approval-cases.ts'
import { changeSetTests } from '../journal/change-set-cases.ts'
import { personTests } from '../journal/person-cases.ts'
import { intent, opened, step, storeTests } from '../journal/store-cases.ts'
import { freePort } from '../helpers/process.ts'
import { startPostgres } from './postgres-server.ts'
import type { PostgresServer } from './postgres-server.ts'

let server: PostgresServer
before(async () => {
  server = await startPostgres()
})
after(async () => {
  await server?.stop()
})

for (const tests of [storeTests, approvalTests, changeSetTests, personTests]) {
  tests(async () => {
    const address = server.freshDatabase()
    return async () => await openPostgres(address)
  })
}

test('replicas that start at the same time make the tables once', async t => {
  const address = server.freshDatabase()
  const connect = async () => await openPostgres(address)
  const all = await Promise.all(Array.from({ length: 6 }, async () => await opened(t, connect)))
  await all[0]?.store.begin(intent, [step('ZCL_A')])
  assert.equal((await all[5]?.store.find({ repository: intent.repository, limit: 2 }))?.length, 1)
})

test('two replicas that write equal texts and remove old ones lose none', async t => {
  const address = server.freshDatabase()
  const connect = async () => await openPostgres(address)
  const [one, two] = [await opened(t, connect), await opened(t, connect)]
  const { prune } = await import('../../journal/retention.ts')
  const write = async ({ store }: typeof one) => {
    for (let index = 0; index < 40; index++) {
      const open = await store.begin(intent, [step('ZCL_A', `text ${index % 3}`)])
      const read = await store.read(open.id, intent.repository)
      assert.equal(read?.steps[0]?.before?.texts['active'], `text ${index % 3}`)
      await open.end('done', new Map())
    }
  }
  const clean = async () => {
    for (let index = 0; index < 40; index++) {
      await prune(two.database, { days: 1, bytes: 0 })
    }
  }
  await Promise.all([write(one), write(two), clean()])
})

test('a database that does not answer is named by its setting, without its password', async () => {
  const closed = await freePort()
  await assert.rejects(
    openPostgres(`postgres://bridge:geheim@127.0.0.1:${closed}/x`),
    (error: Error) => {
      assert.match(error.message, /--journal-url \(ERP_JOURNAL_URL\): the database does not answer/)
      assert.doesNotMatch(error.message, /geheim/)
      return true
    }
  )
})
