/** Request lines that wait for the end of a turn, beside the lines that do not. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { describe, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { createLog } from '../../log.ts'
import type { LogSink } from '../../log.ts'
import { batchLines } from '../../server/request-lines.ts'

/** A sink that keeps each write. */
function capture() {
  const writes: string[] = []
  const sink: { failure: Error | undefined; write(text: string): void } = {
    failure: undefined,
    write: text => writes.push(text)
  }
  const messages = () =>
    writes.map(text =>
      text
        .trim()
        .split('\n')
        .map(line => JSON.parse(line) as { msg: string; n?: number })
        .map(({ msg, n }) => `${msg} ${n}`)
    )
  return { sink, messages }
}

const logTo = (sink: LogSink) =>
  createLog({ logLevel: 'info' }, batchLines(sink, { message: 'request', onExit() {} }))

describe('request lines', () => {
  test('of one turn are one write, in their order', async () => {
    const { sink, messages } = capture()
    const log = logTo(sink)
    for (const n of [1, 2, 3]) log.info({ n }, 'request')
    assert.deepEqual(messages(), [])
    await turn()
    assert.deepEqual(messages(), [['request 1', 'request 2', 'request 3']])
    log.info({ n: 4 }, 'request')
    await turn()
    assert.deepEqual(messages().at(-1), ['request 4'])
  })

  test('come before every line that was logged after them, which waits for nothing', async () => {
    const { sink, messages } = capture()
    const log = logTo(sink)
    log.info({ n: 1 }, 'request')
    log.child({ n: 2 }).warn('refused')
    log.info({ n: 3 }, 'audit')
    log.info({ n: 4 }, 'request')
    assert.deepEqual(messages(), [['request 1'], ['refused 2'], ['audit 3']])
    await turn()
    assert.deepEqual(messages().at(-1), ['request 4'])
  })

  test('are written before the sink is asked whether it takes lines', () => {
    const { sink, messages } = capture()
    const log = logTo({
      get failure() {
        return sink.failure
      },
      write(text) {
        sink.write(text)
        sink.failure = new Error('ENOSPC')
      }
    })
    log.info({ n: 1 }, 'request')
    assert.equal(log.failure()?.message, 'ENOSPC')
    assert.deepEqual(messages(), [['request 1']])
  })

  for (const [title, end] of [
    ['exits', 'process.exit(3)'],
    ['fails', "throw new Error('unexpected')"]
  ] as const) {
    test(`are not lost when the process ${title}`, async () => {
      const code = `import { createLog, stderr } from ${JSON.stringify(import.meta.resolve('../../log.ts'))}
        import { batchLines } from ${JSON.stringify(import.meta.resolve('../../server/request-lines.ts'))}
        const log = createLog({ logLevel: 'info' }, batchLines(stderr(), {
          message: 'request', onExit: flush => process.once('exit', flush) }))
        log.info({ n: 1 }, 'request'); log.info({ n: 2 }, 'request')
        ${end}`
      const { stderr = '' } = await promisify(execFile)(process.execPath, [
        '--input-type=module',
        '-e',
        code
      ]).catch((error: { stderr?: string }) => error)
      assert.match(stderr, /"n":1,"msg":"request"\}\n\{.*"n":2,"msg":"request"\}\n/)
    })
  }
})
