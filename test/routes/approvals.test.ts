/** Decisions of approvers over HTTP, by the command and by MCP: the same refusals on each way. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { TestContext } from 'node:test'
import { run } from '../../commands/approvals/approvals.ts'
import type { ApprovalItem, ApprovalRequest } from '../../tools/index.ts'
import { call, listen, post } from '../helpers/bridge-app.ts'
import type { BridgeApp } from '../helpers/bridge-app.ts'
import { bearer, openWaitingChanges, place, secretOf } from './waiting-changes.ts'
import type { WaitingChanges } from './waiting-changes.ts'

const all = ['read', 'write', 'admin']
const keys = {
  rita: { owner: 'rita', scopes: all },
  otto: { owner: 'otto', scopes: all },
  second: { owner: 'Rita@example.com', scopes: all },
  erp: { scopes: all, erpUser: 'RITA' },
  paul: { scopes: ['read', 'write'] },
  gate: { scopes: [], approve: true },
  page: { scopes: ['admin'] },
  ended: { scopes: all, expires: '2020-01-01' },
  elsewhere: { scopes: all, systems: ['prd'] }
}

let changes: WaitingChanges
before(async () => {
  changes = await openWaitingChanges(keys)
})
after(async () => {
  await changes?.close()
})

const bridgeOf = async (t: TestContext) => await changes.bridge(t)
const waiting = async (more?: Partial<ApprovalRequest>) => await changes.waiting(more)
const stateOf = async ({ place: there, id }: ApprovalItem) =>
  (await changes.journal.approvals.read(there, id))?.state

interface Tried {
  readonly key: string
  readonly approval: string
  readonly digest: string
}

/** Answers with the code, or the state of the item. */
type Surface = (bridge: BridgeApp, tried: Tried) => Promise<string>

const items = ({ url }: BridgeApp) => new URL('/approvals/items', url)

async function asked(
  bridge: BridgeApp,
  key: string,
  { body, query = '', headers = {} }: { body?: unknown; query?: string; headers?: object } = {}
) {
  const answer = await fetch(new URL(`${items(bridge).pathname}${query}`, bridge.url), {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json', ...bearer(key), ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) })
  })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, text }
}

async function command(bridge: BridgeApp, key: string, ...argv: string[]) {
  const said: string[] = []
  const say = (line: string) => said.push(line)
  const env = { ERP_BRIDGE_KEY: secretOf(key) }
  const io = { env, say, warn: say, tellParent: undefined, untilStopped: async () => {} }
  const code = await run([...argv, '--at', bridge.url.href], io)
  return { code, text: said.join('\n') }
}

const surfaces: Readonly<Record<string, Surface>> = {
  page: async (bridge, { key, ...of }) =>
    (await asked(bridge, key, { body: { decision: 'approve', ...of } })).text,
  command: async (bridge, { key, approval, digest }) => {
    const { code, text } = await command(bridge, key, 'approve', approval, '--digest', digest)
    return `${text} exit ${code}`
  },
  mcp: async (bridge, { key, ...of }) =>
    JSON.stringify(
      (await post(bridge.url, call('ERPManage', { action: 'approve', ...of }), bearer(key))).body
    )
}

interface Attack {
  readonly key: string
  readonly item?: Partial<ApprovalRequest>
  readonly with?: (item: ApprovalItem) => Partial<Tried> | Promise<Partial<Tried>>
  readonly words: RegExp
  /** State afterwards. */
  readonly state?: string
}

const refusedLogOn = /Unauthorized|no such key or token/
const attacks: Readonly<Record<string, Attack>> = {
  'by the requester': { key: 'rita', words: /same person/ },
  'by another key of the same owner': { key: 'second', words: /same person/ },
  'by a key with the ERP user of the requester': { key: 'erp', words: /same person/ },
  'without scope admin': { key: 'paul', words: /admin/ },
  'by a key that has ended': { key: 'ended', words: refusedLogOn },
  'by a key of another system': { key: 'elsewhere', words: /no system at this URL/ },
  'with a forged digest': {
    key: 'otto',
    with: () => ({ digest: 'A'.repeat(43) }),
    words: /another digest/
  },
  'with the digest of another change': {
    key: 'otto',
    with: async () => ({ digest: (await waiting()).digest }),
    words: /another digest/
  },
  'of an id that is not there': {
    key: 'otto',
    with: () => ({ approval: 'AAAAAAAAAAAA' }),
    words: /no waiting change/
  },
  'of a change at another place': {
    key: 'otto',
    item: { place: '["https://other","001"]' },
    words: /no waiting change/
  },
  'of a change that has expired': {
    key: 'otto',
    item: { until: Date.now() - 1 },
    words: /no waiting change/
  },
  'of a rejected change': {
    key: 'otto',
    with: async item => {
      const by = { identity: 'key x', name: 'x', marks: ['x'] }
      await changes.journal.approvals.decide(item, 'rejected', { by, at: Date.now() })
      return {}
    },
    words: /is rejected/,
    state: 'rejected'
  },
  'of an approval that was used': {
    key: 'otto',
    with: async item => {
      const by = { identity: 'key x', name: 'x', marks: ['x'] }
      await changes.journal.approvals.decide(item, 'approved', {
        by,
        at: Date.now(),
        signature: 'x'
      })
      await changes.journal.approvals.use(item)
      return {}
    },
    words: /is used/,
    state: 'used'
  }
}

