/**
 * Every step of lock → read → write → unlock → activate under every fault: afterwards no lock is
 * left, the source is whole, and what the tool reported is true.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createErp } from '../../../erp-client/index.ts'
import type { Erp } from '../../../erp-client/index.ts'
import { createSandbox } from '../../../sandbox/server.ts'
import type { Sandbox } from '../../../sandbox/server.ts'
import type { ToolResult } from '../../../tools/index.ts'
import { benchOf } from '../helpers/erp.ts'

let sandbox: Sandbox
let steady: Erp

before(async () => {
  sandbox = await createSandbox({ password: 'secret-1' })
  steady = connect(10_000)
})

after(async () => {
  await steady?.close()
  await sandbox?.close()
})

const connect = (timeoutMs = 700): Erp =>
  createErp({
    baseUrl: sandbox.url,
    client: sandbox.client,
    language: 'EN',
    credential: { kind: 'basic', user: sandbox.user, password: 'secret-1' },
    timeoutMs
  })

const name = 'ZFT'
const source = (value: number) => `REPORT zft.\nDATA result TYPE i.\nresult = ${value}.\n`

interface Step {
  readonly name: string
  readonly method: string
  readonly url: RegExp
}

const steps: readonly Step[] = [
  { name: 'lock', method: 'POST', url: /programs\/programs\/zft\?_action=LOCK/ },
  { name: 'read', method: 'GET', url: /programs\/programs\/zft\/source\/main/ },
  { name: 'write', method: 'PUT', url: /programs\/programs\/zft\/source\/main/ },
  { name: 'unlock', method: 'POST', url: /programs\/programs\/zft\?_action=UNLOCK/ },
  { name: 'activate', method: 'POST', url: /\/activation\?/ }
]

const exception = (type: string, text: string) =>
  `<?xml version="1.0"?><exc:exception xmlns:exc="http://www.sap.com/abapxml/types/communicationframework"><namespace id="com.sap.adt"/><type id="${type}"/><message lang="EN">${text}</message></exc:exception>`
const status = (code: number, type: string) =>
  ({ kind: 'status', status: code, body: exception(type, 'Made by a test') }) as const

const faults = {
  hang: { kind: 'hang' },
  reset: { kind: 'reset' },
  'half answer': { kind: 'halfBody' },
  401: {
    kind: 'status',
    status: 401,
    headers: { 'content-type': 'text/html' },
    body: '<html><title>Logon failed</title></html>'
  },
  403: status(403, 'ExceptionResourceNoAccess'),
  409: status(409, 'ExceptionResourceLockConflict'),
  423: status(423, 'ExceptionResourceInvalidLockHandle'),
  500: status(500, 'ExceptionInternalError'),
  'HTML page': {
    kind: 'status',
    status: 200,
    headers: { 'content-type': 'text/html' },
    body: '<html><body><form action="logon">Logon</form></body></html>'
  }
} as const

/**
 * Only where the answer to a write or an activation is lost may the tool not know what is true;
 * written down before it was measured.
 */
const mayBeUnknown = new Set([
  'write: hang',
  'write: reset',
  'write: half answer',
  'write: 500',
  'write: HTML page',
  'activate: hang',
  'activate: reset',
  'activate: half answer',
  'activate: 500',
  'activate: HTML page',
  'create: hang',
  'create: reset',
  'create: half answer',
  'create: 500',
  'create: HTML page',
  'delete: hang',
  'delete: reset',
  'delete: half answer',
  'delete: 500',
  'delete: HTML page'
])

interface Truth {
  readonly newest: string | undefined
  readonly active: string | undefined
}

async function truth(): Promise<Truth> {
  const { call } = benchOf({ erp: steady })
  const read = async (version: string) => {
    const result = await call('ERPRead', { type: 'PROG', name, version })
    return result.kind === 'text' ? result.text.slice(result.text.indexOf('\n') + 1) : undefined
  }
  return { newest: await read('auto'), active: await read('active') }
}

