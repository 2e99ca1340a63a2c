/**
 * The command line of the package: reads the arguments, starts the ABAP system and reports its
 * address to a person or, over IPC, to the parent process.
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { UsageError } from './command-io.ts'
import type { CommandIo } from './command-io.ts'
import { createTokenCheck } from './http/logon/tokens.ts'
import type { TokenRules } from './http/logon/tokens.ts'
import { runImport } from './landscape/import-command.ts'
import { landscapeFlags, runLandscape } from './landscape/command.ts'
import { createSandbox, parseRoles, parseUser, parseUsers, releases } from './server.ts'
import type { Roles } from './http/logon/user-list.ts'
import type { Sandbox, SandboxOptions } from './server.ts'

export { UsageError } from './command-io.ts'
export type { CommandIo } from './command-io.ts'

/** The message to the parent process once the sandbox answers. `ca` (PEM) is present over HTTPS. */
export interface SandboxReady {
  readonly kind: 'ready'
  readonly url: string
  readonly user: string
  readonly password: string
  readonly ca?: string
}

const help = `Usage: erp-bridge sandbox [--addr HOST:PORT] [--user NAME] [--password PASSWORD] [--data-dir DIR] [--tls] …

  --addr HOST:PORT      Listen address (default 127.0.0.1:8000)
  --user NAME           Its user (default DEVELOPER); or NAME:PASSWORD[:ROLE], as often as there are users.
                        Roles: developer (default), display (reads, and is refused every change),
                        communication (ATC and unit tests as a pipeline asks for them, and nothing else)
  --users-file FILE     Users, one NAME:PASSWORD[:ROLE] a line
  --roles-file FILE     Further roles, as erp-bridge basis --json prints them: a user with one is refused what it lacks
  --password PASSWORD   The password of --user NAME (default: a new one, shown at start) [SANDBOX_PASSWORD]
  --data-dir DIR        Where sources and rows are kept (default: a temporary folder that is removed at the end)
  --library DIR         Further ABAP in abapGit layout, read-only, as if every system had it; repeatable
  --release RELEASE     Show the interface of 740, 750, 754, 758 (default), 816 or cloud, with its gaps and ways
  --atc-at-release      Findings of the checks interrupt the release of a transport request
  --tls                 HTTPS with a certificate of its own; the CA to trust is shown at start
  --tls-cert FILE       HTTPS with this certificate (PEM, its chain behind it) …
  --tls-key FILE        … and this key (PEM, not encrypted)
  --logon-page PAGE     Single sign-on in the browser: form (leads back with a ticket), or saml (leads back with cookies)
  --session-minutes N   Idle minutes after which a log-on ends (default 30)
  --client-ca FILE      Ask for client certificates of these CAs (PEM): their CN names the user. HTTPS then
  --token-rules FILE    Tokens (JWT) that log on, as JSON: issuer, audience, jwks and, by user name in the token, users

Several systems with transport routes between them:

  --landscape FILE      Start the systems of this landscape file, in place of every argument above
  --write-systems-file FILE
                        Write the file for the bridge's --systems-file, and the passwords beside it

erp-bridge sandbox import --help: import released requests into a system of a running landscape`

const text = { type: 'string' } as const
const flags = {
  addr: text,
  user: { type: 'string', multiple: true },
  'users-file': text,
  'roles-file': text,
  password: text,
  'data-dir': text,
  library: { type: 'string', multiple: true },
  release: text,
  'atc-at-release': { type: 'boolean' },
  tls: { type: 'boolean' },
  'tls-cert': text,
  'tls-key': text,
  'client-ca': text,
  'token-rules': text,
  'logon-page': text,
  'session-minutes': text,
  ...landscapeFlags,
  help: { type: 'boolean' }
} as const

type Values = ReturnType<typeof parseArgs<{ options: typeof flags }>>['values']

export async function run(argv: readonly string[], io: CommandIo): Promise<number> {
  const [first, ...rest] = argv
  if (first === 'import') return await runImport(rest, io)
  const values = readFlags(argv)
  if (values.help === true) {
    io.say(help)
    return 0
  }
  if (values.landscape !== undefined || values['write-systems-file'] !== undefined) {
    return await runLandscape(values, io)
  }
  const options = readOptions(values, io.env)
  const sandbox = await start(options, io)
  if (io.sendToParent === undefined) printStart(sandbox, options, io)
  else io.sendToParent(readyOf(sandbox))
  await io.untilStopped()
  await sandbox.close()
  return 0
}

function readyOf({ url, user, password, ca }: Sandbox): SandboxReady {
  return { kind: 'ready', url, user, password, ...(ca === undefined ? {} : { ca }) }
}

async function start(options: SandboxOptions, io: CommandIo): Promise<Sandbox> {
  try {
    const log = { info: () => {}, warn: io.warn, error: io.warn }
    return await createSandbox({ ...options, log })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    throw new Error(
      `${options.host}:${options.port} is taken by another program; stop it, or give another address with --addr`,
      { cause: error }
    )
  }
}

