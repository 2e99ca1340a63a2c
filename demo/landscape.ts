/** The systems of the second part of the demo: a landscape of two sandbox systems, and imports. */
import { execFile, fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const cli = fileURLToPath(new URL('../cli.ts', import.meta.url))

export interface DemoLandscape {
  /** The file for the bridge's `--systems-file`. */
  readonly systemsFile: string
  /** Imports everything that waits in `qas`, and returns what the command prints. */
  importIntoQas(): Promise<string>
  close(): Promise<void>
}

const content = {
  systems: {
    dev: { sid: 'DEV', role: 'development', title: 'Development', client: '100' },
    qas: { sid: 'QAS', role: 'test', title: 'Quality assurance', client: '200' }
  },
  routes: [{ from: 'dev', to: 'qas' }]
}

/** What the agent may do in `dev`, beside what the start of the landscape writes. */
const rules = { allowTransportableEdits: true, enableTransports: true, allowedPackages: ['Z*'] }

async function addRules(systemsFile: string): Promise<void> {
  const file = JSON.parse(await readFile(systemsFile, 'utf8')) as {
    systems: Record<string, object>
  }
  file.systems['dev'] = { ...file.systems['dev'], ...rules }
  await writeFile(systemsFile, JSON.stringify(file, null, 2))
}

/** Settles when all systems answer. */
async function ready(child: ChildProcess): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  child.once('message', () => resolve())
  child.once('exit', code => reject(new Error(`the landscape ended with exit code ${code}`)))
  await promise
}

async function end(child: ChildProcess, folder: string): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const gone = new Promise(resolve => child.once('exit', resolve))
    if (child.connected) child.disconnect()
    await gone
  }
  await rm(folder, { recursive: true, force: true })
}

/** Starts `dev` and `qas` with a transport route between them. */
export async function startLandscape(): Promise<DemoLandscape> {
  const folder = await mkdtemp(join(tmpdir(), 'erp-bridge-demo-'))
  const [file, systemsFile] = [join(folder, 'landscape.json'), join(folder, 'systems.json')]
  await writeFile(file, JSON.stringify(content))
  const args = ['sandbox', '--landscape', file, '--write-systems-file', systemsFile]
  const child = fork(cli, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  try {
    await ready(child)
    await addRules(systemsFile)
    return {
      systemsFile,
      async importIntoQas() {
        const target = ['--systems-file', systemsFile, '--system', 'qas']
        const { stdout } = await promisify(execFile)(process.execPath, [
          ...[cli, 'sandbox', 'import'],
          ...target
        ])
        return stdout.trimEnd()
      },
      close: () => end(child, folder)
    }
  } catch (error) {
    await end(child, folder)
    throw error
  }
}