async function reset(): Promise<void> {
  sandbox.faults.clear()
  const { newest, active } = await truth()
  if (newest === source(1) && active === source(1)) return
  const args =
    newest === undefined
      ? { action: 'create', package: '$TMP' }
      : { action: 'update', overwrite: true }
  const made = await benchOf({ erp: steady }).call('ERPWrite', {
    ...args,
    type: 'PROG',
    name,
    source: source(1),
    activate: true
  })
  assert.equal(made.kind, 'data', made.text)
}

/** What the result claims: `done`, `failed`, `unknown`; saved but not active is `saved`. */
function claimOf(result: ToolResult): 'done' | 'failed' | 'unknown' | 'saved' {
  if (result.kind === 'data') return 'done'
  assert.ok(result.kind === 'error', result.text)
  const { saved, outcome }: { saved?: boolean; outcome?: string } = result.data ?? {}
  if (saved === true) return 'saved'
  return outcome === 'unknown' || result.code === 'OUTCOME_UNKNOWN' ? 'unknown' : 'failed'
}

/** The lock of a broken connection goes with its session; the client closing ends what is left. */
async function assertNoLock(where: string): Promise<void> {
  for (let tries = 0; tries < 100 && sandbox.counters.openLocks > 0; tries++) {
    await new Promise(resolve => {
      setTimeout(resolve, 20)
    })
  }
  assert.equal(sandbox.counters.openLocks, 0, `${where}: a lock is left`)
}

function assertTrue(where: string, result: ToolResult, { newest, active }: Truth): void {
  const claim = claimOf(result)
  const words = `${where}: claimed ${claim}; ${result.text.slice(0, 300)}`
  assert.ok(newest === source(1) || newest === source(2), `${where}: half a source`)
  assert.ok(active === source(1) || active === source(2), `${where}: half an active source`)
  if (claim === 'done') assert.deepEqual([newest, active], [source(2), source(2)], words)
  if (claim === 'failed') assert.equal(newest, source(1), words)
  // The text alone says the same.
  if (/Nothing was changed\./.test(result.text)) assert.equal(newest, source(1), words)
  if (
    claim === 'failed' &&
    !where.startsWith('write:') &&
    /^ERP_(UNREACHABLE|TIMEOUT|SERVER_ERROR|BAD_ANSWER)/.test(result.text)
  ) {
    assert.match(result.text, /Nothing was changed\./, words)
  }
  if (claim === 'saved') assert.equal(newest, source(2), words)
  if (claim === 'unknown') assert.ok(mayBeUnknown.has(where), words)
}

for (const step of steps) {
  for (const [kind, effect] of Object.entries(faults)) {
    const where = `${step.name}: ${kind}`
    test(where, async () => {
      await reset()
      const erp = connect()
      const { call } = benchOf({ erp })
      // Everything that is read before the lock is read before the fault, so that the fault meets
      // the step itself.
      await call('ERPRead', { type: 'PROG', name })
      const nth = step.name === 'read' ? 2 : 1
      sandbox.faults.add({
        method: step.method,
        url: step.url,
        effect,
        nth,
        times: kind === '401' ? 2 : 1
      })
      // An activation may take minutes, so nothing but the end of the bridge ends one that hangs.
      const ending =
        where === 'activate: hang'
          ? setTimeout(() => {
              void erp.close()
            }, 1500)
          : undefined
      const result = await call('ERPWrite', {
        action: 'edit',
        type: 'PROG',
        name,
        edits: [{ old: 'result = 1.', new: 'result = 2.' }],
        activate: true
      })
      clearTimeout(ending)
      sandbox.faults.clear()
      await erp.close()
      await assertNoLock(where)
      assertTrue(where, result, await truth())
    })
  }
}

