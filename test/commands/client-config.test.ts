import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { run } from '../../commands/client-config.ts'
import { clients } from '../../commands/client-config/clients.ts'
import type { CommandIo } from '../../commands/command.ts'

function setUp(t: TestContext, more: Record<string, string> = {}) {
  const home = mkdtempSync(join(tmpdir(), 'client-config-'))
  t.after(() => rmSync(home, { recursive: true }))
  const said: string[] = []
  const warned: string[] = []
  const env = { HOME: home, XDG_CONFIG_HOME: join(home, '.config'), ...more }
  const io: CommandIo = {
    env,
    say: line => said.push(line),
    warn: line => warned.push(line),
    program: ['/usr/bin/node', '/opt/erp-bridge/cli.ts'],
    tellParent: undefined,
    untilStopped: () => new Promise(() => {})
  }
  return {
    home,
    io,
    said,
    warned,
    call: async (...argv: string[]) => {
      await run(argv, io)
      return said.splice(0).join('\n')
    }
  }
}

test('every client has an entry of its own server, and no secret in it', async t => {
  const { call } = setUp(t, {
    ERP_URL: 'https://erp.example.com:44300',
    ERP_USER: 'ADA',
    ERP_PASSWORD: 'top-secret',
    ERP_PASSWORD_FILE: '',
    ERP_ALLOWED_PACKAGES: '$TMP',
    SVC_API_KEY: 'key'
  })
  for (const [name, { section }] of Object.entries(clients)) {
    const text = await call(name)
    assert.doesNotMatch(text, /top-secret|"key"/, name)
    const entry = JSON.parse(text)[section].erp
    assert.equal(entry.command, '/usr/bin/node', name)
    assert.deepEqual(entry.args, ['/opt/erp-bridge/cli.ts'], name)
    assert.deepEqual(
      entry.env,
      { ERP_URL: 'https://erp.example.com:44300', ERP_USER: 'ADA', ERP_ALLOWED_PACKAGES: '$TMP' },
      name
    )
  }
})

test('what the client will lack is said, and paths hold from any folder', async t => {
  const { call, warned } = setUp(t, {
    ERP_URL: 'https://erp.example.com:44300',
    ERP_USER: 'ADA',
    ERP_PASSWORD: 'top-secret',
    ERP_CA_FILE: 'ca.pem',
    ERP_COMPACT: 'true',
    ERP_ALLOWED_PACKAGES: '',
    ERP_HTTP_ADDR: '0.0.0.0:80',
    SVC_API_KEY: 'key'
  })
  const entry = JSON.parse(await call('cursor')).mcpServers.erp
  assert.deepEqual(entry.env, {
    ERP_URL: 'https://erp.example.com:44300',
    ERP_CA_FILE: resolve('ca.pem'),
    ERP_USER: 'ADA',
    ERP_ALLOWED_PACKAGES: '',
    ERP_COMPACT: 'true'
  })
  assert.match(
    warned.join(),
    /No bridge starts with this entry: --allowed-packages \(ERP_ALLOWED_PACKAGES\) is empty/
  )
  assert.match(warned.join(), /no secret ever is: ERP_PASSWORD\..*ERP_PASSWORD_FILE/)
  assert.doesNotMatch(warned.splice(0).join(), /top-secret|SVC_API_KEY/)
  await call('cursor', '--at', 'https://bridge.example.com/mcp')
  assert.doesNotMatch(warned.join(), /ERP_PASSWORD/)
})

test('remote entries name the variable of the key and not the key', async t => {
  const { call } = setUp(t)
  const text = await call(
    'claude-code',
    '--at',
    'https://bridge.example.com/mcp',
    '--key-variable',
    'ERP_KEY',
    '--as',
    'prod'
  )
  assert.deepEqual(JSON.parse(text), {
    mcpServers: {
      prod: {
        type: 'http',
        url: 'https://bridge.example.com/mcp',
        // eslint-disable-next-line no-template-curly-in-string -- the client fills it in
        headers: { Authorization: 'Bearer ${ERP_KEY}' }
      }
    }
  })
  for (const name of ['cursor', 'vscode', 'windsurf']) {
    assert.match(
      await call(name, '--at', 'https://bridge.example.com/mcp', '--key-variable', 'ERP_KEY'),
      /Bearer \$\{env:ERP_KEY\}/
    )
  }
  await assert.rejects(
    call('zed', '--at', 'https://bridge.example.com/mcp', '--key-variable', 'ERP_KEY'),
    /knows no environment variables/
  )
  assert.match(await call('zed', '--at', 'https://bridge.example.com/mcp'), /"url": "https/)
  await assert.rejects(
    call('claude-desktop', '--at', 'https://bridge.example.com/mcp'),
    /takes no remote servers/
  )
  await assert.rejects(call('cursor', '--at', 'bridge'), /is not an address/)
})

test('writing keeps what is there, and refuses what it does not understand', async t => {
  const { call, home } = setUp(t)
  const file = join(home, '.cursor/mcp.json')
  mkdirSync(join(home, '.cursor'))
  writeFileSync(file, '{"mcpServers":{"other":{"url":"https://other"}},"theme":"dark"}')
  await call('cursor', '--at', 'https://bridge.example.com/mcp', '--write')
  await call('cursor', '--at', 'https://bridge.example.com/mcp', '--write')
  assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), {
    mcpServers: { other: { url: 'https://other' }, erp: { url: 'https://bridge.example.com/mcp' } },
    theme: 'dark'
  })
  await call('zed', '--write')
  assert.ok(
    JSON.parse(readFileSync(join(home, '.config/zed/settings.json'), 'utf8')).context_servers.erp
  )
  const commented = '{ // a comment\n "mcpServers": {} }'
  for (const odd of [commented, '[]', '{"mcpServers":[]}', '"text"']) {
    writeFileSync(file, odd)
    await assert.rejects(call('cursor', '--write'))
    assert.equal(readFileSync(file, 'utf8'), odd)
  }
})

