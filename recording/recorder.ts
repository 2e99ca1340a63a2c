/**
 * Records the exchanges with one ERP system in a folder. It never delays or fails a call: where it
 * cannot write, it stops with one warning.
 */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { ErpExchange, ExchangeIdentity, ExchangeObserver } from '../erp-client/index.ts'
import type { SentBody, SentExchange } from './exchange.ts'
import { usualLimits } from './folder.ts'
import type { FolderLimits } from './folder.ts'
import type { ThreadData, ThreadOrder, ThreadReport } from './recorder-thread.ts'

export interface RecorderOptions {
  /** A new folder is made in it. */
  readonly directory: string
  /** Name of the system, for the name of the folder. */
  readonly name: string
  readonly origin: string
  readonly client: string
  /** ERP users that are known before their first exchange. */
  readonly users?: readonly string[] | undefined
  /** Record source texts and descriptions too. */
  readonly sources: boolean
  /** Program and version. */
  readonly recorder: string
  /** Called once, where recording stops before its end. */
  readonly onStop: (reason: string) => void
  readonly limits?: Partial<RecorderLimits> | undefined
  /** For tests: replacements that can be foretold. */
  readonly key?: Uint8Array | undefined
}

export interface RecorderLimits extends FolderLimits {
  /** Bytes of one body; a larger one is left out. */
  readonly mostBodyBytes: number
  /** Bytes that wait for the thread: a slow disk must not fill the memory. */
  readonly mostWaitingBytes: number
  /** Exchanges that wait for it. */
  readonly mostWaiting: number
  /** Time for what still waits at the end. */
  readonly closeMs: number
}

export interface Recorder extends ExchangeObserver {
  /** The folder of this recording. */
  readonly path: string
  /** Undefined while it records. */
  readonly stopped: string | undefined
  /** Waits a bounded time for what is still to be written. */
  close(): Promise<void>
}

const usual: RecorderLimits = {
  ...usualLimits,
  mostBodyBytes: 4 * 1024 * 1024,
  mostWaitingBytes: 64 * 1024 * 1024,
  mostWaiting: 2000,
  closeMs: 5000
}
/** Headers and what the thread adds, for the count of what waits. */
const overheadBytes = 2000

/** Starts its thread with the first exchange. */
export function createRecorder(options: RecorderOptions): Recorder {
  const limits = { ...usual, ...options.limits }
  const path = join(options.directory, folderName(options.name))
  const identities: ExchangeIdentity[] = []
  const waiting: number[] = []
  let waitingBytes = 0
  let stopped: string | undefined
  let closing = false
  let worker: Worker | undefined
  let settled: (() => void) | undefined

  const stop = (reason: string) => {
    if (stopped !== undefined) return
    stopped = reason
    void worker?.terminate()
    settled?.()
    options.onStop(reason)
  }
  /** Stops, and leaves the thread some time for what waits and for the description. */
  const giveUp = (reason: string) => {
    stopped = reason
    order({ kind: 'end', stopped: reason })
    const end = () => void worker?.terminate()
    const timer = setTimeout(end, limits.closeMs).unref()
    settled = () => {
      clearTimeout(timer)
      end()
    }
    options.onStop(reason)
  }
  const take = (report: ThreadReport) => {
    if (report.kind === 'failed') stop(report.reason)
    else if (report.kind === 'ended') settled?.()
    else waitingBytes -= waiting.shift() ?? 0
  }
  const start = (): Worker => {
    const thread = new Worker(threadFile(), {
      workerData: threadData(options, { path, limits }),
      name: 'recorder',
      resourceLimits: { maxOldGenerationSizeMb: 768 }
    })
    // The program may end although an exchange waits.
    thread.unref()
    thread.on('message', take)
    thread.on('error', () => stop('the thread of the recorder failed'))
    thread.on('exit', () => stop('the thread of the recorder ended'))
    return thread
  }
  const order = (given: ThreadOrder) => {
    worker ??= start()
    for (const identity of identities.splice(0)) worker.postMessage({ kind: 'identity', identity })
    worker.postMessage(given)
  }
  return {
    path,
    get stopped() {
      return stopped
    },
    identity(identity) {
      if (stopped !== undefined || closing) return
      if (worker === undefined) identities.push(identity)
      else order({ kind: 'identity', identity })
    },
    exchange(exchange) {
      if (stopped !== undefined || closing) return
      const sent = sentOf(exchange, limits.mostBodyBytes)
      const size = overheadBytes + sizeOf(sent.requestBody) + sizeOf(sent.answer?.body)
      if (waitingBytes + size > limits.mostWaitingBytes || waiting.length >= limits.mostWaiting) {
        giveUp('the disk is slower than the calls')
        return
      }
      waiting.push(size)
      waitingBytes += size
      try {
        order({ kind: 'exchange', exchange: sent })
      } catch {
        stop('the thread of the recorder cannot be started')
      }
    },
    async close() {
      if (closing) return
      closing = true
      if (worker === undefined || stopped !== undefined) return
      const done = Promise.withResolvers<void>()
      settled = done.resolve
      const timer = setTimeout(done.resolve, limits.closeMs)
      worker.ref()
      order({ kind: 'end' })
      await done.promise
      clearTimeout(timer)
      const isWhole = waiting.length === 0
      stopped ??= 'closed'
      await worker.terminate()
      if (!isWhole && stopped === 'closed') options.onStop('the end came before all was written')
    }
  }
}

function threadFile(): URL {
  const file = `./recorder-thread${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`
  return new URL(file, import.meta.url)
}

function threadData(
  { recorder, sources, origin, client, users = [], key }: RecorderOptions,
  { path, limits }: { readonly path: string; readonly limits: RecorderLimits }
): ThreadData {
  const { mostBytes, mostFiles, leastFree, mostBodyBytes } = limits
  return {
    path,
    recorder,
    sources,
    origin,
    client,
    users,
    mostBodyBytes,
    limits: { mostBytes, mostFiles, leastFree },
    ...(key === undefined ? {} : { key })
  }
}

/** `default-20261125-134501-3f9a`: a process that starts again adds a recording, and replaces none. */
function folderName(name: string): string {
  const time = new Date().toISOString().replace(/[-:]/g, '').replace('T', '-').slice(0, 15)
  return `${name}-${time}-${randomBytes(2).toString('hex')}`
}

/** What is copied to the thread; the copy is the only cost for the call. */
function sentOf(exchange: ErpExchange, most: number): SentExchange {
  const { answer, requestBody } = exchange
  return {
    ...exchange,
    requestHeaders: { ...exchange.requestHeaders },
    requestBody: bounded(requestBody, most),
    answer:
      answer === undefined
        ? undefined
        : {
            status: answer.status,
            headers: { ...answer.headers },
            body: bounded(answer.body, most)
          }
  }
}

function bounded(body: string | Uint8Array | undefined, most: number): SentBody {
  if (body === undefined) return undefined
  if (body.length > most) return { bytes: body.length }
  // A clone of a part copies all the memory that it is a part of.
  return typeof body === 'string' ? body : new Uint8Array(body)
}

function sizeOf(body: SentBody): number {
  return typeof body === 'string' ? body.length * 2 : body instanceof Uint8Array ? body.length : 0
}
