/**
 * Namespaces of Linux around a child: no network, and no file system except the folders that it
 * needs.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * `full`: own network and own file system, so that neither TCP nor a UNIX socket reaches anything.
 * `network`: own network alone.
 * `none`: the platform permits neither.
 */
export type Isolation = 'full' | 'network' | 'none'

export interface ChildFileSystem {
  /** An empty folder that becomes the child's file system. */
  readonly root: string
  /** Folders and files that it holds beside those of the system. */
  readonly visible: readonly string[]
  readonly folder: string
}

/** Paths of the system libraries that executables load, and of the time zone. */
const SYSTEM = ['/usr', '/bin', '/lib', '/lib64', '/dev/null', '/etc/localtime']
const NETWORK = ['unshare', '-U', '-r', '-n']
const FULL = [...NETWORK, '-m']
const PROBE_MILLISECONDS = 10_000

/** Arguments: the empty folder, the working folder, the number of paths, the paths, the command. */
const ENTER_SCRIPT = `root=$1; here=$2; count=$3; shift 3
mount -t tmpfs none "$root" || exit 125
while [ "$count" -gt 0 ]; do
  path=$1; shift; count=$((count - 1))
  if [ -d "$path" ]; then mkdir -p "$root$path"; else mkdir -p "$root\${path%/*}"; : > "$root$path"; fi
  mount --rbind "$path" "$root$path" || exit 125
done
exec chroot "$root" /bin/sh -c 'cd "$0"; exec "$@"' "$here" "$@"`

/** The command inside the namespaces of the level; its process keeps its id. */
export function isolated(
  level: Isolation,
  place: ChildFileSystem,
  command: readonly string[]
): string[] {
  if (level === 'none') return [...command]
  if (level === 'network') return [...NETWORK, ...command]
  mkdirSync(place.root, { recursive: true })
  const wanted = new Set([...SYSTEM, realpathSync(process.execPath), ...place.visible])
  const paths = [...wanted].filter(path => existsSync(path))
  const places = [place.root, place.folder, String(paths.length), ...paths]
  return [...FULL, '/bin/sh', '-c', ENTER_SCRIPT, 'enter', ...places, ...command]
}

let probed: Promise<Isolation> | undefined

/** The strongest level that this platform permits, probed once with the command of children. */
export function isolation(): Promise<Isolation> {
  probed ??= process.platform === 'linux' ? probe() : Promise.resolve('none')
  return probed
}

async function probe(): Promise<Isolation> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'sandbox-probe-')))
  try {
    for (const level of ['full', 'network'] as const) {
      const fileSystem = { root: join(folder, 'root'), visible: [folder], folder }
      const version = [realpathSync(process.execPath), '--version']
      if (await succeeds(isolated(level, fileSystem, version))) return level
    }
    return 'none'
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function succeeds(isolatedCommand: readonly string[]): Promise<boolean> {
  const command = ['probe', ...isolatedCommand]
  return new Promise(resolve => {
    // the shell finds the tools of the system without an environment
    const child = spawn('/bin/sh', ['-c', 'exec "$@"', ...command], {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: {},
      timeout: PROBE_MILLISECONDS
    })
    let output = ''
    child.stdout.on('data', (part: Buffer) => {
      output += String(part)
    })
    child.on('error', () => {
      resolve(false)
    })
    child.on('close', code => {
      resolve(code === 0 && output.startsWith('v'))
    })
  })
}

/** Sentence for the log. */
export function describeIsolation(level: Isolation): string {
  if (level === 'full') {
    return 'ABAP runs in namespaces of its own: no network, and no files but its own.'
  }
  if (level === 'network') {
    return (
      'ABAP runs without a network, but this platform permits no file system of its own: its realm ' +
      'alone closes UNIX sockets. docs/security.md says how to permit it.'
    )
  }
  return (
    'ABAP runs without namespaces, which this platform does not permit: its realm alone closes the ' +
    'network. docs/security.md says how to permit them.'
  )
}
