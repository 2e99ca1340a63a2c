/** A ticket is exchanged once for a security session, and never while a lock is held. */
import assert from 'node:assert/strict'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { createErp, isErpError } from '../../../erp-client/index.ts'
import type { Erp, ErpExchange, ErpSession } from '../../../erp-client/index.ts'
import { createTicketErp } from '../../helpers/ticket-erp.ts'
import type { TicketErp } from '../../helpers/ticket-erp.ts'

const path = '/sap/bc/adt/x'

interface Ground {
  readonly erp: TicketErp
  readonly client: Erp
  /** How often the program ran. */
  runs(): number
  readonly log: string[]
  readonly learned: string[]
  /** Exchanges of an observer. */
  readonly seen: ErpExchange[]
}

async function ground(t: TestContext): Promise<Ground> {
  const erp = await createTicketErp(t)
  const folder = mkdtempSync(join(tmpdir(), 'erp-ticket-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const [caFile, command, counter] = ['ca.pem', 'ticket', 'runs'].map(name => join(folder, name))
  if (caFile === undefined || command === undefined || counter === undefined) throw new TypeError()
  writeFileSync(caFile, erp.ca)
  writeFileSync(
    command,
    `#!/bin/sh\necho x >> ${counter}\nprintf '{"ticket":"canary-ticket-number-%s"}' $(wc -l < ${counter})\n`
  )
  chmodSync(command, 0o700)
  const log: string[] = []
  const learned: string[] = []
  const seen: ErpExchange[] = []
  const tell = (facts: object, message: string) => {
    log.push(`${message} ${JSON.stringify(facts)}`)
  }
  const client = createErp({
    ...{ baseUrl: erp.url, client: '001', language: 'EN', caFile },
    credential: { kind: 'ticket-command', command },
    log: { debug: tell, info: tell, warn: tell, error: tell },
    learn: secrets => learned.push(...secrets),
    exchanges: { identity() {}, exchange: exchange => seen.push(exchange) }
  })
  t.after(() => client.close())
  t.after(() => {
    assert.doesNotMatch(log.join('\n'), /canary/)
  })
  const runs = () => (existsSync(counter) ? readFileSync(counter, 'utf8').length / 2 : 0)
  return { erp, client, runs, log, learned, seen }
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

test('64 requests at once: one ticket, one session, used by reads and changes', async t => {
  const { erp, client, runs, learned } = await ground(t)
  const sessions = await Promise.all(Array.from({ length: 64 }, () => read(client)))
  assert.deepEqual([...new Set(sessions)], ['session-1'])
  assert.equal(await post(client.writer, 'change'), 'session-1')
  assert.equal(await client.writer.session(session => post(session, 'lock')), 'session-1')
  assert.deepEqual(erp.tickets, ['canary-ticket-number-1'])
  assert.deepEqual([runs(), learned, erp.faults], [1, ['canary-ticket-number-1'], []])
  await client.close()
  assert.equal(erp.logOffs, 1)
})

test('an observer of exchanges never sees a ticket', async t => {
  const { erp, client, seen } = await ground(t)
  await read(client)
  assert.equal(erp.tickets.length, 1)
  assert.equal(seen.length, 1)
  assert.doesNotMatch(JSON.stringify(seen), /canary/)
})

test('a change first: the exchange leaves its outcome alone', async t => {
  const { erp, client } = await ground(t)
  erp.exchange = response => response.socket?.destroy()
  await assert.rejects(post(client.writer, 'change'), { outcome: 'failed' })
  erp.exchange = undefined
  assert.equal(await post(client.writer, 'change'), 'session-1')
  assert.deepEqual(erp.faults, [])
})

test('when the session has ended, one new ticket is exchanged for all', async t => {
  const { erp, client, runs } = await ground(t)
  await read(client)
  erp.endSessions()
  const sessions = await Promise.all(Array.from({ length: 20 }, () => read(client)))
  assert.deepEqual([...new Set(sessions)], ['session-2'])
  assert.equal(await post(client.writer, 'change'), 'session-2')
  assert.deepEqual([runs(), erp.faults], [2, []])
})

test('no log-on while a lock is held: not for the change, and not for others', async t => {
  const { erp, client, runs } = await ground(t)
  await client.writer.session(async session => {
    await post(session, 'lock')
    session.holding = true
    erp.endSessions()
    await assert.rejects(read(client), {
      code: 'ERP_SESSION_LOST',
      message: /ended while a lock is held; a new log-on waits/
    })
    await assert.rejects(post(session, 'write'), { code: 'ERP_SESSION_LOST' })
    assert.equal(runs(), 1)
    session.discard()
  })
  assert.equal(await read(client), 'session-2')
  assert.deepEqual([runs(), erp.faults, erp.locks.size], [2, [], 0])
})

test('a lock that is still there is released in its session', async t => {
  const { erp, client, runs } = await ground(t)
  await client.writer.session(async session => {
    await post(session, 'lock')
    session.holding = true
    assert.equal(await read(client), 'session-1')
    await post(session, 'unlock')
    session.holding = false
  })
  assert.deepEqual([erp.locks.size, runs(), erp.faults], [0, 1, []])
})

test('a refused ticket: one attempt for all requests, then none for a minute', async t => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() })
  const { erp, client, runs } = await ground(t)
  erp.exchange = response => response.writeHead(401, { 'content-type': 'text/html' }).end('<html>')
  const answers = await Promise.allSettled(Array.from({ length: 20 }, () => read(client)))
  const reasons = answers.map(answer =>
    answer.status === 'rejected' && isErpError(answer.reason)
      ? `${answer.reason.code} ${answer.reason.remedy}`
      : 'none'
  )
  assert.equal(new Set(reasons).size, 1)
  assert.match(reasons[0] ?? '', /^ERP_LOGON_FAILED .*login\/accept_sso2_ticket/)
  await assert.rejects(read(client), { code: 'ERP_LOGON_BLOCKED' })
  assert.deepEqual([runs(), erp.requests], [1, 1])
  erp.exchange = undefined
  t.mock.timers.tick(60_001)
  assert.equal(await read(client), 'session-1')
  assert.deepEqual(erp.faults, [])
})

