/**
 * Loaded before a sandbox that is measured: the message `measure` frees what nobody holds any more in every thread, and answers what
 * is left. Only the heap then tells what is kept; the resident size also counts what the allocator has not given back.
 */
import inspector from 'node:inspector/promises'
import { isMainThread } from 'node:worker_threads'

export interface Memory { readonly rssMb: number, readonly heapMb: number, readonly threadsMb: number, readonly cpuMs: number }

interface Usage { readonly usedSize: number }

async function heapOfThreads (session: inspector.Session): Promise<number> {
  const threads = new Set<string>()
  const answers = new Map<string, (usage: Usage) => void>()
  session.on('NodeWorker.attachedToWorker', ({ params }) => { threads.add(params.sessionId) })
  session.on('NodeWorker.receivedMessageFromWorker', ({ params }) => {
    const { id, result } = JSON.parse(params.message) as { id: number, result: Usage }
    if (id === 3) answers.get(params.sessionId)?.(result)
  })
  await session.post('NodeWorker.enable', { waitForDebuggerOnStart: false })
  const asked = [...threads].map(async sessionId => {
    const { promise, resolve } = Promise.withResolvers<Usage>()
    answers.set(sessionId, resolve)
    for (const [id, method] of [[1, 'HeapProfiler.collectGarbage'], [2, 'HeapProfiler.collectGarbage'], [3, 'Runtime.getHeapUsage']] as const) {
      await session.post('NodeWorker.sendMessageToWorker', { sessionId, message: JSON.stringify({ id, method }) })
    }
    return (await promise).usedSize
  })
  const sizes = await Promise.all(asked)
  await session.post('NodeWorker.disable')
  return sizes.reduce((sum, size) => sum + size, 0)
}

async function measure (): Promise<Memory> {
  const session = new inspector.Session()
  session.connect()
  const threads = await heapOfThreads(session)
  await session.post('HeapProfiler.collectGarbage')
  await session.post('HeapProfiler.collectGarbage')
  session.disconnect()
  const { user, system } = process.cpuUsage()
  return { rssMb: process.memoryUsage.rss() / 1e6, heapMb: process.memoryUsage().heapUsed / 1e6, threadsMb: threads / 1e6, cpuMs: (user + system) / 1000 }
}

async function answer (message: unknown): Promise<void> {
  if (message === 'cpu') process.send?.({ cpuMs: process.cpuUsage().user / 1000 + process.cpuUsage().system / 1000 })
  if (message === 'measure') process.send?.(await measure())
}

if (isMainThread) process.on('message', message => { void answer(message) })
