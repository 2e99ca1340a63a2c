/** `erp-bridge audit verify`: its exit codes, its report, and what it says where it cannot verify. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { AuditReport } from '../../audit/verify/report.ts'
import { run } from '../../commands/audit.ts'
import { call, fileOf, linesIn, rewritten, stateKey, writerOf } from '../audit/chain-fixture.ts'

let folder: string

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'erp-bridge-verify-'))
})

after(() => {
  rmSync(folder, { recursive: true, force: true })
})

async function audit(argv: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const out: string[] = []
  const err: string[] = []
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

test('says that a file is intact, with the key of a variable, of its file or of --key-file', async () => {
  const file = fileOf(folder, 'intact', 5)
  const keys = join(folder, 'keys')
  writeFileSync(keys, `an older state key\n${stateKey}\n`)
  for (const [argv, env] of [
    [[], withKey],
    [[], { ERP_STATE_KEY_FILE: keys.replace(/keys$/, 'key') }],
    [['--key-file', keys], {}],
    [['--key-file', keys], { ERP_STATE_KEY: 'the newest state key' }]
  ] as const) {
    writeFileSync(join(folder, 'key'), `${stateKey}\n`)
    const { code, out, err } = await audit(['verify', file, ...argv], env)
    assert.deepEqual([code, out, err], [0, 'intact: 14 lines, 2 chains', ''])
  }
})

test('names each finding by file, line and kind, as text and as JSON, without the key', async () => {
  const file = fileOf(folder, 'changed', 5)
  const lines = linesIn(file)
  const changed = rewritten(
    file,
    lines.with(4, lines[4]?.replace('ada', 'eve') ?? '').toSpliced(8, 1)
  )
  const { code, out } = await audit(['verify', changed], withKey)
  assert.equal(code, 1)
  const [first = '', second = '', last] = out.split('\n')
  assert.match(first, /changed:5: altered: line 2 of the chain.*\(chain [\w-]{12}\)$/)
  assert.match(second, /changed:11: removed: line 4 of the chain .* changed:7|changed:\d+: removed/)
  assert.equal(last, 'NOT intact: 13 lines, 2 chains, 1 altered, 1 removed')
  const { code: again, out: json } = await audit(['verify', changed, '--json'], withKey)
  const report = JSON.parse(json) as AuditReport
  assert.deepEqual(
    [again, report.intact, report.findings.map(({ kind, line }) => [kind, line])],
    [
      1,
      false,
      [
        ['altered', 5],
        ['removed', report.findings[1]?.line]
      ]
    ]
  )
  assert.doesNotMatch(`${out}${json}`, new RegExp(stateKey))
})

test('lists changes without an outcome, which are no finding', async () => {
  const file = join(folder, 'open')
  const writer = writerOf(file)
  const intent = { kind: 'intent', system: 'dev', user: 'ada', tool: 'ERPWrite', action: 'edit' }
  writer.append({ ...intent, intent: 'abcdefghijkl', object: 'PROG ZDONE' })
  writer.append({ ...call('PROG ZDONE'), intent: 'abcdefghijkl' })
  writer.append({ ...intent, intent: 'bcdefghijklm', object: 'PROG ZOPEN' })
  writer.close()
  const { code, out } = await audit(['verify', file], withKey)
  assert.equal(code, 0)
  assert.match(
    out,
    /open:4: outcome unknown: ERPWrite edit PROG ZOPEN \(ada at dev\)\nintact: 5 lines/
  )
  assert.doesNotMatch(out, /ZDONE/)
})

test('compares anchors, and takes running bridges and later files where it is told to', async () => {
  const file = join(folder, 'running')
  const anchors = `${file}.anchors`
  const writer = writerOf(file, { anchors })
  for (let at = 0; at < 120; at++) writer.append(call('PROG Z'))
  assert.equal((await audit(['verify', file], withKey)).code, 1)
  const flags = ['--anchors', anchors, '--allow-unended']
  const { code, out } = await audit(['verify', file, ...flags], withKey)
  assert.deepEqual([code, out], [0, 'intact: 121 lines, one chain, 2 anchors'])
  const cut = rewritten(file, linesIn(file).slice(0, 50))
  assert.match((await audit(['verify', cut, ...flags], withKey)).out, /:50: removed: the anchor of/)
  const later = rewritten(file, linesIn(file).slice(50))
  const all = [...flags, '--allow-earlier']
  assert.match((await audit(['verify', later, ...all], withKey)).out, /:1: removed: lines 0 to 49/)
})

test('a damaged file with very many findings ends early, and says so', async () => {
  const file = join(folder, 'nonsense')
  writeFileSync(file, '{"kind":"call"}\n'.repeat(10_050))
  const { code, out } = await audit(['verify', file], withKey)
  assert.equal(code, 1)
  assert.match(out, /and \d+ findings more[^]*too many findings[^]*NOT intact: 10001 lines/)
})

test('says what is missing or wrong with exit code 2', async () => {
  const file = fileOf(folder, 'usage', 2)
  const empty = join(folder, 'empty')
  writeFileSync(empty, '')
  for (const [argv, env, words] of [
    [['verify'], withKey, /give the files of the audit/],
    [['verify', file], {}, /no key: give the state key/],
    [['verify', file, '--key-file', empty], {}, /no key/],
    [['verify', join(folder, 'none')], withKey, /none cannot be read \(ENOENT\)/],
    [['verify', folder], withKey, /cannot be read \(EISDIR\)/],
    [['verify', file, '--key-file', join(folder, 'none')], {}, /none cannot be read \(ENOENT\)/],
    [['verify', file, '--anchors', join(folder, 'none')], withKey, /none cannot be read/],
    [['verify', file, '--anchors', empty], withKey, /empty has no anchors/],
    [['verify', empty], withKey, /has no line of the audit/],
    [['verify', file, '--log'], withKey, /has no line of the audit/],
    [['verify', file, '--nonsense'], withKey, /--nonsense/],
    [['prove', file], withKey, /audit has no "prove"/]
  ] as const) {
    const { code, err } = await audit(argv, env)
    assert.deepEqual([argv, code], [argv, 2])
    assert.match(err, words)
    assert.match(err, /see erp-bridge audit --help/)
  }
  assert.equal((await audit([])).code, 2)
  const help = await audit(['--help'])
  assert.equal(help.code, 0)
  assert.match(help.out, /Usage: erp-bridge audit verify FILE/)
})
