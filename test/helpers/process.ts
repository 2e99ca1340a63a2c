import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { inherited } from './spawned.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

export interface BridgeProcess {
  readonly url: string
  readonly child: ChildProcess
  readonly output: () => string
  stop(): Promise<number | null>
}

/**
 * Starts the bin from source over HTTP and waits until it is healthy: with the sandbox, unless the
 * arguments name a system.
 */
export async function startBridge(
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {}
): Promise<BridgeProcess> {
  const port = await freePort()
  const child = spawn(
    process.execPath,
    [
      'cli.ts',
      ...(args.includes('--url') ? [] : ['--sandbox']),
      '--transport',
      'http-streamable',
      '--http-addr',
      `127.0.0.1:${port}`,
      ...args
    ],
    {
      cwd: root,
      env: { ...inherited(), ...env },
      stdio: ['ignore', 'pipe', 'pipe']
    }
  )
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', chunk => {
      text += String(chunk)
    })
  }
  const exited = once(child, 'exit') as Promise<[number | null]>
  const url = `http://127.0.0.1:${port}`
  for (let tries = 0; ; tries++) {
    if (child.exitCode !== null || tries > 300) {
      throw new Error(`the bridge did not start:\n${text}`)
    }
    const healthy = await fetch(`${url}/health`).then(
      answer => answer.ok,
      () => false
    )
    if (healthy) break
    await sleep(100)
  }
  return {
    url,
    child,
    output: () => text,
    async stop() {
      if (child.exitCode === null) child.kill('SIGTERM')
      const [code] = await exited
      return code
    }
  }
}

const made: string[] = []

/**
 * A new folder that is removed when the process ends.
 *
 * @param name the first part of its name
 */
export function temporaryFolder(name: string): string {
  if (made.length === 0) process.once('exit', removeAll)
  const folder = mkdtempSync(join(tmpdir(), `${name}-`))
  made.push(folder)
  return folder
}

function removeAll(): void {
  for (const folder of made) rmSync(folder, { recursive: true, force: true })
}
