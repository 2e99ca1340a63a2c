/**
 * Runs the sandbox as a child process: a crash of the sandbox does not end the bridge, and the child
 * ends with the bridge.
 */
import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import type { Environment } from './config/config.ts'
import { findSandbox } from './sandbox-package.ts'

/** The message of the child process once the sandbox answers. */
interface SandboxReady {
  readonly kind: 'ready'
  readonly url: string
  readonly user: string
  readonly password: string
}

export interface SandboxProcess {
  readonly url: string
  readonly user: string
  readonly password: string
  /** Settles when the process has ended, with the reason. */
  readonly gone: Promise<string>
  /** Asks the process to end, and kills it after a bound. */
  close(): Promise<void>
}

const boundsMs = { start: 60_000, close: 5000 }

/**
 * @param bin the file whose `sandbox` command runs in the child process. Rejects when the package of
 * the sandbox is missing and when the sandbox does not start.
 */
export async function startSandboxProcess(bin: string, env: Environment): Promise<SandboxProcess> {
  // Without its package the child process would end with an error that the parent cannot see.
  findSandbox()
  const child = fork(bin, ['sandbox', '--addr', '127.0.0.1:0'], {
    env: withoutSettings(env),
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
  void gone.then(reason => reject(new Error(reason)))
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

/** The sandbox gets no setting of the bridge, and so none of its secrets. */
function withoutSettings(env: Environment): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^(ERP|SVC)_/.test(name)))
}
