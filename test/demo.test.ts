import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Answer } from '../demo/bridge.ts'
import { createNarrator } from '../demo/narrator.ts'
import { tellStory } from '../demo/story.ts'

const run = promisify(execFile)

describe('demo', () => {
  test('tells its whole story on a fresh sandbox', async () => {
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

  test('stops at the first step that does not give what it must', async () => {
    const lines: string[] = []
    const answers: Answer[] = [
      {
        isError: false,
        text: '',
        data: {
          results: [
            {
              type: 'CLAS',
              name: 'ZCL_FERRY_GROUP_DISCOUNT',
              package: '$FERRY_PRICING',
              description: 'x'
            }
          ]
        }
      },
      { isError: true, text: 'ERP_NOT_FOUND: gone', data: {} }
    ]
    const call = async () => answers.shift() ?? assert.fail('went on after a failure')
    await assert.rejects(
      tellStory({
        call,
        narrator: createNarrator(line => {
          lines.push(line)
        }, false)
      }),
      /ERP_NOT_FOUND: gone/
    )
    assert.equal(lines.filter(line => /^\d+\. /.test(line)).length, 2)
  })

  test('does not take a green test for the red one', async () => {
    const source =
      'METHOD zif_ferry_discount~rate_for.\n  IF passengers <= <tier>-from_passengers.\n  ENDIF.\nENDMETHOD.'
    const answers: Answer[] = [
      {
        isError: false,
        text: '',
        data: {
          results: [{ type: 'CLAS', name: 'ZCL_FERRY_GROUP_DISCOUNT', package: '$FERRY_PRICING' }]
        }
      },
      { isError: false, text: `SBX/001 · active\n${source}`, data: {} },
      { isError: false, text: '', data: { verdict: 'passed', totals: { passed: 8 } } }
    ]
    const call = async () => answers.shift() ?? assert.fail('went on after a failure')
    await assert.rejects(
      tellStory({ call, narrator: createNarrator(() => {}, false) }),
      /'passed' !== 'failed'|passed/
    )
  })

  test('paints only where it is told to', () => {
    const lines: string[] = []
    createNarrator(line => {
      lines.push(line)
    }, true).end(true, 'Done')
    assert.ok(lines.join('').includes('\x1b['))
  })
})
