/** The doctor with a service key: each broken state has a finding of its own and a remedy. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { run } from '../../commands/doctor.ts'
import { createAuthority } from '../../sandbox/test/helpers/authority.ts'
import { createTokenErp } from '../stand-in/cloud/token-erp.ts'
import { createTokenService } from '../stand-in/cloud/token-service.ts'

interface Finding {
  readonly name: string
  readonly state: string
  readonly found: string
  readonly remedy?: string
}

test('the key, its token service, and the way to the system', async t => {
  const service = await createTokenService(t)
  const erp = await createTokenErp(t, service, 'sb-abap')
  const other = await createAuthority({ ca: false })
  const pair = await createAuthority({ ca: false, until: Date.now() + 86_400_000 })
  service.clients.set('sb-abap', { secret: 'canary-s3cret' })
  const folder = mkdtempSync(join(tmpdir(), 'doctor-key-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const [caFile, path] = [join(folder, 'ca.pem'), join(folder, 'key.json')]
  writeFileSync(caFile, `${erp.ca}${service.ca}`)
  const uaa = { clientid: 'sb-abap', clientsecret: 'canary-s3cret', url: service.url }
  const examine = async (key: unknown, mode = 0o600) => {
    rmSync(path, { force: true })
    const text = typeof key === 'string' ? key : JSON.stringify(key)
    writeFileSync(path, text, { mode })
    const out: string[] = []
    const say = (line: string) => out.push(line)
    const env = {
      ...{ ERP_URL: erp.url, ERP_CA_FILE: caFile, ERP_SERVICE_KEY: path },
      ...{ ERP_TRANSPORT: 'http-streamable', ERP_OIDC_ISSUER: service.url },
      ERP_OIDC_AUDIENCE: 'bridge'
    }
    await run(['--json'], {
      env,
      say,
      warn: say,
      tellParent: undefined,
      untilStopped: async () => {}
    })
    const said = out.join('\n')
    assert.doesNotMatch(said, /canary/)
    const { checks } = JSON.parse(said) as { checks: Finding[] }
    return checks
      .filter(({ name }) => /^(service key|token service|ERP)/.test(name))
      .map(({ name, state, found, remedy = '' }) => `${name}: ${state} ${found} → ${remedy}`)
      .join('\n')
  }
  const url = erp.url
  const certified = (cert: string, key: string) => ({
    url,
    uaa: { clientid: 'sb-abap', certificate: cert, key, certurl: service.url }
  })
  const states: readonly (readonly [unknown, RegExp])[] = [
    [{ url, uaa }, /key: ok .*with a client secret[^]*token service: ok .*accepts the client/],
    ['', /key: failed The service key is no JSON/],
    ['{"canary', /key: failed The service key is no JSON: .* → Give the file of a service key/],
    ['[]', /key: failed The service key is no JSON object/],
    ['{"url":"a","url":"b"}', /key: failed .*twice/],
    [{ url }, /key: failed .*has no member uaa/],
    [{ uaa }, /key: failed .*names no address of the system/],
    [{ url: 'http://e:1', uaa }, /key: failed .*names no address of the system with https/],
    [{ url: 'https://other.example', uaa }, /key: failed .*is of the system https:\/\/other/],
    [{ url, uaa: { ...uaa, clientid: '' } }, /key: failed .*has no clientid/],
    [{ url, uaa: { ...uaa, clientsecret: 7 } }, /key: failed .*has no clientsecret \(or cert/],
    [{ url, uaa: { ...uaa, url: 'http://plain' } }, /key: failed .*does not begin with https/],
    [certified('canary', 'canary'), /key: failed .*the certificate .* is not readable/],
    [certified(pair.certificate, other.key), /key: failed .*do not belong together/],
    [
      certified(pair.certificate, pair.key),
      /key: warning its certificate ends on[^]*token service: failed .*invalid_client/
    ],
    [
      { url, uaa: { ...uaa, clientsecret: 'canary' } },
      /service: failed .*401, invalid_client.* → Its client secret/
    ],
    [
      { url, uaa: { ...uaa, url: 'https://127.0.0.1:9' } },
      /service: failed .*does not answer at 127.0.0.1:9/
    ]
  ]
  for (const [key, expected] of states) assert.match(await examine(key), expected)
  const open = await examine({ url, uaa }, 0o644)
  assert.match(open, /key: warning others on this machine can read .* → chmod 600/)
  assert.match(open, /ERP TLS: ok[^]*ERP log-on: skipped each caller logs on with a token/)
  const absent = await examine({ url, uaa })
  assert.doesNotMatch(absent, /warning/)
  assert.equal(erp.logOns.length, 0, 'no token of a client reaches the ERP')
})
