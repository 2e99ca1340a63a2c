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
  /** Waits until the text appears on stdout or stderr. */
  until(text: string | RegExp): Promise<void>
}

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Runs a file of the checkout; only the given variables and PATH reach it. Killed at the end of the
 * test.
 */
export function run(
  t: TestContext,
  file: string,
  { args = [], env = {} }: { args?: readonly string[]; env?: Readonly<Record<string, string>> } = {}
): Spawned {
  const child = spawn(process.execPath, [file, ...args], {
    cwd: root,
    env: { PATH: process.env['PATH'] ?? '', ...env }
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
    while (!found()) {
      if (child.exitCode !== null) throw new Error(`ended before ${String(text)}:\n${out}\n${err}`)
      await new Promise(resolve => setTimeout(resolve, 10))
    }
  }
  return { child, out: () => out, err: () => err, ended, until }
}
