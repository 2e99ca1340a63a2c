/**
 * The worker thread: imports the function of a job, runs it, and answers with its result or error.
 */
import { getHeapStatistics } from 'node:v8'
import { parentPort } from 'node:worker_threads'
import type { WorkerAnswer, WorkerJob, SerializedError } from './worker-queue.ts'

/**
 * Serializes an error with its properties, because its class does not survive the way to another
 * thread.
 */
function serialize(error: unknown): SerializedError {
  return error instanceof Error
    ? { ...error, name: error.name, message: error.message }
    : { name: 'Error', message: String(error) }
}

function heapMegabytes(): number {
  return getHeapStatistics().total_heap_size / 1e6
}

async function answer({ module, name, args }: WorkerJob): Promise<WorkerAnswer> {
  try {
    const found = (await import(module)) as Readonly<Record<string, unknown>>
    const work = found[name]
    if (typeof work !== 'function') throw new TypeError(`${module} exports no function ${name}`)
    return {
      value: (work as (...given: readonly unknown[]) => unknown)(...args),
      heapMegabytes: heapMegabytes()
    }
  } catch (error) {
    return { error: serialize(error), heapMegabytes: heapMegabytes() }
  }
}

parentPort?.on('message', (job: WorkerJob) => {
  void answer(job)
    .then(result => {
      parentPort?.postMessage(result)
    })
    .catch((error: unknown) => {
      // The result cannot be cloned.
      parentPort?.postMessage({
        error: { name: 'Error', message: String(error) },
        heapMegabytes: heapMegabytes()
      } satisfies WorkerAnswer)
    })
})
