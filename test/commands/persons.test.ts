/** `erp-bridge audit export` and `erase`: the records of one person, over key store, journal and audit. */
import assert from 'node:assert/strict'
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { createAudit } from '../../audit.ts'
import { run } from '../../commands/audit.ts'
import { openJournal } from '../../journal/open.ts'
import { openPersonEntries } from '../../journal/persons/entries.ts'
import { openPersons } from '../../journal/persons/open.ts'
import { callerFacts } from '../../tools/index.ts'
import type { Caller } from '../../tools/index.ts'
import { found, stateKey, verified } from '../audit/chain-fixture.ts'
import { intent, step } from '../journal/store-cases.ts'

const log = { debug() {}, info() {}, warn() {}, error() {} }

async function audit(argv: readonly string[], env: Readonly<Record<string, string>>) {
  const out: string[] = []
  const err: string[] = []
  const code = await run(argv, {
    env,
    say: line => out.push(line),
    warn: line => err.push(line),
    tellParent: undefined,
    untilStopped: async () => {}
  })
  return { code, out, err: err.join('\n') }
}

const caller = (id: string, name: string, erpUser: string): Caller => ({
  principal: { id, name, kind: 'user', erpUser },
  scopes: new Set(['write']),
  method: 'oidc'
})
const jane = caller('issuer|1', 'jane', 'JANE')
const other = caller('issuer|2', 'jane', 'OTHER')

/** Two persons of one name, each with a call, in all three places. */
async function records(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'erp-bridge-persons-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'audit')
  const env = {
    ERP_STATE_KEY: stateKey,
    ERP_AUDIT_FILE: file,
    ERP_AUDIT_PSEUDONYMS: join(folder, 'persons.sqlite'),
    ERP_JOURNAL_DIR: folder
  }
  const persons = await openPersons({ auditPseudonyms: env.ERP_AUDIT_PSEUDONYMS, stateKey })
  const lines = createAudit({ log, level: 'all', file, stateKey, persons })
  const journal = await openJournal({
    store: { file: join(folder, 'journal.sqlite') },
    ...{ stateKey, log, retention: { days: 90, bytes: 1e9 }, whenFull: 'refuse' }
  })
  const write = async (by: Caller, object: string) => {
    const { identity = '', user, erpUser } = callerFacts(by)
    await lines.learn?.(by)
    lines.observe({
      ...{ ...callerFacts(by), system: 'default', tool: 'ERPWrite', operation: 'update' },
      ...{ outcome: 'ok', changes: true, ms: 1, object }
    })
    await journal.begin({ ...intent, identity, user, erpUser }, [step(object)])
  }
  await write(jane, 'PROG ZJANE')
  await write(other, 'PROG ZOTHER')
  t.after(async () => {
    lines.close()
    await Promise.all([persons?.close(), journal.close()])
  })
  return { file, env, write, lines }
}

test('the export has the records of one person from all places, and of no other', async t => {
  const { env } = await records(t)
  const { code, out } = await audit(['export', '--identity', 'issuer|1'], env)
  assert.equal(code, 0)
  const parsed = out.map(line => JSON.parse(line) as Record<string, Record<string, unknown>>)
  assert.deepEqual(
    parsed.map(({ source }) => source),
    ['key store', 'audit', 'journal']
  )
  assert.deepEqual(parsed[1]?.['names'], { identity: 'issuer|1', user: 'jane', erpUser: 'JANE' })
  assert.equal(parsed[1]?.['line']?.['object'], 'PROG ZJANE')
  assert.deepEqual(
    [parsed[2]?.['identity'], parsed[2]?.['erpUser'], parsed[2]?.['objects']],
    ['issuer|1', 'JANE', ['CLAS PROG ZJANE']]
  )
  assert.doesNotMatch(out.join('\n'), /OTHER|secret_source/)
  const again = await audit(['export', '--identity', 'jane'], env)
  assert.deepEqual([again.code, again.out], [2, []])
  assert.match(again.err, /"jane" is a name of 2 persons[^]*issuer\|1[^]*issuer\|2/)
})

