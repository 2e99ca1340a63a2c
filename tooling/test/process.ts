/** Runs a command in a process group of its own, with a time limit and its processor seconds. */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'

export interface Run {
  /** The exit code; undefined where the time limit or a signal ended the process. */
  readonly code: number | undefined
  readonly timedOut: boolean
  /** Everything on stdout and stderr. */
  readonly output: string
  readonly wallSeconds: number
  /** User and system time of the process and its children; undefined where it is not known. */
  readonly cpuSeconds: number | undefined
  /** Processes were still running after the end and have been killed. */
  readonly leftovers: boolean
}

export interface RunOptions {
  readonly cwd: string
  readonly limitSeconds: number
  readonly env?: Readonly<Record<string, string>>
  /** Called with what the process writes, as it comes. */
  readonly onOutput?: (text: string) => void
}

// `times` of a POSIX shell counts the children that have been waited for.
const shell = ['-c', 'exec 3>&2 2>&1; "$@" 3>&-; code=$?; times >&3; exit $code', 'sh']
const posix = process.platform !== 'win32'
const running = new Set<ChildProcess>()

/** Runs a program to its end, or kills it with all its children at the limit. */
export async function runProcess(
  [command = '', ...args]: readonly string[],
  { cwd, limitSeconds, env = {}, onOutput }: RunOptions
): Promise<Run> {
  const begin = performance.now()
  const child = spawn(posix ? 'sh' : command, posix ? [...shell, command, ...args] : args, {
    cwd,
    // Inherited, it would make a test file report to a parent that does not listen.
    env: { ...process.env, NODE_TEST_CONTEXT: undefined, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: posix
  })
  running.add(child)
  const texts = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (texts.out += chunk))
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (texts.err += chunk))
  if (onOutput !== undefined) child.stdout.on('data', onOutput)
  let timedOut = false
  const limit = setTimeout(() => {
    timedOut = true
    killTree(child)
  }, limitSeconds * 1000)
  // `exit`, not `close`: a child that was left behind may hold the pipes open.
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
  clearTimeout(limit)
  const leftovers = !timedOut && posix && killGroup(child.pid)
  if (leftovers || child.stdout.readable) await drained(child)
  running.delete(child)
  return {
    code: signal === null && code !== null && !timedOut ? code : undefined,
    timedOut,
    output: posix ? texts.out : texts.out + texts.err,
    wallSeconds: (performance.now() - begin) / 1000,
    cpuSeconds: posix ? cpuSeconds(texts.err) : undefined,
    leftovers
  }
}

/** On an interrupt this process kills what is running, with all children, reports it and exits. */
export function endOnSignals(title: string): void {
  for (const [name, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129]
  ] as const) {
    process.on(name, () => {
      for (const child of running) killTree(child)
      process.stdout.write(`\n${title} was interrupted\n`)
      process.exit(code)
    })
  }
}

async function drained(child: ChildProcess): Promise<void> {
  const closed = once(child, 'close')
  await Promise.race([closed, new Promise(resolve => setTimeout(resolve, 1000))])
}

/** The four figures of `times`: user and system time of the shell, then of its children. */
export function cpuSeconds(text: string): number | undefined {
  const figures = [...text.matchAll(/(\d+)m([\d.]+)s/g)].map(
    ([, minutes, seconds]) => Number(minutes) * 60 + Number(seconds)
  )
  return figures.length < 4 ? undefined : figures.slice(-4).reduce((sum, each) => sum + each, 0)
}

function killTree(child: ChildProcess): void {
  const { pid } = child
  if (pid === undefined) return
  if (!posix) {
    child.kill('SIGKILL')
    return
  }
  // A descendant with a group of its own is not reached by the group of its parent.
  const descendants = descendantsOf(pid)
  killGroup(pid)
  for (const each of descendants) signal(each)
}

/** True when the group had a process. */
function killGroup(pid: number | undefined): boolean {
  return pid !== undefined && signal(-pid)
}

function signal(target: number): boolean {
  try {
    process.kill(target, 'SIGKILL')
    return true
  } catch {
    return false
  }
}

function descendantsOf(pid: number): readonly number[] {
  const children = Map.groupBy(processes(), ({ parent }) => parent)
  const found: number[] = []
  const pending = [pid]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const own = (children.get(next) ?? []).map(each => each.pid)
    found.push(...own)
    pending.push(...own)
  }
  return found
}

/** All processes of the machine; none where there is no /proc. */
function processes(): { readonly pid: number; readonly parent: number }[] {
  try {
    // Debian's smallest images have no ps.
    return globSync('/proc/[0-9]*/stat').flatMap(file => {
      const [, pid, parent] = /^(\d+) \(.*\) \S (\d+) /s.exec(readOr(file)) ?? []
      return pid === undefined ? [] : [{ pid: Number(pid), parent: Number(parent) }]
    })
  } catch {
    return []
  }
}

/** A process may end while the table is read. */
function readOr(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
