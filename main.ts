/**
 * The program: says help and version, picks the launcher or a command, and loads only what it picked.
 */
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { commands } from './commands/index.ts'
import type { CommandIo } from './commands/command.ts'
import { ConfigError, loadConfig } from './config/config.ts'
import type { Config } from './config/config.ts'
import { withDefaultSettings } from './config/landscape.ts'
import { helpText } from './config/help.ts'
import { didYouMean } from './config/near-names.ts'
import { registerStartSecrets } from './config/known-secrets.ts'
import type { SandboxProcess } from './sandbox-process.ts'
import { createSecrets } from './config/secrets.ts'
import { isAlive } from './server/processes.ts'
import { versionOf } from './version.ts'

const argv = process.argv.slice(2)
/** What a child runs: the bin beside this file, compiled or not. */
const bin = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './cli.ts' : './cli.js', import.meta.url)
)
const secrets = createSecrets()
registerStartSecrets(secrets, argv, process.env)
const say = (line: string) => {
  process.stdout.write(`${process.stdout.isTTY ? harmless(line) : line}\n`)
}
const warn = (line: string) => {
  process.stderr.write(`${harmless(secrets.redact(line))}\n`)
}

// The log has a way of its own to stderr. What a library or the platform prints takes this one.
const writeError = process.stderr.write.bind(process.stderr) as (
  text: string | Uint8Array,
  ...rest: unknown[]
) => boolean
process.stderr.write = (text: string | Uint8Array, ...rest: unknown[]) =>
  writeError(typeof text === 'string' ? secrets.redact(text) : text, ...rest)
// By default the signal opens the debugger; the flag --disable-sigusr1 cannot stand in the first
// line of a bin.
process.on('SIGUSR1', () => {
  warn('SIGUSR1 is ignored: it opens no debugger here')
})
process.on('uncaughtException', error => {
  warn(error instanceof Error ? (error.stack ?? error.message) : String(error))
  process.exit(1)
})

/** Whether what a command prints is still read. */
let hasReader = true

try {
  process.exitCode = await main()
} catch (error) {
  warn(failure(error))
  process.exitCode = 1
}
await flushed()
// Nothing may keep a finished program alive, such as a connection that is still being closed.
process.exit()

/**
 * Sources and messages of an ERP are shown, not obeyed: a terminal takes control characters for
 * orders.
 */
