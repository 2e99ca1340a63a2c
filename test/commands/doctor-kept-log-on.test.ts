/** The doctor with a log-on in the browser: each broken state has a finding of its own and a remedy. */
import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { run } from '../../commands/doctor.ts'
import { createPlainRequests } from '../../erp-client/index.ts'
import { sessionOfTicket } from '../../logon/exchange.ts'
import { openLogonStore, sessionName } from '../../logon/kept-sessions.ts'
import { createAuthority } from '../../sandbox/test/helpers/authority.ts'
import { placeOf } from '../../systems/options.ts'
import { createTicketErp } from '../helpers/ticket-erp.ts'

interface Finding {
  readonly name: string
  readonly state: string
  readonly found: string
  readonly remedy?: string
}

const again = /→ (Ask the user to run|run|Log on again with) erp-bridge login/.source
const key = 'canary-key-of-more-than-32-letters'

test('the session that is kept, and the way to the ERP', async t => {
  const erp = await createTicketErp(t)
  const folder = mkdtempSync(join(tmpdir(), 'doctor-kept-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const [caFile, kept] = [join(folder, 'ca.pem'), join(folder, 'log-ons')]
  writeFileSync(caFile, erp.ca)
  const target = { baseUrl: erp.url, client: '001', language: 'EN', caFile }
  const name = sessionName(placeOf({ url: erp.url, client: '001' }))
  const settings = { logonStore: 'file', logonDir: kept } as const
  const logOn = async (logonKey?: string, content?: object) => {
    rmSync(kept, { recursive: true, force: true })
    const requests = createPlainRequests(target)
    const cookies = await sessionOfTicket(requests, `canary-${erp.tickets.length}`, target)
    await requests.close()
    await openLogonStore({ ...settings, logonKey }, folder).write(
      name,
      content ?? { cookies, user: 'ADA', since: 0 }
    )
  }
  const examine = async (more: Readonly<Record<string, string>> = {}) => {
    const out: string[] = []
    const say = (line: string) => out.push(line)
    const env = {
      ...{ ERP_URL: erp.url, ERP_CA_FILE: caFile, ERP_BROWSER_LOGON: 'true' },
      ...{ ERP_LOGON_DIR: kept, ERP_LOGON_STORE: 'file', ...more }
    }
    const io = { env, say, warn: say, tellParent: undefined, untilStopped: async () => {} }
    await run(['--json'], io)
    const text = out.join('\n')
    assert.doesNotMatch(text, /canary|session-\d/)
    const { checks } = JSON.parse(text) as { checks: Finding[] }
    return checks
      .filter(check => /^(kept log-on|ERP)/.test(check.name))
      .map(({ name, state, found, remedy = '' }) => `${name}: ${state} ${found} → ${remedy}`)
      .join('\n')
  }
  const fileOf = (end: string) =>
    join(kept, readdirSync(kept).find(one => one.endsWith(end)) ?? 'none')
  const change = (what: (text: string) => string) => {
    writeFileSync(fileOf('.logon'), what(readFileSync(fileOf('.logon'), 'utf8')))
  }

  assert.match(await examine(), new RegExp(`kept log-on: failed there is no log-on .*${again}`))
  await logOn()
  assert.match(await examine(), /kept log-on: ok of ADA, since 1970-01-01/)
  erp.endSessions()
  assert.match(await examine(), new RegExp(`ERP log-on: failed .*has ended ${again}`))

  const broken: readonly (readonly [() => void, string])[] = [
    [() => change(text => text.slice(0, -20)), 'The kept log-on was changed'],
    [() => change(text => text.replace(/"sealed":"..../, '"sealed":"AgAA')), 'was changed'],
    [() => change(text => text.replace('"file"', '"elsewhere"')), 'was changed'],
    [() => rmSync(join(kept, 'key')), 'The key file .* is gone or empty'],
    [() => writeFileSync(join(kept, 'key'), ''), 'The key file .* is gone or empty']
  ]
  for (const [breakIt, expected] of broken) {
    await logOn()
    breakIt()
    assert.match(await examine(), new RegExp(`kept log-on: failed .*${expected}.*${again}`))
  }
  await logOn()
  chmodSync(join(kept, 'key'), 0o644)
  assert.match(await examine(), /kept log-on: failed .*other users can read the key file.* → Give/)
  await logOn(undefined, { user: 'ADA' })
  assert.match(await examine(), /kept log-on: failed .*is of another version/)
  await logOn(key)
  assert.match(await examine(), /kept log-on: failed The environment has no key \(ERP_LOGON_KEY\)/)
  assert.match(await examine({ ERP_LOGON_KEY: key.toUpperCase() }), /failed .*with another key/)
  assert.match(await examine({ ERP_LOGON_KEY: key }), /kept log-on: ok of ADA/)

  await logOn()
  writeFileSync(caFile, (await createAuthority()).certificate)
  assert.match(await examine(), /ERP TLS: failed .* → /)
  const away = await examine({ ERP_URL: 'https://127.0.0.1:9' })
  assert.match(away, /kept log-on: failed there is no log-on [^]*ERP address: failed .* → /)
})