function printStart(
  { url, user, password, client, dataDir, caFile }: Sandbox,
  { users = [], libraries = [], release }: SandboxOptions,
  io: CommandIo
): void {
  io.say(`Sandbox ERP    ${url}  (client ${client})`)
  if (users.length === 0) io.say(`Log-on         user ${user}, password ${password}`)
  else {
    io.say(
      `Users          ${users.map(({ name, role }) => (role === 'display' ? `${name} (display)` : name)).join(', ')}`
    )
  }
  if (caFile !== undefined) io.say(`Trust          ${caFile}`)
  if (release !== undefined) io.say(`Release        ${release}`)
  io.say(`Data           ${dataDir}`)
  for (const each of libraries) io.say(`Library        ${each}`)
  io.say('Ctrl-C ends it.')
}

function readOptions(values: Values, env: CommandIo['env']): SandboxOptions {
  return {
    ...addressOf(values.addr ?? '127.0.0.1:8000'),
    ...usersOf(values, env['SANDBOX_PASSWORD'] ?? ''),
    ...tlsOf(values),
    ...tokenRulesOf(values['token-rules']),
    ...releaseOf(values.release),
    ...browserOf(values),
    ...(values['atc-at-release'] === true ? { atcAtRelease: true } : {}),
    ...(values['data-dir'] === undefined ? {} : { dataDir: values['data-dir'] }),
    ...(values.library === undefined ? {} : { libraries: values.library })
  }
}

function readFlags(argv: readonly string[]): Values {
  try {
    return parseArgs({ args: [...argv], options: flags }).values
  } catch (error) {
    throw new UsageError(
      `${(error as Error).message.replace(/\.?$/, '')} (see erp-bridge sandbox --help)`
    )
  }
}

function addressOf(given: string): Pick<SandboxOptions, 'host' | 'port'> {
  const [, bracketed, host = bracketed, port] =
    /^(?:\[([0-9A-Fa-f:.]+)\]|([^:[\]/@\s]+)):(\d{1,5})$/.exec(given) ?? []
  if (host === undefined || Number(port) > 65_535) {
    throw new UsageError(`--addr ${given} is not valid; give HOST:PORT, for example 127.0.0.1:8000`)
  }
  return { host, port: Number(port) }
}

/** One user with a password of its own or a new one, or several with theirs. */
function usersOf(
  values: Values,
  password: string
): Pick<SandboxOptions, 'user' | 'password' | 'users'> {
  const [only = '', ...others] = values.user ?? []
  const file = values['users-file']
  if (file === undefined && others.length === 0 && !only.includes(':')) {
    const given = values.password ?? password
    return { ...(only === '' ? {} : { user: only }), ...(given === '' ? {} : { password: given }) }
  }
  if (values.password !== undefined) {
    throw new UsageError(
      '--password belongs to a single --user NAME; give each of several users its own as --user NAME:PASSWORD'
    )
  }
  const listed = file === undefined ? '' : fileText('--users-file', file)
  const roles = rolesOf(values['roles-file'])
  const users = [
    ...(values.user ?? []).map(each => checked('--user', () => parseUser(each, roles))),
    ...checked(`--users-file ${file}`, () => parseUsers(listed, roles))
  ]
  if (users.length === 0) throw new UsageError(`--users-file ${file} names no user`)
  return { users }
}

function rolesOf(file: string | undefined): Roles {
  if (file === undefined) return {}
  const content = fileText('--roles-file', file)
  return checked(`--roles-file ${file}`, () => parseRoles(content))
}

function tlsOf(values: Values): Pick<SandboxOptions, 'tls' | 'clientCa'> {
  const [cert, key, clientCa] = [values['tls-cert'], values['tls-key'], values['client-ca']]
  if ((cert === undefined) !== (key === undefined)) {
    throw new UsageError('--tls-cert and --tls-key belong together; give both')
  }
  const own =
    cert === undefined || key === undefined
      ? undefined
      : { cert: fileText('--tls-cert', cert), key: fileText('--tls-key', key) }
  return {
    ...(own === undefined && values.tls !== true ? {} : { tls: own ?? true }),
    ...(clientCa === undefined ? {} : { clientCa: fileText('--client-ca', clientCa) })
  }
}

function tokenRulesOf(path: string | undefined): Pick<SandboxOptions, 'tokenRules'> {
  if (path === undefined) return {}
  const content = fileText('--token-rules', path)
  return checked(`--token-rules ${path}`, () => {
    const tokenRules = JSON.parse(content) as TokenRules
    createTokenCheck(tokenRules)
    return { tokenRules }
  })
}

function releaseOf(given: string | undefined): Pick<SandboxOptions, 'release'> {
  if (given === undefined) return {}
  const release = releases.find(each => each === given)
  if (release === undefined) {
    throw new UsageError(`--release ${given} is not known; give one of ${releases.join(', ')}`)
  }
  return { release }
}

function browserOf(values: Values): Pick<SandboxOptions, 'logonPage' | 'securitySessionMinutes'> {
  const { 'logon-page': page, 'session-minutes': minutes } = values
  if (page !== undefined && page !== 'form' && page !== 'saml') {
    throw new UsageError(`--logon-page ${page} is not known; give form or saml`)
  }
  if (minutes !== undefined && !/^\d{1,5}(?:\.\d+)?$/.test(minutes)) {
    throw new UsageError(`--session-minutes ${minutes} is no number of minutes`)
  }
  return {
    ...(page === undefined ? {} : { logonPage: page }),
    ...(minutes === undefined ? {} : { securitySessionMinutes: Number(minutes) })
  }
}

function fileText(flag: string, path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new UsageError(
      `${flag} ${path} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'})`
    )
  }
}

function checked<T>(flag: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new UsageError(`${flag}: ${(error as Error).message}`)
  }
}
