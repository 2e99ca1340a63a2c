/** `erp-bridge verify`: its list of checks, its safety, and its command line. */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { run } from '../../../commands/verify.ts'
import { readArguments } from '../../../commands/verify/arguments.ts'
import { checks } from '../../../commands/verify/checks/index.ts'
import { mayBeRunning, isOfARun, newRunNames } from '../../../commands/verify/names.ts'
import { markdownOf } from '../../../commands/verify/report.ts'
import { createProgress } from '../../../commands/verify/progress.ts'
import {
  changeOperations,
  createErp,
  createObject,
  readMetadata,
  readOperations
} from '../../../erp-client/index.ts'
import type { ErpCallMetrics, ObjectRef } from '../../../erp-client/index.ts'
import type { Sandbox } from '../../../sandbox/server.ts'
import { createTestSandbox } from '../../helpers/sandbox.ts'
import { verifyAt } from './run.ts'

let sandbox: Sandbox

before(async () => {
  sandbox = await createTestSandbox({ user: 'DEVELOPER', password: 'secret' })
})

after(() => sandbox.close())

const some = (...operations: string[]) =>
  checks.filter(({ operation }) => operations.includes(operation))

function sandboxErp(t: TestContext) {
  const credential = { kind: 'basic', user: 'DEVELOPER', password: 'secret' } as const
  const erp = createErp({ baseUrl: sandbox.url, client: '001', language: 'EN', credential })
  t.after(() => erp.close())
  return erp
}

test('each operation of the client has one check', () => {
  const operations = [...Object.keys(changeOperations), ...Object.keys(readOperations)]
  assert.deepEqual(checks.map(({ operation }) => operation).toSorted(), operations.toSorted())
})

test('each check is tried, or says why it is not', () => {
  const bare = checks.filter(
    ({ run: tries, untried }) => (tries === undefined) === (untried === undefined)
  )
  assert.deepEqual(bare, [])
})

describe('what is sent', () => {
  test('without --write no request changes anything', async () => {
    const calls: ErpCallMetrics[] = []
    const { results } = await verifyAt(sandbox.url, {
      checks,
      seen: call => calls.push(call)
    })
    assert.deepEqual(
      calls.filter(({ effect }) => effect === 'change'),
      []
    )
    assert.ok(results.filter(({ outcome }) => outcome === 'holds').length > 20)
    assert.deepEqual(
      results.filter(({ outcome }) => outcome === 'differs'),
      []
    )
  })

  test('never more than two requests are under way, and no more than announced', async t => {
    let [now, most, all] = [0, 0, 0]
    const proxy = createServer((incoming, outgoing) => {
      most = Math.max(most, ++now)
      all++
      const { method, url, headers } = incoming
      incoming.pipe(
        httpRequest(`${sandbox.url}${url ?? ''}`, { method, headers }, answer => {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
          answer.pipe(outgoing).on('finish', () => now--)
        })
      )
    })
    await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve))
    t.after(() => {
      proxy.closeAllConnections()
      proxy.close()
    })
    const said: string[] = []
    await verifyAt(`http://127.0.0.1:${String((proxy.address() as AddressInfo).port)}`, {
      write: true,
      checks: some('source.read', 'session.end', 'lock', 'activate', 'logoff', 'atc.run'),
      announce: lines => said.push(...lines)
    })
    const [, announced] = /at most (\d+) requests/.exec(said[0] ?? '') ?? []
    assert.match(said[0] ?? '', /^6 checks on SBX client 001, release 758, as DEVELOPER/)
    assert.equal(most, 2)
    assert.ok(all > 30 && all <= Number(announced), `${String(all)} of ${String(announced)}`)
  })
})

describe('the safety filters', () => {
  const refused: readonly (readonly [string, object, RegExp])[] = [
    ['read-only', { readOnly: true }, /--read-only/],
    ['packages', { allowedPackages: ['$ELSE'] }, /--allowed-packages/],
    ['operations', { disallowedOps: 'D' }, /--disallowed-ops/]
  ]
  for (const [name, policy, setting] of refused) {
    test(`${name} keep --write from changing`, async () => {
      const calls: ErpCallMetrics[] = []
      const only = some('source.write', 'lock', 'object.create', 'activate')
      const { results } = await verifyAt(sandbox.url, {
        write: true,
        policy,
        checks: only,
        seen: call => calls.push(call)
      })
      assert.deepEqual(
        calls.filter(({ effect }) => effect === 'change'),
        []
      )
      for (const { outcome, detail } of results) {
        assert.equal(outcome, 'skipped')
        assert.match(detail ?? '', setting)
      }
    })
  }

  test('blocked tables and blocked queries are not read', async () => {
    for (const policy of [{ blockedTables: ['*'] }, { blockFreeSql: true }]) {
      const calls: ErpCallMetrics[] = []
      const { results } = await verifyAt(sandbox.url, {
        policy,
        checks: some('data.preview'),
        seen: call => calls.push(call)
      })
      assert.equal(results[0]?.outcome, 'skipped')
      assert.ok(!calls.some(({ operation }) => operation === 'data.preview'))
    }
  })

  test('transport requests need their feature, and code the expert mode', async () => {
    const { results } = await verifyAt(sandbox.url, {
      write: true,
      policy: { enableTransports: false, expert: new Set() },
      checks: some('transport.create', 'run')
    })
    assert.deepEqual(
      results.map(({ operation, outcome }) => [operation, outcome]),
      [
        ['run', 'skipped'],
        ['transport.create', 'skipped']
      ]
    )
  })
})

