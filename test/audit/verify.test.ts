/** What the verification of the audit finds in files that were changed, and at which line. */
import assert from 'node:assert/strict'
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  rmdirSync,
  truncateSync,
  writeFileSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import {
  call,
  fileOf,
  found,
  linesIn,
  rewritten,
  stateKey,
  verified,
  writerOf
} from './chain-fixture.ts'

let folder: string

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'erp-bridge-chain-'))
})

after(() => {
  rmSync(folder, { recursive: true, force: true })
})

/** Two writers with 20 lines each: lines 1 and 3 are their starts, 45 and 46 their ends. */
const usual = () => fileOf(folder, 'usual', 20)

describe('a file as the bridge wrote it', () => {
  test('is intact, with several writers, restarts and another key in between', async () => {
    const file = fileOf(folder, 'intact', 5, 3)
    const second = writerOf(file, { key: 'another key of the bridge' })
    second.append(call('PROG Z'))
    second.close()
    const report = await verified(file, { keys: [stateKey, 'another key of the bridge'] })
    assert.deepEqual([report.intact, report.findings, report.writers.length], [true, [], 4])
    assert.ok(report.writers.every(({ ended }) => ended))
  })

  test('goes on in further files after a rotation, and the newest can be verified alone', async () => {
    const file = join(folder, 'rotated')
    const [one, two] = [writerOf(file), writerOf(file)]
    for (const writer of [one, two, one]) writer.append(call('PROG ZA'))
    renameSync(file, `${file}.1`)
    for (const writer of [one, two, one]) writer.append(call('PROG ZB'))
    writeFileSync(file, readFileSync(file))
    one.close()
    two.close()
    assert.deepEqual(found(await verified([`${file}.1`, file])), [])
    assert.deepEqual(found(await verified(file)), [
      [1, 'removed'],
      [3, 'removed']
    ])
    assert.deepEqual(found(await verified(file, { allowEarlier: true })), [])
    const cut = rewritten(file, linesIn(file).slice(1))
    assert.deepEqual(found(await verified(cut, { allowEarlier: true })), [[1, 'removed']])
    assert.equal((await verified([file, `${file}.1`])).intact, false)
  })

  test('shows lines that are removed from a file between others, where earlier ones are missing', async () => {
    const file = join(folder, 'between')
    const at = { minute: 0 }
    const [one, two] = [writerOf(file, { at }), writerOf(file, { at })]
    for (const [minute, writers] of [[one, two], [two], [one, two]].entries()) {
      at.minute = minute
      for (const writer of writers) writer.append(call('PROG Z'))
      renameSync(file, `${file}.${minute}`)
    }
    at.minute = 9
    for (const writer of [one, two]) writer.close()
    // The first writer was idle while the second file was written.
    const rest = [`${file}.1`, `${file}.2`, file]
    assert.deepEqual(found(await verified(rest, { allowEarlier: true })), [])
    // The third file is gone, and with it lines that are no older than the first one given.
    const without = [`${file}.0`, file]
    assert.deepEqual(found(await verified(without, { allowEarlier: true })), [
      [1, 'removed'],
      [3, 'removed']
    ])
    const hidden = rewritten(`${file}.2`, linesIn(`${file}.2`).slice(2))
    assert.deepEqual(found(await verified([`${file}.1`, hidden, file], { allowEarlier: true })), [
      [1, 'removed']
    ])
  })

  test('goes on where the file was emptied in place', async () => {
    const file = join(folder, 'emptied')
    const writer = writerOf(file)
    writer.append(call('PROG ZA'))
    writeFileSync(`${file}.1`, readFileSync(file))
    truncateSync(file)
    writer.append(call('PROG ZB'))
    writer.close()
    assert.deepEqual(found(await verified([`${file}.1`, file])), [])
    assert.deepEqual(found(await verified(file, { allowEarlier: true })), [])
  })

  test('may have lines of a megabyte, and ten thousand lines', async () => {
    const file = fileOf(folder, 'large', 5000)
    const writer = writerOf(file)
    writer.append(call(`PROG ${'Ü'.repeat(1_000_000)}`))
    writer.append(call('PROG Z'))
    writer.close()
    const report = await verified(file)
    assert.deepEqual([report.intact, report.lines], [true, 10_008])
  })
})