test('an erased person is in no place any more, others are, and the audit is intact', async t => {
  const { env, file, write, lines } = await records(t)
  const byName = await audit(['erase', '--identity', 'JANE'], env)
  assert.deepEqual([byName.code, byName.out], [2, []])
  assert.match(byName.err, /name of one person; give the identity:\n {2}issuer\|1/)
  const dry = await audit(['erase', '--identity', 'issuer|1', '--dry-run'], env)
  assert.deepEqual([dry.code, dry.err], [0, ''])
  assert.match(dry.out[0] ?? '', /to erase: the key, 1 entries .*; 1 lines of the audit become/)
  const done = await audit(['erase', '--identity', 'issuer|1'], env)
  assert.deepEqual([done.code, done.err], [0, ''])
  assert.match(done.out[0] ?? '', /erased: the key, 1 entries of the journal, 0 approvals; 1 lines/)
  for (const name of ['JANE', 'issuer|1']) {
    const { code, out } = await audit(['export', '--identity', name], env)
    assert.deepEqual([code, out], [1, []], name)
  }
  assert.equal((await audit(['erase', '--identity', 'issuer|1'], env)).code, 1)
  assert.equal((await audit(['export', '--identity', 'jane'], env)).code, 0)
  assert.match(readFileSync(file, 'utf8'), /"kind":"erased","person":"p-[0-9a-f]{16}","by":/)
  // The bridge that runs goes on, and its chain with it.
  await write(jane, 'PROG ZLATER')
  lines.close()
  assert.deepEqual(found(await verified(file)), [])
})

test('an erasure that was broken off after the journal is completed by the next one', async t => {
  const { env } = await records(t)
  const settings = {
    journal: 'on',
    journalDays: 90,
    journalBytes: 1e9,
    journalFull: 'refuse'
  } as const
  const entries = await openPersonEntries(
    { ...settings, journalDir: env.ERP_JOURNAL_DIR, stateKey },
    env.ERP_JOURNAL_DIR
  )
  await entries?.erase('issuer|1', 'p-0000000000000000')
  await entries?.close()
  const { code, out } = await audit(['erase', '--identity', 'issuer|1'], env)
  assert.equal(code, 0)
  assert.match(out[0] ?? '', /erased: the key, 0 entries of the journal/)
})

test('lines from before the pseudonyms are exported, and named at an erasure', async t => {
  const { env, file } = await records(t)
  appendFileSync(file, `${JSON.stringify({ kind: 'call', user: 'old', identity: 'issuer|9' })}\n`)
  appendFileSync(file, '{"kind":"call","user":"old","iden\nnot JSON\n\n')
  const { out } = await audit(['export', '--identity', 'old'], env)
  assert.deepEqual(
    out.map(line => (JSON.parse(line) as { source: string }).source),
    ['audit']
  )
  const erased = await audit(['erase', '--identity', 'issuer|9'], env)
  assert.equal(erased.code, 0)
  assert.match(erased.err, /1 lines of the audit name the person without a pseudonym/)
})

test('what is missing or wrong is said, and nothing is made or erased', async t => {
  const { env } = await records(t)
  for (const [argv, message, more] of [
    [['export'], /--identity NAME/, {}],
    [['erase', '--identity', ''], /--identity has a wrong value/, {}],
    [['erase', '--identity', 'unknown-name'], /no records/, {}],
    [['export', join(tmpdir(), 'no such audit'), '--identity', 'jane'], /cannot be read/, {}],
    [['erase', '--identity', 'jane', '--wrong'], /--wrong/, {}],
    [
      ['erase', '--identity', 'issuer|1'],
      /another --state-key/,
      { ERP_STATE_KEY: 'another state key' }
    ]
  ] as const) {
    const { code, err, out } = await audit(argv, { ...env, ...more })
    assert.notEqual(code, 0, err)
    assert.match(err, message)
    assert.deepEqual(out, [])
  }
  assert.equal((await audit(['export', '--identity', 'JANE'], env)).code, 0)
})
