/** `verify` with the log-on that is kept for a service key, and with the user of a destination. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { TestContext } from 'node:test'
import { run as login } from '../../../commands/login.ts'
import { run as verify } from '../../../commands/verify.ts'
import { createSecrets } from '../../../config/secrets.ts'
import { createSandbox } from '../../../sandbox/server.ts'
import type { Sandbox } from '../../../sandbox/server.ts'
import { createLazyEngine } from '../../../sandbox/test/http/lazy-engine.ts'
import { browserOf } from '../../logon/oauth-ground.ts'
import { ecKey } from '../../helpers/identity-provider.ts'
import { serveAuthorizePage } from '../../stand-in/cloud/authorize-page.ts'
import { createDestinationService } from '../../stand-in/cloud/destination-service.ts'
import { createTokenService } from '../../stand-in/cloud/token-service.ts'

const password = 'canary-password-1'
const folder = mkdtempSync(join(tmpdir(), 'verify-log-ons-'))
const issuer = 'https://abap.example/oauth/token'
const signing = ecKey('service-key', 'P-256', { alg: 'ES256' })
let sandbox: Sandbox

before(async () => {
  sandbox = await createSandbox({
    users: [{ name: 'ADA', password }],
    tls: true,
    tokenRules: {
      ...{ issuer, audience: 'sb-abap', users: { 'ada@example.com': 'ADA' } },
      jwks: { keys: [{ ...signing.jwk, kid: 'service-key' }] }
    },
    parts: { engine: createLazyEngine() }
  })
})
after(async () => {
  await sandbox.close()
  rmSync(folder, { recursive: true })
})

/** Runs a command as a user of a shell does. */
async function shell(
  run: typeof verify,
  flags: readonly string[],
  env: Readonly<Record<string, string>>,
  act: (address: string) => Promise<unknown> = async () => {}
): Promise<{ code: number; text: string }> {
  const lines: string[] = []
  let acted: Promise<unknown> | undefined
  const say = (line: string) => {
    lines.push(line)
    const address = /browser: (http\S+)/.exec(line)?.[1]
    if (address !== undefined) acted = act(address)
  }
  const code = await run(flags, {
    ...{ env, say, warn: say, secrets: createSecrets(), tellParent: undefined },
    untilStopped: () => new Promise(() => {}),
    processes: { own: 1, isAlive: () => false }
  })
  await acted
  const text = lines.join('\n')
  assert.doesNotMatch(text, /canary|eyJ|SAP_SESSIONID/)
  return { code, text }
}

const caOf = (...all: readonly string[]) => {
  const path = join(folder, `ca-${all.length}-${all.join().length}.pem`)
  writeFileSync(path, [sandbox.ca ?? '', ...all].join(''))
  return path
}
const some = ['--only', 'system.read']

test('a service key: the user who logged on, and without a log-on the command', async t => {
  const service = await createTokenService(t)
  serveAuthorizePage(service)
  service.clients.set('sb-abap', { secret: 'canary-secret' })
  // Of the issuer that the system trusts.
  service.behave = ({ form }) => {
    if (form.get('grant_type') !== 'authorization_code') return undefined
    const token = service.issue('ada@example.com', 'sb-abap', { iss: issuer }, signing)
    return [200, { access_token: token, expires_in: 600, refresh_token: 'canary-refresh-token' }]
  }
  const caFile = caOf(service.ca)
  const key = join(folder, 'key.json')
  const uaa = { clientid: 'sb-abap', clientsecret: 'canary-secret', url: service.url }
  writeFileSync(key, JSON.stringify({ url: sandbox.url, uaa }))
  const env = {
    ...{ ERP_URL: sandbox.url, ERP_CA_FILE: caFile, ERP_SERVICE_KEY: key },
    ...{ XDG_STATE_HOME: folder, ERP_LOGON_STORE: 'file', ERP_HTTP_ADDR: '0.0.0.0:8080' }
  }
  const without = await shell(verify, some, env)
  assert.equal(without.code, 3, without.text)
  assert.match(without.text, /There is no log-on at this system\. .*run erp-bridge login/)
  const act = browserOf(caFile, service.url)
  assert.match((await shell(login, ['--no-browser'], env, act)).text, /Logged on as ADA at/)
  const found = await shell(verify, some, env)
  assert.equal(found.code, 0, found.text)
  assert.match(found.text, /as ADA; .*\n1 hold, 0 differ/s)
  assert.deepEqual(service.faults, [])
})

async function bound(t: TestContext, configuration: object, authTokens?: unknown) {
  const tokens = await createTokenService(t)
  tokens.clients.set('sb-dest', { secret: 'canary-dest' })
  const userOf = () => assert.fail('a shell brings no caller')
  const service = await createDestinationService(t, tokens, { client: 'sb-dest', userOf })
  service.destinations.set('DEV', () => ({
    destinationConfiguration: { Name: 'DEV', Type: 'HTTP', ...configuration },
    ...(authTokens === undefined ? {} : { authTokens })
  }))
  const credentials = {
    ...{ clientid: 'sb-dest', clientsecret: 'canary-dest' },
    ...{ url: tokens.url, uri: service.url }
  }
  t.after(() => {
    assert.deepEqual([tokens.faults, service.faults], [[], []])
  })
  return {
    ...{ ERP_DESTINATION: 'DEV', ERP_CA_FILE: caOf(tokens.ca, service.ca) },
    VCAP_SERVICES: JSON.stringify({ destination: [{ label: 'destination', credentials }] })
  }
}

test('a destination with a user of its own', async t => {
  const env = await bound(
    t,
    { URL: sandbox.url, ProxyType: 'Internet', Authentication: 'BasicAuthentication' },
    [
      {
        type: 'Basic',
        http_header: {
          key: 'Authorization',
          value: `Basic ${Buffer.from(`ADA:${password}`).toString('base64')}`
        }
      }
    ]
  )
  const found = await shell(verify, some, env)
  assert.equal(found.code, 0, found.text)
  assert.match(found.text, /as ADA; .*\n1 hold, 0 differ/s)
})

test('a destination of callers, and none that can be used: refused with the reason', async t => {
  const own = { URL: sandbox.url, ProxyType: 'Internet', Authentication: 'OAuth2JWTBearer' }
  const refused = await shell(verify, some, await bound(t, own))
  assert.deepEqual([refused.code, /logs on each caller as their own/.test(refused.text)], [2, true])
  const unbound = await shell(verify, some, { ...(await bound(t, own)), VCAP_SERVICES: '{}' })
  assert.match(unbound.text, /no binding of the destination service/)
  assert.equal(unbound.code, 2)
})
