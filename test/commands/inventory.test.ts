/** `erp-bridge inventory`: counts, periods, formats, and what it says of lines that it cannot trust. */
import assert from 'node:assert/strict'
import { appendFileSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { ConfigError } from '../../config/config.ts'
import { run } from '../../commands/inventory.ts'
import type { InventoryReport } from '../../audit/inventory/write.ts'
import { linesIn, stateKey, writerOf } from '../audit/chain-fixture.ts'

let folder: string
let rotated: string
let file: string
let anchors: string

const read = 'GET /sap/bc/adt/oo/classes/{name}/source/main'
const lock = 'POST /sap/bc/adt/oo/classes/{name}'
const call = (user: string, erpRequests: object, more: object = {}) => ({
  ...{ kind: 'call', system: 'dev', tool: 'ERPRead', user, outcome: 'ok', erpRequests },
  ...more
})

/** Two days in two files of one chain, with anchors. */
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'erp-bridge-inventory-'))
  file = join(folder, 'audit.jsonl')
  rotated = `${file}.1`
  anchors = join(folder, 'anchors.jsonl')
  const at = { minute: 0 }
  const audit = writerOf(file, { anchors, at })
  audit.append(call('ada', { [read]: 2 }))
  audit.append({ kind: 'intent', intent: 'aaaaaaaaaaaa', user: 'ada' })
  audit.append(call('ada', { [lock]: 2, [read]: 1 }, { changes: true, intent: 'aaaaaaaaaaaa' }))
  renameSync(file, rotated)
  at.minute = 5
  audit.append(call('bob', { [read]: 1 }, { system: 'qas', erpUser: 'TECH' }))
  audit.append({ kind: 'intent', intent: 'bbbbbbbbbbbb', user: 'bob' })
  audit.append({ kind: 'log-on', outcome: 'refused', method: 'key' })
  audit.append({ kind: 'call', system: 'dev', tool: 'ERPLint', user: 'bob', outcome: 'ok' })
  audit.close()
})

after(() => rmSync(folder, { recursive: true, force: true }))

async function inventory(argv: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const [out, err]: [string[], string[]] = [[], []]
  const code = await run(argv, {
    env,
    say: line => out.push(line),
    warn: line => err.push(line),
    tellParent: undefined,
    untilStopped: async () => {}
  })
  return { code, out: out.join('\n'), err: err.join('\n') }
}

const withKey = { ERP_STATE_KEY: stateKey }
const json = async (argv: readonly string[], env = {}) =>
  JSON.parse((await inventory([...argv, '--json'], env)).out) as InventoryReport

test('counts endpoint by caller over rotated files, and verifies them with their anchors', async () => {
  const report = await json([rotated, file, '--anchors', anchors], withKey)
  assert.deepEqual(report.rows, [
    { system: 'dev', caller: 'ada', endpoint: read, requests: 3 },
    { system: 'dev', caller: 'ada', endpoint: lock, requests: 2 },
    { system: 'qas', caller: 'bob', endpoint: read, requests: 1 }
  ])
  assert.deepEqual(
    report.callers.map(({ system, caller, calls, changes, requests }) =>
      [system, caller, calls, changes, requests].join(' ')
    ),
    ['dev ada 2 1 5', 'dev bob 1 0 0', 'qas bob 1 0 1']
  )
  assert.deepEqual(
    [report.verified?.intact, report.unreadable.count, report.openIntents],
    [true, 0, 1]
  )
  const { code, out } = await inventory([rotated, file], withKey)
  assert.equal(code, 0)
  assert.match(
    out,
    /^2026-11-25T10:00:00\.000Z to 2026-11-25T10:05:00\.000Z: 6 requests of 4 calls\n/
  )
  assert.match(out, /^dev {5}ada {5}3 {9}GET \/sap\/bc\/adt\/oo\/classes\/\{name\}\/source\/main$/m)
  assert.match(out, /Verified: \d+ lines of 1 chains are intact/)
  assert.match(out, /1 changes have no end in these files/)
})

