/** `erp-bridge sandbox`: the embedded ABAP system alone, for the bridge's own start and for any other ADT client. */
import { parseArgs } from 'node:util'
import { ConfigError } from '../config.ts'
import { createSandbox } from '../sandbox/server.ts'
import type { Sandbox, SandboxOptions } from '../sandbox/server.ts'
import type { CommandIo } from './index.ts'

/** What a parent process learns once the sandbox answers. */
export interface SandboxReady { readonly kind: 'ready', readonly url: string, readonly user: string, readonly password: string }

const help = `Usage: erp-bridge sandbox [--addr HOST:PORT] [--user NAME] [--password PASSWORD] [--data-dir DIR]

  --addr HOST:PORT      Listen address (default 127.0.0.1:8000)
  --user NAME           Its user (default DEVELOPER)
  --password PASSWORD   The user's password (default: a new one, shown at start) [SANDBOX_PASSWORD]
  --data-dir DIR        Where sources and rows are kept (default: a temporary folder that is removed at the end)`

export async function run (argv: readonly string[], io: CommandIo): Promise<number> {
  const options = readOptions(argv, io.env)
  if (options === 'help') { io.say(help); return 0 }
  const sandbox = await start(options, io)
  if (io.tellParent === undefined) tellPerson(sandbox, io)
  else io.tellParent({ kind: 'ready', url: sandbox.url, user: sandbox.user, password: sandbox.password } satisfies SandboxReady)
  await io.untilStopped()
  await sandbox.close()
  return 0
}

async function start (options: SandboxOptions, io: CommandIo): Promise<Sandbox> {
  try {
    const log = { info: () => {}, warn: io.warn, error: io.warn }
    return await createSandbox({ ...options, log })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    throw new Error(`${options.host}:${options.port} is taken by another program; stop it, or give another address with --addr`, { cause: error })
  }
}

function tellPerson ({ url, user, password, client, dataDir }: Sandbox, io: CommandIo): void {
  io.say(`Sandbox ERP    ${url}  (client ${client})`)
  io.say(`Log-on         user ${user}, password ${password}`)
  io.say(`Data           ${dataDir}`)
  io.say('Ctrl-C ends it.')
}

function readOptions (argv: readonly string[], env: CommandIo['env']): SandboxOptions | 'help' {
  const text = { type: 'string' } as const
  let values
  try {
    values = parseArgs({ args: [...argv], options: { addr: text, user: text, password: text, 'data-dir': text, help: { type: 'boolean' } } }).values
  } catch (error) {
    throw new ConfigError([`${(error as Error).message.replace(/\.?$/, '')} (see erp-bridge sandbox --help)`])
  }
  if (values.help === true) return 'help'
  const [, bracketed, host = bracketed, port] = /^(?:\[([0-9A-Fa-f:.]+)\]|([^:[\]/@\s]+)):(\d{1,5})$/.exec(values.addr ?? '127.0.0.1:8000') ?? []
  if (host === undefined || Number(port) > 65_535) throw new ConfigError([`--addr ${values.addr} is not valid; give HOST:PORT, for example 127.0.0.1:8000`])
  const password = values.password ?? env['SANDBOX_PASSWORD']
  return {
    host,
    port: Number(port),
    ...(values.user === undefined ? {} : { user: values.user }),
    ...(password === undefined || password === '' ? {} : { password }),
    ...(values['data-dir'] === undefined ? {} : { dataDir: values['data-dir'] })
  }
}