describe('what earlier runs left', () => {
  const names = newRunNames(4711)
  const left = { type: 'CLAS', name: `${names.prefix}_A` }
  const foreign: readonly (readonly [ObjectRef, string])[] = [
    [{ type: 'CLAS', name: 'ZEBV00AAAA_1' }, 'Accounting: do not delete'],
    [{ type: 'CLAS', name: 'ZEBV_ORDER' }, names.marker],
    [{ type: 'CLAS', name: 'ZCL_ORDER_VERIFY' }, names.marker]
  ]
  const make = async (t: TestContext, ref: ObjectRef, description: string) => {
    await createObject(
      sandboxErp(t).writer,
      { ref, package: '$TMP', description },
      { recheck() {} }
    )
  }

  test('is removed, and nothing else', async t => {
    for (const [ref, description] of [[left, names.marker], ...foreign] as const) {
      await make(t, ref, description)
    }
    const report = await verifyAt(sandbox.url, { write: true, checks: some('system.read') })
    assert.deepEqual(report.removed, [`CLAS ${left.name}`])
    for (const [ref] of foreign) await readMetadata(sandboxErp(t).reader, { ref })
  })

  test('stays while its run is alive, and while the filters refuse it', async t => {
    await make(t, left, names.marker)
    const only = some('system.read')
    const alive = { own: 1, isAlive: (pid: number) => pid === 4711 }
    const during = await verifyAt(sandbox.url, { write: true, checks: only, processes: alive })
    assert.deepEqual([during.removed.length, during.left.length], [0, 1])
    assert.match(during.left[0] ?? '', /may still be at work/)
    const reading = await verifyAt(sandbox.url, { write: false, checks: only })
    assert.deepEqual([reading.removed, reading.left], [[], []])
    const after = await verifyAt(sandbox.url, { write: true, checks: only })
    assert.deepEqual(after.removed, [`CLAS ${left.name}`])
  })

  test('is removed after a lost connection', async () => {
    const rule = sandbox.faults.add({ nth: 60, times: 100_000, effect: { kind: 'reset' } })
    const only = some('source.write', 'part.create', 'activate', 'document.write')
    const cut = await verifyAt(sandbox.url, { write: true, checks: only })
    rule()
    assert.match(cut.ended ?? '', /^the connection was lost/)
    assert.ok(cut.left.length > 0, 'everything was removed before the connection was lost')
    assert.equal(cut.results.length, 4)
    const next = await verifyAt(sandbox.url, { write: true, checks: [] })
    assert.ok(next.removed.length > 0)
    assert.deepEqual(next.left, [])
  })

  test('is recognized by name and description together', () => {
    assert.ok(isOfARun(left.name, names.marker))
    assert.ok(isOfARun(`$${left.name}`, names.marker))
    for (const [ref, description] of foreign) assert.ok(!isOfARun(ref.name, description), ref.name)
    const other = names.marker.replace(/ [0-9a-f]{8}-/, ' 00000000-')
    const none = { own: 1, isAlive: () => false }
    assert.ok(mayBeRunning(other, none), 'a young run of another machine')
    assert.ok(!mayBeRunning(other, none, Date.now() + 2 * 60 * 60 * 1000), 'an old one')
  })
})