test('takes a period, and another field for the caller', async () => {
  const early = await json([rotated, file, '--until', '2026-11-25T10:03:00Z'])
  assert.deepEqual(
    early.callers.map(({ caller }) => caller),
    ['ada']
  )
  assert.equal(early.verified, undefined)
  const late = await json([
    rotated,
    file,
    '--since',
    '2026-11-25T12:03:00+02:00',
    '--by',
    'erpUser'
  ])
  assert.deepEqual(
    late.callers.map(({ caller }) => caller),
    ['–', 'TECH']
  )
  const day = await json([rotated, file, '--since', '2026-11-25', '--until', '2026-11-25'])
  assert.equal(day.callers.length, 3)
  const none = await inventory([rotated, file, '--since', '2026-11-26'])
  assert.match(none.out, /^No call in this period\./)
})

test('says which lines it could not read, and which chain did not verify', async () => {
  const changed = join(folder, 'changed.jsonl')
  const lines = linesIn(rotated)
  writeFileSync(
    changed,
    `${[...lines.with(1, lines[1]?.replace('ada', 'eve') ?? ''), 'torn'].join('\n')}\n`
  )
  const { code, out } = await inventory([changed], withKey)
  assert.equal(code, 1)
  assert.match(out, /NOT verified; the numbers may be wrong:/)
  assert.match(out, /changed\.jsonl:2: altered: .*\(chain [\w-]{12}\)/)
  assert.match(out, /1 lines are none of the audit and do not count: \S*changed\.jsonl:5/)
  const csv = await inventory([changed, '--csv'], withKey)
  assert.equal(csv.out.split('\r\n')[0], 'system,caller,requests,endpoint')
  assert.match(csv.err, /NOT verified/)
})

test('hostile names stay in their cells, and cannot fill the memory', async () => {
  const hostile = join(folder, 'hostile.jsonl')
  const line = (user: string, erpRequests: object) =>
    JSON.stringify({ time: '2026-11-25T10:00:00.000Z', ...call(user, erpRequests) })
  writeFileSync(
    hostile,
    [
      line('=HYPERLINK("http://x")', { [read]: 1 }),
      line('a|b\n| c | `d` <img>', { [read]: 1 }),
      line('esc\u001b[31m\u202e"', {
        [`GET /x\n'=1`]: 1,
        ['__proto__']: 5,
        'GET /a': -1,
        'GET /b': 1.5,
        'GET /c': 1e300
      }),
      ...Array.from({ length: 3000 }, (_, at) => line('many', { [`GET /${at}`]: 1 }))
    ].join('\n')
  )
  const csv = await inventory([hostile, '--csv'])
  assert.ok(csv.out.includes(`dev,"'=HYPERLINK(""http://x"")",1,${read}`), csv.out.slice(0, 300))
  const markdown = await inventory([hostile, '--markdown'])
  assert.ok(
    markdown.out.includes('| dev | a\\|b \\| c \\| \\`d\\` \\<img\\> | 1 | 0 | 1 |'),
    markdown.out.slice(0, 600)
  )
  const text = await inventory([hostile])
  // eslint-disable-next-line no-control-regex
  assert.doesNotMatch(text.out, /\u001b|\u202e/)
  assert.ok(text.out.includes('a|b | c | `d` <img>'))
  const report = await json([hostile])
  const many = report.rows.filter(({ caller }) => caller === 'many')
  assert.equal(many.length, 2001)
  assert.deepEqual(many[0], { system: 'dev', caller: 'many', endpoint: 'others', requests: 1000 })
  const odd = report.rows.filter(({ caller }) => caller.startsWith('esc'))
  assert.deepEqual(
    odd.map(({ endpoint, requests }) => [endpoint, requests]),
    [['others', 6]]
  )
})

test('refuses what has no meaning', async () => {
  appendFileSync(join(folder, 'empty'), '')
  for (const [argv, words] of [
    [[], /give the files/],
    [[file, '--since', '2026-02-30'], /--since is a day/],
    [[file, '--until', 'yesterday'], /--until is a day/],
    [[file, '--since', '2026-11-26', '--until', '2026-11-25'], /later than/],
    [[file, '--by', 'object'], /--by is one of user, identity/],
    [[file, '--json', '--csv'], /do not go together/],
    [[file, '--nonsense'], /--nonsense/],
    [[join(folder, 'none')], /none cannot be read \(ENOENT\)/]
  ] as const) {
    await assert.rejects(
      inventory(argv),
      (error: unknown) => error instanceof ConfigError && words.test(error.problems.join())
    )
  }
  const empty = await inventory([join(folder, 'empty')])
  assert.match(empty.out, /^No call in this period/)
})
