import assert from 'node:assert/strict'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { removeAbandoned } from '../../store/abandoned.ts'
import { createStore } from '../../store/index.ts'

test('temporary data folders of killed sandboxes are removed; used, recent and foreign ones are kept', t => {
  const parent = mkdtempSync(join(tmpdir(), 'abandoned-'))
  t.after(() => rmSync(parent, { recursive: true, force: true }))
  const folder = (name: string, state?: string): string => {
    const path = join(parent, name)
    mkdirSync(join(path, '.sandbox'), { recursive: true })
    if (state !== undefined) writeFileSync(join(path, '.sandbox', 'state.sqlite'), state)
    return path
  }
  const old = (path: string): string => {
    utimesSync(path, 1, 1)
    return path
  }
  const kept = createStore({ dataDir: folder('box-living') })
  const closed = createStore({ dataDir: folder('box-closed') })
  closed.close()
  const gone = [
    old(folder('box-broken', 'no database at all, but something')),
    old(closed.dataDir),
    old(folder('box-empty'))
  ]
  const left = [old(kept.dataDir), folder('box-young'), old(folder('other-empty'))]
  symlinkSync(left[2] ?? '', join(parent, 'box-link'))
  assert.deepEqual(removeAbandoned(parent, 'box-').toSorted(), gone.toSorted())
  assert.deepEqual([...left, join(parent, 'box-link')].filter(existsSync).length, 4)
  kept.close()
  assert.deepEqual(removeAbandoned(parent, 'box-'), [kept.dataDir])
})
