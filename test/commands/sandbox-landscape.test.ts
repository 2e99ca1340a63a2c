import assert from 'node:assert/strict'
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { run } from '../../commands/sandbox.ts'
import { ConfigError } from '../../config/config.ts'
import type { CommandIo } from '../../commands/command.ts'

async function folder(t: TestContext): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'landscape-'))
  t.after(() => rm(path, { recursive: true, force: true }))
  return path
}

interface Call {
  readonly lines: string[]
  readonly io: CommandIo
  stop(): void
}

/** What a command prints, until it is stopped. */
function call(env: Readonly<Record<string, string>>, tell?: (message: object) => void): Call {
  const lines: string[] = []
  const stopped = Promise.withResolvers<void>()
  return {
    lines,
    stop: () => stopped.resolve(),
    io: {
      env,
      say: (line: string) => lines.push(line),
      warn: (line: string) => lines.push(line),
      tellParent: tell,
      untilStopped: () => stopped.promise
    } as unknown as CommandIo
  }
}

async function until(isReady: () => boolean, running: Promise<unknown>): Promise<void> {
  const ended = running.then(() => Promise.reject(new Error('the command ended early')))
  while (!isReady()) {
    await Promise.race([new Promise(resolve => setTimeout(resolve, 50)), ended])
  }
}

const landscape = {
  systems: {
    dev: { sid: 'DEV', role: 'development', title: 'Development', client: '100', seed: 'empty' },
    'qas-1': { sid: 'QAS', role: 'test', client: '200', password: { env: 'QAS' }, seed: 'empty' }
  },
  routes: [{ from: 'dev', to: 'qas-1' }]
}

test('a landscape starts, writes the systems file with passwords beside it, and takes imports', async t => {
  const path = await folder(t)
  const [file, systems] = [join(path, 'landscape.json'), join(path, 'systems.json')]
  writeFileSync(file, JSON.stringify(landscape))
  const env = { QAS: 'given' }
  const { lines, io, stop } = call(env)
  const running = run(['--landscape', file, '--write-systems-file', systems], io)
  try {
    await until(() => lines.some(line => line.startsWith('Ctrl-C')), running)
    const text = lines.join('\n')
    assert.match(
      text,
      /^dev +http:\/\/127\.0\.0\.1:\d+ {2}DEV\/100, development, user DEVELOPER, password \S+$/m
    )
    assert.match(text, /^qas-1 .* QAS\/200, test, user DEVELOPER, password as given$/m)
    assert.match(text, /^Route +dev → qas-1 \(manual\)$/m)
    assert.match(text, /^Import +erp-bridge sandbox import --systems-file \S+ --system qas-1$/m)
    const written = JSON.parse(readFileSync(systems, 'utf8'))
    const url = String(written.systems['qas-1'].url)
    assert.deepEqual(written, {
      default: 'dev',
      systems: {
        dev: {
          title: 'Development',
          role: 'development',
          url: /^dev +(\S+)/m.exec(text)?.[1],
          client: '100',
          user: 'DEVELOPER',
          passwordFile: 'systems.dev.password'
        },
        'qas-1': {
          title: 'qas-1',
          role: 'test',
          url,
          client: '200',
          user: 'DEVELOPER',
          passwordFile: 'systems.qas-1.password'
        }
      }
    })
    const secret = join(path, 'systems.qas-1.password')
    assert.equal(readFileSync(secret, 'utf8'), 'given\n')
    assert.equal(statSync(secret).mode & 0o777, 0o600)
    assert.ok(!readFileSync(systems, 'utf8').includes('given'))

    const imported = call(env)
    const target = ['--landscape', file, '--system', 'qas-1']
    await assert.rejects(
      run(['import', ...target], imported.io),
      /gives system qas-1 any free port/
    )
    assert.equal(await run(['import', ...target, '--url', url], imported.io), 0)
    assert.deepEqual(imported.lines, ['No request waits in the import queue.'])
    // What was written needs neither address nor password.
    const again = call({})
    const fromFile = ['--systems-file', systems, '--system']
    assert.equal(await run(['import', ...fromFile, 'qas-1'], again.io), 0)
    assert.deepEqual(again.lines, imported.lines)
    for (const [more, message] of [
      [[...fromFile, 'prd'], /prd is not in .*; give one of dev, qas-1/],
      [['--systems-file', secret, '--system', 'dev'], /is not JSON/],
      [['--systems-file', join(path, 'none'), '--system', 'dev'], /cannot be read \(ENOENT\)/],
      [['--systems-file', file, '--system', 'dev'], /no url and user/],
      [[...fromFile, 'qas-1', '--landscape', file], /one file/],
      [[...fromFile, 'qas-1', '--url', url], /--url belongs to --landscape/]
    ] as const) {
      await assert.rejects(run(['import', ...more], call({}).io), message)
    }
    rmSync(secret)
    await assert.rejects(
      run(['import', ...fromFile, 'qas-1'], call({}).io),
      /password cannot be read/
    )
    await assert.rejects(
      run(['import', ...target, '--url', url, '--request', 'DEVK900001'], imported.io),
      /DEVK900001 is not in the import queue of system QAS/
    )
  } finally {
    stop()
  }
  assert.equal(await running, 0)
})

test('without --write-systems-file the start shows the file, with variables for the passwords', async t => {
  const file = join(await folder(t), 'landscape.json')
  const { 'qas-1': system } = landscape.systems
  writeFileSync(file, JSON.stringify({ systems: { 'qas-1': system } }))
  const { lines, io, stop } = call({ QAS: 'given' })
  const running = run(['--landscape', file], io)
  try {
    await until(() => lines.some(line => line.startsWith('Ctrl-C')), running)
  } finally {
    stop()
  }
  await running
  const at = lines.findIndex(line => line.startsWith("For the bridge's --systems-file"))
  assert.match(lines[at] ?? '', /with the passwords in QAS_1_PASSWORD:$/)
  const shown = JSON.parse(lines[at + 1] ?? '')
  assert.deepEqual(shown.systems['qas-1'].password, { env: 'QAS_1_PASSWORD' })
})

test('mistakes end the command: all of the file at once, and arguments that do not fit', async t => {
  const file = join(await folder(t), 'landscape.json')
  writeFileSync(file, JSON.stringify({ systems: { dev: { sid: 'x' } }, routes: 1 }))
  const { io } = call({})
  const problems = async (...argv: string[]): Promise<readonly string[]> => {
    try {
      await run(argv, io)
    } catch (error) {
      assert.ok(error instanceof ConfigError, String(error))
      return error.problems
    }
    return []
  }
  assert.deepEqual(
    (await problems('--landscape', file)).map(each => each.replace(file, 'FILE')),
    [
      '--landscape FILE: the landscape: routes is not valid; give a list of routes',
      '--landscape FILE: system dev: sid is not valid; give three characters, a capital letter and two capital letters or digits',
      '--landscape FILE: system dev has no role; give one of "development", "test", "production"'
    ]
  )
  assert.match((await problems('--landscape', 'none.json'))[0] ?? '', /cannot be read \(ENOENT\)/)
  assert.match(
    (await problems('--landscape', file, '--user', 'EVE', '--tls'))[0] ?? '',
    /--landscape excludes --user, --tls; give these facts for each system in the file/
  )
  assert.match((await problems('--write-systems-file', 'x'))[0] ?? '', /belongs to --landscape/)
  assert.match((await problems('import'))[0] ?? '', /--system and one file are needed/)
  assert.match((await problems('import', '--sytem', 'x'))[0] ?? '', /sandbox import --help/)
})
