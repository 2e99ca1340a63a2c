import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { run } from '../../commands/sandbox.ts'
import type { CommandIo } from '../../commands/command.ts'
import { createAuthority } from '../../sandbox/test/helpers/authority.ts'
import { createClient } from '../../sandbox/test/http/client.ts'

const information = '/sap/bc/adt/core/http/systeminformation'

interface Running {
  readonly url: string
  readonly output: () => string
  readonly warnings: readonly string[]
  readonly messages: readonly object[]
}

/** Runs the command in this process until the test ends. */
async function start(
  t: TestContext,
  argv: readonly string[],
  { forked = false, env = {} }: { forked?: boolean; env?: CommandIo['env'] } = {}
): Promise<Running> {
  const lines: string[] = []
  const warnings: string[] = []
  const messages: object[] = []
  const up = Promise.withResolvers<void>()
  const stop = Promise.withResolvers<void>()
  const io: CommandIo = {
    env,
    say(line) {
      lines.push(line)
    },
    warn(line) {
      warnings.push(line)
    },
    tellParent: forked
      ? message => {
          messages.push(message)
        }
      : undefined,
    untilStopped() {
      up.resolve()
      return stop.promise
    }
  }
  const done = run(['--addr', '127.0.0.1:0', ...argv], io)
  t.after(async () => {
    stop.resolve()
    await done.catch(() => undefined)
  })
  await Promise.race([
    up.promise,
    done.then(() => {
      throw new Error(`It ended: ${lines.join()}`)
    })
  ])
  const [, url = ''] = /(https?:\/\/\S+)/.exec(lines.join('\n')) ?? []
  return { url, output: () => lines.join('\n'), warnings, messages }
}

async function files(
  t: TestContext,
  contents: Readonly<Record<string, string>>
): Promise<(name: string) => string> {
  const folder = await mkdtemp(join(tmpdir(), 'flags-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(contents)) await writeFile(join(folder, name), text)
  return name => join(folder, name)
}

test('users come from flags and a file, and their passwords are not shown', async t => {
  const path = await files(t, { users: '# guests\nvera:looks4me:display\n' })
  const { url, output } = await start(t, [
    '--user',
    'ada:lovelace',
    '--user',
    'bob:b0bby',
    '--users-file',
    path('users')
  ])
  assert.match(output(), /Users +ada, bob, vera \(display\)/)
  assert.doesNotMatch(output(), /lovelace|b0bby|looks4me/)
  for (const [name, password] of [
    ['ADA', 'lovelace'],
    ['BOB', 'b0bby'],
    ['VERA', 'looks4me']
  ] as const) {
    assert.equal((await createClient(url, { name, password }).get(information)).status, 200)
  }
})

test('HTTPS with client certificates, as the flags say it', async t => {
  const authority = await createAuthority()
  const leaf = await createAuthority({ issuer: authority, name: 'ADA', ca: false, certSign: false })
  const path = await files(t, { ca: authority.certificate })
  const { messages } = await start(t, ['--user', 'ada', '--client-ca', path('ca')], {
    forked: true,
    env: { SANDBOX_PASSWORD: 'from-environment' }
  })
  const { url, ca, user, password } = messages[0] as {
    readonly url: string
    readonly ca: string
    readonly user: string
    readonly password: string
  }
  assert.deepEqual([user, password], ['ADA', 'from-environment'])
  const reply = await createClient(url, undefined, {
    ca,
    cert: leaf.certificate,
    key: leaf.key
  }).get(information)
  assert.equal(JSON.parse(reply.text).userName, 'ADA')
})

test('the file of the CA to trust is named', async t => {
  const { output, url } = await start(t, ['--tls'])
  assert.match(url, /^https:/)
  assert.match(output(), /Trust +\S+ca\.crt/)
})

const mistakes: readonly (readonly [string, readonly string[], RegExp])[] = [
  [
    'a user without password among several',
    ['--user', 'ada', '--user', 'bob:b'],
    /--user: .*not only ada/
  ],
  ['an unknown role', ['--user', 'ada:secret:root'], /--user: .*no role/],
  [
    'a password for several users',
    ['--user', 'ada:a', '--password', 'x'],
    /--password belongs to a single/
  ],
  [
    'a users file that is not there',
    ['--users-file', '/nowhere/users'],
    /--users-file \/nowhere\/users cannot be read \(ENOENT\)/
  ],
  [
    'a certificate without key',
    ['--tls-cert', '/nowhere/cert'],
    /--tls-cert and --tls-key belong together/
  ],
  ['an unknown release', ['--release', '759'], /--release 759 is not known; give one of 740, 750/],
  [
    'a client CA that is not there',
    ['--client-ca', '/nowhere/ca'],
    /--client-ca \/nowhere\/ca cannot be read/
  ]
]
for (const [title, argv, words] of mistakes) {
  test(`${title} is a start error`, async t => {
    await assert.rejects(start(t, argv), error => {
      const text =
        error instanceof Error && 'problems' in error ? String(error.problems) : String(error)
      assert.match(text, words)
      assert.doesNotMatch(text, /secret/)
      return true
    })
  })
}
