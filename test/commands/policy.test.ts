import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { run } from '../../commands/policy.ts'
import type { CommandIo } from '../../commands/command.ts'
import { createTestSandbox } from '../helpers/sandbox.ts'
import type { Sandbox } from '../../sandbox/server.ts'

let sandbox: Sandbox
before(async () => {
  sandbox = await createTestSandbox({
    users: [{ name: 'DEVELOPER', password: 'secret-1', fullName: 'One' }]
  })
})
after(() => sandbox.close())

async function shell(...argv: string[]): Promise<{ code: number; out: string; err: string }> {
  const out: string[] = []
  const err: string[] = []
  const env = {
    ERP_URL: sandbox.url,
    ERP_CLIENT: sandbox.client,
    ERP_USER: 'DEVELOPER',
    ERP_PASSWORD: 'secret-1',
    ERP_LOG_LEVEL: 'silent'
  }
  const io: CommandIo = {
    env,
    say: line => out.push(line),
    warn: line => err.push(line),
    tellParent: undefined,
    untilStopped: () => new Promise(() => {})
  }
  return { code: await run(argv, io), out: out.join('\n'), err: err.join('\n') }
}

test('explain names the rule that decides, for the call and what it may do besides', async () => {
  const { out } = await shell(
    'explain',
    '--tool',
    'ERPWrite',
    '--action',
    'edit',
    '--package',
    'ZSALES',
    '--disallowed-ops',
    'A'
  )
  assert.match(
    out,
    /\nupdate: BLOCKED_NOT_TRANSPORTABLE, decided by --allow-transportable-edits\..*\nwith activate: BLOCKED_OPERATION, decided by --disallowed-ops\..*\nas a dry run: permitted$/
  )
  assert.match(
    (
      await shell(
        'explain',
        '--tool=ERPWrite',
        '--action=edit',
        '--package=$TMP',
        '--scopes',
        'read'
      )
    ).out,
    /update: INSUFFICIENT_SCOPE, decided by scope/
  )
  assert.match(
    (
      await shell(
        'explain',
        '--tool',
        'ERPWrite',
        '--action',
        'delete',
        '--package',
        '$TMP',
        '--key-packages',
        '$MINE'
      )
    ).out,
    /BLOCKED_PACKAGE, decided by --api-keys-file/
  )
  assert.match(
    (await shell('explain', '--tool', 'ERPWrite', '--action', 'edit')).out,
    /update: permitted.*decide about an object/s
  )
})

test('explain needs no ERP where the package is given', async () => {
  const out: string[] = []
  const io: CommandIo = {
    env: { ERP_LOG_LEVEL: 'silent', ERP_ALLOWED_PACKAGES: 'Z*' },
    say: line => out.push(line),
    warn: line => out.push(line),
    tellParent: undefined,
    untilStopped: () => new Promise(() => {})
  }
  const words = ['explain', '--tool', 'ERPWrite', '--action', 'edit', '--package', '$TMP']
  assert.equal(await run(words, io), 0)
  assert.match(out.join('\n'), /BLOCKED_PACKAGE, decided by --allowed-packages/)
  const asks = ['explain', '--tool', 'ERPWrite', '--action', 'edit', '--object', 'CLAS ZCL_A']
  await assert.rejects(run(asks, io), /ERP URL is required/)
})

test('explain reads the package of an object from the ERP', async () => {
  const { out } = await shell(
    'explain',
    '--tool',
    'ERPWrite',
    '--action',
    'edit',
    '--object',
    'tabl zferry_port',
    '--allowed-packages',
    '$TMP'
  )
  assert.match(out, /package: ZFERRY\w*.*update: BLOCKED_PACKAGE, decided by --allowed-packages/s)
})

