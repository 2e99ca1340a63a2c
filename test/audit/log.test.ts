import assert from 'node:assert/strict'
import { test } from 'node:test'
import pino from 'pino'
import { LateChild } from '../../log.ts'

function logOf(level: string) {
  const lines: Record<string, unknown>[] = []
  let made = 0
  const log = pino(
    {
      level,
      onChild: () => {
        made++
      }
    },
    {
      write: (text: string) => {
        lines.push(JSON.parse(text) as Record<string, unknown>)
      }
    }
  )
  return { log, lines, made: () => made }
}

test('the log of a request is made with the first line, writes what a child would, and is made once', () => {
  const { log, lines, made } = logOf('debug')
  const late = new LateChild(log, { reqId: 'req-7' })
  for (const method of [
    'info',
    'error',
    'debug',
    'fatal',
    'warn',
    'trace',
    'silent',
    'child'
  ] as const) {
    assert.equal(typeof late[method], 'function')
  }
  assert.equal(made(), 0)
  late.trace('below the level')
  late.warn({ a: 1 }, 'found %d', 3)
  late.error(new Error('broken'), 'failed')
  late.silent()
  assert.equal(made(), 1)
  assert.deepEqual(
    lines.map(({ level, reqId, a, msg }) => [level, reqId, a, msg]),
    [
      [40, 'req-7', 1, 'found 3'],
      [50, 'req-7', undefined, 'failed']
    ]
  )
  assert.equal((lines[1]?.['err'] as { message: string }).message, 'broken')
})

test('its level is its own, and its children bear its bindings', () => {
  const { log, lines } = logOf('info')
  const late = new LateChild(log, { reqId: 'req-8' }, { level: 'warn' })
  assert.equal(late.level, 'warn')
  late.info('not said')
  late.level = 'info'
  late.child({ part: 'x' }).info('said')
  assert.deepEqual(
    lines.map(({ reqId, part, msg }) => [reqId, part, msg]),
    [['req-8', 'x', 'said']]
  )
  assert.equal(log.level, 'info')
})
