import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Answer } from '../demo/bridge.ts'
import { createNarrator } from '../demo/narrator.ts'
import { runScenario } from '../demo/scenario.ts'

const run = promisify(execFile)

describe('demo', () => {
  test('runs the whole scenario on a fresh sandbox', async () => {
    const { stdout } = await run(
      process.execPath,
      [fileURLToPath(new URL('../demo/demo.ts', import.meta.url))],
      { timeout: 120_000 }
    )
    assert.ok(!stdout.includes('\x1b'), 'no colours in a pipe')
    const steps = stdout.split('\n').filter(line => /^\d+\. /.test(line))
    assert.equal(steps.length, 13)
    assert.match(
      stdout,
      /RED TIER_BEGINS_AT_ITS_NUMBER[\s\S]*Refused: [\s\S]*Line \d+, column \d+: [\s\S]*GREEN[\s\S]*Done in [\d.]+ s/
    )
    assert.equal(stdout.match(/^ {3}\d+ ms$/gm)?.length, 13)
  })

  test('takes a change from a system of a landscape to the next', async () => {
    const { stdout } = await run(
      process.execPath,
      [fileURLToPath(new URL('../demo/demo-landscape.ts', import.meta.url))],
      { timeout: 120_000 }
    )
    assert.equal(stdout.split('\n').filter(line => /^\d+\. /.test(line)).length, 13)
    assert.match(
      stdout,
      /The bridge asks: a release cannot be undone[\s\S]*DEVK900001 waits in the import queue[\s\S]*DEVK900001 {2}return code 0[\s\S]*PASSED[\s\S]*Refused: [\s\S]*Done in [\d.]+ s/
    )
  })

  test('stops at the first step with an unexpected result', async () => {
    const lines: string[] = []
    const answers: Answer[] = [
      {
        isError: false,
        text: '',
        data: {
          columns: ['type', 'name', 'package', 'description'],
          results: [['CLAS', 'ZCL_FERRY_GROUP_DISCOUNT', '$FERRY_PRICING', 'x']]
        }
      },
      { isError: true, text: 'ERP_NOT_FOUND: gone', data: {} }
    ]
    const call = async () => answers.shift() ?? assert.fail('a call after a failure')
    await assert.rejects(
      runScenario({
        call,
        narrator: createNarrator(line => {
          lines.push(line)
        }, false)
      }),
      /ERP_NOT_FOUND: gone/
    )
    assert.equal(lines.filter(line => /^\d+\. /.test(line)).length, 2)
  })

  test('does not take a passing test for the failing one', async () => {
    const source =
      'METHOD zif_ferry_discount~rate_for.\n  IF passengers <= <tier>-from_passengers.\n  ENDIF.\nENDMETHOD.'
    const answers: Answer[] = [
      {
        isError: false,
        text: '',
        data: {
          columns: ['type', 'name', 'package'],
          results: [['CLAS', 'ZCL_FERRY_GROUP_DISCOUNT', '$FERRY_PRICING']]
        }
      },
      { isError: false, text: `SBX/001 · active\n${source}`, data: {} },
      { isError: false, text: '', data: { verdict: 'passed', totals: { passed: 8 } } }
    ]
    const call = async () => answers.shift() ?? assert.fail('a call after a failure')
    await assert.rejects(
      runScenario({ call, narrator: createNarrator(() => {}, false) }),
      /'passed' !== 'failed'|passed/
    )
  })

  test('prints colours only where they are switched on', () => {
    const lines: string[] = []
    createNarrator(line => {
      lines.push(line)
    }, true).end(true, 'Done')
    assert.ok(lines.join('').includes('\x1b['))
  })
})