test('explain explains an unknown object in words of its own', async () => {
  const ask = async (object: string, ...more: string[]) =>
    await shell('explain', '--tool', 'ERPWrite', '--action', 'edit', '--object', object, ...more)
  await assert.rejects(ask('clas zcl_not_there'), {
    message:
      '--object CLAS ZCL_NOT_THERE: the ERP has no such object, so each change of it is refused and nothing is sent; check type and name, or give --package for one that is to be created'
  })
  await assert.rejects(
    ask('FUNC Z_NOT_THERE'),
    /--object FUNC Z_NOT_THERE: the ERP has no such object/
  )
  await assert.rejects(ask('CLAS ../T000'), /--object CLAS \.\.\/T000: .*; check type and name$/)
  await assert.rejects(
    ask('CLAS ZCL_FERRY', '--url', 'http://127.0.0.1:9'),
    /its package cannot be determined, so each change of it is refused \(ERP_UNREACHABLE: .*; give --package to ask without the ERP$/
  )
  assert.match((await ask('CLAS ZCL_NOT_THERE', '--package', '$TMP')).out, /update: permitted/)
  assert.match((await ask('FUNC Z_FERRY_QUOTE')).out, /package: ZFERRY/)
})

test('explain names the masked columns of tables and views', async () => {
  const ask = async (tables: string, masked: string) =>
    await shell('explain', '--tool', 'ERPQuery', '--tables', tables, '--masked-columns', masked)
  const { out } = await ask('ZFERRY_I_ROUTE,ZFERRY_PORT,ZNOT_THERE', 'ZFERRY_PORT.NAME')
  assert.match(out, /ZFERRY_PORT: NAME masked by --masked-columns/)
  assert.match(out, /ZNOT_THERE: BLOCKED_COLUMN, decided by --masked-columns/)
  const typed = await ask('ZFERRY_FARE', 'domain:ZFERRY_AMOUNT')
  assert.match(typed.out, /ZFERRY_FARE: (?:MANDT, )?ADULT, METRE masked by --masked-columns/)
})

test('explain traces views to their tables, and reports where the ERP has no answer', async () => {
  const explain = [
    'explain',
    '--tool',
    'ERPQuery',
    '--tables',
    'ZFERRY_I_ROUTE,ZFERRY_PORT,ZNOT_THERE'
  ] as const
  const { out } = await shell(...explain, '--blocked-tables', 'ZFERRY_ROUTE')
  assert.match(out, /query: permitted/)
  assert.match(out, /ZFERRY_I_ROUTE shows ZFERRY_ROUTE: BLOCKED_TABLE, decided by --blocked-tables/)
  assert.match(
    out,
    /ZNOT_THERE: BLOCKED_TABLE, decided by --blocked-tables: which tables ZNOT_THERE reads cannot be determined: ERPSearch does not find it/
  )
  assert.doesNotMatch(out, /ZFERRY_PORT(?: shows|: BLOCKED)/)
  assert.doesNotMatch((await shell(...explain)).out, /shows|traced/)
  const away = await shell(
    ...explain,
    '--blocked-tables',
    'ZFERRY_ROUTE',
    '--url',
    'http://127.0.0.1:9'
  )
  assert.equal(away.code, 0)
  assert.match(away.out, /Views are decided when they are queried.*does not tell them now/)
})

test('check compares a table and counts what differs', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'policy-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'expected')
  writeFileSync(
    file,
    '# ours\nERPWrite edit | package=$TMP | permitted\nERPWrite edit | package=ZFIN | BLOCKED_NOT_TRANSPORTABLE\nERPQuery | tables=USR02 | BLOCKED_TABLE\nERPTransport release | transport=DEVK900001 | BLOCKED_FEATURE\n'
  )
  assert.deepEqual(await shell('check', file, '--blocked-tables', 'USR*'), {
    code: 0,
    out: '4 decisions, 0 differ',
    err: ''
  })
  const loose = await shell('check', file)
  assert.deepEqual([loose.code, loose.out], [1, '4 decisions, 1 differs'])
  assert.match(loose.err, /:4: ERPQuery is permitted, expected BLOCKED_TABLE/)
  writeFileSync(file, 'ERPWrite edit | colour=red | maybe\n')
  await assert.rejects(shell('check', file), /write it as TOOL ACTION/)
  await assert.rejects(shell('explain', '--tool', 'ERPWrote'), /there is no tool/)
  await assert.rejects(
    shell('explain', '--tool', 'ERPWrite', '--action', 'edit', '--scopes', 'banana'),
    /there is no scope "banana"/
  )
  for (const [text, words] of [
    ['# nothing\n', /no decision in it/],
    ['ERPWrote edit | | permitted\n', /:1: there is no tool/],
    ['ERPWrite edit | scopes=banana | permitted\n', /:1: there is no scope/],
    ['?\n'.repeat(500), /and 480 more lines/]
  ] as const) {
    writeFileSync(file, text)
    await assert.rejects(shell('check', file), words)
  }
})