const answers: readonly [string, (erp: TicketErp) => void, RegExp][] = [
  ['a log-on page', page(200), /^ERP_LOGON/],
  [
    'a session that is not opened',
    answering(200),
    /^ERP_LOGON_FAILED .*opened no session.*\(200\)/
  ],
  ['a release without the service', answering(404), /^ERP_UNSUPPORTED .*no tickets \(404\)/],
  ['a forbidden service', answering(403), /^ERP_FORBIDDEN/],
  ['a redirect to an identity provider', redirecting(), /^ERP_LOGON_PAGE .*idp\.example/]
]

function page(status: number) {
  return (erp: TicketErp) => {
    erp.exchange = response => {
      response.writeHead(status, { 'content-type': 'text/html' })
      response.end('<html><form name="loginForm" class="sap-system-login"></form></html>')
    }
  }
}

function answering(status: number) {
  return (erp: TicketErp) => {
    erp.exchange = response => response.writeHead(status, { 'content-type': 'text/plain' }).end('x')
  }
}

function redirecting() {
  return (erp: TicketErp) => {
    erp.exchange = response =>
      response.writeHead(302, { location: 'https://idp.example/saml2' }).end()
  }
}

for (const [what, arrange, expected] of answers) {
  test(`in answer to the ticket: ${what}`, async t => {
    const { erp, client } = await ground(t)
    arrange(erp)
    const error: unknown = await read(client).catch((reason: unknown) => reason)
    assert.ok(isErpError(error))
    assert.match(`${error.code} ${error.message}`, expected)
    assert.equal(erp.tickets.length, 1)
  })
}
