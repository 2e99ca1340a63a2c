import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, readdirSync } from 'node:fs'
import { renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { openKeptFolder } from '../kept/folder.ts'
import type { KeptLimits } from '../kept/folder.ts'

function folderOf(t: TestContext): string {
  const root = mkdtempSync(join(tmpdir(), 'kept-folder-'))
  t.after(() => rmSync(root, { recursive: true, force: true }))
  return join(root, 'kept')
}

describe('texts that are kept between starts', { skip: process.platform === 'win32' }, () => {
  test('what another process in the same folder has written is read', t => {
    const folder = folderOf(t)
    const [one, other] = [openKeptFolder(folder), openKeptFolder(folder)]
    one.write('a', 'first')
    assert.deepEqual(other.read('a'), 'first')
    assert.equal(other.read('b'), undefined)
    for (let time = 0; time < 20; time++) {
      one.write('b', `one ${time}`)
      other.write('b', `other ${time}`)
      assert.deepEqual(openKeptFolder(folder).read('b'), `other ${time}`)
    }
    assert.deepEqual(readdirSync(folder).sort(), ['a', 'b'])
  })

  const attacks: Readonly<Record<string, (folder: string, file: string) => void>> = {
    'a folder that others may write into': folder => chmodSync(folder, 0o777),
    'a file that others may write': (_, file) => chmodSync(file, 0o602),
    'a file that was cut short': (_, file) =>
      writeFileSync(file, readFileSync(file).subarray(0, -9)),
    'a file with other content': (_, file) =>
      writeFileSync(file, readFileSync(file, 'utf8').replace('first', 'other')),
    'an empty file': (_, file) => writeFileSync(file, ''),
    'a link to a file': (folder, file) => {
      renameSync(file, join(folder, '..', 'elsewhere'))
      symlinkSync(join(folder, '..', 'elsewhere'), file)
    },
    'a file that is not finished': (_, file) => renameSync(file, `${file}.0123456789abcdef.new`)
  }
  for (const [name, attack] of Object.entries(attacks)) {
    test(`${name} is not read`, t => {
      const folder = folderOf(t)
      openKeptFolder(folder).write('a', 'first')
      attack(folder, join(folder, 'a'))
      assert.equal(openKeptFolder(folder).read('a'), undefined)
    })
  }

  test('a text that cannot be written costs the next start, and leaves nothing behind', t => {
    const folder = folderOf(t)
    const store = openKeptFolder(folder)
    mkdirSync(join(folder, 'a'))
    store.write('a', 'first')
    store.write('b', 'second')
    assert.deepEqual([store.read('a'), store.read('b')], [undefined, undefined])
    store.tidy()
    assert.deepEqual(readdirSync(folder), ['a'])
    const nowhere = openKeptFolder(undefined)
    nowhere.write('a', 'first')
    nowhere.tidy()
    assert.equal(nowhere.read('a'), undefined)
  })

  const limits: Readonly<Record<string, readonly [KeptLimits, readonly string[]]>> = {
    'what was not used for long': [{ bytes: 1e6, days: 5 }, ['b', 'c']],
    'the oldest of what is too much': [{ bytes: 100, days: 100 }, ['c']],
    nothing: [{ bytes: 1e6, days: 100 }, ['a.0.new', 'b', 'c']]
  }
  for (const [what, [limit, left]] of Object.entries(limits)) {
    test(`${what} is removed`, t => {
      const folder = folderOf(t)
      const store = openKeptFolder(folder, limit)
      for (const key of ['a', 'b', 'c']) store.write(key, 'text')
      renameSync(join(folder, 'a'), join(folder, 'a.0.new'))
      const ago = (days: number) => (Date.now() - days * 86_400_000) / 1000
      utimesSync(join(folder, 'a.0.new'), ago(9), ago(9))
      utimesSync(join(folder, 'b'), ago(3), ago(3))
      store.tidy()
      assert.deepEqual(readdirSync(folder).sort(), left)
    })
  }

  test('what is read counts as used', t => {
    const folder = folderOf(t)
    openKeptFolder(folder).write('a', 'text')
    utimesSync(join(folder, 'a'), 1, 1)
    const store = openKeptFolder(folder)
    store.read('a')
    store.write('b', 'text')
    store.tidy()
    assert.deepEqual(readdirSync(folder).sort(), ['a', 'b'])
  })
})
