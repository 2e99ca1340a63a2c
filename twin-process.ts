/**
 * The twin as the tools call it: each check has a child process of the sandbox's package, which is
 * stopped at its limits. Nothing of one check is left for the next one.
 */
import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findSandbox } from './sandbox-package.ts'
import { ToolError } from './tools/index.ts'
import type { Twin, TwinInput, TwinRead, TwinVerdict, TwinWanted } from './tools/index.ts'

export interface TwinOptions {
  /** Checks at a time; further ones wait. */
  readonly atATime?: number
  /** Checks that may wait; one more is refused. */
  readonly waiting?: number
  /** Milliseconds of one check, with the requests to the ERP. */
  readonly milliseconds?: number
  /** Milliseconds of one test method. */
  readonly testMilliseconds?: number
  /** Limits of what one check reads of the ERP. */
  readonly bounds?: Partial<Bounds>
  /** Milliseconds in which a child that is no longer needed ends by itself. */
  readonly endMilliseconds?: number
  /** The module of the child process; tests replace it. */
  readonly entry?: () => URL
}

interface Bounds {
  readonly objects: number
  readonly depth: number
  readonly requests: number
  readonly characters: number
}

const usualBounds: Bounds = { objects: 300, depth: 6, requests: 800, characters: 20_000_000 }
const usual = {
  atATime: 2,
  waiting: 8,
  milliseconds: 180_000,
  testMilliseconds: 10_000,
  endMilliseconds: 5000
}
const heapMegabytes = 1024

type Ref = Parameters<TwinInput['readRest']>[0]

type MessageOfTwin =
  | { readonly kind: 'ready' }
  | { readonly kind: 'read'; readonly id: number; readonly wanted: TwinWanted }
  | { readonly kind: 'rest'; readonly id: number; readonly ref: Ref }
  | { readonly kind: 'verdict'; readonly verdict: TwinVerdict }
  | { readonly kind: 'failed'; readonly message: string }

/** Starts nothing before the first check; a missing package is an error of that check. */
export function createTwin(options: TwinOptions = {}): Twin {
  const limits = { ...usual, ...options, bounds: { ...usualBounds, ...options.bounds } }
  const slots = createSlots(limits.atATime, limits.waiting)
  return {
    check: async (input, signal) => {
      const entry = entryOf(options)
      const release = await slots.take(signal)
      try {
        return await checkIn(entry, { ...limits, input, signal })
      } finally {
        release()
      }
    }
  }
}

function entryOf({ entry = () => findSandbox(undefined, 'twin/main') }: TwinOptions): URL {
  try {
    return entry()
  } catch (error) {
    throw new ToolError(
      'TWIN_NOT_INSTALLED',
      'The twin, which checks objects together, is not installed here.',
      {
        remedy: error instanceof Error ? `${error.message}.` : String(error),
        cause: error
      }
    )
  }
}

interface Check {
  readonly input: TwinInput
  readonly signal: AbortSignal
  readonly milliseconds: number
  readonly testMilliseconds: number
  readonly endMilliseconds: number
  readonly bounds: Bounds
}

