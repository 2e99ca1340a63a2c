/** From --record to replay, as a user does it. */
import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { run as runCall } from '../../commands/call.ts'
import type { CommandIo, CommandModule } from '../../commands/command.ts'
import { run as runReplay } from '../../commands/replay.ts'
import { ConfigError } from '../../config/config.ts'
import { createTestSandbox } from '../helpers/sandbox.ts'
import { until } from '../helpers/until.ts'

interface Said {
  readonly out: string[]
  readonly err: string[]
  readonly code: Promise<number>
  readonly stop: () => void
}

function start(run: CommandModule['run'], ...argv: readonly string[]): Said {
  const out: string[] = []
  const err: string[] = []
  const stopped = Promise.withResolvers<void>()
  const io: CommandIo = {
    env: { ERP_LOG_LEVEL: 'silent' },
    say: line => out.push(line),
    warn: line => err.push(line),
    tellParent: undefined,
    untilStopped: () => stopped.promise
  }
  return { out, err, code: run(argv, io), stop: () => stopped.resolve() }
}

test('a call is recorded, and the replay answers it with the replaced name', async t => {
  const sandbox = await createTestSandbox({
    users: [{ name: 'DEVELOPER', password: 'secret-1', fullName: 'One' }]
  })
  const folder = mkdtempSync(join(tmpdir(), 'replay-command-'))
  t.after(async () => {
    await sandbox.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const logon = ['--user', 'DEVELOPER', '--password', 'secret-1', '--client', '001']
  const call = (...argv: string[]) => start(runCall, 'ERPRead', ...argv)
  const recorded = call(
    ...['type=CLAS', 'name=ZCL_FERRY_MONEY', '--url', sandbox.url, ...logon],
    ...['--record', folder, '--record-sources']
  )
  assert.equal(await recorded.code, 0, recorded.err.join('\n'))
  assert.match(recorded.err.join('\n'), /The exchanges are recorded in .*default-\d{8}-\d{6}-/)
  assert.deepEqual(readdirSync(folder).length, 1)

  const replay = start(runReplay, folder, '--addr', '127.0.0.1:0')
  await until(() => replay.out.some(line => line.includes('Ctrl-C')) || replay.err.length > 0)
  assert.deepEqual(replay.err, [])
  const [, url = ''] = /(http:\S+)/.exec(replay.out.join('\n')) ?? []
  const [, name = ''] = /CLASS (zcl_\w+) DEFINITION/.exec(sourceIn(folder)) ?? []
  assert.match(name, /^zcl_\w{5}_\w{5}$/)
  assert.notEqual(name, 'zcl_ferry_money')
  const again = call('type=CLAS', `name=${name}`, '--url', url, ...logon)
  assert.equal(await again.code, 0, again.err.join('\n'))
  assert.equal(again.out.join('\n').split('\n').length, recorded.out.join('\n').split('\n').length)
  const other = call('type=CLAS', 'name=ZCL_OTHER', '--url', url, ...logon)
  assert.equal(await other.code, 1)
  assert.match(other.err.join('\n'), /Not recorded: GET/)
  replay.stop()
  assert.equal(await replay.code, 0)
  assert.match(replay.out.at(-1) ?? '', /requests were answered as recorded, \d+ were not recorded/)
})

function sourceIn(folder: string): string {
  const [inner = ''] = readdirSync(folder)
  return readdirSync(join(folder, inner))
    .map(name => readFileSync(join(folder, inner, name), 'utf8'))
    .join('\n')
}

test('wrong arguments are refused with the remedy', async () => {
  for (const [argv, message] of [
    [['/nowhere'], /cannot be read \(ENOENT\)/],
    [['a', 'b'], /one too many/],
    [['--adr'], /see erp-bridge replay --help/],
    [[tmpdir(), '--tls-key', 'x'], /holds no recording|belong together/]
  ] as const) {
    await assert.rejects(start(runReplay, ...argv).code, (error: unknown) => {
      assert.ok(error instanceof ConfigError)
      assert.match(error.problems.join('\n'), message)
      return true
    })
  }
  const help = start(runReplay, '--help')
  assert.equal(await help.code, 0)
  assert.match(help.out.join('\n'), /Usage: erp-bridge replay DIR/)
  assert.equal(await start(runReplay).code, 2)
})
