/** The keys of the providers are read again and again until all of them are there. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fastify from 'fastify'
import { warmUp } from '../../../plugins/auth/warm-up.ts'
import type { AuthMethod } from '../../../plugins/auth/method.ts'

test('a provider that does not answer at first is asked again', async t => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const answers = [false, false, true]
  let asked = 0
  let isRead = false
  const method: AuthMethod = {
    name: 'provider',
    recognizes: () => false,
    verify: () => {
      throw new Error('no credential is checked here')
    },
    warm: async () => answers[asked++] === true
  }
  const app = fastify()
  warmUp(app, [method], () => {
    isRead = true
  })
  const ready = app.ready()
  for (let turn = 0; turn < 10; turn++) {
    await new Promise(setImmediate)
    t.mock.timers.tick(2000)
  }
  await ready
  assert.deepEqual([asked, isRead], [3, true])
  await app.close()
})
