/**
 * The sandbox as a child process: it cannot take the bridge down with it, and it ends with the
 * bridge whatever happens to that.
 */
import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import type { SandboxReady } from './commands/sandbox.ts'
import type { Environment } from './config/config.ts'

export interface SandboxProcess {
  readonly url: string
  readonly user: string
  readonly password: string
  /** Settles when the process is gone, with the words for it. */
  readonly gone: Promise<string>
  /** Asks it to end, and ends it after a bound. */
  close(): Promise<void>
}

const boundsMs = { start: 60_000, close: 5000 }

/**
 * @param bin the file whose `sandbox` command is run. Rejects when the sandbox does not come up.
 */
export async function startSandboxProcess(bin: string, env: Environment): Promise<SandboxProcess> {
  const child = fork(bin, ['sandbox', '--addr', '127.0.0.1:0'], {
    env: harmless(env),
    stdio: ['ignore', 'ignore', 'inherit', 'ipc']
  })
  const gone = new Promise<string>(resolve => {
    child.once('exit', (code, signal) =>
      resolve(`the sandbox ended (${signal ?? `exit code ${code}`})`)
    )
    child.once('error', error => resolve(`the sandbox could not be started (${error.message})`))
  })
  try {
    const { url, user, password } = await ready(child, gone)
    return { url, user, password, gone, close: () => close(child, gone) }
  } catch (error) {
    await close(child, gone)
    throw error
  }
}

async function ready(child: ChildProcess, gone: Promise<string>): Promise<SandboxReady> {
  const { promise, resolve, reject } = Promise.withResolvers<SandboxReady>()
  child.on('message', message => {
    if (isReady(message)) resolve(message)
  })
  const timer = setTimeout(
    () => reject(new Error(`the sandbox did not come up within ${boundsMs.start / 1000} seconds`)),
    boundsMs.start
  )
  void gone.then(words => reject(new Error(words)))
  return await promise.finally(() => clearTimeout(timer))
}

async function close(child: ChildProcess, gone: Promise<string>): Promise<void> {
  if (child.connected) child.disconnect()
  const timer = setTimeout(() => child.kill('SIGKILL'), boundsMs.close)
  await gone
  clearTimeout(timer)
}

function isReady(message: unknown): message is SandboxReady {
  return (
    typeof message === 'object' && message !== null && 'kind' in message && message.kind === 'ready'
  )
}

/** The settings of the bridge, with its secrets, are none of the sandbox's business. */
function harmless(env: Environment): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^(ERP|SVC)_/.test(name)))
}