async function checkIn(entry: URL, check: Check): Promise<TwinVerdict> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'erp-twin-')))
  const isGroup = process.platform !== 'win32'
  const child = fork(fileURLToPath(entry), [], {
    // The child gets no setting of the bridge, and so none of its secrets.
    env: { TMPDIR: folder, TEMP: folder, TMP: folder },
    execArgv: [`--max-old-space-size=${heapMegabytes}`],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // Large sources pass without being written as JSON, which would block the event loop.
    serialization: 'advanced',
    detached: isGroup
  })
  const gone = new Promise<string>(resolve => {
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`))
    child.once('error', error => resolve(error.message))
  })
  try {
    return await verdictOf(child, { ...check, folder, gone })
  } finally {
    await end(child, gone, { isGroup, milliseconds: check.endMilliseconds })
    await rm(folder, { recursive: true, force: true })
  }
}

interface Running extends Check {
  readonly folder: string
  readonly gone: Promise<string>
}

async function verdictOf(child: ChildProcess, running: Running): Promise<TwinVerdict> {
  const { input, signal, milliseconds, folder, gone } = running
  const { promise, resolve, reject } = Promise.withResolvers<TwinVerdict>()
  const { objects, tests = true } = input
  const { testMilliseconds, bounds } = running
  const request = { objects, tests, bounds, testMilliseconds, folder }
  child.on('message', (message: MessageOfTwin) => {
    if (message.kind === 'ready') {
      send(child, { kind: 'check', request })
    } else if (message.kind === 'verdict') resolve(message.verdict)
    else if (message.kind === 'failed') reject(failed(message.message))
    // What the ERP refuses for other reasons than the object ends the check with its own error.
    else answer(child, message, running).catch(reject)
  })
  const timer = setTimeout(
    () => reject(failed(`it took longer than ${Math.round(milliseconds / 1000)} seconds`)),
    milliseconds
  )
  const abort = () => reject(signal.reason as Error)
  signal.addEventListener('abort', abort, { once: true })
  if (signal.aborted) abort()
  void gone.then(reason => reject(failed(`its process ended (${reason})`)))
  return await promise.finally(() => {
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
  })
}

async function answer(
  child: ChildProcess,
  message: Extract<MessageOfTwin, { id: number }>,
  { input, signal }: Check
): Promise<void> {
  const read: TwinRead =
    message.kind === 'read'
      ? await input.read(message.wanted, signal)
      : await input.readRest(message.ref, signal)
  send(child, { kind: 'answer', id: message.id, read })
}

function send(child: ChildProcess, message: object): void {
  // A child that has ended is reported by its end.
  if (child.connected) child.send(message, () => {})
}

function failed(reason: string): ToolError {
  return new ToolError('TWIN_FAILED', `The check in the twin ended without a verdict: ${reason}.`, {
    remedy: 'Nothing was changed. Check fewer objects at a time, or leave the tests out.'
  })
}

/** The child ends the processes of its tests; where it hangs, its whole group is ended. */
async function end(
  child: ChildProcess,
  gone: Promise<string>,
  { isGroup, milliseconds }: { isGroup: boolean; milliseconds: number }
): Promise<void> {
  if (child.connected) child.disconnect()
  const timer = setTimeout(() => kill(child, isGroup), milliseconds)
  await gone
  clearTimeout(timer)
}

function kill(child: ChildProcess, isGroup: boolean): void {
  if (child.pid === undefined) return
  try {
    process.kill(isGroup ? -child.pid : child.pid, 'SIGKILL')
  } catch {
    /* it has ended */
  }
}

interface Slots {
  take(signal: AbortSignal): Promise<() => void>
}

function createSlots(count: number, mostWaiting: number): Slots {
  let free = count
  const queue: (() => void)[] = []
  const release = () => {
    const next = queue.shift()
    if (next === undefined) free++
    else next()
  }
  return {
    async take(signal) {
      signal.throwIfAborted()
      if (free > 0) {
        free--
        return release
      }
      if (queue.length >= mostWaiting) throw busy(count)
      const turn = Promise.withResolvers<void>()
      queue.push(turn.resolve)
      const leave = () => {
        const at = queue.indexOf(turn.resolve)
        if (at < 0) return
        queue.splice(at, 1)
        turn.reject(signal.reason)
      }
      signal.addEventListener('abort', leave, { once: true })
      await turn.promise.finally(() => signal.removeEventListener('abort', leave))
      return release
    }
  }
}

function busy(count: number): ToolError {
  return new ToolError(
    'TWIN_BUSY',
    `The twin runs ${count} checks, and as many as may wait are waiting.`,
    {
      remedy: 'Repeat the call in a minute. Nothing was changed.'
    }
  )
}
