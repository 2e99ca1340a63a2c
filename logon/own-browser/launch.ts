/**
 * A browser with a profile of its own, driven over pipes. Its end leaves neither a process nor the
 * profile, and a profile that a killed process left is removed at the next start.
 */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { platform } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { ownFolder } from '../store/own-folder.ts'
import { createDevTools } from './devtools-pipe.ts'
import type { DevTools } from './devtools-pipe.ts'

export interface LaunchOptions {
  readonly program: string
  /** Of this user alone; the profile is made in it. */
  readonly folder: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** The process that starts it, and whether another one is alive. */
  readonly processes: { readonly own: number; isAlive(pid: number): boolean }
  /** The page to open. */
  readonly url: string
}

export interface OwnBrowser {
  readonly devTools: DevTools
  /** Settles when the process has ended, with how. */
  readonly ended: Promise<string>
  /** @returns the profile where it could not be removed */
  close(): Promise<string | undefined>
}

const profileName = /^browser-(\d+)-/

export function launchBrowser(options: LaunchOptions): OwnBrowser {
  const { folder, processes } = options
  ownFolder(folder)
  removeLeft(folder, processes.isAlive)
  const profile = mkdtempSync(join(folder, `browser-${processes.own}-`))
  const child = start(options, profile)
  const { promise: ended, resolve } = Promise.withResolvers<string>()
  child.once('error', (error: NodeJS.ErrnoException) => {
    resolve(`it cannot be started (${error.code ?? 'unknown'})`)
  })
  child.once('exit', (code, signal) => {
    resolve(code === null ? `it ended with ${String(signal)}` : `it ended with code ${code}`)
  })
  const [, , , toBrowser, fromBrowser] = child.stdio as [null, null, null, Writable, Readable]
  const devTools = createDevTools(toBrowser, fromBrowser)
  return {
    devTools,
    ended,
    async close() {
      // What the browser still answers is of no use.
      devTools.send('Browser.close').catch(() => {})
      if (!(await endsWithin(ended, 3000))) child.kill('SIGKILL')
      devTools.close()
      await endsWithin(ended, 3000)
      return removed(profile) ? undefined : profile
    }
  }
}

function start({ program, url, env }: LaunchOptions, profile: string): ChildProcess {
  const host = new URL(url).hostname
  const args = [
    '--remote-debugging-pipe',
    `--user-data-dir=${profile}`,
    '--no-first-run',
    '--no-default-browser-check',
    '--disable-sync',
    '--disable-background-mode',
    '--disable-session-crashed-bubble',
    // The profile is removed: nothing of it goes into a key store.
    '--password-store=basic',
    // Kerberos with the ERP alone. On Windows the zones of the system decide, and this would replace them.
    ...(platform() === 'win32' ? [] : [`--auth-server-allowlist=${host}`]),
    '--new-window',
    url
  ]
  return spawn(program, args, {
    shell: false,
    // Its output names addresses of the log-on.
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
    env: withoutSettings(env)
  })
}

/** The browser needs no password of the bridge. */
function withoutSettings(env: LaunchOptions['env']): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^(?:ERP|SAP)_/i.test(name)))
}

async function endsWithin(ended: Promise<string>, milliseconds: number): Promise<boolean> {
  const timer = Promise.withResolvers<false>()
  const handle = setTimeout(timer.resolve, milliseconds, false)
  try {
    return await Promise.race([ended.then(() => true), timer.promise])
  } finally {
    clearTimeout(handle)
  }
}

function removeLeft(folder: string, isAlive: (pid: number) => boolean): void {
  for (const name of readdirSync(folder)) {
    const pid = profileName.exec(name)?.[1]
    if (pid !== undefined && !isAlive(Number(pid))) removed(join(folder, name))
  }
}

/** Helpers of the browser may write for a moment after its end. */
function removed(path: string): boolean {
  try {
    rmSync(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
    return true
  } catch {
    return false
  }
}
