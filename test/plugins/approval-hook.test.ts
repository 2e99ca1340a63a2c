/** The web hook of approvals: what it sends, how often, and what it never does. */
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import type { TestContext } from 'node:test'
import { personNaming } from '../../audit/pseudonyms.ts'
import { followExpiry } from '../../plugins/approvals/expiry.ts'
import { createHook } from '../../plugins/approvals/hook.ts'
import type { HookFacts, HookOptions } from '../../plugins/approvals/hook.ts'
import type { ApprovalItem } from '../../tools/index.ts'
import { bearer, openWaitingChanges, place } from '../routes/waiting-changes.ts'
import type { WaitingChanges } from '../routes/waiting-changes.ts'
import { call, post } from '../helpers/bridge-app.ts'
import { until } from '../helpers/until.ts'

const key = Buffer.alloc(32, 7)
const secret = `whsec_${key.toString('base64')}`
const quiet = { debug() {}, info() {}, warn() {}, error() {} }

interface Received {
  readonly headers: IncomingHttpHeaders
  readonly path: string
  readonly body: string
}

/** A receiver whose answers the test decides. */
async function receiver(
  t: TestContext,
  answer: (turn: number, response: ServerResponse) => void = (_turn, response) => response.end()
) {
  const received: Received[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', chunk => (body += String(chunk)))
    request.on('end', () => {
      received.push({ headers: request.headers, path: request.url ?? '', body })
      answer(received.length, response)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { received, url: `http://127.0.0.1:${port}/hook` }
}

function assertSigned({ headers, body }: Received): void {
  const { 'webhook-id': id, 'webhook-timestamp': time } = headers
  const mac = createHmac('sha256', key).update(`${String(id)}.${String(time)}.${body}`)
  assert.equal(headers['webhook-signature'], `v1,${mac.digest('base64')}`)
  assert.ok(Math.abs(Number(time) - Date.now() / 1000) < 60)
}

let changes: WaitingChanges
before(async () => {
  changes = await openWaitingChanges({
    otto: { scopes: ['read', 'write', 'admin'] },
    gate: { scopes: [], approve: true }
  })
})
after(async () => {
  await changes?.close()
})

const hookOf = (
  more: Partial<HookOptions>,
  { facts = [] }: { readonly facts?: HookFacts[] } = {}
) =>
  createHook({
    secret,
    naming: personNaming(undefined),
    send: async () => 204,
    record: one => facts.push(one),
    log: quiet,
    delays: [1, 1],
    ...more
  })

const item: ApprovalItem = {
  id: 'id-1',
  at: 1,
  until: 2,
  state: 'waiting',
  place,
  system: 'default',
  requester: { identity: 'key rita', name: 'rita', marks: ['name RITA'] },
  tool: 'ERPWrite',
  objects: ['PROG ZA'],
  rule: 'ops=D',
  call: 'call',
  digest: 'digest',
  shown: 'SECRET SOURCE'
}

test('a decision is announced once, signed, without the source and the reason', async t => {
  const { received, url } = await receiver(t)
  const bridge = await changes.bridge(t, { approvalHook: url, approvalHookSecret: secret })
  const waiting = await changes.waiting({ shown: 'SECRET SOURCE' })
  const { id: approval, digest } = waiting
  const reason = 'SECRET REASON'
  const reject = async () =>
    await post(
      bridge.url,
      call('ERPManage', { action: 'reject', approval, digest, reason }),
      bearer('otto')
    )
  await Promise.all([reject(), reject()])
  await until(() => received.length > 0)
  const [one] = received
  assert.ok(one !== undefined)
  assertSigned(one)
  const { type, data } = JSON.parse(one.body) as { type: string; data: Record<string, unknown> }
  assert.equal(type, 'approval.rejected')
  assert.deepEqual(
    { ...data, until: undefined },
    {
      approval,
      digest,
      system: 'default',
      requester: { identity: 'key rita', name: 'rita' },
      decidedBy: { identity: 'key otto', name: 'otto' },
      tool: 'ERPWrite',
      action: 'delete',
      objects: ['PROG ZA'],
      rule: 'ops=D',
      until: undefined
    }
  )
  assert.doesNotMatch(one.body, /SECRET/)
  assert.equal(one.headers['webhook-id'], `${approval}_rejected`)
  await bridge.app.close()
  assert.equal(received.length, 1)
})

test('a redirect is not followed, and a receiver that hangs delays no call', async t => {
  const other = await receiver(t)
  const { received, url } = await receiver(t, (turn, response) => {
    if (turn === 1) response.writeHead(307, { location: other.url }).end()
  })
  const bridge = await changes.bridge(t, { approvalHook: url, approvalHookSecret: secret })
  for (let count = 0; count < 3; count++) {
    const { id: approval, digest } = await changes.waiting()
    const answer = await fetch(new URL('/approvals/items', bridge.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...bearer('gate') },
      body: JSON.stringify({ decision: 'approve', approval, digest })
    })
    assert.equal(answer.status, 200)
  }
  await until(() => received.length === 3)
  await bridge.app.close()
  assert.equal(other.received.length, 0)
})

interface Answers {
  /** A status, or undefined for no answer. */
  readonly answers: readonly (number | undefined)[]
  readonly ends: Pick<HookFacts, 'outcome' | 'attempts' | 'status'>
}
const noAnswer: Pick<HookFacts, 'outcome' | 'attempts'> = { outcome: 'error', attempts: 3 }
const cases: Readonly<Record<string, Answers>> = {
  'at once': { answers: [200], ends: { outcome: 'ok', attempts: 1, status: 200 } },
  'after faults of the receiver': {
    answers: [undefined, 503, 204],
    ends: { outcome: 'ok', attempts: 3, status: 204 }
  },
  'after too many requests': {
    answers: [429, 200],
    ends: { outcome: 'ok', attempts: 2, status: 200 }
  },
  'never, where it is refused': {
    answers: [401],
    ends: { outcome: 'error', attempts: 1, status: 401 }
  },
  'never, where it is redirected': {
    answers: [302],
    ends: { outcome: 'error', attempts: 1, status: 302 }
  },
  'never, where no attempt succeeds': {
    answers: [500, 500, 500],
    ends: { outcome: 'error', attempts: 3, status: 500 }
  },
  'never, where nothing answers': { answers: [undefined, undefined, undefined], ends: noAnswer }
}

test('a message is delivered, or given up, and the audit says which', async t => {
  for (const [name, { answers, ends }] of Object.entries(cases)) {
    await t.test(name, async () => {
      const facts: HookFacts[] = []
      const ids = new Set<string | undefined>()
      let turn = 0
      const hook = hookOf(
        {
          async send(headers) {
            ids.add(headers['webhook-id'])
            const status = answers[turn++]
            if (status === undefined) throw new Error('no answer')
            return status
          }
        },
        { facts }
      )
      hook.announce('waiting', item)
      await until(() => facts.length > 0)
      hook.close()
      assert.deepEqual(facts, [{ system: 'default', approval: 'id-1', news: 'waiting', ...ends }])
      assert.deepEqual([turn, ids.size], [answers.length, 1])
    })
  }
})

test('the queue is bounded, and its end is recorded', async () => {
  const facts: HookFacts[] = []
  let asked = 0
  const send = async () => {
    asked++
    return await new Promise<number>(() => {})
  }
  const hook = hookOf({ send, most: 10 }, { facts })
  for (let count = 0; count < 30; count++) hook.announce('waiting', item)
  assert.equal(facts.length, 20, 'what has no room is given up at once')
  await until(() => asked === 4)
  hook.close()
  assert.equal(facts.length, 30)
  assert.ok(facts.every(({ outcome }) => outcome === 'error'))
})

test('with pseudonyms in the audit a message has them, and no name where they are not known', async () => {
  const bodies: string[] = []
  const send = async (_headers: object, body: string) => {
    bodies.push(body)
    return 200
  }
  const source = {
    keyOf: async () =>
      await Promise.resolve({ id: 'p-1', of: (name: string) => `p-1-${name.length}` })
  }
  const broken = { keyOf: async () => await Promise.reject(new Error('away')) }
  for (const [one, expected] of [
    [source, { identity: 'p-1', name: 'p-1-4' }],
    [broken, { identity: 'p-unknown', name: 'p-unknown' }]
  ] as const) {
    hookOf({ send, naming: personNaming(one) }).announce('waiting', item)
    await until(() => bodies.length > 0)
    const body = bodies.pop() ?? ''
    assert.deepEqual((JSON.parse(body) as { data: { requester: object } }).data.requester, expected)
    assert.doesNotMatch(body, /rita/i)
  }
})

test('of two processes one tells of an expiry', async () => {
  const expired: string[] = []
  const entry = { settings: { approval: ['ops=D'] } }
  const systems = { states: () => [{ entry, system: { place } }] } as never
  const ends = [1, 2].map(() =>
    followExpiry({
      systems,
      store: changes.journal.approvals,
      log: quiet,
      expired: ({ id }) => expired.push(id),
      everyMs: 2
    })
  )
  const items = await Promise.all(
    [1, 2, 3].map(async () => await changes.waiting({ until: Date.now() + 20 }))
  )
  await until(() => expired.length >= 3)
  for (const end of ends) end()
  assert.deepEqual(expired.toSorted(), items.map(({ id }) => id).toSorted())
})
