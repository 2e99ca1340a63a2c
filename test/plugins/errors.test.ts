/** What a failed request leaves in the log, and what its client learns. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fastify from 'fastify'
import pino from 'pino'
import errors, { BridgeError } from '../../plugins/errors.ts'

const refusal = (status: number, cause?: Error) =>
  new BridgeError(
    'BRIDGE_TEST',
    { status, code: -32000, message: 'It is not served', headers: { 'retry-after': '30' } },
    cause === undefined ? undefined : { cause }
  )

const cases = [
  ['a refusal', refusal(403), 403, 'It is not served', undefined],
  ['a refusal for now', refusal(503), 503, 'It is not served', 40],
  ['one with a cause', refusal(503, new Error('inner words')), 503, 'It is not served', 50],
  ['any other error', new Error('inner words'), 500, 'Internal error', 50]
] as const

for (const [title, error, status, message, level] of cases) {
  test(`${title}: ${status}, and ${level === undefined ? 'no line' : `level ${level}`}`, async () => {
    const lines: Record<string, unknown>[] = []
    const write = (text: string) => lines.push(JSON.parse(text) as Record<string, unknown>)
    const app = fastify({ loggerInstance: pino({ level: 'warn' }, { write }) })
    await app.register(errors)
    app.get('/', async () => {
      throw error
    })
    const { statusCode, body } = await app.inject('/')
    assert.equal(statusCode, status)
    assert.deepEqual((JSON.parse(body) as { error: object }).error, {
      code: status === 500 ? -32603 : -32000,
      message
    })
    assert.deepEqual(
      lines.map(line => line['level']),
      level === undefined ? [] : [level]
    )
    // A stack is there for the failures that nothing else explains.
    assert.equal(JSON.stringify(lines).includes('"stack"'), level === 50)
    await app.close()
  })
}
