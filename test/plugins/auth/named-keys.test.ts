import assert from 'node:assert/strict'
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import fastify from 'fastify'
import bridge, { type BridgeOptions } from '../../../app.ts'
import { run } from '../../../commands/keys.ts'
import { callerOf } from '../../../plugins/context.ts'
import { hashOf, readKeysFile } from '../../../plugins/auth/named-keys.ts'
import { watchFile } from '../../../plugins/auth/watched-file.ts'
import type { Caller } from '../../../tools/index.ts'
import { erp } from '../../helpers/bridge-app.ts'
import { createFixtures } from '../../helpers/fixture-tools.ts'
import { until } from '../../helpers/until.ts'
import { temporaryFolder } from '../../helpers/process.ts'

const fileName = () => join(temporaryFolder('keys'), 'keys.json')
const entry = (name: string, more: object = {}) => ({
  name,
  hash: hashOf(`secret-${name}`),
  scopes: ['read'],
  ...more
})

async function setup(t: TestContext, content: object, options: BridgeOptions = {}) {
  const file = fileName()
  writeFileSync(file, JSON.stringify(content))
  let log = ''
  const stream = new Writable({
    write(chunk, _encoding, done) {
      log += String(chunk)
      done()
    }
  })
  const app = fastify({ logger: { level: 'debug', stream } })
  t.after(() => app.close())
  const callers: (Caller | null)[] = []
  await app.register(bridge, {
    ...erp,
    loopback: true,
    tools: createFixtures().tools,
    apiKeysFile: file,
    ...options
  })
  app.addHook('onResponse', async request => {
    callers.push(callerOf(request))
  })
  const status = async (key: string) =>
    (
      await app.inject({
        method: 'POST',
        url: '/mcp',
        headers: { authorization: `Bearer ${key}` },
        payload: { jsonrpc: '2.0', id: 1, method: 'tools/list' }
      })
    ).statusCode
  return { app, file, status, callers, log: () => log }
}

