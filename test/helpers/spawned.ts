/** A child process with all that it wrote. */
import { spawn } from 'node:child_process'
import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'

export interface Spawned {
  readonly child: ChildProcessWithoutNullStreams
  readonly out: () => string
  readonly err: () => string
  /** Settles with the exit code, or the signal that ended it. */
  readonly ended: Promise<number | string | null>
  /** Waits until the text appears on stdout or stderr, two minutes at most. */
  until(text: string | RegExp): Promise<void>
}

/** Milliseconds that a text may take. */
const longest = 120_000
const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * PATH, where the run of the tests caches compiled code, and no journal: it would be written into
 * the state folder of the user.
 */
export function inherited(): Record<string, string> {
  const { PATH = '', NODE_COMPILE_CACHE: cache } = process.env
  const common = { PATH, ERP_JOURNAL: 'off' }
  return cache === undefined ? common : { ...common, NODE_COMPILE_CACHE: cache }
}

/**
 * Runs a file of the checkout; only the given variables and `inherited` reach it. Killed at the end of the
 * test.
 */
export function run(
  t: TestContext,
  file: string,
  { args = [], env = {} }: { args?: readonly string[]; env?: Readonly<Record<string, string>> } = {}
): Spawned {
  const child = spawn(process.execPath, [file, ...args], {
    cwd: root,
    env: { ...inherited(), ...env }
  })
  let out = ''
  let err = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    out += chunk
  })
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    err += chunk
  })
  // The process may be gone before all was written to it.
  child.stdin.on('error', () => {})
  t.after(() => {
    child.kill('SIGKILL')
  })
  const ended = once(child, 'close').then(
    ([code, signal]: (number | string | null)[]) => code ?? signal ?? null
  )
  const until = async (text: string | RegExp) => {
    const found = () =>
      typeof text === 'string' ? `${out}${err}`.includes(text) : text.test(`${out}${err}`)
    const end = performance.now() + longest
    while (!found()) {
      if (performance.now() > end) throw new Error(`no ${String(text)} so far:\n${out}\n${err}`)
      if (child.exitCode !== null) throw new Error(`ended before ${String(text)}:\n${out}\n${err}`)
      await new Promise(resolve => setTimeout(resolve, 10))
    }
  }
  return { child, out: () => out, err: () => err, ended, until }
}