test('no attack decides about a change, on none of the ways', async t => {
  const bridge = await bridgeOf(t)
  for (const [way, attempt] of Object.entries(surfaces)) {
    for (const [name, { key, item: more, with: change, words, state }] of Object.entries(attacks)) {
      await t.test(`${way}: ${name}`, async () => {
        const item = await waiting(more)
        const tried = { key, approval: item.id, digest: item.digest, ...(await change?.(item)) }
        const answer = await attempt(bridge, tried)
        assert.match(answer, words)
        assert.doesNotMatch(answer, /"approved"|exit 0/)
        assert.equal(await stateOf(item), state ?? 'waiting')
      })
    }
    await t.test(`${way}: another person decides, once`, async () => {
      const item = await waiting()
      const tried = { key: 'otto', approval: item.id, digest: item.digest }
      const answers = await Promise.all([1, 2, 3].map(async () => await attempt(bridge, tried)))
      assert.equal(
        answers.filter(answer => /approved"|exit 0/.test(answer)).length,
        1,
        answers.join('\n')
      )
      const found = await changes.journal.approvals.read(place, item.id)
      assert.equal(found?.decision?.by.identity, 'key otto')
    })
  }
})

test('scope admin alone, or a key that approves, decides, and the audit names it', async t => {
  const bridge = await bridgeOf(t)
  for (const key of ['gate', 'page']) {
    const item = await waiting()
    const body = { decision: 'approve', approval: item.id, digest: item.digest }
    const answer = await asked(bridge, key, { body })
    assert.equal(answer.status, 200, answer.text)
    const event = bridge.events.at(-1)
    assert.deepEqual(
      [
        event?.tool,
        event?.action,
        event?.identity,
        event?.approval,
        event?.outcome,
        event?.changes
      ],
      ['ERPManage', 'approve', `key ${key}`, item.id, 'ok', true]
    )
    const tool = await post(bridge.url, call('ERPManage', { action: 'approvals' }), bearer(key))
    assert.equal(tool.status, 403, 'it opens no tool')
  }
  const refused = await asked(bridge, 'paul')
  assert.deepEqual([refused.status, bridge.events.at(-1)?.code], [403, 'INSUFFICIENT_SCOPE'])
  assert.match(refused.headers.get('www-authenticate') ?? '', /insufficient_scope/)
  assert.equal((await fetch(items(bridge))).status, 401)
})

test('an approver reads hostile texts as they are', async t => {
  const bridge = await bridgeOf(t)
  const shown = '</script><img src=x onerror=alert(1)>\n+ WRITE 1.'
  const item = await waiting({ shown, objects: ['PROG <b>'] })
  const one = await asked(bridge, 'page', { query: `?approval=${item.id}` })
  assert.equal((JSON.parse(one.text) as { shown: string }).shown, shown)
  assert.match(one.headers.get('content-type') ?? '', /^application\/json/)
  assert.equal(one.headers.get('x-content-type-options'), 'nosniff')
  const page = await fetch(new URL('/approvals', bridge.url))
  const policy = page.headers.get('content-security-policy') ?? ''
  assert.match(
    policy,
    /default-src 'none'.*script-src 'sha256-.*form-action 'none'; frame-ancestors 'none'; require-trusted-types-for/
  )
  assert.ok(!(await page.text()).includes(item.id), 'the page has no data')
})

const body = (more: object = {}) => ({ decision: 'approve', approval: 'x', digest: 'x', ...more })
interface Bad {
  readonly body?: unknown
  readonly query?: string
  readonly headers?: object
  readonly status: number
}
const bad: Readonly<Record<string, Bad>> = {
  'a form': {
    body: 'a=b',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    status: 415
  },
  'JSON as text': { body: body(), headers: { 'content-type': 'text/plain' }, status: 415 },
  'another site': { body: body(), headers: { 'sec-fetch-site': 'cross-site' }, status: 403 },
  'a neighbour of the site': {
    body: body(),
    headers: { 'sec-fetch-site': 'same-site' },
    status: 403
  },
  'another page': { body: body(), headers: { origin: 'https://evil.example.com' }, status: 403 },
  'a decision by GET': { query: '?decision=approve&approval=x&digest=x', status: 400 },
  'two ids': { query: '?approval=a&approval=b', status: 400 },
  'a list': { body: [body()], status: 400 },
  'no digest': { body: { decision: 'approve', approval: 'x' }, status: 400 },
  'another decision': { body: body({ decision: 'use' }), status: 400 },
  'a reason to approve': { body: body({ reason: 'x' }), status: 400 },
  'an unknown member': { body: body({ by: 'otto' }), status: 400 },
  'a long reason': { body: body({ decision: 'reject', reason: 'x'.repeat(501) }), status: 400 },
  'a long id': { body: body({ approval: 'x'.repeat(200) }), status: 400 },
  'a number': { body: body({ digest: 1 }), status: 400 },
  'a large body': { body: body({ reason: 'x'.repeat(20_000) }), status: 413 },
  'no JSON': { body: '{', status: 400 },
  'a deep body': { body: '['.repeat(100) + ']'.repeat(100), status: 400 },
  'a prototype': { body: '{"__proto__":{"decision":"approve"}}', status: 400 }
}

test('what is no request of an approver is refused', async t => {
  const bridge = await bridgeOf(t)
  for (const [name, { status, ...of }] of Object.entries(bad)) {
    await t.test(name, async () => {
      const answer = await asked(bridge, 'otto', of)
      assert.equal(answer.status, status, answer.text)
    })
  }
  const preflight = await fetch(items(bridge), {
    method: 'OPTIONS',
    headers: { origin: bridge.url.origin, 'access-control-request-method': 'POST' }
  })
  assert.equal(preflight.headers.get('access-control-allow-origin'), null)
})

test('the command lists, shows and decides, and says what is wrong', async t => {
  const bridge = await bridgeOf(t)
  const item = await waiting({ shown: 'DRY RUN\n+ \u202ehidden' })
  const listed = await command(bridge, 'gate', 'list')
  assert.match(
    listed.text,
    new RegExp(`^${item.id} .* · rita · ERPWrite delete PROG ZA · ops=D · waiting`, 'm')
  )
  const shown = await command(bridge, 'gate', 'show', item.id)
  assert.match(shown.text, /\n\+ \\u\{202E\}hidden\ndigest /)
  const reason = ['--reason', 'still used']
  const done = await command(bridge, 'gate', 'reject', item.id, ...reason, '--json')
  const data = JSON.parse(done.text) as Record<string, unknown>
  assert.deepEqual([done.code, data['state'], data['reason']], [0, 'rejected', 'still used'])
  const wrong: readonly (readonly [readonly string[], RegExp])[] = [
    [['frobnicate'], /approvals has no "frobnicate"/],
    [['constructor'], /approvals has no "constructor"/],
    [['approve', item.id], /needs --digest/],
    [['approve'], /takes the id of one change/],
    [['list', 'x'], /takes no id/],
    [['show', item.id, '--reason', 'x'], /takes no --reason/],
    [['show', 'a', 'b'], /takes the id of one change/],
    [['list', '--key', 'secret'], /Unknown option '--key'/],
    [['list', '--system', '../x'], /no name of a system/]
  ]
  for (const [argv, words] of wrong) {
    const { code, text } = await command(bridge, 'gate', ...argv)
    assert.equal(code, 2, text)
    assert.match(text, words)
  }
  const alone: readonly (readonly [readonly string[], string, RegExp])[] = [
    [['--at', 'http://bridge.example.com'], 'x', /plain text/],
    [['--at', 'ftp://x'], 'x', /is no address/],
    [[], '', /no key of the approver/],
    [[], 'a b', /characters that no key/]
  ]
  for (const [argv, key, words] of alone) {
    let text = ''
    const warn = (line: string) => (text += line)
    const io = { say() {}, warn, tellParent: undefined, untilStopped: async () => {} }
    assert.equal(await run(['list', ...argv], { ...io, env: { ERP_BRIDGE_KEY: key } }), 2)
    assert.match(text, words)
  }
  const other = await command(bridge, 'gate', 'show', 'AAAAAAAAAAAA')
  assert.deepEqual([other.code, /no waiting change/.test(other.text)], [1, true])
})

test('without --approval there is neither page nor answer', async t => {
  const bridge = await listen(t, { apiKey: secretOf('otto') })
  assert.equal((await fetch(new URL('/approvals', bridge.url))).status, 404)
  const { code, text } = await command(bridge, 'otto', 'list')
  assert.deepEqual([code, /has no approvals/.test(text)], [1, true], text)
})
