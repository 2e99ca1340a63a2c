/** Starts a confined child process, enforces its limits and collects its events. */
import { spawn, type ChildProcess } from 'node:child_process'
import { realpathSync, writeFileSync } from 'node:fs'
import { dirname, sep } from 'node:path'
import type { RunLimits } from '../types.ts'
import type { ChildEvent } from './child/job.ts'
import { isolated, type Isolation } from './isolation.ts'
import { PROCESS_FILE } from './root.ts'

/** How a child ended: by itself, or for which limit it was stopped. */
export interface Ending {
  readonly reason: 'done' | 'time' | 'memory' | 'output' | 'died'
  readonly detail: string
}

export interface Launch {
  /** The module that the child starts with, which lies in a folder that it may read. */
  readonly main: string
  readonly job: string
  /** Folders that the child may read, and the one it may also write. */
  readonly read: readonly string[]
  readonly write: string
  readonly limits: RunLimits
  readonly isolation: Isolation
  /** How often the time limit may start anew. */
  readonly periods: number
  onEvent(event: ChildEvent): void
  /**
   * The program is debugged: takes what sends it commands while it stands. Time stands still until a
   * command lets it go on.
   */
  onCommands?(send: (line: string, goesOn: boolean) => void): void
}

/** What a run may send back beside console output, and what is kept of its last words. */
const EVENT_BYTES = 8 * 1024 * 1024
/** Time for the start of the process, which does not count as time of the program. */
const START_MILLISECONDS = 60_000
const STDERR_BYTES = 8 * 1024

/** Runs one confined child to its end. The time limit starts anew with every method that starts. */
export function launch(options: Launch, signal: AbortSignal): Promise<Ending> {
  const child = startConfined(options)
  if (child.pid !== undefined) writeFileSync(options.write + PROCESS_FILE, String(child.pid))
  return new Promise(resolve => {
    let stopped: Ending | undefined
    let errors = ''
    const stop = (reason: Ending['reason'], detail: string): void => {
      stopped ??= { reason, detail }
      child.kill('SIGKILL')
    }
    const abort = (): void => stop('died', 'the runtime was closed')
    signal.addEventListener('abort', abort, { once: true })
    let timer = setTimeout(
      () => stop('died', `it did not start within ${START_MILLISECONDS} ms`),
      START_MILLISECONDS
    )
    options.onCommands?.((line, goesOn) => {
      if (goesOn) {
        clearTimeout(timer)
        timer = setTimeout(() => stop('time', ''), options.limits.milliseconds)
      }
      child.stdin?.write(`${line}\n`)
    })
    child.stdin?.on('error', () => {})
    readEvents(child, options, {
      event(event) {
        if (event.event === 'ready' || event.event === 'loaded' || event.event === 'start') {
          clearTimeout(timer)
          timer = setTimeout(() => stop('time', ''), options.limits.milliseconds)
        }
        if (event.event === 'stopped') clearTimeout(timer)
        options.onEvent(event)
      },
      overflow: () => stop('output', '')
    })
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      errors = (errors + text).slice(-STDERR_BYTES)
    })
    child.on('error', error => stop('died', error.message))
    child.on('close', (code, ended) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
      resolve(
        stopped ?? (code === 0 ? { reason: 'done', detail: '' } : ending(errors, code, ended))
      )
    })
  })
}

/**
 * Starts the process with nothing of this one: no environment, no descriptors but those that its
 * output goes to.
 */
export function startConfined(options: Launch): ChildProcess {
  const folder = realpathSync(dirname(options.job))
  const place = { root: `${options.write}.root`, visible: readable(options), folder }
  const own = [realpathSync(process.execPath), ...flags(options), options.main, options.job]
  const [command = '', ...rest] = limited(options, isolated(options.isolation, place, own))
  return spawn(command, rest, {
    env: {},
    cwd: folder,
    stdio: [options.onCommands === undefined ? 'ignore' : 'pipe', 'ignore', 'pipe', 'pipe'],
    windowsHide: true
  })
}

/** Processor time in addition to the limit of the methods. */
const EXTRA_CPU_SECONDS = 60

/**
 * A child in an endless loop does not notice that its parent was killed, and no process is left to
 * stop it. The kernel counts its processor time and ends it; without a shell that sets this limit,
 * the next start ends it.
 */
function limited({ limits, periods }: Launch, command: readonly string[]): readonly string[] {
  if (process.platform === 'win32') return command
  const seconds = EXTRA_CPU_SECONDS + Math.ceil(limits.milliseconds / 1000) * (periods + 2)
  return ['/bin/sh', '-c', 'ulimit -t "$0"; exec "$@"', String(seconds), ...command]
}

function ending(errors: string, code: number | null, signal: NodeJS.Signals | null): Ending {
  if (
    /heap out of memory|Allocation failed|invalid array length|invalid table size/i.test(errors)
  ) {
    return { reason: 'memory', detail: '' }
  }
  if (/Maximum call stack/i.test(errors)) {
    return { reason: 'died', detail: 'the call stack is exhausted' }
  }
  return { reason: 'died', detail: `exit code ${code ?? 'none'}, signal ${signal ?? 'none'}` }
}

/**
 * Reads one JSON document a line from descriptor 3; a child that exceeds the output limit is
 * stopped.
 */
function readEvents(
  child: ChildProcess,
  options: Launch,
  to: { event(event: ChildEvent): void; overflow(): void }
): void {
  let rest = ''
  let bytes = 0
  const stream = child.stdio[3]
  if (stream === null || stream === undefined || !('setEncoding' in stream)) {
    throw new Error('no event channel')
  }
  stream.setEncoding('utf8')
  stream.on('data', (text: string) => {
    bytes += text.length
    if (bytes > EVENT_BYTES + 4 * options.limits.outputBytes) return to.overflow()
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const event = parse(line)
      if (event !== undefined) to.event(event)
    }
  })
  stream.on('error', () => {})
}

function parse(line: string): ChildEvent | undefined {
  try {
    const event: unknown = JSON.parse(line)
    return typeof event === 'object' && event !== null && 'event' in event
      ? (event as ChildEvent)
      : undefined
  } catch {
    return undefined
  }
}

function flags(options: Launch): string[] {
  return [
    '--permission',
    ...readable(options).map(folder => `--allow-fs-read=${folder}${sep}*`),
    `--allow-fs-write=${realpathSync(options.write)}${sep}*`,
    `--max-old-space-size=${Math.max(32, Math.floor(options.limits.memoryMegabytes))}`,
    '--disallow-code-generation-from-strings',
    '--disable-warning=ExperimentalWarning',
    '--no-addons',
    '--disable-proto=delete',
    '--no-experimental-websocket',
    // an import() in the realm is answered by the process itself, with a text
    '--experimental-vm-modules'
  ]
}

function readable(options: Launch): string[] {
  return [...new Set([...options.read, options.write].map(folder => realpathSync(folder)))]
}
