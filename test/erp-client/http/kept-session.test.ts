/** A session that a store keeps: used, replaced between changes, and never opened anew. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { createErp, createPlainRequests } from '../../../erp-client/index.ts'
import type { Erp, ErpSession } from '../../../erp-client/index.ts'
import { sessionOfTicket } from '../../../logon/exchange.ts'
import { createTicketErp } from '../../helpers/ticket-erp.ts'

const path = '/sap/bc/adt/x'

async function ground(t: TestContext) {
  const erp = await createTicketErp(t)
  const folder = mkdtempSync(join(tmpdir(), 'erp-kept-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const caFile = join(folder, 'ca.pem')
  writeFileSync(caFile, erp.ca)
  const target = { baseUrl: erp.url, client: '001', language: 'EN', caFile }
  const kept = {
    cookies: undefined as readonly (readonly [string, string])[] | undefined,
    version: 0,
    changes: 0,
    mark: () => (kept.cookies === undefined ? undefined : String(kept.version)),
    read: async () => kept.cookies,
    begin() {
      kept.changes++
      return () => {
        kept.changes--
      }
    },
    command: 'erp-bridge login --system dev'
  }
  const logOn = async (ticket: string) => {
    const requests = createPlainRequests(target)
    kept.cookies = await sessionOfTicket(requests, ticket, target)
    kept.version++
    await requests.close()
  }
  const learned: string[] = []
  const client = createErp({
    ...target,
    credential: { kind: 'kept-session', session: kept },
    learn: secrets => learned.push(...secrets)
  })
  t.after(() => client.close())
  return { erp, client, kept, logOn, learned }
}

const read = async ({ reader }: Erp) =>
  (await reader.request({ operation: 'x', effect: 'none', method: 'GET', path })).text

const post = async (session: Pick<ErpSession, 'request'>, step: string) =>
  (
    await session.request({
      operation: 'source.write',
      effect: 'change',
      method: 'POST',
      path: `${path}/${step}`
    })
  ).text

const needed = { code: 'ERP_LOGON_NEEDED', outcome: 'failed' }

test('without a log-on nothing is sent; with one it is used, and not ended', async t => {
  const { erp, client, kept, logOn, learned } = await ground(t)
  await assert.rejects(read(client), {
    ...needed,
    remedy: /run erp-bridge login --system dev in a terminal/
  })
  assert.equal(erp.requests, 0)
  await logOn('one')
  const sessions = await Promise.all(Array.from({ length: 20 }, () => read(client)))
  assert.deepEqual([...new Set(sessions)], ['session-1'])
  assert.equal(await post(client.writer, 'change'), 'session-1')
  await client.writer.session(async session => {
    assert.equal(kept.changes, 1)
    assert.equal(await post(session, 'lock'), 'session-1')
  })
  assert.deepEqual([kept.changes, learned, erp.faults], [0, ['session-1'], []])
  await client.close()
  assert.equal(erp.logOffs, 0)
})

test('when it has ended the calls say so, until there is another', async t => {
  const { erp, client, kept, logOn } = await ground(t)
  await logOn('one')
  await read(client)
  erp.endSessions()
  const failures = await Promise.allSettled(Array.from({ length: 10 }, () => read(client)))
  for (const failure of failures) {
    assert.equal((failure as { reason?: { code: string } }).reason?.code, 'ERP_LOGON_NEEDED')
  }
  await assert.rejects(post(client.writer, 'change'), needed)
  await logOn('two')
  assert.equal(await read(client), 'session-2')
  assert.equal(await post(client.writer, 'change'), 'session-2')
  kept.cookies = undefined
  await assert.rejects(read(client), needed)
  assert.deepEqual(erp.faults, [])
})

test('a log-on during a change is used after it', async t => {
  const { erp, client, logOn } = await ground(t)
  await logOn('one')
  await client.writer.session(async session => {
    await post(session, 'lock')
    session.holding = true
    await logOn('two')
    assert.equal(await post(session, 'write'), 'session-1')
    assert.equal(await read(client), 'session-1')
    await post(session, 'unlock')
    session.holding = false
  })
  assert.equal(await read(client), 'session-2')
  assert.deepEqual([erp.locks.size, erp.faults], [0, []])
})

test('the end in the middle of a lock is reported, and no lock remains', async t => {
  const { erp, client, logOn } = await ground(t)
  await logOn('one')
  await client.writer.session(async session => {
    await post(session, 'lock')
    session.holding = true
    erp.endSessions()
    await assert.rejects(post(session, 'write'), { ...needed, message: /while a lock was held/ })
    session.discard()
  })
  await logOn('two')
  assert.equal(await post(client.writer, 'change'), 'session-2')
  assert.deepEqual([erp.locks.size, erp.faults], [0, []])
})