describe('the command line', () => {
  const env = { ERP_USER: 'DEVELOPER', ERP_PASSWORD: 'secret' }
  const verify = async (argv: readonly string[], more: object = {}) => {
    const out: string[] = []
    const code = await run(argv, {
      env: { ...env, ERP_URL: sandbox.url },
      say: line => out.push(line),
      warn: line => out.push(line),
      tellParent: undefined,
      untilStopped: () => new Promise(() => {}),
      ...more
    })
    return { code, text: out.join('\n') }
  }

  test('reads by default, and writes its results to files', async t => {
    const folder = mkdtempSync(join(tmpdir(), 'verify-'))
    t.after(() => rmSync(folder, { recursive: true }))
    const files = ['--json', 'r.json', '--markdown=r.md']
    const { code, text } = await verify(['--only', 'source.read,lock', ...files], { folder })
    assert.equal(code, 0, text)
    assert.match(text, /^2 checks on SBX client 001.*\nNothing is changed\./)
    assert.match(text, /skipped {8}lock: it needs an object of the run: --write tries it/)
    assert.match(text, /1 hold, 0 differ, 0 absent, 0 not permitted, 1 skipped/)
    const json = JSON.parse(readFileSync(join(folder, 'r.json'), 'utf8')) as Record<string, unknown>
    assert.equal(json['ok'], true)
    assert.equal((json['results'] as unknown[]).length, 2)
    assert.match(readFileSync(join(folder, 'r.md'), 'utf8'), /\| `source\.read` \| holds \|/)
    assert.ok(!text.includes('secret'))
  })

  test('a difference is exit code 1, with the assumption', async () => {
    const rule = sandbox.faults.add({
      url: /inactiveobjects/,
      times: 9,
      effect: { kind: 'status', status: 500, body: 'broken' }
    })
    const { code, text } = await verify(['--only=inactive.list'])
    rule()
    assert.equal(code, 1, text)
    assert.match(
      text,
      /differs {8}inactive\.list: broken.*\n +assumed: The list of inactive objects/
    )
  })

  test('wrong arguments and systems that do not answer say so', async () => {
    for (const [argv, words, expected] of [
      [['--only', 'source.raed'], /there is no check of source\.raed/, 2],
      [['--json'], /--json needs a value/, 2],
      [['--package', 'ZLOCAL'], /give --write as well/, 2],
      [['--wirte'], /--wirte/, 2],
      [['--write', '--package', 'ZFERRY_CORE'], /records changes in transport requests/, 2],
      [['--url', 'http://127.0.0.1:9'], /cannot be asked/, 3],
      [['--password', 'wrong'], /cannot be asked: The ERP refused the log-on/, 3]
    ] as const) {
      const { code, text } = await verify(argv)
      assert.equal(code, expected, text)
      assert.match(text, words)
    }
  })

  test('Ctrl-C ends the run and removes what it created', async t => {
    let stop = () => {}
    const untilStopped = () =>
      new Promise<void>(resolve => {
        stop = resolve
      })
    const out: string[] = []
    const only = '--only=source.write,part.create,document.write,activate'
    const { code } = await verify([only, '--write'], {
      untilStopped,
      showProgress: (line: string) => {
        if (line.includes('2/4')) stop()
      },
      say: (line: string) => out.push(line)
    })
    const text = out.join('\n')
    assert.equal(code, 3, text)
    assert.match(text, /The run ended before its last check: interrupted/)
    const [, prefix = ''] = /begin with (\w+),/.exec(text) ?? []
    const { searchObjects } = await import('../../../erp-client/index.ts')
    const found = await searchObjects(sandboxErp(t).reader, { query: `${prefix}*`, maxResults: 9 })
    assert.deepEqual(found, [])
  })

  test('the arguments are told from the settings', () => {
    const read = readArguments([
      '--write',
      '--package=zlocal',
      '--user',
      'U',
      '--only',
      'lock, run'
    ])
    assert.deepEqual(read.settings, ['--user', 'U'])
    assert.deepEqual([read.write, read.package, read.only], [true, 'ZLOCAL', ['lock', 'run']])
  })

  test('the bar goes to a terminal alone', () => {
    const drawn: string[] = []
    createProgress(line => drawn.push(line)).show({ done: 1, total: 2 }, () => {})
    assert.deepEqual(drawn, ['', '[############............] 1/2 '])
    let lines = 0
    createProgress(undefined).show({ done: 1, total: 2 }, () => lines++)
    assert.equal(lines, 1)
  })
})

test('words of the ERP stay text in Markdown', () => {
  const detail = '| <img src=x> [a](b) `c`\n# d'
  const results = [{ operation: 'lock', assumes: 'A', outcome: 'differs', detail, ms: 1 }] as const
  const report = { url: 'http://x', client: '001', results, removed: [], left: [], requests: 1 }
  const text = markdownOf({ ...report, system: undefined, ended: undefined })
  const row = text.split('\n').find(line => line.includes('differs |'))
  assert.equal(row, '| `lock` | differs | A | \\| &lt;img src=x> \\[a\\](b) \\`c\\` # d |')
})

test('an ABAP cloud system needs a package', async t => {
  const cloud = await createTestSandbox({ release: 'cloud', user: 'DEVELOPER', password: 'secret' })
  t.after(() => cloud.close())
  await assert.rejects(verifyAt(cloud.url, { write: true }), /has no \$TMP: name a package/)
})
