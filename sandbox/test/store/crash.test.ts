import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createStore } from '../../store/index.ts'
import { change, picture } from './crash-story.ts'
import { folder, make, open, part, text } from './fixture.ts'

/** The pictures before the first change and after each. */
function pictures(): string[] {
  const store = createStore()
  const seen = [picture(store)]
  change(store, () => seen.push(picture(store)))
  store.close()
  return seen
}

test('after a crash between any two steps the state is that before or after the change, never a mixture', t => {
  const expected = pictures()
  const dataDir = folder(t)
  const shots: { folder: string; done: number; step: string }[] = []
  let done = 0
  let watching = false
  const store = open(t, {
    dataDir,
    durable: false,
    onStep: step => {
      if (!watching) return
      const shot = join(folder(t), 'shot')
      cpSync(dataDir, shot, { recursive: true })
      shots.push({ folder: shot, done, step })
    }
  })
  watching = true
  change(store, () => done++)
  assert.ok(shots.length > 100, `${shots.length} moments`)
  for (const shot of shots) {
    const survivor = createStore({ dataDir: shot.folder, durable: false })
    const seen = picture(survivor)
    const decided = shot.step === 'written' || shot.step === 'placed' || shot.step === 'cleared'
    assert.ok(
      seen === expected[shot.done + (decided ? 1 : 0)],
      `after ${shot.done} changes at ${shot.step}`
    )
    survivor.close()
    assert.deepEqual(readdirSync(join(shot.folder, '.sandbox', 'tmp')), [])
    rmSync(dirname(shot.folder), { recursive: true })
  }
})

test('a process that is killed loses nothing it had acknowledged', t => {
  const expected = pictures()
  const child = fileURLToPath(new URL('crash-child.ts', import.meta.url))
  for (const at of [3, 17, 29, 44, 61, 90]) {
    const dataDir = folder(t)
    const { signal, stdout } = spawnSync(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', child, dataDir, String(at)],
      { encoding: 'utf8' }
    )
    assert.equal(signal, 'SIGKILL')
    const acknowledged = stdout.split('\n').length - 1
    const store = open(t, { dataDir, durable: false })
    assert.ok(
      [expected[acknowledged], expected[acknowledged + 1]].includes(picture(store)),
      `killed at ${at}, ${acknowledged} acknowledged`
    )
  }
})

test('a change that cannot be recorded changes nothing, in memory or on the disk', t => {
  const dataDir = folder(t)
  let failing = false
  const store = open(t, {
    dataDir,
    onStep: step => {
      if (failing && step === 'recorded') throw new Error('the disk is full')
    }
  })
  make(store, 'PROG', 'ZP')
  const before = picture(store)
  failing = true
  assert.throws(() => store.write(part('PROG', 'ZP'), 'REPORT zp. "new', 'ALICE'), {
    code: 'STORAGE'
  })
  assert.throws(() => store.activate([{ type: 'PROG', name: 'ZP' }], 'ALICE'), { code: 'STORAGE' })
  assert.throws(() => make(store, 'CLAS', 'ZCL_P'), { code: 'STORAGE' })
  assert.equal(picture(store), before)
  failing = false
  store.write(part('PROG', 'ZP'), 'REPORT zp. "new', 'ALICE')
  assert.equal(text(store, part('PROG', 'ZP')), 'REPORT zp. "new')
})

test('files that cannot be put in place are put there with the next change', t => {
  const dataDir = folder(t)
  let failing = false
  const store = open(t, {
    dataDir,
    onStep: step => {
      if (failing && step === 'written') throw new Error('the disk is full')
    }
  })
  make(store, 'PROG', 'ZP')
  failing = true
  store.activate([{ type: 'PROG', name: 'ZP' }], 'ALICE')
  assert.equal(store.get({ type: 'PROG', name: 'ZP' })?.state, 'active')
  const file = join(dataDir, 'src', '$tmp', 'zp.prog.abap')
  assert.equal(existsSync(file), false)
  assert.throws(() => store.write(part('PROG', 'ZP'), 'x', 'ALICE'), { code: 'STORAGE' })
  failing = false
  store.write(part('PROG', 'ZP'), 'REPORT zp. "again', 'ALICE')
  assert.ok(statSync(file).size > 0)
})
