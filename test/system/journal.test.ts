/** The journal over a real PostgreSQL: what it does everywhere, and what only a server can do. */
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openPostgres } from '../../journal/postgres/database.ts'
import { approvalTests } from '../journal/approval-cases.ts'
import { changeSetTests } from '../journal/change-set-cases.ts'
import { personTests } from '../journal/person-cases.ts'
import { intent, opened, step, storeTests } from '../journal/store-cases.ts'
import { freePort } from '../helpers/process.ts'

/** The programs are not on the path; the newest version is taken. */
const versions = '/usr/lib/postgresql'
const [version = ''] = readdirSync(versions).toSorted().toReversed()
const programs = join(versions, version, 'bin')

let folder = ''
let port = 0
let stop: () => Promise<void>
let databases = 0

/** The server refuses to run as root. */
function account(): { readonly uid?: number; readonly gid?: number } {
  if (userInfo().uid !== 0) return {}
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

before(async () => {
  const as = account()
  folder = mkdtempSync(join(tmpdir(), 'erp-bridge-postgres-'))
  if (as.uid !== undefined && as.gid !== undefined) chownSync(folder, as.uid, as.gid)
  const data = join(folder, 'data')
  const made = { ...as, cwd: folder, stdio: 'ignore' } as const
  execFileSync(join(programs, 'initdb'), ['-D', data, '-U', 'bridge', '--auth=trust'], made)
  port = await freePort()
  const args = ['-D', data, '-p', String(port), '-k', folder, '-c', 'listen_addresses=127.0.0.1']
  const server = spawn(join(programs, 'postgres'), args, made)
  const ended = once(server, 'exit')
  stop = async () => {
    server.kill('SIGINT')
    await ended
  }
  for (let tries = 0; tries < 200; tries++) {
    try {
      return await (await openPostgres(addressOf('postgres'))).close()
    } catch {
      await sleep(50)
    }
  }
  throw new Error('the server does not start')
})

after(async () => {
  await stop()
  rmSync(folder, { recursive: true, force: true })
})

function addressOf(database: string): string {
  return `postgres://bridge@127.0.0.1:${port}/${database}`
}

async function freshDatabase(): Promise<string> {
  const name = `journal_${++databases}`
  const run = { cwd: folder, stdio: 'pipe' } as const
  const args = ['-h', '127.0.0.1', '-p', String(port), '-U', 'bridge', name]
  execFileSync(join(programs, 'createdb'), args, run)
  return addressOf(name)
}

for (const tests of [storeTests, approvalTests, changeSetTests, personTests]) {
  tests(async () => {
    const address = await freshDatabase()
    return async () => await openPostgres(address)
  })
}

test('replicas that start at the same time make the tables once', async t => {
  const address = await freshDatabase()
  const connect = async () => await openPostgres(address)
  const all = await Promise.all(Array.from({ length: 6 }, async () => await opened(t, connect)))
  await all[0]?.store.begin(intent, [step('ZCL_A')])
  assert.equal((await all[5]?.store.find({ repository: intent.repository, limit: 2 }))?.length, 1)
})

test('two replicas that write equal texts and remove old ones lose none', async t => {
  const address = await freshDatabase()
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
