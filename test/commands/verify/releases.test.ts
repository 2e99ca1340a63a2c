/** `verify` on each release that the sandbox can show: all holds or absent, the rest by name. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { releases } from '../../../sandbox/releases.ts'
import type { Release } from '../../../sandbox/releases.ts'
import { sampled } from '../../helpers/sample.ts'
import { createTestSandbox } from '../../helpers/sandbox.ts'
import { checks } from '../../../commands/verify/checks/index.ts'
import { verifyAt } from './run.ts'

/** Operations that a sandbox offers and a run does not try. */
const untried = [
  'logon',
  'transport.release',
  'debugger.stack',
  'debugger.frame',
  'debugger.attach',
  'debugger.getStack',
  'debugger.setStackPosition',
  'debugger.getVariables',
  'debugger.getChildVariables',
  'debugger.stepContinue',
  'debugger.stepInto',
  'debugger.stepOver',
  'debugger.stepReturn',
  'debugger.stepRunToLine',
  'debugger.watch',
  'debugger.unwatch',
  'debugger.terminateDebuggee',
  'debugger.setVariableValue',
  'atcApi.run',
  'atcApi.status',
  'atcApi.result',
  'unitApi.run',
  'unitApi.status',
  'unitApi.result'
]
/** Samples that the demo has none of: it is one system without another target, with no trace. */
const noSample = [
  'service.details',
  'service.metadata',
  'transport.target',
  'traces.hits',
  'traces.db'
]

const known: Readonly<Partial<Record<Release, readonly string[]>>> = {
  // The coverage of a test run has no address on this release.
  '740': ['coverage.read']
}

/** What each of them must have: fewer would mean that checks were lost. */
const least: Readonly<Record<Release, number>> = {
  '740': 40,
  '750': 55,
  '754': 60,
  '758': 60,
  '816': 60,
  cloud: 55
}

for (const release of sampled(releases, 3)) {
  test(`release ${release}`, async t => {
    const tls = release === '740' || release === '750'
    const sandbox = await createTestSandbox({ release, tls, user: 'DEVELOPER', password: 'secret' })
    t.after(() => sandbox.close())
    const { url, caFile } = sandbox
    // A system of the cloud has no $TMP, and any other local package does.
    const home = release === 'cloud' ? '$FERRY_DEMO' : undefined
    const report = await verifyAt(url, { write: true, package: home, erp: { caFile } })
    const others = report.results.filter(
      ({ outcome }) => outcome !== 'holds' && outcome !== 'absent'
    )
    const expected = [...untried, ...noSample, ...(known[release] ?? [])]
    assert.deepEqual(
      others.filter(
        ({ operation, outcome }) => outcome !== 'skipped' || !expected.includes(operation)
      ),
      []
    )
    assert.deepEqual([report.left, report.ended], [[], undefined])
    assert.ok(report.results.filter(({ outcome }) => outcome === 'holds').length >= least[release])
  })
}

for (const release of ['740', '750'] as const) {
  test(`release ${release} loses locks over plain HTTP, and verify names it`, async t => {
    const sandbox = await createTestSandbox({ release, user: 'DEVELOPER', password: 'secret' })
    t.after(() => sandbox.close())
    const only = checks.filter(({ operation }) => ['lock', 'source.write'].includes(operation))
    const { results } = await verifyAt(sandbox.url, { write: true, checks: only })
    const lock = results.find(({ operation }) => operation === 'lock')
    assert.equal(lock?.outcome, 'differs')
    assert.match(lock.detail ?? '', /the lock is not kept until the next request/)
  })
}
