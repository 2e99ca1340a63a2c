/** The audit with pseudonyms in place of names. */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { createAudit } from '../../audit.ts'
import { createPseudonyms } from '../../audit/pseudonyms.ts'
import type { PseudonymSource } from '../../audit/pseudonyms.ts'
import { callerFacts, ToolError } from '../../tools/index.ts'
import type { Caller, ToolEvent } from '../../tools/index.ts'
import { found, linesIn, stateKey, verified } from './chain-fixture.ts'

let folder: string
const log = { debug() {}, info() {}, warn() {}, error() {} }

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'erp-bridge-pseudonyms-'))
})

after(() => {
  rmSync(folder, { recursive: true, force: true })
})

const caller: Caller = {
  principal: { name: 'jane', kind: 'key', id: 'key:canary', erpUser: 'CANARY' },
  scopes: new Set(['read']),
  method: 'api-key',
  client: 'canary@example.com',
  tokenId: 'fingerprint-canary'
}
const eventBy = (by: Caller): ToolEvent => ({
  ...callerFacts(by),
  system: 'default',
  tool: 'ERPWrite',
  operation: 'update',
  outcome: 'ok',
  changes: true,
  letters: 'U',
  ms: 1,
  object: 'PROG ZA'
})

/** Makes a key for each identity, and forgets or fails on demand. */
function sourceOf() {
  const keys = new Map<string, string>()
  const state = { fails: false, asked: 0, keys }
  const source: PseudonymSource = {
    async keyOf(identity) {
      await turn()
      state.asked++
      if (state.fails) throw new Error('no answer')
      const id = keys.get(identity) ?? `p-${keys.size}-${state.asked}`
      keys.set(identity, id)
      return { id, of: name => `${id}-${name.length}` }
    }
  }
  return { state, source }
}

function auditIn(name: string) {
  const file = join(folder, name)
  const { state, source } = sourceOf()
  const audit = createAudit({ log, level: 'data', file, stateKey, persons: source })
  return { audit, file, state }
}

const isUnavailable = (error: unknown) =>
  error instanceof ToolError && error.code === 'AUDIT_UNAVAILABLE'

test('no line of intents and calls has a name, and the chain is intact', async () => {
  const { audit, file } = auditIn('named')
  await audit.learn?.(caller)
  audit.assertReady({ tool: 'ERPWrite', changes: true }, caller)
  const { ms: _ms, outcome: _outcome, ...rest } = eventBy(caller)
  audit.intend({ ...rest, intent: 'abcdefghijkl' })
  audit.observe({ ...eventBy(caller), intent: 'abcdefghijkl' })
  audit.close()
  assert.doesNotMatch(readFileSync(file, 'utf8'), /jane|canary/i)
  const lines = linesIn(file).map(line => JSON.parse(line) as Record<string, string>)
  const named = lines.filter(({ identity }) => identity !== undefined)
  assert.deepEqual(
    named.map(({ kind, identity, user, erpUser, client }) => [
      kind,
      identity,
      user,
      erpUser,
      client
    ]),
    ['intent', 'call'].map(kind => [kind, 'p-0-1', 'p-0-1-4', 'p-0-1-6', 'p-0-1-18'])
  )
  assert.deepEqual(found(await verified(file)), [])
})

test('the program of a token is no person, and keeps its name', async () => {
  const { audit, file } = auditIn('program')
  const user: Caller = { ...caller, method: 'oidc', client: 'vscode' }
  await audit.learn?.(user)
  audit.observe(eventBy(user))
  audit.close()
  assert.match(readFileSync(file, 'utf8'), /"client":"vscode"/)
})

test('a call that was refused before it ran waits for its pseudonym, also at the end', async () => {
  for (const isClosedAtOnce of [false, true]) {
    const { audit, file } = auditIn(`refused-${isClosedAtOnce}`)
    audit.observe({ ...eventBy(caller), outcome: 'blocked' })
    if (!isClosedAtOnce) for (let at = 0; at < 5; at++) await turn()
    audit.close()
    for (let at = 0; at < 5; at++) await turn()
    const text = readFileSync(file, 'utf8')
    assert.doesNotMatch(text, /jane|canary/i)
    assert.match(text, isClosedAtOnce ? /"user":"p-unknown"/ : /"identity":"p-0-1"/)
    assert.equal(text.match(/"kind":"call"/g)?.length, 1)
  }
})

test('what must be recorded is refused while the key store does not answer, and no name is written', async () => {
  const { audit, file, state } = auditIn('failing')
  state.fails = true
  await audit.learn?.(caller)
  const facts = { tool: 'ERPWrite', changes: true }
  assert.throws(() => audit.assertReady(facts, caller), isUnavailable)
  assert.throws(() => audit.intend({ ...eventBy(caller), intent: 'abcdefghijkl' }), isUnavailable)
  audit.assertReady({ tool: 'ERPRead' }, caller)
  state.fails = false
  await audit.learn?.(caller)
  audit.assertReady(facts, caller)
  audit.close()
  assert.doesNotMatch(readFileSync(file, 'utf8'), /jane|canary/i)
})

test('a deleted key is noticed after five seconds, and calls at once ask once', async () => {
  const { source, state } = sourceOf()
  let now = 1e12
  const pseudonyms = createPseudonyms({ source, log, now: () => now })
  const names = callerFacts(caller)
  await Promise.all(Array.from({ length: 50 }, async () => await pseudonyms.learn(names)))
  assert.deepEqual([state.asked, pseudonyms.learn(names)], [1, undefined])
  const first = pseudonyms.replaced(names)
  state.keys.clear()
  now += 4999
  assert.equal(pseudonyms.learn(names), undefined)
  now += 2
  await pseudonyms.learn(names)
  assert.notEqual(pseudonyms.replaced(names)?.identity, first?.identity)
  // A failure later keeps the last pseudonym for calls that are running, and refuses others.
  state.fails = true
  now += 6000
  await pseudonyms.learn(names)
  assert.equal(pseudonyms.knows(names), false)
  assert.ok(pseudonyms.replaced(names))
})
