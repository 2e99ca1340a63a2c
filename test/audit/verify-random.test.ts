/** Random changes of audit files: each is found, and named at its line. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { AuditVerifier } from '../../audit/verify/verifier.ts'
import { auditKeyOf } from '../../audit/chain.ts'
import { fileOf, found, linesIn, stateKey, verified } from './chain-fixture.ts'

const times = 150
const seed = Number(process.env['ATTACK_SEED'] ?? Date.now() % 1_000_000)
let folder: string
let lines: readonly string[]
let writers: readonly string[]

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'erp-bridge-random-'))
  const file = fileOf(folder, 'audit', 20, 3)
  lines = linesIn(file)
  writers = lines.map(line => /"writer":"([^"]+)","seq":\d+,"prev"/.exec(line)?.[1] ?? '')
})

after(() => {
  rmSync(folder, { recursive: true, force: true })
})

/** Numbers that follow from the seed. */
function randomOf(first: number): (below: number) => number {
  let state = first * 2 + 1
  return below => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

type Random = ReturnType<typeof randomOf>

interface Change {
  readonly changed: readonly string[]
  /** At least one finding has one of these places, and none has another one. */
  readonly places: readonly number[]
  readonly kinds: readonly string[]
}

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at)

/** The next line of the same writer, and the one before; -1 without any. */
const following = (at: number) => writers.indexOf(writers[at] ?? '', at + 1)
const preceding = (at: number) => (at === 0 ? -1 : writers.lastIndexOf(writers[at] ?? '', at - 1))

const changes: Readonly<Record<string, (random: Random) => Change>> = {
  removal(random) {
    const at = random(lines.length)
    const next = following(at)
    return {
      changed: lines.toSpliced(at, 1),
      places: [next === -1 ? preceding(at) + 1 : next],
      kinds: [next === -1 ? 'unended' : 'removed']
    }
  },
  alteration(random) {
    const at = random(lines.length)
    const bytes = Buffer.from(lines[at] ?? '')
    const index = random(bytes.length)
    const old = bytes[index] ?? 0
    const byte = (old + 1 + random(255)) % 256
    bytes[index] = byte === 10 ? (old === 11 ? 12 : 11) : byte
    return {
      changed: lines.with(at, bytes.toString('latin1')),
      // The end of a chain that says to be of another one leaves its own without.
      places: [at + 1, preceding(at) + 1],
      kinds: ['altered', 'inserted', 'torn', 'unsealed', 'unended', 'wrong key']
    }
  },
  insertion(random) {
    const at = random(lines.length + 1)
    const texts = [
      'x',
      '{}',
      '{"time":"2026',
      '{"time":"2026","kind":"call"}',
      '\u0000',
      '[]',
      '"mac"'
    ]
    const text = texts[random(texts.length)] ?? ''
    return {
      changed: lines.toSpliced(at, 0, text),
      places: [at + 1],
      kinds: ['inserted', 'torn', 'unsealed']
    }
  },
  duplication(random) {
    const [from, to] = [random(lines.length), random(lines.length + 1)]
    const copy = lines[from] ?? ''
    return {
      changed: lines.toSpliced(to, 0, copy),
      places: [to + 1, to <= from ? from + 2 : from + 1],
      kinds: ['inserted']
    }
  },
  swap(random) {
    const one = random(lines.length - 6)
    const other = following(one)
    const far = [other, following(other), following(following(other))][random(3)] ?? other
    const two = far === -1 ? other : far
    return {
      changed: lines.with(one, lines[two] ?? '').with(two, lines[one] ?? ''),
      places: range(one + 1, two + 1),
      kinds: ['moved']
    }
  },
  truncation(random) {
    const whole = Buffer.from(`${lines.join('\n')}\n`)
    const cut = whole.subarray(0, 400 + random(whole.length - 401))
    const changed = cut.toString('latin1').split('\n')
    const rest = changed.at(-1) === '' ? changed.slice(0, -1) : changed
    return {
      changed: rest,
      places: range(Math.max(1, rest.length - 6), rest.length),
      kinds: ['torn', 'unended']
    }
  }
}

for (const [name, change] of Object.entries(changes)) {
  test(`each random ${name} is found at its line`, () => {
    for (let at = 0; at < times; at++) {
      const { changed, places, kinds } = change(randomOf(seed + at))
      const verifier = new AuditVerifier({ keys: [auditKeyOf(stateKey)] })
      for (const [index, line] of changed.entries()) {
        const place = { file: 'a', line: index + 1, at: index + 1 }
        if (line !== '') verifier.add({ bytes: Buffer.from(line, 'latin1'), place })
      }
      const { intact, findings } = verifier.end()
      const words = `ATTACK_SEED=${seed} ${at}: ${JSON.stringify({ places, findings }, null, 1)}`
      assert.equal(intact, false, words)
      assert.ok(
        findings.every(({ line, kind }) => places.includes(line) && kinds.includes(kind)),
        words
      )
    }
  })
}

test('several changes together are all found', async () => {
  for (let at = 0; at < 40; at++) {
    const random = randomOf(seed + at)
    const gone = new Set(range(1, 3).map(() => 5 + random(lines.length - 15)))
    const file = join(folder, 'several')
    writeFileSync(file, `${lines.filter((_, index) => !gone.has(index)).join('\n')}\n`)
    const report = await verified(file)
    const removed = new Set(found(report).map(([, kind]) => kind))
    assert.deepEqual([...removed], ['removed'], `ATTACK_SEED=${seed} ${at}`)
  }
})