for (const step of steps) {
  for (const end of ['cancel', 'shutdown'] as const) {
    const where = `${step.name}: ${end}`
    test(where, async () => {
      await reset()
      const erp = connect(3000)
      const { call } = benchOf({ erp })
      await call('ERPRead', { type: 'PROG', name })
      sandbox.faults.add({
        method: step.method,
        url: step.url,
        effect: { kind: 'delay', milliseconds: 120 }
      })
      const stop = new AbortController()
      const running = call(
        'ERPWrite',
        {
          action: 'edit',
          type: 'PROG',
          name,
          edits: [{ old: 'result = 1.', new: 'result = 2.' }],
          activate: true
        },
        stop.signal
      )
      while (sandbox.faults.hits === 0) {
        await new Promise(resolve => {
          setTimeout(resolve, 5)
        })
      }
      await new Promise(resolve => {
        setTimeout(resolve, 30)
      })
      if (end === 'cancel') stop.abort()
      else await erp.close()
      const result = await running
      sandbox.faults.clear()
      await erp.close()
      await assertNoLock(where)
      const claim = claimOf(result)
      const { newest, active } = await truth()
      assert.ok([source(1), source(2)].includes(newest ?? ''), `${where}: half a source`)
      if (claim === 'done') {
        assert.deepEqual([newest, active], [source(2), source(2)], `${where}: ${result.text}`)
      }
      if (claim === 'failed') assert.equal(newest, source(1), `${where}: ${result.text}`)
      if (claim === 'saved') assert.equal(newest, source(2), `${where}: ${result.text}`)
    })
  }
}

for (const [kind, effect] of Object.entries(faults)) {
  for (const action of ['create', 'delete'] as const) {
    const where = `${action}: ${kind}`
    test(where, async () => {
      await reset()
      const other = `ZFT_${action === 'create' ? 'NEW' : 'OLD'}`
      const erp = connect()
      const exists = async () =>
        (await benchOf({ erp: steady }).call('ERPRead', { type: 'PROG', name: other })).kind ===
        'text'
      if ((await exists()) !== (action === 'delete')) {
        await benchOf({ erp: steady }).call('ERPWrite', {
          action: action === 'delete' ? 'create' : 'delete',
          type: 'PROG',
          name: other,
          ...(action === 'delete' ? { package: '$TMP' } : {})
        })
      }
      const url =
        action === 'create'
          ? /\/programs\/programs\?/
          : new RegExp(`programs/programs/${other.toLowerCase()}\\?lockHandle`)
      sandbox.faults.add({
        method: action === 'create' ? 'POST' : 'DELETE',
        url,
        effect,
        times: kind === '401' ? 2 : 1
      })
      const result = await benchOf({ erp }).call('ERPWrite', {
        action,
        type: 'PROG',
        name: other,
        ...(action === 'create' ? { package: '$TMP' } : {})
      })
      sandbox.faults.clear()
      await erp.close()
      await assertNoLock(where)
      const claim = claimOf(result)
      const now = await exists()
      if (claim === 'done') assert.equal(now, action === 'create', `${where}: ${result.text}`)
      if (claim === 'failed') assert.equal(now, action === 'delete', `${where}: ${result.text}`)
      if (claim === 'unknown') assert.ok(mayBeUnknown.has(where), `${where}: ${result.text}`)
    })
  }
}

for (const kind of ['busy', 'reset'] as const) {
  test(`a change that was made and cannot be looked at: ${kind}`, async () => {
    await reset()
    const erp = connect()
    const { call } = benchOf({ erp })
    const url = /programs\/programs\/zft\/source\/main/
    const before = sandbox.faults.hits
    // The first read finds the place, the second compares the plan, the third is the look at what
    // became of it, which is tried twice.
    sandbox.faults.add({
      method: 'GET',
      url,
      nth: 3,
      times: 2,
      effect:
        kind === 'busy'
          ? { kind: 'status', status: 503, headers: { 'retry-after': '0' }, body: 'busy' }
          : faults.reset
    })
    const result = await call('ERPWrite', {
      action: 'rename',
      type: 'PROG',
      name,
      symbol: 'result',
      line: 2,
      newName: 'outcome'
    })
    const hits = sandbox.faults.hits - before
    sandbox.faults.clear()
    await erp.close()
    assert.equal(hits, 2, result.text)
    assert.equal(result.kind === 'error' ? result.code : result.text, 'OUTCOME_UNKNOWN')
    assert.doesNotMatch(result.text, /Nothing was changed/)
    assert.match((await truth()).newest ?? '', /^outcome = 1\.$/m)
  })
}
