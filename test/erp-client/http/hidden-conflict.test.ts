/** Releases below 7.51 answer a conflict of a change with the page of a refused log-on. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeSource, readSource } from '../../../erp-client/index.ts'
import { connect, demo, demoPath, demoSource, exception } from '../fake-erp.ts'
import type { Reply, Seen } from '../fake-erp.ts'

const page = (status: number): Reply => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: '<html><head><title>Logon Error Message</title></head><body><span id="msgText">Access refused</span></body></html>'
})
const isLock = ({ query, path }: Seen) => path === demoPath && query.get('_action') === 'LOCK'
const change = { ref: demo, edit: () => 'new', readBefore: false } as const
const accept = { recheck: () => {} }

async function locked(
  t: Parameters<typeof connect>[0],
  answer: (seen: Seen) => Reply
): ReturnType<typeof connect> {
  const both = await connect(t)
  both.fake.sources.set(demoSource, 'old')
  await readSource(both.erp.reader, { ref: demo })
  both.fake.intercept = seen => (isLock(seen) ? answer(seen) : undefined)
  return both
}

test('the change is repeated with the credentials, which brings the real reason', async t => {
  const { fake, erp } = await locked(t, ({ authorized }) =>
    authorized
      ? exception(403, 'ExceptionResourceNoAccess', 'User OTHER is currently editing ZCL_DEMO')
      : page(401)
  )
  await assert.rejects(changeSource(erp.writer, change, accept), { code: 'ERP_LOCKED' })
  assert.equal(fake.seen.filter(isLock).length, 2)
  fake.intercept = undefined
  assert.equal((await changeSource(erp.writer, change, accept)).changed, true)
})

test('a page with the credentials as well is no refused log-on, and no log-on is blocked', async t => {
  const { fake, erp } = await locked(t, () => page(401))
  await assert.rejects(changeSource(erp.writer, change, accept), {
    code: 'ERP_FORBIDDEN',
    outcome: 'failed',
    remedy: /locked/
  })
  assert.equal(fake.seen.filter(isLock).length, 2)
  fake.intercept = undefined
  assert.equal((await changeSource(erp.writer, change, accept)).changed, true)
})

for (const status of [400, 403]) {
  test(`a page with status ${status} says that the object may be locked`, async t => {
    const { erp } = await locked(t, () => page(status))
    await assert.rejects(changeSource(erp.writer, change, accept), { remedy: /locked/ })
  })
}

test('a log-on that is refused is still tried once, and blocks', async t => {
  const { fake, erp } = await locked(t, () => page(401))
  fake.password = 'changed'
  fake.sessions.clear()
  const before = fake.logons()
  await assert.rejects(changeSource(erp.writer, change, accept), { code: 'ERP_LOGON_FAILED' })
  assert.ok(fake.logons() - before <= 1)
  await assert.rejects(changeSource(erp.writer, change, accept), { code: 'ERP_LOGON_BLOCKED' })
})