describe('each change is named at its line', () => {
  const cases: Readonly<Record<string, [(lines: string[]) => unknown, ReturnType<typeof found>]>> =
    {
      'an altered text': [
        lines => (lines[9] = lines[9]?.replace('PROG', 'CLAS') ?? ''),
        [[10, 'altered']]
      ],
      'an altered number': [
        lines => (lines[9] = lines[9]?.replace(/"seq":\d+/, '"seq":999') ?? ''),
        [[10, 'altered']]
      ],
      'the number of another line': [
        lines => (lines[9] = lines[9]?.replace(/"seq":\d+/, '"seq":2') ?? ''),
        [[10, 'altered']]
      ],
      'an altered MAC': [
        lines => (lines[9] = lines[9]?.replace(/"mac":"..../, '"mac":"AAAA') ?? ''),
        [[10, 'altered']]
      ],
      'a MAC with other unused bits': [
        lines =>
          (lines[9] =
            lines[9]?.replace(/.(?="\}$)/, bit => (bit === 'A' ? 'B' : nextOf(bit))) ?? ''),
        [[10, 'altered']]
      ],
      'a seal that was taken off': [
        lines => (lines[9] = lines[9]?.replace(/,"writer".*/, '}') ?? ''),
        [[10, 'altered']]
      ],
      'a predecessor of another line': [
        lines => (lines[9] = lines[9]?.replace(/"prev":"..../, '"prev":"AAAA') ?? ''),
        [[10, 'altered']]
      ],
      'a removed line': [lines => lines.splice(9, 1), [[11, 'removed']]],
      'three removed lines of two writers': [
        lines => lines.splice(9, 3),
        [
          [10, 'removed'],
          [11, 'removed']
        ]
      ],
      'a copied line': [lines => lines.splice(20, 0, lines[9] ?? ''), [[21, 'inserted']]],
      'a copy before its original': [
        lines => lines.splice(5, 0, lines[20] ?? ''),
        [[6, 'inserted']]
      ],
      'a line of no chain': [lines => lines.splice(9, 0, 'nonsense'), [[10, 'inserted']]],
      'an audit line without a seal': [
        lines => lines.splice(9, 0, '{"time":"x","kind":"call","user":"eve"}'),
        [[10, 'unsealed']]
      ],
      'a line that moved up': [
        lines => lines.splice(9, 0, ...lines.splice(30, 1)),
        [[10, 'moved']]
      ],
      'a line that moved down': [
        lines => lines.splice(30, 0, ...lines.splice(9, 1)),
        [[31, 'moved']]
      ],
      'two lines that changed places': [
        lines => ([lines[9], lines[31]] = [lines[31] ?? '', lines[9] ?? '']),
        [
          [10, 'moved'],
          [32, 'moved']
        ]
      ],
      'two lines in one': [
        lines => lines.splice(9, 2, `${lines[9]}${lines[10]}`),
        [[10, 'altered']]
      ],
      'a line break in a line': [
        lines => (lines[9] = lines[9]?.replace('PROG ', 'PROG \n') ?? ''),
        [
          [10, 'altered'],
          [11, 'inserted']
        ]
      ],
      'the ends cut off': [
        lines => lines.splice(-4),
        [
          [39, 'unended'],
          [40, 'unended']
        ]
      ],
      'the first line': [lines => lines.shift(), [[1, 'removed']]],
      'an altered first line': [
        lines => (lines[0] = lines[0]?.replace('started', 'stopped') ?? ''),
        [[1, 'altered']]
      ],
      'another key in a first line': [
        lines => (lines[0] = lines[0]?.replace(/"key":"./, '"key":"\u0023') ?? ''),
        [[1, 'altered']]
      ],
      'another key in a first line, and an altered line': [
        lines => {
          lines[0] = lines[0]?.replace(/"key":"./, '"key":"#') ?? ''
          lines[8] = lines[8]?.replace('PROG', 'CLAS') ?? ''
        },
        [
          [1, 'altered'],
          [9, 'altered']
        ]
      ],
      'a line after the end': [
        lines => lines.push((lines.at(-1) ?? '').replace(/"seq":\d+/, '"seq":22')),
        [[45, 'inserted']]
      ],
      'an altered end': [
        lines => lines.push((lines.pop() ?? '').replace('"ended"', '"ended "')),
        [[44, 'altered']]
      ]
    }
  for (const [name, [change, expected]] of Object.entries(cases)) {
    test(name, async () => {
      const file = usual()
      const lines = linesIn(file)
      assert.equal(lines.length, 44)
      change(lines)
      const report = await verified(rewritten(file, lines))
      rmSync(file)
      assert.deepEqual(found(report), expected, JSON.stringify(report.findings, null, 1))
    })
  }
})

/** A character whose highest four bits are the same. */
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
function nextOf(bit: string): string {
  return alphabet[alphabet.indexOf(bit) ^ 1] ?? ''
}

describe('chains', () => {
  test('a forged one under another key, and a genuine one without its key', async () => {
    const file = usual()
    const forger = writerOf(file, { key: 'the key of a forger' })
    for (let at = 0; at < 5; at++) forger.append(call('PROG ZFORGED'))
    forger.close()
    const report = await verified(file)
    rmSync(file)
    assert.deepEqual(found(report), [[45, 'wrong key']])
    assert.match(report.findings[0]?.detail ?? '', /^7 lines/)
    assert.deepEqual(found(await verified(usual(), { keys: ['no key of this bridge'] })), [
      [1, 'wrong key'],
      [3, 'wrong key']
    ])
    rmSync(file)
    const beheaded = rewritten(usual(), linesIn(file).slice(4))
    rmSync(file)
    assert.deepEqual(found(await verified(beheaded, { keys: ['no key of this bridge'] })), [
      [1, 'wrong key']
    ])
  })

  test('one that is removed as a whole is named by the next start, or by its anchor', async () => {
    const file = join(folder, 'whole')
    const anchors = `${file}.anchors`
    for (const object of ['PROG ZA', 'PROG ZB', 'PROG ZC']) {
      const writer = writerOf(file, { anchors })
      writer.append(call(object))
      writer.close()
    }
    const lines = linesIn(file)
    assert.equal(lines.length, 9)
    const middle = rewritten(file, lines.toSpliced(3, 3))
    assert.deepEqual(found(await verified(middle)), [[4, 'removed']])
    const last = rewritten(file, lines.slice(0, 6))
    assert.deepEqual(found(await verified(last)), [])
    assert.deepEqual(found(await verified(last, { anchors })), [[0, 'removed']])
    assert.deepEqual(found(await verified(file, { anchors })), [])
  })

  test('the end that is cut off is missed by its anchor, and by a later start', async () => {
    const file = join(folder, 'cut')
    const anchors = `${file}.anchors`
    const writer = writerOf(file, { anchors })
    for (let at = 0; at < 150; at++) writer.append(call('PROG Z'))
    const lines = linesIn(file)
    assert.deepEqual(found(await verified(file, { anchors, allowUnended: true })), [])
    const cut = rewritten(file, lines.slice(0, 90))
    assert.deepEqual(found(await verified(cut, { allowUnended: true })), [])
    assert.deepEqual(found(await verified(cut, { anchors, allowUnended: true })), [[90, 'removed']])
    const later = writerOf(file)
    later.append(call('PROG ZLATER'))
    later.close()
    const start = linesIn(file).slice(lines.length)
    const report = await verified(rewritten(file, [...lines.slice(0, 90), ...start]), {
      allowUnended: true
    })
    assert.deepEqual(found(report), [[91, 'removed']])
  })

  test('a rewritten one differs from its anchor, even under the right key', async () => {
    const file = join(folder, 'rewritten')
    const anchors = `${file}.anchors`
    const writer = writerOf(file, { anchors })
    writer.append(call('PROG Z'))
    writer.close()
    const [first = ''] = linesIn(anchors)
    appendFileSync(anchors, `${first.replace(/"mac":".{4}/, '"mac":"AAAA')}\n`)
    assert.deepEqual(
      found(await verified(file, { anchors })).map(([, kind]) => kind),
      ['anchor']
    )
  })

  test('lines of a bridge without a key are named, and do no harm to the chain', async () => {
    const file = join(folder, 'mixed')
    const [old, writer] = [writerOf(file, { key: '' }), writerOf(file)]
    for (const each of [old, writer, old, writer]) each.append(call('PROG Z'))
    writer.close()
    assert.deepEqual(found(await verified(file)), [
      [1, 'unsealed'],
      [4, 'unsealed']
    ])
  })
})

describe('an interrupted writer', () => {
  test('leaves a torn line, after which the next one begins a new line', async () => {
    const file = join(folder, 'torn')
    const killed = writerOf(file)
    killed.append(call('PROG ZA'))
    killed.append(call('PROG ZB'))
    const whole = readFileSync(file)
    truncateSync(file, whole.length - 100)
    const next = writerOf(file)
    next.append(call('PROG ZC'))
    next.close()
    assert.deepEqual(found(await verified(file)), [
      [2, 'unended'],
      [3, 'torn']
    ])
    // Another process that runs already writes on behind the torn line.
    const text = readFileSync(file, 'utf8')
    const lines = text.split('\n')
    const glued = [...lines.slice(0, 2), `${lines[2]}${lines[3]}`, ...lines.slice(4, -1)]
    assert.deepEqual(found(await verified(rewritten(file, glued))), [
      [2, 'unended'],
      [3, 'torn']
    ])
  })

  test('that writes the whole line later leaves nothing to report', async () => {
    const file = join(folder, 'twice')
    const writer = writerOf(file)
    writer.append(call('PROG ZA'))
    renameSync(file, `${file}.aside`)
    mkdirSync(file)
    assert.equal(writer.append(call('PROG ZB')), false)
    rmdirSync(file)
    renameSync(`${file}.aside`, file)
    appendFileSync(file, '{"time":"2026-11-25T10:00:00.000Z","kind":"ca')
    writer.append(call('PROG ZC'))
    writer.close()
    const report = await verified(file)
    assert.deepEqual([found(report), report.lines], [[], 7])
  })
})
