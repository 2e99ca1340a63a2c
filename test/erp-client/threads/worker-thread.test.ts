/**
 * Threads for large texts: what goes there, and what happens when one hangs, breaks down, or is no
 * longer wanted.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { threadId } from 'node:worker_threads'
import { createWorkerQueue } from '../../../erp-client/threads/worker-queue.ts'
import type {
  WorkerQueue,
  WorkerQueueOptions,
  WorkerAnswer,
  WorkerJob
} from '../../../erp-client/threads/worker-queue.ts'
import { address, placeOf, refused, stumbled } from './jobs.ts'

const job = (name: string, ...args: unknown[]): WorkerJob => ({ module: address, name, args })

function laneOf(t: TestContext, options: Partial<WorkerQueueOptions> = {}): WorkerQueue {
  const lane = createWorkerQueue({
    waiting: 4,
    limitMs: 60_000,
    idleMs: 60_000,
    memoryMegabytes: 64,
    keepMegabytes: 64,
    ...options
  })
  t.after(() => lane.close())
  return lane
}

async function threadOf(lane: WorkerQueue): Promise<number> {
  return (valueOf(await lane.run(job('whereAmI', 'text'))) as { thread: number }).thread
}

function valueOf(answer: WorkerAnswer): unknown {
  assert.ok('value' in answer, JSON.stringify(answer))
  return answer.value
}

test('short texts stay, long ones go to a thread, and both give the same', async () => {
  const short = await placeOf(['x'.repeat(1000)])
  const long = await placeOf(['x'.repeat(100_000)])
  assert.deepEqual([short.thread, short.length, long.length], [threadId, 1000, 100_000])
  assert.notEqual(long.thread, threadId)
})

test('an error of the ERP client arrives as what it is, any other with its words', async () => {
  await assert.rejects(refused(['x'.repeat(100_000)]), {
    name: 'ErpError',
    code: 'ERP_LOCKED',
    message: 'locked 100000',
    remedy: 'wait',
    status: 423,
    properties: { T100: 'EU510' }
  })
  await assert.rejects(refused(['x']), { code: 'ERP_LOCKED', message: 'locked 1' })
  await assert.rejects(stumbled([]), { message: 'a slip' })
})

test('a thread serves many jobs and starts with the first', async t => {
  const lane = laneOf(t)
  assert.equal(lane.running, false)
  const threads = await Promise.all([threadOf(lane), threadOf(lane), threadOf(lane)])
  assert.equal(new Set(threads).size, 1)
  assert.equal(lane.running, true)
})

test('a job that hangs is ended by its signal, and the next one gets a new thread', async t => {
  const lane = laneOf(t)
  const before = await threadOf(lane)
  const stop = new AbortController()
  const hanging = lane.run(job('hang'), stop.signal)
  const next = threadOf(lane)
  stop.abort()
  await assert.rejects(hanging, { code: 'ERP_ABORTED' })
  assert.notEqual(await next, before)
})

test('a job that hangs is ended by the time that it may take', async t => {
  const lane = laneOf(t, { limitMs: 50 })
  await assert.rejects(lane.run(job('hang')), {
    code: 'ERP_BAD_ANSWER',
    message: /took longer than 0\.05 s/
  })
})

test('a thread that ends, runs out of memory or cannot be reached again says so, and the next job runs', async t => {
  const lane = laneOf(t)
  await assert.rejects(lane.run(job('leave')), { code: 'ERP_BAD_ANSWER', message: /broken off/ })
  await assert.rejects(lane.run(job('swallowMemory')), {
    code: 'ERP_BAD_ANSWER',
    message: /too much/
  })
  assert.ok('error' in (await lane.run(job('giveFunction'))))
  assert.ok('error' in (await lane.run(job('nothingOfTheKind'))))
  await assert.rejects(lane.run(job('whereAmI', () => {})), {
    code: 'ERP_BAD_ANSWER',
    message: /handed over/
  })
  assert.ok((await threadOf(lane)) > 0)
})

test('a waiting job leaves the queue when it is cancelled; a full queue refuses', async t => {
  const lane = laneOf(t, { waiting: 2 })
  const stop = new AbortController()
  const hanging = lane.run(job('hang'), stop.signal)
  const quit = new AbortController()
  const waiting = lane.run(job('whereAmI', ''), quit.signal)
  const second = threadOf(lane)
  await assert.rejects(lane.run(job('whereAmI', '')), { code: 'ERP_BUSY', remedy: /Try again/ })
  quit.abort()
  await assert.rejects(waiting, { code: 'ERP_ABORTED' })
  assert.equal(lane.waiting, 1)
  await assert.rejects(lane.run(job('whereAmI', ''), AbortSignal.abort()), { code: 'ERP_ABORTED' })
  stop.abort()
  await assert.rejects(hanging, { code: 'ERP_ABORTED' })
  assert.ok((await second) > 0)
})

test('a thread without work is ended, so is one that holds too much', async t => {
  const lane = laneOf(t, { idleMs: 1 })
  await threadOf(lane)
  while (lane.running) {
    await new Promise(resolve => {
      setTimeout(resolve, 2)
    })
  }
  const narrow = laneOf(t, { keepMegabytes: 20 })
  const first = valueOf(await narrow.run(job('keep', 20)))
  assert.equal(narrow.running, false)
  assert.notEqual(await threadOf(narrow), first)
})

test('closing ends what runs and what waits', async t => {
  const lane = laneOf(t)
  const all = [lane.run(job('hang')), lane.run(job('whereAmI', ''))].map(one =>
    assert.rejects(one, { code: 'ERP_ABORTED' })
  )
  await lane.close()
  await Promise.all(all)
  assert.equal(lane.running, false)
})
