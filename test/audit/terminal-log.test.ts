import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLog } from '../../log.ts'
import { terminalDestination } from '../../terminal-log.ts'

async function lines(
  write: (log: ReturnType<typeof createLog>) => void,
  hasColors = false
): Promise<string[]> {
  const told: string[] = []
  const destination = await terminalDestination(
    { isTTY: true, hasColors: () => hasColors },
    {
      write: line => {
        told.push(line)
      }
    }
  )
  assert.ok(destination)
  write(createLog({ logLevel: 'info' }, destination))
  return told
}

test('a terminal shows a time, a level, words and facts, one line for each entry', async () => {
  const [line = '', ...more] = await lines(log =>
    log.info({ call: { tool: 'ERPRead', outcome: 'ok' } }, 'tool call')
  )
  assert.match(
    line,
    /^\[\d\d:\d\d:\d\d\.\d{3}\] INFO: tool call \{"call":\{"tool":"ERPRead","outcome":"ok"\}\}\n$/
  )
  assert.deepEqual(more, [])
  // eslint-disable-next-line no-control-regex -- colours are control characters
  assert.match((await lines(log => log.warn('x'), true)).join(''), /\x1b\[33mWARN/)
})

test('secrets stay blotted out, and nothing steers the terminal', async () => {
  const nasty = '\u001b[2J\r\nERROR: all is lost \u009b31m\u202e\u2028'
  const told = await lines(log => {
    log.error(
      { err: new Error(nasty), headers: { authorization: 'Bearer hunter2' }, [nasty]: nasty },
      nasty
    )
    log.error(new Error(nasty))
  })
  assert.equal(told.length, 2)
  for (const line of told) {
    assert.doesNotMatch(line.slice(0, -1), /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
    assert.match(line, /all is lost/)
  }
  assert.doesNotMatch(told.join(''), /hunter2/)
})

test('whatever is no terminal gets JSON', async () => {
  assert.equal(await terminalDestination({}), undefined)
  assert.equal(await terminalDestination({ isTTY: false }), undefined)
})
