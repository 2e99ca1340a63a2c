import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { run as runCall } from '../../commands/call.ts'
import { run as runTools } from '../../commands/tools.ts'
import type { CommandIo, CommandModule } from '../../commands/index.ts'
import { createSandbox } from '../../sandbox/server.ts'
import type { Sandbox } from '../../sandbox/server.ts'

let sandbox: Sandbox
before(async () => { sandbox = await createSandbox({ users: [{ name: 'DEVELOPER', password: 'secret-1', fullName: 'One' }] }) })
after(() => sandbox.close())

async function shell (run: CommandModule['run'], ...argv: string[]): Promise<{ code: number, out: string, err: string }> {
  const out: string[] = []
  const err: string[] = []
  const env = { ERP_URL: sandbox.url, ERP_CLIENT: sandbox.client, ERP_USER: 'DEVELOPER', ERP_PASSWORD: 'secret-1', ERP_LOG_LEVEL: 'silent' }
  const io: CommandIo = { env, say: line => out.push(line), warn: line => err.push(line), tellParent: undefined, untilStopped: () => new Promise(() => {}) }
  return { code: await run(argv, io), out: out.join('\n'), err: err.join('\n') }
}

test('a call: text, data, and arguments of every kind', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'call-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const source = join(folder, 'x.abap')
  writeFileSync(source, 'REPORT zcall.\nWRITE \'hello\'.\n')
  const made = await shell(runCall, 'ERPWrite', 'action=create', 'type=PROG', 'name=zcall', 'package=$TMP', 'description=From a shell', `source=@${source}`)
  assert.equal(made.code, 0, made.err)
  const read = await shell(runCall, 'ERPRead', 'objects:=[{"type":"PROG","name":"zcall"}]')
  assert.match(read.out, /WRITE 'hello'/)
  const found = await shell(runCall, 'ERPSearch', 'query=zcall*', '--json')
  assert.equal(JSON.parse(found.out).results[0].name, 'ZCALL')
})

test('exit codes tell what happened', async () => {
  assert.equal((await shell(runCall, 'ERPRead', 'type=PROG', 'name=znot_there')).code, 1)
  assert.equal((await shell(runCall, 'ERPRead', 'nmae=x')).code, 2)
  const blocked = await shell(runCall, 'ERPWrite', 'action=delete', 'type=PROG', 'name=zcall', '--read-only')
  assert.deepEqual([blocked.code, /BLOCKED_READ_ONLY/.test(blocked.err)], [2, true])
  assert.equal((await shell(runCall, 'ERPNothing')).code, 2)
  assert.equal((await shell(runCall, '--help')).code, 0)
  const asked = await shell(runCall, 'ERPWrite', 'action=delete', 'type=PROG', 'name=zcall', '--confirm', 'always')
  assert.deepEqual([asked.code, /NOT DONE/.test(asked.err)], [4, true])
  await assert.rejects(shell(runCall, 'ERPRead', 'no pair'), /no argument/)
  await assert.rejects(shell(runCall, 'ERPRead', 'objects:={'), /needs JSON/)
  await assert.rejects(shell(runCall, 'ERPRead', 'source=@/not/there'), /cannot read/)
})

test('tools: what the settings permit, and what blocks the rest', async () => {
  const open = await shell(runTools)
  assert.match(open.out, /ERPWrite +delete +write +D +permitted/)
  const closed = await shell(runTools, '--read-only')
  assert.match(closed.out, /ERPWrite +delete +write +D +blocked by --read-only/)
  assert.match(closed.out, /ERPRead +read +R +permitted/)
  assert.ok(Array.isArray(JSON.parse((await shell(runTools, '--json')).out)))
})