describe('named keys', () => {
  test('owner, scopes, packages, ERP user and end are those of the file', async t => {
    const expires = new Date(Date.now() + 60_000).toISOString()
    const { status, callers } = await setup(t, {
      keys: [
        entry('ci', {
          owner: 'team@example.com',
          scopes: ['read', 'write'],
          packages: ['ZCI*'],
          erpUser: 'CI_USER',
          expires
        }),
        entry('other')
      ]
    })
    assert.equal(await status('secret-ci'), 200)
    const [caller] = callers
    assert.deepEqual(caller?.principal, {
      name: 'ci',
      kind: 'key',
      id: 'key ci',
      erpUser: 'CI_USER'
    })
    assert.deepEqual([...caller.scopes], ['read', 'write'])
    assert.deepEqual(
      [caller.client, caller.packages, caller.method],
      ['team@example.com', ['ZCI*'], 'api-key']
    )
    assert.equal(caller.expiresAt, Math.floor(Date.parse(expires) / 1000))
  })

  test('a key that approves needs no scope, and opens no tool', async t => {
    const { status, callers } = await setup(t, {
      keys: [
        entry('gate', { scopes: [], approve: true }),
        entry('there', { scopes: [], approve: true, systems: ['prd'] }),
        entry('plain', { approve: false })
      ]
    })
    for (const name of ['gate', 'plain']) assert.equal(await status(`secret-${name}`), 200, name)
    assert.deepEqual(
      callers.map(caller => [caller?.approves, [...(caller?.scopes ?? [])]]),
      [
        [true, []],
        [undefined, ['read']]
      ]
    )
    assert.equal(await status('secret-there'), 403, 'not at this system')
  })

  test('a key that has ended, an unknown one and a hash are refused', async t => {
    const { status } = await setup(t, {
      keys: [entry('old', { expires: '2020-01-01' }), entry('good')]
    })
    for (const key of ['secret-old', 'secret-none', hashOf('secret-good')]) {
      assert.equal(await status(key), 401, key)
    }
    assert.equal(await status('secret-good'), 200)
  })

  test('without an end it counts as a year, and beside it the static key works', async t => {
    const { status, callers } = await setup(t, { keys: [entry('a')] }, { apiKey: 'static' })
    assert.deepEqual([await status('secret-a'), await status('static')], [200, 200])
    assert.ok(Math.abs((callers[0]?.expiresAt ?? 0) - Date.now() / 1000 - 365 * 86_400) < 5)
  })

  test('changes count within 5 s: a new key, a removed one, a denial; damage changes nothing', async t => {
    const { file, status, log } = await setup(t, { keys: [entry('a'), entry('b')] })
    writeFileSync(file, '{')
    await sleep(2500)
    assert.equal(await status('secret-a'), 200)
    assert.match(log(), /cannot be read again/)
    writeFileSync(file, JSON.stringify({ keys: [entry('b'), entry('c')], denied: ['b'] }))
    await sleep(2500)
    assert.deepEqual(
      [await status('secret-a'), await status('secret-b'), await status('secret-c')],
      [401, 401, 200]
    )
    assert.match(log(), /the identity b is denied/)
    assert.ok(!log().includes('secret-'))
  })

  test('the watcher reports new denials to its listener', async t => {
    const { file } = await setup(t, { keys: [] }, { auth: { caller: () => null } })
    const seen: string[] = []
    const watched = watchFile({
      path: file,
      parse: readKeysFile,
      log: { debug() {}, info() {}, warn() {}, error() {} },
      onChange: ({ denied }) => seen.push(...denied),
      everyMs: 20
    })
    t.after(() => watched.close())
    writeFileSync(file, JSON.stringify({ denied: ['ada'] }))
    await until(() => seen.length > 0)
    rmSync(file)
    await sleep(60)
    assert.deepEqual(watched.value().denied, ['ada'])
  })

  const faults: readonly (readonly [string, string, RegExp])[] = [
    ['no JSON', '{', /is not valid JSON/],
    ['a list', '[]', /is not a JSON object/],
    ['keys that are no list', '{"keys":{}}', /something else than a list in "keys"/],
    [
      'a list of denials twice',
      '{"denied":["ada"],"keys":[],"denied":[]}',
      /has the member "denied" twice/
    ],
    ['denials that are no texts', '{"denied":[1]}', /"denied"/],
    ['an unknown member', '{"Keys":[]}', /unknown member "Keys"/],
    ['a key that is no object', '{"keys":[1]}', /number 1\) that is no object/],
    [
      'a key in clear',
      JSON.stringify({ keys: [{ name: 'a', hash: 'secret', scopes: ['read'] }] }),
      /has no "hash" of the form/
    ],
    ['an unknown scope', JSON.stringify({ keys: [entry('a', { scopes: ['root'] })] }), /"scopes"/],
    ['no scope', JSON.stringify({ keys: [entry('a', { scopes: [] })] }), /"scopes"/],
    ['a name with blanks', JSON.stringify({ keys: [entry('a b')] }), /"name"/],
    [
      'an end that is no date',
      JSON.stringify({ keys: [entry('a', { expires: 'soon' })] }),
      /no date/
    ],
    [
      'an empty list of packages',
      JSON.stringify({ keys: [entry('a', { packages: [] })] }),
      /no package names/
    ],
    [
      'a blank package',
      JSON.stringify({ keys: [entry('a', { packages: [' '] })] }),
      /no package names/
    ],
    [
      'a misspelt member',
      JSON.stringify({ keys: [entry('a', { package: ['Z*'] })] }),
      /members other than/
    ],
    [
      'two of one name',
      JSON.stringify({ keys: [entry('a'), { ...entry('b'), name: 'a' }] }),
      /two keys with the same name/
    ],
    [
      'two of one hash',
      JSON.stringify({ keys: [entry('a'), { ...entry('a'), name: 'b' }] }),
      /two keys with the same hash/
    ]
  ]
  for (const [title, text, words] of faults) {
    test(`${title} stops the start`, async t => {
      const file = fileName()
      writeFileSync(file, text)
      const app = fastify()
      t.after(() => app.close())
      await assert.rejects(
        async () => await app.register(bridge, { ...erp, tools: [], apiKeysFile: file }),
        (error: Error) =>
          words.test(error.message) &&
          error.message.startsWith('--api-keys-file (ERP_API_KEYS_FILE): ')
      )
    })
  }
})

describe('denials', () => {
  const caller: Caller = {
    principal: { name: 'ada', kind: 'user', id: 'oidc x sub 1', login: 'ADA' },
    scopes: new Set(['read']),
    method: 'host',
    tokenId: '0123abcd',
    client: 'inspector'
  }
  for (const mark of ['ada', 'oidc x sub 1', 'ADA', 'Ada', '0123abcd', 'inspector']) {
    test(`${mark} denies`, async t => {
      const { status } = await setup(t, { denied: [mark] }, { auth: { caller: () => caller } })
      assert.equal(await status('any'), 401)
    })
  }
  test('names of keys differ by case, their ERP users do not', async t => {
    const { status } = await setup(t, {
      keys: [entry('ci'), entry('CI'), entry('robot', { erpUser: 'Robot1' })],
      denied: ['ci', 'ROBOT1']
    })
    assert.deepEqual(
      [await status('secret-ci'), await status('secret-CI'), await status('secret-robot')],
      [401, 200, 401]
    )
  })
  test('others pass', async t => {
    const { status } = await setup(
      t,
      { denied: ['ad', 'adam', 'INSPECTOR', 'OIDC X SUB 1', '0123ABCD'] },
      { auth: { caller: () => caller } }
    )
    assert.equal(await status('any'), 200)
  })
})

