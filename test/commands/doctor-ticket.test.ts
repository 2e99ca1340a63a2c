/** The doctor with a program that supplies tickets. */
import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { run } from '../../commands/doctor.ts'
import { createTicketErp } from '../helpers/ticket-erp.ts'

interface Finding {
  readonly name: string
  readonly state: string
  readonly found: string
  readonly remedy?: string
}

test('the program, the exchange and the way to the ERP', async t => {
  const erp = await createTicketErp(t)
  const folder = mkdtempSync(join(tmpdir(), 'doctor-ticket-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const caFile = join(folder, 'ca.pem')
  writeFileSync(caFile, erp.ca)
  const program = (script: string, mode = 0o700) => {
    const path = join(folder, 'ticket')
    writeFileSync(path, `#!/bin/sh\n${script}\n`)
    chmodSync(path, mode)
    return path
  }
  const examine = async (command: string) => {
    const out: string[] = []
    const say = (line: string) => out.push(line)
    const env = { ERP_URL: erp.url, ERP_CA_FILE: caFile, ERP_TICKET_COMMAND: command }
    const io = { env, say, warn: say, tellParent: undefined, untilStopped: async () => {} }
    await run(['--json'], io)
    const text = out.join('\n')
    assert.doesNotMatch(text, /canary/)
    const { checks } = JSON.parse(text) as { checks: Finding[] }
    return (name: string) =>
      checks
        .filter(check => check.name === name)
        .map(({ state, found, remedy = '' }) => `${state} ${found} → ${remedy}`)
        .join('\n')
  }
  const good = `printf '{"ticket":"canary-ticket-of-the-doctor"}'`

  const absent = await examine(join(folder, 'none'))
  assert.match(
    absent('ticket command'),
    /^failed .*cannot be executed: .*none \(ENOENT\) → Start it/
  )
  assert.match(absent('ERP address'), /^ok/)
  assert.match(absent('ERP log-on'), /^skipped not tried/)

  const failing = await examine(program('echo canary; exit 3'))
  assert.match(failing('ticket command'), /^ok .*can be executed/)
  assert.match(failing('ERP log-on'), /^failed .*ended with code 3 → Start it in a shell/)

  const states: readonly (readonly [string, RegExp])[] = [
    [folder, /^failed .*is no file: .* → Start it/],
    [program(good, 0o600), /^failed .*cannot be executed: .*\(EACCES\)/]
  ]
  for (const [command, expected] of states) {
    assert.match((await examine(command))('ticket command'), expected)
  }
  const outputs: readonly (readonly [string, RegExp])[] = [
    ['true', /printed nothing/],
    ['echo canary', /printed no JSON/],
    [`printf '{"token":"canary"}'`, /printed JSON without "ticket"/],
    [`printf '{"ticket":"canary of more words"}'`, /characters that no header may have/],
    ['yes canary', /printed more than 64 KB/],
    ['kill -9 $$', /ended with SIGKILL/]
  ]
  for (const [script, expected] of outputs) {
    const found = (await examine(program(script)))('ERP log-on')
    assert.match(found, /^failed .* → Start it in a shell/)
    assert.match(found, expected)
  }

  const open = await examine(program(good, 0o777))
  assert.match(open('ticket command'), /\nwarning .*can change .* → chmod go-w/)

  erp.exchange = response => response.writeHead(401, { 'content-type': 'text/html' }).end('<html>')
  const refused = await examine(program(good.replace('doctor', 'refused')))
  assert.match(refused('ERP TLS'), /^ok/)
  assert.match(refused('ERP log-on'), /^failed .*\(401\).* → .*login\/accept_sso2_ticket/)
  assert.deepEqual(
    erp.faults.filter(fault => !/without use/.test(fault)),
    []
  )
})
