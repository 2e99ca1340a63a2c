/** The chain of the audit in a running bridge: in the file, in the log, and over the end of processes. */
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { after, before, test } from 'node:test'
import { createAudit } from '../../audit.ts'
import { createSecrets } from '../../config/secrets.ts'
import { createLog } from '../../log.ts'
import { run } from '../helpers/spawned.ts'
import { call, found, linesIn, rewritten, stateKey, verified, writerOf } from './chain-fixture.ts'

let folder: string

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'erp-bridge-sealed-'))
})

after(() => {
  rmSync(folder, { recursive: true, force: true })
})

const done = {
  system: 'default',
  tool: 'ERPWrite',
  operation: 'update',
  outcome: 'ok',
  changes: true,
  ms: 1.25,
  user: 'ada'
} as const
const intent = { ...done, letters: 'U', intent: 'abcdefghijkl' }

function logTo(file: string, logLevel: 'info' | 'error' = 'info') {
  const stream = new Writable({
    write(chunk, _encoding, next) {
      writeFileSync(file, chunk as Buffer, { flag: 'a' })
      next()
    }
  })
  const secrets = createSecrets()
  secrets.add('canary-secret-value')
  const log = createLog({ logLevel }, stream, secrets)
  return { log, redactLine: secrets.redactLine }
}

test('the audit seals its file, ends its chain when it closes, and begins another one', async () => {
  const file = join(folder, 'file')
  const anchorFile = join(folder, 'file.anchors')
  const { log, redactLine } = logTo(`${file}.log`, 'error')
  const audit = createAudit({ log, redactLine, level: 'all', file, stateKey, anchorFile })
  audit.intend(intent)
  audit.observe({ ...done, intent: intent.intent, object: 'PROG canary-secret-value "x" Ünï' })
  audit.intend({ ...intent, intent: 'lkjihgfedcba', object: 'PROG ZOPEN' })
  audit.close()
  audit.close()
  audit.observe(done)
  audit.close()
  const kinds = linesIn(file).map(line => (JSON.parse(line) as { kind: string }).kind)
  assert.deepEqual(kinds, [
    'started',
    'intent',
    'call',
    'intent',
    'ended',
    'started',
    'call',
    'ended'
  ])
  assert.doesNotMatch(readFileSync(file, 'utf8'), /canary/)
  const report = await verified(file, { anchors: anchorFile })
  assert.deepEqual([report.findings, report.writers.length], [[], 2])
  assert.deepEqual(
    report.unknownOutcomes.map(({ line, words }) => [line, words]),
    [[4, 'ERPWrite PROG ZOPEN (ada at default)']]
  )
  assert.equal(statSync(anchorFile).mode & 0o777, 0o600)
  // The log has the anchors whatever its level.
  assert.deepEqual((await verified(file, { anchors: `${file}.log` })).findings, [])
  assert.match(readFileSync(`${file}.log`, 'utf8'), /"anchor":\{/)
})

test('anchors that cannot be written are logged once for each attempt, and refuse nothing', async () => {
  const file = join(folder, 'anchored')
  const home = mkdtempSync(join(folder, 'anchors-'))
  const anchorFile = join(home, 'ends')
  assert.throws(
    () => createAudit({ log: logTo(`${file}.log`).log, level: 'all', stateKey, anchorFile: home }),
    /--audit-anchors \(ERP_AUDIT_ANCHORS\): .* cannot be written \(EISDIR\)/
  )
  const { log } = logTo(`${file}.log`)
  const audit = createAudit({ log, level: 'all', file, stateKey, anchorFile })
  rmSync(home, { recursive: true })
  for (let at = 0; at < 250; at++) audit.observe(done)
  audit.intend(intent)
  const failures = linesIn(`${file}.log`).filter(line => line.includes('cannot be written'))
  assert.equal(failures.length, 3)
  mkdirSync(home)
  audit.close()
  assert.equal(linesIn(anchorFile).length, 1)
  assert.deepEqual((await verified(file, { anchors: anchorFile })).findings, [])
})

test('without a key there are intents and no chain', () => {
  const file = join(folder, 'plain')
  const { log } = logTo(`${file}.log`)
  const audit = createAudit({ log, level: 'data', file })
  audit.intend(intent)
  audit.observe({ ...done, intent: intent.intent })
  audit.close()
  const lines = linesIn(file)
  assert.equal(lines.length, 2)
  assert.doesNotMatch(lines.join(''), /"mac"|"writer"/)
})

test('an audit in the log is verified among its other lines', async () => {
  const file = join(folder, 'log')
  const { log, redactLine } = logTo(file)
  const audit = createAudit({ log, redactLine, level: 'data', stateKey })
  for (let at = 0; at < 5; at++) {
    log.info({ at }, 'another line')
    audit.intend({ ...intent, intent: `abcdefghijk${at}` })
    audit.observe({
      ...done,
      intent: `abcdefghijk${at}`,
      outcome: at === 3 ? 'unknown' : 'ok',
      object: 'PROG canary-secret-value \u2028 \ud800 "ü" \u007f'
    })
  }
  audit.logOnRefused({ method: 'api-key', reason: 'unknown key' })
  audit.close()
  const report = await verified(file, { isLog: true })
  assert.deepEqual([report.findings, report.lines, report.unknownOutcomes], [[], 13, []])
  const lines = linesIn(file)
  assert.equal(lines.length, 18)
  const at = lines.findIndex(line => line.includes('"outcome":"unknown"'))
  const altered = lines.with(at, lines[at]?.replace('"outcome":"unknown"', '"outcome":"ok"') ?? '')
  assert.deepEqual(found(await verified(rewritten(file, altered), { isLog: true })), [
    [at + 1, 'altered']
  ])
  const removed = await verified(rewritten(file, lines.toSpliced(at, 1)), { isLog: true })
  assert.deepEqual(
    found(removed).map(([, kind]) => kind),
    ['removed']
  )
})

test('bridges that are killed while they write to one file leave genuine lines', async t => {
  const file = join(folder, 'killed')
  const children = ['10', '1000', '1000000'].map(size =>
    run(t, 'test/audit/chain-worker.ts', { args: [file, size] })
  )
  await Promise.all(children.map(async child => await child.until('ready')))
  await Promise.all(
    children.map(async ({ child, ended }) => {
      child.kill('SIGKILL')
      await ended
    })
  )
  const next = writerOf(file)
  next.append(call('PROG ZNEXT'))
  next.close()
  const report = await verified(file)
  const kinds = found(report).map(([, kind]) => kind)
  assert.equal(kinds.filter(kind => kind === 'unended').length, 3)
  assert.deepEqual(
    kinds.filter(kind => kind !== 'unended' && kind !== 'torn'),
    []
  )
  assert.equal(report.unknownOutcomes.length, 3)
  // Every line of the next process stands alone.
  assert.equal(report.writers.filter(({ ended }) => ended).length, 1)
})
