/** The journal from a shell: list, show, undo, export and verify. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { run as runCall } from '../../commands/call.ts'
import { run as runJournal } from '../../commands/journal.ts'
import type { CommandModule } from '../../commands/command.ts'
import type { Sandbox } from '../../sandbox/server.ts'
import { createTestSandbox } from '../helpers/sandbox.ts'

let sandbox: Sandbox
let folder = ''
before(async () => {
  sandbox = await createTestSandbox({ users: [{ name: 'DEVELOPER', password: 'secret-1' }] })
  folder = mkdtempSync(join(tmpdir(), 'journal-command-'))
})
after(async () => {
  await sandbox?.close()
  rmSync(folder, { recursive: true, force: true })
})

async function shell(run: CommandModule['run'], ...argv: string[]) {
  const out: string[] = []
  const err: string[] = []
  const env = {
    ERP_URL: sandbox.url,
    ERP_CLIENT: sandbox.client,
    ERP_USER: 'DEVELOPER',
    ERP_PASSWORD: 'secret-1',
    ERP_LOG_LEVEL: 'silent',
    ERP_STATE_KEY: 'a state key of this test',
    ERP_JOURNAL_DIR: folder
  }
  const code = await run(argv, {
    env,
    say: line => out.push(line),
    warn: line => err.push(line),
    tellParent: undefined,
    untilStopped: () => new Promise(() => {})
  })
  return { code, out: out.join('\n'), err: err.join('\n') }
}

test('changes are listed, shown, exported, verified and undone', async () => {
  const call = ['ERPWrite', 'action=create', 'type=PROG', 'name=ZJC_ONE', 'package=$TMP']
  const created = await shell(runCall, ...call, 'source=REPORT zjc_one.')
  assert.equal(created.code, 0, created.err)
  const [, id = ''] = /change (\w{12})/.exec(created.out) ?? []
  const list = await shell(runJournal, 'list')
  assert.match(list.out, new RegExp(`${id} .*ERPWrite create PROG ZJC_ONE · done`))
  for (const verb of ['show', 'diff']) {
    assert.match((await shell(runJournal, verb, id)).out, /object\.create · PROG ZJC_ONE/)
  }
  const lines = (await shell(runJournal, 'export')).out.split('\n')
  const [exported] = lines.map(line => JSON.parse(line) as { entry: { id: string } })
  assert.equal(exported?.entry.id, id)
  assert.deepEqual(await shell(runJournal, 'verify'), {
    code: 0,
    out: '1 changes can be read.',
    err: ''
  })
  const asked = await shell(runJournal, 'undo', id)
  assert.equal(asked.code, 4)
  const [, confirm = ''] = /confirm: "([^"]+)"/.exec(asked.err) ?? []
  const undone = await shell(runJournal, 'undo', id, `confirm=${confirm}`)
  assert.equal(undone.code, 0, undone.err)
  assert.match(undone.out, /PROG ZJC_ONE deleted/)
  assert.match((await shell(runJournal, 'list')).out, /undone by/)
})

test('altered and removed texts are found', async () => {
  const database = new DatabaseSync(join(folder, 'journal.sqlite'))
  database.exec("UPDATE journal_text SET content = x'00010203'")
  database.close()
  const { code, err } = await shell(runJournal, 'verify')
  assert.equal(code, 1, err)
})

test('wrong verbs are named', async () => {
  await assert.rejects(shell(runJournal, 'erase'), /journal has no "erase"/)
  await assert.rejects(shell(runJournal, 'show'), /needs the id/)
  assert.equal((await shell(runJournal)).code, 2)
})
