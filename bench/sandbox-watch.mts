/**
 * Loaded before a sandbox that is measured: the message `measure` frees unreferenced objects
 * in every thread, and answers with the rest. Only the heap then shows what is live; the resident
 * size includes what the allocator has not released.
 */
import inspector from 'node:inspector/promises'
import { isMainThread } from 'node:worker_threads'

export interface Memory {
  readonly rssMb: number
  readonly heapMb: number
  readonly threadsMb: number
  readonly cpuMs: number
}

interface Usage {
  readonly usedSize: number
}

async function heapOfThreads(session: inspector.Session): Promise<number> {
  const threads = new Set<string>()
  const waiting = new Map<string, (result: Usage) => void>()
  session.on('NodeWorker.attachedToWorker', ({ params }) => {
    threads.add(params.sessionId)
  })
  session.on('NodeWorker.receivedMessageFromWorker', ({ params }) => {
    const { id, result } = JSON.parse(params.message) as { id: number; result: Usage }
    waiting.get(`${params.sessionId} ${id}`)?.(result)
  })
  await session.post('NodeWorker.enable', { waitForDebuggerOnStart: false })
  let last = 0
  const ask = async (sessionId: string, method: string) => {
    const id = ++last
    const { promise, resolve } = Promise.withResolvers<Usage>()
    waiting.set(`${sessionId} ${id}`, resolve)
    await session.post('NodeWorker.sendMessageToWorker', {
      sessionId,
      message: JSON.stringify({ id, method })
    })
    return await promise
  }
  let sum = 0
  for (const thread of threads) {
    // Freeing is a task of its own in the thread: what is asked before its answer is answered
    // before it.
    for (let time = 0; time < 2; time++) await ask(thread, 'HeapProfiler.collectGarbage')
    sum += (await ask(thread, 'Runtime.getHeapUsage')).usedSize
  }
  await session.post('NodeWorker.disable')
  return sum
}

async function measure(): Promise<Memory> {
  const session = new inspector.Session()
  session.connect()
  const threads = await heapOfThreads(session)
  await session.post('HeapProfiler.collectGarbage')
  await session.post('HeapProfiler.collectGarbage')
  session.disconnect()
  const { user, system } = process.cpuUsage()
  return {
    rssMb: process.memoryUsage.rss() / 1e6,
    heapMb: process.memoryUsage().heapUsed / 1e6,
    threadsMb: threads / 1e6,
    cpuMs: (user + system) / 1000
  }
}

async function answer(message: unknown): Promise<void> {
  if (message === 'cpu') {
    process.send?.({ cpuMs: process.cpuUsage().user / 1000 + process.cpuUsage().system / 1000 })
  }
  if (message === 'measure') process.send?.(await measure())
}

if (isMainThread) {
  process.on('message', message => {
    void answer(message)
  })
}
