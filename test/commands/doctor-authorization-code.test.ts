/** The doctor with a service key of one user: each broken state of the kept log-on has a remedy. */
import assert from 'node:assert/strict'
import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { run as doctor } from '../../commands/doctor.ts'
import { run as login } from '../../commands/login.ts'
import { grantName, sessionName } from '../../logon/kept-sessions.ts'
import type { Grant } from '../../logon/oauth/kept-grant.ts'
import { client, ground, keySecret } from '../logon/oauth-ground.ts'
import type { Ground } from '../logon/oauth-ground.ts'

interface Finding {
  readonly name: string
  readonly state: string
  readonly found: string
  readonly remedy?: string
}

async function examine(at: Ground): Promise<string> {
  const { text } = await at.command(doctor, ['--json'])
  const { checks } = JSON.parse(text) as { checks: Finding[] }
  return checks
    .filter(({ name }) => /^(service key|token service|kept log-on|ERP)/.test(name))
    .map(({ name, state, found, remedy = '' }) => `${name}: ${state} ${found} → ${remedy}`)
    .join('\n')
}

const writeKey = ({ key, erp, service }: Ground, more: object) => {
  const uaa = { clientid: client, clientsecret: keySecret, url: service.url, ...more }
  writeFileSync(key, JSON.stringify({ url: erp.url, uaa }))
}
const keptFiles = ({ folder }: Ground) => join(folder, 'state', 'erp-bridge', 'log-ons')
const again = /→ (Ask the user to run|run|Log on again with) erp-bridge login/.source

/** What breaks the log-on that was made, and what the doctor says of it. */
const states: readonly (readonly [string, (at: Ground) => void | Promise<void>, string])[] = [
  [
    'nothing',
    () => {},
    'service key: ok [^]*token service: ok [^]*kept log-on: ok of ada@example.com'
  ],
  [
    'the session has ended',
    ({ erp }) => {
      erp.forget()
    },
    'kept log-on: ok of ada@example.com'
  ],
  [
    'no log-on',
    ({ store, place }) => {
      store().remove(sessionName(place))
      store().remove(grantName(place))
    },
    `kept log-on: failed there is no log-on at this system ${again}`
  ],
  [
    'the refresh token has ended',
    ({ erp, service }) => {
      erp.forget()
      service.endRefreshTokens()
    },
    `ERP log-on: failed .*its refresh token is no longer accepted ${again}`
  ],
  [
    'there is no refresh token',
    async ({ erp, store, place }) => {
      erp.forget()
      const { refresh: _refresh, ...grant } = (await store().read(grantName(place))) as Grant
      await store().write(grantName(place), grant)
    },
    `ERP log-on: failed .*brought no refresh token ${again}`
  ],
  [
    'the key is of another client',
    at => {
      at.erp.forget()
      writeKey(at, { clientid: 'sb-other' })
    },
    `ERP log-on: failed .*was not made with this service key ${again}`
  ],
  [
    'the secret of the key has ended',
    at => {
      at.erp.forget()
      writeKey(at, { clientsecret: 'canary-of-old' })
    },
    'token service: failed .*invalid_client.* → .*create a new service key[^]*ERP log-on: failed .*invalid_client'
  ],
  [
    'the key is broken',
    at => {
      at.erp.forget()
      writeKey(at, { clientid: '' })
    },
    'service key: failed .*has no clientid .*→ Give the file[^]*ERP log-on: failed .*has no clientid'
  ],
  [
    'the token service is down',
    ({ erp, service }) => {
      erp.forget()
      service.behave = () => [503, {}]
    },
    'token service: failed .*503.* → Try again in a minute'
  ],
  [
    'the kept log-on was changed',
    at => {
      const folder = keptFiles(at)
      for (const name of readdirSync(folder).filter(one => one.endsWith('.logon'))) {
        const path = join(folder, name)
        writeFileSync(path, readFileSync(path, 'utf8').replace(/sealed":"..../, 'sealed":"AgAA'))
      }
    },
    `kept log-on: failed The kept log-on was changed, .*${again}`
  ],
  [
    'its key is gone',
    at => {
      rmSync(join(keptFiles(at), 'key'))
    },
    `kept log-on: failed The key file .* is gone or empty.*${again}`
  ],
  [
    'its key can be read by others',
    at => {
      chmodSync(join(keptFiles(at), 'key'), 0o644)
    },
    'kept log-on: failed .*other users can read the key file.*→ '
  ],
  [
    'the ERP refuses the token',
    ({ erp }) => {
      erp.forget()
      erp.fault = () => '401'
    },
    'ERP log-on: failed .*opened no session for the token \\(401\\).* → .*SAP_BR_DEVELOPER'
  ],
  [
    'the ERP names another user',
    async ({ erp, store, place }) => {
      erp.forget()
      const grant = (await store().read(grantName(place))) as Grant
      await store().write(grantName(place), { ...grant, user: 'BOB' })
    },
    `ERP log-on: failed .*of another user.*${again}`
  ]
]

test('the doctor with a kept log-on', async t => {
  const at = await ground(t)
  at.service.life = 30
  for (const [what, breakIt, expected] of states) {
    await t.test(what, async () => {
      at.service.behave = undefined
      at.erp.fault = undefined
      writeKey(at, {})
      rmSync(keptFiles(at), { recursive: true, force: true })
      assert.equal((await at.command(login, ['--no-browser'])).code, 0)
      await breakIt(at)
      assert.match(await examine(at), new RegExp(expected))
    })
  }
})
