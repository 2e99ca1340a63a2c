/** Starts the transpiling thread, and replaces it when it fails. */
import { Worker } from 'node:worker_threads'
import { keptFolder } from '../kept/folder.ts'
import { sibling } from '../sibling.ts'
import { workerEnvironment } from '../worker-environment.ts'
import type { RepositoryFile } from '../types.ts'
import type {
  LibraryProgram,
  Program,
  TranspileRequest,
  TranspilerData
} from './transpile/program.ts'

/**
 * The transpiling thread. A thread that does not answer in time, or exits, is replaced for the next
 * request.
 */
export interface Transpiler {
  /** The modules of the kernel library, and the script of the realm that they run in. */
  library(): Promise<LibraryProgram>
  transpile(request: TranspileRequest): Promise<Program>
  close(): Promise<void>
}

interface Answer {
  readonly id: number
  readonly program?: Program
  readonly error?: string
}
interface PendingRequest {
  resolve(program: Program): void
  reject(error: Error): void
  readonly timer: NodeJS.Timeout
}

const LIMITS = { milliseconds: 30_000, memoryMegabytes: 1024 }
/** Large programs take longer: about six seconds of a busy processor for a million characters. */
const MILLISECONDS_PER_CHARACTER = 0.03

/** Starts the thread at the first request. */
export function createTranspiler(library: readonly RepositoryFile[], limits = LIMITS): Transpiler {
  let worker: Worker | undefined
  let counter = 0
  const pending = new Map<number, PendingRequest>()
  let closed = false

  const fail = (from: Worker, error: Error): void => {
    if (worker !== from) return
    worker = undefined
    for (const { reject, timer } of pending.values()) {
      clearTimeout(timer)
      reject(error)
    }
    pending.clear()
    void from.terminate()
  }

  const expect = (id: number, on: Worker, characters = 0): Promise<Program> =>
    new Promise((resolve, reject) => {
      const most = limits.milliseconds + Math.ceil(characters * MILLISECONDS_PER_CHARACTER)
      const timer = setTimeout(
        () => fail(on, new Error(`transpiling took longer than ${most} ms`)),
        most
      )
      pending.set(id, { resolve, reject, timer })
      on.ref()
    })

  let libraryProgram: Promise<LibraryProgram> | undefined
  const start = (): Worker => {
    if (closed) throw new Error('the runtime is closed')
    if (worker !== undefined) return worker
    const started = new Worker(sibling('transpile/worker', import.meta.url), {
      workerData: {
        library,
        keptIn: { library: keptFolder('sandbox-library'), objects: keptFolder('sandbox-objects') }
      } satisfies TranspilerData,
      resourceLimits: { maxOldGenerationSizeMb: limits.memoryMegabytes },
      env: workerEnvironment(),
      stdin: false,
      execArgv: ['--disable-warning=ExperimentalWarning']
    })
    worker = started
    started.on('message', (answer: Answer) => {
      const entry = pending.get(answer.id)
      if (entry === undefined) return
      pending.delete(answer.id)
      clearTimeout(entry.timer)
      if (pending.size === 0) started.unref()
      if (answer.program === undefined) {
        entry.reject(new Error(answer.error ?? 'transpiling failed'))
      } else entry.resolve(answer.program)
    })
    started.on('error', error =>
      fail(started, error instanceof Error ? error : new Error(String(error)))
    )
    started.on('exit', () => fail(started, new Error('the transpiling thread ended')))
    const first = expect(0, started)
    first.catch(() => {})
    libraryProgram = first as Promise<LibraryProgram>
    return started
  }

  return {
    async library() {
      start()
      return await (libraryProgram as Promise<LibraryProgram>)
    },
    async transpile(request) {
      const on = start()
      const id = ++counter
      const characters = request.files.reduce((sum, file) => sum + file.text.length, 0)
      const answer = expect(id, on, characters)
      on.postMessage({ id, request })
      return await answer
    },
    async close() {
      closed = true
      const last = worker
      if (last !== undefined) fail(last, new Error('the runtime is closed'))
      await last?.terminate()
    }
  }
}
