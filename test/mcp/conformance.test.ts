/** The protocol's own conformance suite: see `test/conformance/`. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { revisions, runAsItIs, runRequirements, runSuite, startApp } from '../conformance/run.ts'

describe('the conformance suite passes', () => {
  for (const revision of revisions) {
    for (const fastPath of [true, false]) {
      test(`all that ${revision} requires, fast path ${fastPath ? 'on' : 'off'}`, async () => {
        const { passed, output } = await runRequirements(revision, fastPath)
        assert.ok(passed, output)
        assert.match(output, /server-sse-multiple-streams/)
      })
    }

    test(`what holds for the bridge as it is, ${revision}`, async () => {
      for (const { title, passed, output } of await runAsItIs(revision)) {
        assert.ok(passed, `${title}\n${output}`)
      }
    })
  }

  test('and it can fail', async t => {
    const { app, url } = await startApp()
    t.after(() => app.close())
    const { passed, output } = await runSuite('without fixtures', url, [
      '--scenario',
      'tools-call-simple-text',
      '--spec-version',
      '2025-11-25'
    ])
    assert.equal(passed, false, output)
  })
})
