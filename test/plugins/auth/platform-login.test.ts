/** Connections of the platform log-on when the credentials of the binding are exchanged. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EnvHttpProxyAgent } from 'undici'
import type { FollowedBinding } from '../../../plugins/auth/followed-binding.ts'
import { createPlatformLogin } from '../../../plugins/auth/platform-login.ts'

test('connections under the old credentials end once their requests had time to end', async t => {
  const ended = t.mock.method(EnvHttpProxyAgent.prototype as EnvHttpProxyAgent, 'destroy')
  // An agent calls the method a second time by itself.
  const agentsEnded = () => new Set(ended.mock.calls.map(call => call.this)).size
  const timers: { run: () => void; ms: number | undefined }[] = []
  t.mock.method(globalThis, 'setTimeout', (run: () => void, ms?: number) => {
    timers.push({ run, ms })
    return { unref() {} }
  })
  let changed = () => {}
  const binding: FollowedBinding = {
    value: () => ({
      clientId: 'sb-bridge',
      clientSecret: 'secret',
      xsappname: 'bridge!t1',
      url: new URL('https://zone.authentication.example.com'),
      uaaDomain: 'authentication.example.com',
      origin: 'a test'
    }),
    onChange: listener => {
      changed = listener
    },
    close() {}
  }
  const login = createPlatformLogin(binding, {
    redirectUris: ['http://localhost/*'],
    outbound: { proxy: { https: '', http: '', no: '' } },
    log: { debug() {}, info() {}, warn() {}, error() {} }
  })
  changed()
  assert.equal(agentsEnded(), 0, 'a token request may still run on them')
  const [timer, ...others] = timers.filter(({ ms }) => ms === 20_000)
  assert.equal(others.length, 0)
  timer?.run()
  assert.equal(agentsEnded(), 1)
  await login.close()
  assert.equal(agentsEnded(), 2, 'and the new ones at the end')
})
