/** The program that supplies a ticket: bounds, mistakes, and that nothing of it is shown. */
import assert from 'node:assert/strict'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { checkLogon, checkTicketCommand, isErpError } from '../../../erp-client/index.ts'
import { createTicketSupply, runTicketCommand } from '../../../erp-client/logon/ticket-command.ts'

const folder = mkdtempSync(join(tmpdir(), 'erp-ticket-command-'))
after(() => rmSync(folder, { recursive: true }))
const program = (name: string, script: string, mode = 0o700) => {
  const path = join(folder, name)
  writeFileSync(path, `#!/bin/sh\n${script}\n`, { mode })
  chmodSync(path, mode)
  return path
}
const ticket = 'AjQxMDMBABhUAGUAUwB0-canary-ticket='

describe('the output of the program', () => {
  test('a ticket', async () => {
    const command = program('good', `printf '{"ticket":"${ticket}","user":"X"}\\n'`)
    assert.equal(await runTicketCommand({ command }), ticket)
  })

  test('the name of the program is no line of a shell', async () => {
    const trap = join(folder, 'trap')
    const command = program(`a b; touch ${'trap'} $(id)`, `printf '{"ticket":"${ticket}"}'`)
    assert.equal(await runTicketCommand({ command }), ticket)
    assert.ok(!existsSync(trap))
    const missing = join(folder, `none; touch ${trap}`)
    await assert.rejects(runTicketCommand({ command: missing }), { code: 'ERP_LOGON_FAILED' })
    assert.ok(!existsSync(trap))
  })

  const wrong: readonly [string, string, RegExp][] = [
    ['nothing', 'true', /printed nothing/],
    ['a bare ticket', `echo ${ticket}`, /printed no JSON/],
    ['words beside it', `echo hello; echo '{"ticket":"${ticket}"}'`, /printed no JSON/],
    ['another member', `echo '{"token":"${ticket}"}'`, /without "ticket"/],
    ['an empty ticket', `echo '{"ticket":""}'`, /without "ticket"/],
    ['a number', `echo '{"ticket":1}'`, /without "ticket"/],
    ['null', 'echo null', /without "ticket"/],
    ['a list', `echo '["${ticket}"]'`, /without "ticket"/],
    ['a line break', `echo '{"ticket":"${ticket}\\\\r\\\\nx-a: b"}'`, /no header may have/],
    ['a blank', `echo '{"ticket":"${ticket} x"}'`, /no header may have/],
    ['other characters', `echo '{"ticket":"${ticket}ä"}'`, /no header may have/],
    ['a short ticket', `echo '{"ticket":"short"}'`, /usual length/],
    ['a failure', `echo '{"ticket":"${ticket}"}'; echo canary-stderr >&2; exit 3`, /code 3/],
    ['a signal', 'kill -9 $$', /ended with SIGKILL/],
    ['endless output', 'while :; do echo canary-canary-canary; done', /more than 64 KB/],
    ['no end', 'sleep 20', /did not end within 0\.5 s/],
    ['an end that its child outlives', 'sleep 20 & exit 0', /did not end within 0\.5 s/]
  ]
  for (const [what, script, message] of wrong) {
    test(what, async () => {
      const command = program('wrong', script)
      await assert.rejects(runTicketCommand({ command, timeLimit: 500 }), (error: unknown) => {
        assert.ok(isErpError(error, 'ERP_LOGON_FAILED'), String(error))
        assert.match(error.message, message)
        assert.match(error.remedy, /\{"ticket": "…"\}/)
        assert.equal(error.cause, undefined)
        assert.doesNotMatch(`${error.message} ${error.remedy}`, /canary/)
        return true
      })
    })
  }
})

test('after a failure the program rests, and then runs again', async t => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() })
  const runs = join(folder, 'runs')
  const command = program('failing', `echo x >> ${runs}; exit 1`)
  const learned: string[] = []
  const supply = createTicketSupply({ command }, secrets => learned.push(...secrets))
  for (let call = 0; call < 5; call++) await assert.rejects(supply(), { message: /code 1/ })
  assert.equal(readFileSync(runs, 'utf8'), 'x\n')
  program('failing', `printf '{"ticket":"${ticket}"}'`)
  t.mock.timers.tick(10_001)
  assert.equal(await supply(), ticket)
  assert.deepEqual(learned, [ticket])
})

describe('the check before the start', () => {
  const refused: readonly [string, string, RegExp][] = [
    ['a relative path', 'ticket', /absolute path/],
    ['a missing program', join(folder, 'none'), /cannot be executed: .*none \(ENOENT\)/],
    ['a directory', folder, /is no file/],
    ['a file that cannot be executed', program('text', '', 0o600), /\(EACCES\)/]
  ]
  for (const [what, command, message] of refused) {
    test(what, () => {
      assert.throws(() => checkTicketCommand({ command }), { code: 'ERP_LOGON_FAILED', message })
    })
  }

  test('does not start the program, and warns of one that others can change', () => {
    const trace = join(folder, 'started')
    const command = program('open', `touch ${trace}`, 0o777)
    const credential = { kind: 'ticket-command', command } as const
    const warnings = checkLogon({ baseUrl: 'https://erp.example.com', credential })
    assert.match(warnings.join(), /can change .*open, which the bridge runs; chmod go-w/)
    assert.ok(!existsSync(trace))
  })
})