test('mistakes are named', async t => {
  const { call } = setUp(t)
  await assert.rejects(call('emacs'), /emacs is unknown; give one of claude-desktop/)
  await assert.rejects(call('clade-code'), /did you mean claude-code/)
  assert.match(await call('Claude Code'), /mcpServers/)
  await assert.rejects(call('constructor'), /unknown/)
  await assert.rejects(call('cursor', '--wrong'), /--help/)
})

test('settings given as flags go into the entry, before variables, and what it then permits is said', async t => {
  const { call, warned } = setUp(t, {
    ERP_URL: 'https://erp.example.com:44300',
    ERP_USER: 'ADA',
    ERP_MAX_ROWS: '5'
  })
  const entryOf = async (...argv: string[]) =>
    JSON.parse(await call('cursor', ...argv)).mcpServers.erp.env as Record<string, string>
  const base = { ERP_URL: 'https://erp.example.com:44300', ERP_USER: 'ADA', ERP_MAX_ROWS: '5' }
  assert.deepEqual(await entryOf('--read-only', '--block-free-sql'), {
    ...base,
    ERP_READ_ONLY: 'true',
    ERP_BLOCK_FREE_SQL: 'true'
  })
  assert.doesNotMatch(warned.splice(0).join(), /permits/)
  assert.deepEqual(
    await entryOf('--max-rows', '7', '--allowed-packages=Z*', '--ca-file', 'ca.pem'),
    { ...base, ERP_MAX_ROWS: '7', ERP_ALLOWED_PACKAGES: 'Z*', ERP_CA_FILE: resolve('ca.pem') }
  )
  assert.match(
    warned.splice(0).join(),
    /This entry permits changes \(--read-only forbids them\) and queries of every table/
  )
  for (const [flags, words] of [
    [['--read-only'], /permits queries of every table/],
    [['--allowed-ops', 'RSU', '--block-free-sql'], /permits changes/],
    [['--disallowed-ops', 'CDUA'], /permits queries/]
  ] as const) {
    await entryOf(...flags)
    assert.match(warned.splice(0).join(), words, flags.join(' '))
  }
  await entryOf('--allowed-ops', 'RS')
  assert.doesNotMatch(warned.splice(0).join(), /permits/)
})

test('an entry for which nothing is set changes nothing and queries nothing', async t => {
  const { call, warned } = setUp(t)
  const { env } = JSON.parse(await call('cursor')).mcpServers.erp as { env: Record<string, string> }
  assert.deepEqual([env['ERP_READ_ONLY'], env['ERP_BLOCK_FREE_SQL']], ['true', 'true'])
  assert.doesNotMatch(warned.splice(0).join(), /permits/)
  const sandbox = JSON.parse(await call('cursor', '--sandbox')).mcpServers.erp.env
  assert.deepEqual(sandbox, { ERP_SANDBOX: 'true' })
})

test('flags that an entry cannot hold are refused, and nothing is written', async t => {
  const { call, home } = setUp(t, { ERP_URL: 'https://erp.example.com:44300' })
  for (const [argv, words] of [
    [
      ['--password', 'top-secret'],
      /^--password: no secret goes into the entry; set ERP_PASSWORD_FILE/
    ],
    [['--redis-url=redis://x'], /--redis-url: no secret/],
    [['--allowed-ops', 'xx'], /--allowed-ops \(ERP_ALLOWED_OPS\): the value "xx" is not valid/],
    [['--allowed-ops', 'R', '--disallowed-ops', 'D'], /exclude each other/],
    [['--http-addr', '127.0.0.1:1'], /--help/],
    [['--at', 'https://bridge.example.com/mcp', '--read-only'], /has settings of its own/]
  ] as const) {
    await assert.rejects(
      call('cursor', ...argv, '--write'),
      error => words.test((error as Error).message) && !/top-secret/.test((error as Error).message),
      argv.join(' ')
    )
  }
  assert.throws(() => readFileSync(join(home, '.cursor/mcp.json')), /ENOENT/)
})
