import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { run as runCall } from '../../commands/call.ts'
import { run as runTools } from '../../commands/tools.ts'
import type { CommandModule, CommandIo } from '../../commands/command.ts'
import { createTestSandbox } from '../helpers/sandbox.ts'
import type { Sandbox } from '../../sandbox/server.ts'

let sandbox: Sandbox
before(async () => {
  sandbox = await createTestSandbox({
    users: [{ name: 'DEVELOPER', password: 'secret-1', fullName: 'One' }]
  })
})
after(() => sandbox.close())

interface Said {
  readonly code: number
  readonly out: string
  readonly err: string
}

async function shell(run: CommandModule['run'], ...argv: string[]): Promise<Said> {
  return await shellWith(
    {
      ERP_URL: sandbox.url,
      ERP_CLIENT: sandbox.client,
      ERP_USER: 'DEVELOPER',
      ERP_PASSWORD: 'secret-1'
    },
    run,
    ...argv
  )
}

async function shellWith(
  given: Record<string, string>,
  run: CommandModule['run'],
  ...argv: string[]
): Promise<Said> {
  const out: string[] = []
  const err: string[] = []
  const env = { ERP_JOURNAL: 'off', ...given, ERP_LOG_LEVEL: 'silent' }
  const io: CommandIo = {
    env,
    say: line => out.push(line),
    warn: line => err.push(line),
    tellParent: undefined,
    untilStopped: () => new Promise(() => {})
  }
  return { code: await run(argv, io), out: out.join('\n'), err: err.join('\n') }
}

test('a call: text, data, and arguments of every kind', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'call-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const source = join(folder, 'x.abap')
  writeFileSync(source, "REPORT zcall.\nWRITE 'hello'.\n")
  const made = await shell(
    runCall,
    'ERPWrite',
    'action=create',
    'type=PROG',
    'name=zcall',
    'package=$TMP',
    'description=From a shell',
    `source=@${source}`
  )
  assert.equal(made.code, 0, made.err)
  const read = await shell(runCall, 'ERPRead', 'objects:=[{"type":"PROG","name":"zcall"}]')
  assert.match(read.out, /WRITE 'hello'/)
  const found = await shell(runCall, 'ERPSearch', 'query=zcall*', '--json')
  assert.equal(JSON.parse(found.out).results[0][1], 'ZCALL')
})

test('the exit code depends on the outcome', async () => {
  assert.equal((await shell(runCall, 'ERPRead', 'type=PROG', 'name=znot_there')).code, 1)
  assert.equal((await shell(runCall, 'ERPRead', 'nmae=x')).code, 2)
  const blocked = await shell(
    runCall,
    'ERPWrite',
    'action=delete',
    'type=PROG',
    'name=zcall',
    '--read-only'
  )
  assert.deepEqual([blocked.code, /BLOCKED_READ_ONLY/.test(blocked.err)], [2, true])
  assert.equal((await shell(runCall, 'ERPNothing')).code, 2)
  assert.equal((await shell(runCall, '--help')).code, 0)
  const asked = await shell(
    runCall,
    'ERPWrite',
    'action=delete',
    'type=PROG',
    'name=zcall',
    '--confirm',
    'always'
  )
  assert.deepEqual([asked.code, /NOT DONE/.test(asked.err)], [4, true])
  assert.match(asked.err, /Set ERP_STATE_KEY/)
  for (const [odd, words] of [
    ['no pair', /is not an argument/],
    ['objects:={', /needs JSON/],
    ['source=@/not/there', /cannot read/],
    ['--nothing', /unknown flag/],
    ['--sandbox', /exclude each other/]
  ] as const) {
    const wrong = await shell(runCall, 'ERPRead', odd)
    assert.equal(wrong.code, 2, odd)
    assert.match(wrong.err, words)
    assert.doesNotMatch(wrong.err, /cannot start/)
  }
})

test('a build stops at failed tests and errors, and at nothing that was run', async () => {
  const tests = await shell(
    runCall,
    'ERPDiagnose',
    'action=unit_test',
    'name=ZCL_FERRY_GROUP_DISCOUNT'
  )
  assert.deepEqual([tests.code, /FAILED/.test(tests.out)], [5, true])
  assert.equal(
    (await shell(runCall, 'ERPDiagnose', 'action=unit_test', 'name=ZCL_FERRY_CONSOLE')).code,
    5
  )
  assert.equal(
    (await shell(runCall, 'ERPDiagnose', 'action=unit_test', 'name=ZCL_FERRY_DURATION')).code,
    0
  )
  const lint = ['ERPLint', 'action=check', 'type=PROG', 'name=zlinted']
  assert.equal((await shell(runCall, ...lint, 'source=REPORT zlinted.\nfoo.')).code, 5)
  assert.equal(
    (await shell(runCall, 'ERPDiagnose', 'action=syntax', 'name=ZCL_FERRY_PRICING')).code,
    0
  )
  assert.equal(
    (await shell(runCall, 'ERPDiagnose', 'action=atc', 'name=ZCL_FERRY_PRICING')).code,
    0
  )
  // The draft is saved as asked; whether it is right is another question.
  const draft = [
    'ERPWrite',
    'action=create',
    'type=PROG',
    'name=zcall_wrong',
    'package=$TMP',
    'description=x',
    'source=REPORT zcall_wrong.\nfoo.'
  ]
  assert.equal((await shell(runCall, ...draft)).code, 0)
  assert.equal(
    (await shell(runCall, 'ERPDiagnose', 'action=syntax', 'type=PROG', 'name=zcall_wrong')).code,
    5
  )
})

