import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { emptySeed } from '../http/fixture.ts'
import { folder } from '../store/fixture.ts'
import { object, openLandscape, sourceOf, systemOf, tell } from './crash-story.ts'
import type { RunningLandscape } from '../../landscape/landscape.ts'

interface Told {
  readonly dataDir: string
  readonly lines: readonly string[]
  readonly signal: NodeJS.Signals | null
}

function told(dataDir: string, seed: string, at: number): Promise<Told> {
  const child = fileURLToPath(new URL('crash-child.ts', import.meta.url))
  const { promise, resolve } = Promise.withResolvers<Told>()
  const running = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', child, dataDir, seed, String(at)],
    { stdio: ['ignore', 'pipe', 'inherit'] }
  )
  let text = ''
  running.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString()
  })
  running.on('close', (_code, signal) => {
    resolve({ dataDir, lines: text.split('\n').filter(line => line !== ''), signal })
  })
  return promise
}

const numbersIn = (lines: readonly string[], word: string) =>
  lines.filter(line => line.startsWith(word)).map(line => line.slice(word.length + 1))

const main = { object, part: 'main' }

/** What is in `qas` fits its own log: all of an import is there, or nothing of it. */
function assertConsistent(running: RunningLandscape): string[] {
  const { store } = systemOf(running, 'qas')
  const imported = store.exchange.queue().filter(({ state }) => state === 'imported')
  assert.equal(
    store.read(main, 'active')?.text,
    imported.length === 0 ? undefined : sourceOf(imported.length)
  )
  for (const { number } of store.exchange.queue()) {
    const done = imported.some(each => each.number === number)
    assert.equal(store.exchange.importMessages(number).length, done ? 1 : 0, number)
    assert.equal(store.transports.entries(number).length, done ? 1 : 0, number)
    assert.equal(store.transports.request(number)?.status, done ? 'R' : undefined, number)
  }
  const onward = systemOf(running, 'prd').store.exchange.queue()
  assert.deepEqual(
    onward.map(({ number }) => number),
    imported.map(({ number }) => number)
  )
  return imported.map(({ number }) => number)
}

/** Opens what a crash left, and finishes the imports. */
async function assertSurvives(
  at: string,
  { dataDir, seed }: { readonly dataDir: string; readonly seed: string },
  lines: readonly string[]
): Promise<void> {
  const running = await openLandscape(dataDir, seed)
  try {
    const before = assertConsistent(running)
    const released = systemOf(running, 'dev')
      .store.transports.requests()
      .filter(({ status }) => status === 'R')
      .map(({ number }) => number)
    const queued = systemOf(running, 'qas').store.exchange.queue()
    assert.deepEqual(
      queued.map(({ number }) => number),
      released,
      at
    )
    for (const number of numbersIn(lines, 'released')) assert.ok(released.includes(number), at)
    for (const number of numbersIn(lines, 'imported')) assert.ok(before.includes(number), at)
    await systemOf(running, 'qas').importRequests({ user: 'DEVELOPER' })
    assert.deepEqual(assertConsistent(running), released, at)
  } finally {
    await running.close()
  }
}

test('what a crash leaves between any two steps of release, delivery and import is whole', async t => {
  const seed = await emptySeed(t)
  const dataDir = folder(t)
  const shots: { readonly dataDir: string; readonly lines: readonly string[] }[] = []
  const lines: string[] = []
  let points = 0
  let telling = false
  const running = await openLandscape(dataDir, seed, () => {
    if (!telling || points++ % 5 !== 2) return
    const shot = join(folder(t), 'shot')
    cpSync(dataDir, shot, { recursive: true })
    shots.push({ dataDir: shot, lines: [...lines] })
  })
  telling = true
  await tell(running, what => lines.push(what))
  telling = false
  await running.close()
  assert.ok(shots.length > 20, `${shots.length} moments`)
  for (const [index, shot] of shots.entries()) {
    await assertSurvives(`moment ${index}`, { ...shot, seed }, shot.lines)
  }
})

test('a process that is killed has lost nothing that it acknowledged', async t => {
  const seed = await emptySeed(t)
  const killed = await Promise.all([49, 77].map(at => told(folder(t), seed, at)))
  for (const { dataDir, lines, signal } of killed) {
    assert.equal(signal, 'SIGKILL')
    await assertSurvives(lines.join(', '), { dataDir, seed }, lines)
  }
})