describe('erp-bridge keys', () => {
  const command = async (...argv: string[]) => {
    const out: string[] = []
    const err: string[] = []
    const code = await run(argv, {
      env: {},
      say: line => out.push(line),
      warn: line => err.push(line),
      tellParent: undefined,
      untilStopped: async () => {}
    })
    return { code, out: out.join('\n'), err: err.join('\n') }
  }

  test('makes, lists, removes, denies and allows', async t => {
    const file = fileName()
    const { out: key } = await command(
      'create',
      '--file',
      file,
      '--name',
      'ci',
      '--owner',
      'ada',
      '--scopes',
      'read,write',
      '--expires',
      '90d',
      '--packages',
      'ZCI*,$TMP',
      '--erp-user',
      'CI'
    )
    assert.match(key, /^eb_[\w-]{43}$/)
    assert.ok(!readFileSync(file, 'utf8').includes(key))
    assert.equal(statSync(file).mode & 0o777, 0o600)
    const { status } = await setup(t, JSON.parse(readFileSync(file, 'utf8')) as object)
    assert.equal(await status(key), 200)
    const { keys } = JSON.parse(readFileSync(file, 'utf8')) as { keys: object[] }
    writeFileSync(
      file,
      JSON.stringify({ keys: [...keys, entry('old', { expires: '2020-01-01' })] })
    )
    await command('deny', '--file', file, '--identity', 'eve')
    await command('deny', '--file', file, '--identity', 'mallory')
    await command('allow', '--file', file, '--identity', 'mallory')
    const { out } = await command('list', '--file', file)
    assert.match(
      out,
      /^ci {2}ada {2}read,write {2}\d{4}-.* {2}ZCI\*,\$TMP {2}ERP user CI\nold .*ENDED {2}all packages\ndenied: eve$/
    )
    await command('remove', '--file', file, '--name', 'ci')
    assert.doesNotMatch((await command('list', '--file', file)).out, /^ci/)
  })

  const mistakes: readonly (readonly [readonly string[], RegExp])[] = [
    [['frobnicate'], /keys frobnicate is unknown/],
    [['constructor'], /keys constructor is unknown/],
    [['create', '--name', 'a'], /--file is missing/],
    [['create', '--file', '/tmp/none.json'], /--name is missing/],
    [
      ['create', '--file', '/tmp/none.json', '--name', 'a', '--scopes', 'root'],
      /nothing was written.*"scopes"/
    ],
    [
      ['create', '--file', '/tmp/none.json', '--name', 'a', '--expires', 'soon'],
      /--expires soon is not a date/
    ],
    [
      ['create', '--file', '/tmp/none.json', '--name', 'a', '--expires', '2020-01-01'],
      /--expires 2020-01-01 is in the past/
    ],
    [['list', '--file', '/no/such.json'], /cannot read \/no\/such\.json \(ENOENT\)/],
    [['list', '--file', 'package.json'], /the file package\.json has an unknown member/],
    [['list', '--fil', 'x'], /Unknown option '--fil'/]
  ]
  for (const [argv, words] of mistakes) {
    test(argv.join(' '), async () => {
      await assert.rejects(command(...argv), words)
    })
  }

  test('a key that is not there cannot be removed; help is said', async () => {
    const file = fileName()
    await command('create', '--file', file, '--name', 'a')
    await assert.rejects(command('remove', '--file', file, '--name', 'b'), /has no key named b/)
    await assert.rejects(command('allow', '--file', file, '--identity', 'eve'), /does not deny eve/)
    await assert.rejects(
      command('create', '--file', file, '--name', 'a'),
      /two keys with the same name/
    )
    await command('create', '--file', file, '--name', 'gate', '--approve')
    await command('create', '--file', file, '--name', 'both', '--approve', '--scopes', 'read')
    const { keys } = readKeysFile(readFileSync(file, 'utf8'))
    assert.deepEqual(
      keys.map(({ scopes, approve }) => [scopes, approve]),
      [
        [['read'], undefined],
        [[], true],
        [['read'], true]
      ]
    )
    assert.match((await command('list', '--file', file)).out, /both {2}- {2}read,approve/)
    assert.match((await command('--help')).out, /^Usage: erp-bridge keys create/)
    assert.equal((await command()).code, 1)
    assert.equal((await command('create', '--help')).code, 0)
  })
})
