/**
 * Threads for large texts: what runs there, and what happens when one hangs, fails or is aborted.
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

function queueOf(t: TestContext, options: Partial<WorkerQueueOptions> = {}): WorkerQueue {
  const queue = createWorkerQueue({
    waiting: 4,
    limitMs: 60_000,
    idleMs: 60_000,
    memoryMegabytes: 64,
    keepMegabytes: 64,
    ...options
  })
  t.after(() => queue.close())
  return queue
}

async function threadOf(queue: WorkerQueue): Promise<number> {
  return (valueOf(await queue.run(job('whereAmI', 'text'))) as { thread: number }).thread
}

function valueOf(answer: WorkerAnswer): unknown {
  assert.ok('value' in answer, JSON.stringify(answer))
  return answer.value
}

test('short texts stay on the event loop, long ones go to a thread, with the same result', async () => {
  const short = await placeOf(['x'.repeat(1000)])
  const long = await placeOf(['x'.repeat(100_000)])
  assert.deepEqual([short.thread, short.length, long.length], [threadId, 1000, 100_000])
  assert.notEqual(long.thread, threadId)
})

test('an ErpError of a thread arrives as an ErpError, others with their message', async () => {
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
  const queue = queueOf(t)
  assert.equal(queue.running, false)
  const threads = await Promise.all([threadOf(queue), threadOf(queue), threadOf(queue)])
  assert.equal(new Set(threads).size, 1)
  assert.equal(queue.running, true)
})

test('a job that hangs is ended by its signal, and the next one gets a new thread', async t => {
  const queue = queueOf(t)
  const before = await threadOf(queue)
  const stop = new AbortController()
  const hanging = queue.run(job('hang'), stop.signal)
  const next = threadOf(queue)
  stop.abort()
  await assert.rejects(hanging, { code: 'ERP_ABORTED' })
  assert.notEqual(await next, before)
})

test('a job that hangs is ended by its time limit', async t => {
  const queue = queueOf(t, { limitMs: 50 })
  await assert.rejects(queue.run(job('hang')), {
    code: 'ERP_BAD_ANSWER',
    message: /took longer than 0\.05 s/
  })
})

test('a thread that ends, runs out of memory or stops answering causes an error, and the next job runs', async t => {
  const queue = queueOf(t)
  await assert.rejects(queue.run(job('leave')), { code: 'ERP_BAD_ANSWER', message: /broken off/ })
  await assert.rejects(queue.run(job('swallowMemory')), {
    code: 'ERP_BAD_ANSWER',
    message: /too much/
  })
  assert.ok('error' in (await queue.run(job('giveFunction'))))
  assert.ok('error' in (await queue.run(job('nothingOfTheKind'))))
  await assert.rejects(queue.run(job('whereAmI', () => {})), {
    code: 'ERP_BAD_ANSWER',
    message: /handed over/
  })
  assert.ok((await threadOf(queue)) > 0)
})

test('a waiting job leaves the queue when it is cancelled; a full queue refuses', async t => {
  const queue = queueOf(t, { waiting: 2 })
  const stop = new AbortController()
  const hanging = queue.run(job('hang'), stop.signal)
  const quit = new AbortController()
  const waiting = queue.run(job('whereAmI', ''), quit.signal)
  const second = threadOf(queue)
  await assert.rejects(queue.run(job('whereAmI', '')), { code: 'ERP_BUSY', remedy: /Try again/ })
  quit.abort()
  await assert.rejects(waiting, { code: 'ERP_ABORTED' })
  assert.equal(queue.waiting, 1)
  await assert.rejects(queue.run(job('whereAmI', ''), AbortSignal.abort()), { code: 'ERP_ABORTED' })
  stop.abort()
  await assert.rejects(hanging, { code: 'ERP_ABORTED' })
  assert.ok((await second) > 0)
})

test('an idle thread is ended, so is one with a large heap', async t => {
  const queue = queueOf(t, { idleMs: 1 })
  await threadOf(queue)
  while (queue.running) {
    await new Promise(resolve => {
      setTimeout(resolve, 2)
    })
  }
  const narrow = queueOf(t, { keepMegabytes: 20 })
  const first = valueOf(await narrow.run(job('keep', 20)))
  assert.equal(narrow.running, false)
  assert.notEqual(await threadOf(narrow), first)
})

test('closing ends running and waiting jobs', async t => {
  const queue = queueOf(t)
  const all = [queue.run(job('hang')), queue.run(job('whereAmI', ''))].map(one =>
    assert.rejects(one, { code: 'ERP_ABORTED' })
  )
  await queue.close()
  await Promise.all(all)
  assert.equal(queue.running, false)
})