function harmless(line: string): string {
  return line.replace(
    /[^\P{Cc}\n\t]/gu,
    character => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`
  )
}

/**
 * What was written to a pipe may still be on its way; a reader that is gone or asleep is not waited
 * for.
 */
async function flushed(): Promise<void> {
  process.stdout.on('error', () => {})
  if (!process.stdout.writable) return
  const written = new Promise(resolve => {
    process.stdout.write('', resolve)
  })
  await Promise.race([written, new Promise(resolve => setTimeout(resolve, 500))])
}

async function main(): Promise<number> {
  const [first = '', ...rest] = argv
  if (first !== '' && !first.startsWith('-')) return await runCommand(first, rest)
  if (argv.includes('--help') || argv.includes('-h')) {
    process.stdout.write(helpText(new Map(commands.map(({ name, summary }) => [name, summary]))))
  } else if (argv.includes('--version') || argv.includes('-v')) say(versionOf())
  else return await startBridge()
  return 0
}

/**
 * What starts this program again: the package by its name where npx fetched it into a cache that it
 * may empty, otherwise this very file.
 */
function programOf(file: string): readonly [string, ...string[]] {
  return /[\\/]_npx[\\/]/.test(file) ? ['npx', '-y', 'erp-bridge'] : [process.execPath, file]
}

function showProgress(line: string): void {
  process.stderr.write(`\r\u001B[K${harmless(line)}`)
}

/** A reader such as `head` has enough. What changes something goes on to its end all the same. */
function endOfReader(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
  hasReader = false
}

/** Ends the process where its endless output has no reader any more. */
async function drained(): Promise<void> {
  if (hasReader && process.stdout.writableNeedDrain) {
    await once(process.stdout, 'drain').catch(endOfReader)
  }
  if (!hasReader) process.exit(0)
}

/** The parent ended: the command learns it from the disconnection, and ends in order. */
function ignoreFailure(): void {}

async function runCommand(name: string, rest: readonly string[]): Promise<number> {
  const command = commands.find(candidate => candidate.name === name)
  if (command === undefined) {
    throw new ConfigError([
      `unknown command ${name}${didYouMean(
        name,
        commands.map(candidate => candidate.name)
      )} (see erp-bridge --help)`
    ])
  }
  const { run } = await command.load()
  process.stdout.on('error', endOfReader)
  const tellParent =
    process.send === undefined
      ? undefined
      : (message: object) => {
          process.send?.(message, ignoreFailure)
        }
  return await run(rest, {
    env: process.env,
    folder: process.cwd(),
    nodeVersion: process.version,
    say,
    drained,
    warn,
    program: programOf(bin),
    tellParent,
    processes: { own: process.pid, isAlive },
    readSecret: async question =>
      (await import('./server/read-secret.ts')).readSecret(question, process.stdin, text => {
        process.stderr.write(text)
      }),
    showProgress: process.stderr.isTTY ? showProgress : undefined,
    untilStopped,
    secrets
  } satisfies CommandIo)
}

/**
 * A forked command outlives Ctrl-C, which reaches the whole terminal, because its parent still
 * needs it; it ends with the parent.
 */
function untilStopped(): Promise<void> {
  return new Promise(resolve => {
    const forked = process.send !== undefined
    if (forked && !process.connected) return resolve()
    let asked = false
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => {
        if (forked && signal !== 'SIGTERM') return
        if (asked) process.exit(130)
        asked = true
        resolve()
      })
    }
    process.once('disconnect', resolve)
  })
}

async function startBridge(): Promise<number> {
  const { config, warnings } = loadConfig(
    argv,
    process.env,
    commands.map(({ name }) => name)
  )
  for (const warning of warnings) warn(`warning: ${warning}`)
  if (config.transport === 'http-streamable') {
    await (await import('./server.ts')).checkAddresses(config)
  }
  if (!config.sandbox) return await launch(config, undefined)
  const { startSandboxProcess } = await import('./sandbox-process.ts')
  const sandbox = await startSandboxProcess(bin, process.env)
  let closing = false
  void sandbox.gone.then(words => {
    if (!closing) {
      warn(`erp-bridge ends: ${words}`)
      process.exit(1)
    }
  })
  try {
    const { url, user, password } = sandbox
    const landscape = withDefaultSettings(config.landscape, { url, user, password })
    return await launch({ ...config, sandbox: false, landscape }, sandbox)
  } finally {
    closing = true
    await sandbox.close()
  }
}

async function launch(config: Config, sandbox: SandboxProcess | undefined): Promise<number> {
  const start = { config, version: versionOf(), sandbox: sandbox !== undefined, secrets }
  if (config.transport === 'stdio') return await (await import('./stdio.ts')).serve(start)
  const { serve } = await import('./server.ts')
  return await serve(start, url => {
    if (sandbox !== undefined) welcome(url, sandbox, config)
  })
}

function welcome(url: string, sandbox: SandboxProcess, config: Config): void {
  const headers =
    config.apiKey === undefined ? {} : { headers: { Authorization: 'Bearer <the API key>' } }
  const entry = JSON.stringify({ mcpServers: { erp: { type: 'http', url, ...headers } } })
  const keyArgument =
    config.apiKey === undefined ? '' : ' --header "Authorization: Bearer <the API key>"'
  for (const line of [
    '',
    `MCP bridge     ${url}   (streamable HTTP)`,
    `ERP            the built-in SANDBOX at ${sandbox.url}, client 001, user ${sandbox.user}; no real system is touched`,
    ...(config.adminAddr === undefined ? [] : [`Status page    http://${config.adminAddr}/`]),
    '',
    "Paste into a client's configuration:",
    `  ${entry}`,
    'or run:',
    `  claude mcp add --transport http erp ${url}${keyArgument}`,
    '',
    'Ctrl-C ends the bridge and the sandbox.',
    ''
  ]) {
    say(line)
  }
}

function failure(error: unknown): string {
  // A command that refuses its arguments has nothing to start.
  const [first = ''] = process.argv.slice(2)
  const who = commands.some(({ name }) => name === first)
    ? `erp-bridge ${first}:`
    : 'erp-bridge cannot start:'
  if (error instanceof ConfigError) {
    return [who, ...error.problems.map(problem => `  - ${problem}`)].join('\n')
  }
  if (!(error instanceof Error)) return `${who} ${String(error)}`
  const remedy = 'remedy' in error && typeof error.remedy === 'string' ? `. ${error.remedy}` : ''
  return `${who} ${error.message}${remedy}`
}