test('with a key of its own a shell goes on where the command before ended', async () => {
  const key = ['--state-key', 'a key of sixteen letters']
  await shell(
    runCall,
    'ERPWrite',
    'action=create',
    'type=PROG',
    'name=zcall_gone',
    'package=$TMP',
    'description=x',
    'source=REPORT zcall_gone.'
  )
  const remove = ['ERPWrite', 'action=delete', 'type=PROG', 'name=zcall_gone']
  const asked = await shell(runCall, ...remove, '--confirm', 'always', ...key)
  const [, handle = ''] = /confirm: "([^"]+)"/.exec(asked.err) ?? []
  assert.doesNotMatch(asked.err, /ERP_STATE_KEY/)
  assert.equal(
    (await shell(runCall, ...remove, `confirm=${handle}`, '--confirm', 'always', ...key)).code,
    0
  )
  const first = JSON.parse(
    (await shell(runCall, 'ERPSearch', 'query=ZCL_*', 'maxResults=1', '--json', ...key)).out
  )
  assert.equal(
    (
      await shell(
        runCall,
        'ERPSearch',
        'query=ZCL_*',
        'maxResults=1',
        `cursor=${first.cursor}`,
        ...key
      )
    ).code,
    0
  )
})

test('principal propagation: the offered tools are listed, and a call is refused: a shell has no caller identity', async () => {
  const keys = mkdtempSync(join(tmpdir(), 'call-pp-'))
  for (const file of ['ca.key', 'ca.crt']) writeFileSync(join(keys, file), 'not looked into')
  const settings = [
    '--pp-ca-key',
    join(keys, 'ca.key'),
    '--pp-ca-cert',
    join(keys, 'ca.crt'),
    '--oidc-issuer',
    'https://login.example.com',
    '--oidc-audience',
    'x',
    '--url',
    'https://erp.example.com'
  ]
  for (const transport of [[], ['--transport', 'http-streamable']]) {
    const called = await shellWith({}, runCall, 'ERPSearch', 'query=x', ...settings, ...transport)
    assert.deepEqual([called.code, called.out], [2, ''])
    assert.match(called.err, /^with principal propagation.*a shell brings no token/)
    const listed = await shellWith({}, runTools, ...settings, ...transport)
    assert.match(listed.out, /ERPRead[^]*every caller also needs an ERP user/)
  }
  rmSync(keys, { recursive: true })
})

test('a session that is open keeps the process alive: an end in the middle is code 13', () => {
  const source = `
    import { openSession } from '${new URL('../../commands/local-session.ts', import.meta.url).href}'
    const opened = openSession(['--url', 'http://127.0.0.1:9', '--user', 'U', '--password', 'p'], { ERP_JOURNAL: 'off' }, {})
    await new Promise(resolve => setTimeout(resolve, 20).unref())
    await opened.close()`
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', source])
  assert.equal(status, 0, String(stderr))
})

test('tools: what the settings permit, and what blocks the rest', async () => {
  const open = await shell(runTools)
  assert.match(open.out, /ERPWrite +delete +delete +write +D +permitted/)
  const closed = await shell(runTools, '--read-only')
  assert.match(closed.out, /ERPWrite +delete +delete +write +D +blocked by --read-only/)
  assert.match(closed.out, /ERPRead +read +read +R +permitted/)
  // Harmless tests stay when changes go, and no line stands twice.
  assert.match(
    closed.out,
    /ERPDiagnose +unit_test +read +read +R +permitted\nERPDiagnose +unit_test +test +read\+write +U +blocked by --read-only/
  )
  const lines = open.out.split('\n')
  assert.equal(new Set(lines).size, lines.length)
  assert.ok(Array.isArray(JSON.parse((await shell(runTools, '--json')).out)))
  await assert.rejects(shell(runTools, 'ERPRead'), /"ERPRead" is no setting/)
})

test('what would keep a server from starting for want of a log-on does not keep a shell from calling', async () => {
  const open = {
    ERP_URL: sandbox.url,
    ERP_CLIENT: sandbox.client,
    ERP_USER: 'DEVELOPER',
    ERP_PASSWORD: 'secret-1',
    SVC_API_KEY: '',
    ERP_OIDC_ISSUER: ' ',
    ERP_REQUIRE_AUTH: 'true'
  }
  const { code, err } = await shellWith(open, runCall, 'ERPRead', 'type=SYSTEM', '--require-auth')
  assert.equal(code, 0, err)
})
