import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { keptLibrary } from '../../runtime/transpile/kept/library-cache.ts'
import { digestOfTranslator } from '../../runtime/transpile/kept/translator-code.ts'

const library = [{ name: 'cl_a.clas.abap', text: 'CLASS cl_a DEFINITION.\nENDCLASS.\n' }]

interface Ground {
  readonly folder: string
  readonly input: string
  /** Asks once; true when the translation was made anew. */
  made(files?: typeof library, folder?: string): boolean
  entry(): string
}

function ground(t: TestContext): Ground {
  const root = mkdtempSync(join(tmpdir(), 'library-cache-'))
  t.after(() => rmSync(root, { recursive: true, force: true }))
  const folder = join(root, 'kept')
  const input = join(root, 'input.js')
  writeFileSync(input, 'one')
  let last = ''
  return {
    folder,
    input,
    made(files = library, at = folder) {
      let isMade = false
      const { realm } = keptLibrary(at, digestOfTranslator(files), () => {
        isMade = true
        last = randomBytes(8).toString('hex')
        const program = {
          modules: [],
          problems: [],
          probes: [],
          counters: 0,
          realm: last,
          process: []
        }
        return { program, inputs: [input] }
      })
      assert.equal(realm, last)
      return isMade
    },
    entry: () => join(folder, readdirSync(folder)[0] ?? '')
  }
}

describe('the kept translation of the library', { skip: process.platform === 'win32' }, () => {
  test('it is made once for a library and its inputs, for its user alone', t => {
    const { folder, input, made, entry } = ground(t)
    assert.deepEqual([made(), made()], [true, false])
    assert.equal(statSync(folder).mode & 0o777, 0o700)
    assert.equal(statSync(entry()).mode & 0o777, 0o600)
    writeFileSync(input, 'two')
    assert.deepEqual([made(), made()], [true, false])
    assert.deepEqual(
      [made([...library, ...library]), made([...library, ...library])],
      [true, false]
    )
    for (let index = 0; index < 9; index++) made([{ name: 'a', text: String(index) }])
    assert.ok(readdirSync(folder).length <= 6)
  })

  const attacks: Readonly<Record<string, (given: Ground) => void>> = {
    'a folder that others may write into': ({ folder }) => chmodSync(folder, 0o777),
    'a folder that others may read': ({ folder }) => chmodSync(folder, 0o750),
    'a file that others may write': ({ entry }) => chmodSync(entry(), 0o602),
    'a file that was cut short': ({ entry }) =>
      writeFileSync(entry(), readFileSync(entry()).subarray(0, -9)),
    'a file with other content': ({ entry }) =>
      writeFileSync(entry(), readFileSync(entry(), 'utf8').replace(/"counters":0/, '"counters":1')),
    'an empty file': ({ entry }) => writeFileSync(entry(), ''),
    'a link to a file': ({ entry, folder }) => {
      const file = entry()
      renameSync(file, join(folder, '..', 'elsewhere'))
      symlinkSync(join(folder, '..', 'elsewhere'), file)
    },
    'a link to a folder': ({ folder }) => {
      renameSync(folder, `${folder}-elsewhere`)
      symlinkSync(`${folder}-elsewhere`, folder)
    },
    'an input that is gone': ({ input }) => renameSync(input, `${input}.old`)
  }
  for (const [name, attack] of Object.entries(attacks)) {
    test(`${name} is ignored`, t => {
      const given = ground(t)
      given.made()
      attack(given)
      assert.equal(given.made(), true)
    })
  }

  test('without a folder that can be made it is made each time, and nothing fails', t => {
    const { input, made } = ground(t)
    mkdirSync(`${input}.d`)
    assert.deepEqual(
      [made(library, join(input, 'below')), made(library, join(input, 'below'))],
      [true, true]
    )
  })
})
