/** `erp-bridge client-config`: the entry for a client's configuration, shown or written. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { homedir, platform } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ConfigError, loadConfig } from '../config/config.ts'
import { flagOf, settingNames, setting, variableOf } from '../config/settings.ts'
import type { SettingName } from '../config/settings.ts'
import { nearest } from '../tools/schema/nearest.ts'
import type { CommandIo } from './index.ts'

type Entry = Readonly<Record<string, unknown>>
interface Local {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}
interface Remote {
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
}

/** How one client writes its entries down. */
interface ClientFile {
  readonly title: string
  readonly section: string
  path(place: { home: string; env: CommandIo['env'] }): string
  local(entry: Local): Entry
  /** Undefined where the file takes no remote servers. */
  remote?: (entry: Remote) => Entry
  /** How the file names an environment variable; undefined where it cannot. */
  variable: ((name: string) => string) | undefined
}

const plain = (entry: Local): Entry => ({ ...entry })
const typed =
  (type: string) =>
  (entry: Local): Entry => ({ type, ...entry })
const shellWord = (name: string) => `\${${name}}`
const envWord = (name: string) => `\${env:${name}}`
const http = (entry: Remote): Entry => ({ type: 'http', ...entry })

export const clients: Readonly<Record<string, ClientFile>> = {
  'claude-desktop': {
    title: 'Claude Desktop',
    section: 'mcpServers',
    path: desktopPath,
    local: plain,
    variable: undefined
  },
  'claude-code': {
    title: 'Claude Code (this folder)',
    section: 'mcpServers',
    path: () => resolve('.mcp.json'),
    local: typed('stdio'),
    remote: http,
    variable: shellWord
  },
  vscode: {
    title: 'VS Code (this folder)',
    section: 'servers',
    path: () => resolve('.vscode/mcp.json'),
    local: typed('stdio'),
    remote: http,
    variable: envWord
  },
  cursor: {
    title: 'Cursor',
    section: 'mcpServers',
    path: ({ home }) => join(home, '.cursor/mcp.json'),
    local: plain,
    remote: entry => ({ ...entry }),
    variable: envWord
  },
  windsurf: {
    title: 'Windsurf',
    section: 'mcpServers',
    path: ({ home }) => join(home, '.codeium/windsurf/mcp_config.json'),
    local: plain,
    remote: ({ url, ...rest }) => ({ serverUrl: url, ...rest }),
    variable: envWord
  },
  zed: {
    title: 'Zed',
    section: 'context_servers',
    path: ({ home }) => join(home, '.config/zed/settings.json'),
    local: plain,
    remote: entry => ({ ...entry }),
    variable: undefined
  },
  copilot: {
    title: 'GitHub Copilot CLI',
    section: 'mcpServers',
    path: ({ home }) => join(home, '.copilot/mcp-config.json'),
    local: entry => ({ type: 'local', ...entry, tools: ['*'] }),
    remote: entry => ({ type: 'http', ...entry, tools: ['*'] }),
    variable: shellWord
  }
}

const help = `Usage: erp-bridge client-config NAME [--at URL] [--key-variable NAME] [--as WORD] [--write] [settings]

  NAME                  ${Object.keys(clients).join(', ')}
  --at URL              A bridge that runs at this address, e.g. https://bridge.example.com/mcp; left out, the client starts its own
  --key-variable NAME   With --at: the environment variable that holds the API key
  --as WORD             Name of the entry (default erp)
  --write               Add it to the client's file; entries of other servers stay as they are

With a bridge of the client's own, settings go into the entry: those given here as flags (--read-only --block-free-sql), and
those that are set now as variables (ERP_URL, ERP_CLIENT, …). A bridge that is started with flags has settings of its own: give the
same ones here. Secrets never go into it: give them to the client's environment, or as <NAME>_FILE.`

export async function run(argv: readonly string[], io: CommandIo): Promise<number> {
  const {
    values,
    positionals: [name],
    settings
  } = readArguments(argv)
  if (values.help === true || name === undefined) {
    io.say(help)
    return values.help === true ? 0 : 1
  }
  const key = name
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-')
  const client = Object.hasOwn(clients, key) ? clients[key] : undefined
  const near = nearest(key, Object.keys(clients))
  if (client === undefined) {
    throw new ConfigError([
      `client ${name} is unknown${near === undefined ? '' : `; did you mean ${near}?`}; give one of ${Object.keys(clients).join(', ')}`
    ])
  }
  const word = values.as ?? 'erp'
  const env = { ...io.env, ...settings }
  const local = values.at === undefined ? localEntry(env) : undefined
  const entry =
    local === undefined
      ? remoteEntry(client, values.at ?? '', values['key-variable'])
      : client.local(local)
  // Before anything is written: settings that are wrong are refused here.
  const permitted =
    local === undefined ? [] : permissions(local.env, Object.keys(settings).length > 0)
  const path = client.path({ home: homeOf(io.env), env: io.env })
  if (values.write === true) {
    write(path, { section: client.section, word, entry })
    io.say(`${client.title}: the entry ${word} is in ${path}. Restart the client.`)
  } else {
    io.say(JSON.stringify({ [client.section]: { [word]: entry } }, undefined, 2))
    io.warn(`for ${path} (${client.title}); --write adds it`)
  }
  for (const line of permitted) io.warn(line)
  const missing = values.at === undefined ? leftOut(env) : []
  if (missing.length > 0) {
    io.warn(
      `Not in the entry, because no secret ever is: ${missing.join(', ')}. The client has to have it in its environment, or set ${missing[0]}_FILE here to a file that holds it.`
    )
  }
  return 0
}

/** Those of an HTTP server say nothing to a client that starts its own over stdio. */
const known = settingNames.filter(
  name =>
    name === 'compact' ||
    name === 'stateKey' ||
    !['MCP transport', 'Client authentication'].includes(setting(name).group)
)

/** Flags of settings that an entry can hold. */
const settingFlags = known.filter(
  name => setting(name).writeOnly !== true && flagOf(name) !== undefined
)

function readArguments(argv: readonly string[]) {
  const text = { type: 'string' } as const
  const own = {
    at: text,
    'key-variable': text,
    as: text,
    write: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' }
  } as const
  const secret = settingNames.find(
    name =>
      setting(name).writeOnly === true && argv.some(word => word.split('=')[0] === flagOf(name))
  )
  if (secret !== undefined) {
    throw new ConfigError([
      `${flagOf(secret)}: no secret goes into the entry; set ${variableOf(secret)}_FILE to a file that holds it`
    ])
  }
  const others = Object.fromEntries(
    settingFlags.map(name => [
      bare(name),
      setting(name).type === 'boolean' ? ({ type: 'boolean' } as const) : text
    ])
  )
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: { ...others, ...own }
    })
    const given = settingFlags.flatMap(name => {
      const value = (values as Readonly<Record<string, unknown>>)[bare(name)]
      return value === undefined ? [] : [[variableOf(name), String(value)] as const]
    })
    const [first] = given
    if (values.at !== undefined && first !== undefined) {
      throw new ConfigError([
        `the bridge at ${values.at} has settings of its own; leave the flags of settings out, or --at`
      ])
    }
    return { values, positionals, settings: Object.fromEntries(given) }
  } catch (error) {
    if (error instanceof ConfigError) throw error
    throw new ConfigError([
      `${(error as Error).message.replace(/\.?$/, '')} (see erp-bridge client-config --help)`
    ])
  }
}

function bare(name: SettingName): string {
  return (flagOf(name) ?? '').slice(2)
}

/**
 * What stands in for settings that are not given yet: nothing is changed, and no SQL of an agent's
 * own runs.
 */
const example = {
  ERP_URL: 'https://erp.example.com:44300',
  ERP_USER: 'USER',
  ERP_PASSWORD_FILE: '/path/of/a/file/with/the/password',
  ERP_READ_ONLY: 'true',
  ERP_BLOCK_FREE_SQL: 'true'
}

/** The settings in force that are no secrets. */
function localEntry(env: CommandIo['env']): Local {
  const settings = Object.fromEntries(known.flatMap(name => inEntry(name, env)))
  const isTarget = settings['ERP_URL'] !== undefined || settings['ERP_SANDBOX'] !== undefined
  const target = isTarget ? {} : { ERP_URL: example.ERP_URL }
  return {
    command: 'npx',
    args: ['-y', 'erp-bridge'],
    env: Object.keys(settings).length > 0 ? { ...target, ...settings } : example
  }
}

/**
 * What the entry lets an agent do, where that is more than reading; or why no bridge starts with
 * it.
 * @param strict throws ConfigError instead, because the flags of this call may be what is wrong
 */
function permissions(entry: Local['env'], strict: boolean): string[] {
  try {
    return permittedBy(entry)
  } catch (error) {
    if (strict || !(error instanceof ConfigError)) throw error
    return error.problems.map(problem => `No bridge starts with this entry: ${problem}.`)
  }
}

function permittedBy(entry: Local['env']): string[] {
  const safety = settingNames
    .filter(name => setting(name).group === 'Safety filters' && setting(name).value !== 'FILE')
    .map(variableOf)
  const filters = Object.fromEntries(
    Object.entries(entry).filter(([name]) => safety.includes(name))
  )
  const { config } = loadConfig([], {
    ERP_URL: example.ERP_URL,
    ERP_USER: 'U',
    ERP_PASSWORD: 'P',
    ...filters
  })
  const { allowedOps = 'RSQCDUA', disallowedOps = '' } = config
  const isPermitted = (letters: string) =>
    [...letters].some(letter => allowedOps.includes(letter) && !disallowedOps.includes(letter))
  const open = [
    ...(!config.readOnly && isPermitted('CDUA') ? ['changes (--read-only forbids them)'] : []),
    ...(!config.blockFreeSql && isPermitted('Q')
      ? [
          'queries of every table that the ERP user may read (--block-free-sql forbids them, --blocked-tables some)'
        ]
      : [])
  ]
  return open.length === 0 ? [] : [`This entry permits ${open.join(' and ')}.`]
}

function inEntry(name: SettingName, env: CommandIo['env']): [string, string][] {
  const { writeOnly, filter, value: kind } = setting(name)
  const variable = writeOnly === true ? `${variableOf(name)}_FILE` : variableOf(name)
  const value = env[variable]
  // A blank allow list stops the start; left out it would permit everything.
  if (value === undefined || (value === '' && filter !== true)) return []
  // The client starts the bridge in a folder of its own choice.
  return [
    [variable, writeOnly === true || kind === 'FILE' || kind === 'PATH' ? resolve(value) : value]
  ]
}

/** Secrets that are set here and will be missing there. */
function leftOut(env: CommandIo['env']): string[] {
  return known
    .filter(name => setting(name).writeOnly === true)
    .map(variableOf)
    .filter(variable => (env[variable] ?? '') !== '' && (env[`${variable}_FILE`] ?? '') === '')
}

function remoteEntry(client: ClientFile, url: string, variable: string | undefined): Entry {
  if (URL.parse(url) === null || !/^https?:/.test(url)) {
    throw new ConfigError([
      `--at ${url} is not an address; give it with scheme and path, e.g. https://bridge.example.com/mcp`
    ])
  }
  if (client.remote === undefined) {
    throw new ConfigError([
      `the file of ${client.title} takes no remote servers; add ${url} as a connector, or leave --at out`
    ])
  }
  if (variable === undefined) return client.remote({ url })
  if (client.variable === undefined) {
    throw new ConfigError([
      `the file of ${client.title} knows no environment variables; leave --key-variable out, and add "headers": {"Authorization": "Bearer KEY"} by hand`
    ])
  }
  return client.remote({ url, headers: { Authorization: `Bearer ${client.variable(variable)}` } })
}

function write(
  path: string,
  { section, word, entry }: { section: string; word: string; entry: Entry }
): void {
  const content = readFile(path)
  const before = content[section] ?? {}
  if (!isRecord(before)) {
    throw new ConfigError([`${path}: "${section}" is not an object; correct it first`])
  }
  mkdirSync(dirname(path), { recursive: true })
  // A client may read the file at any moment, so it is never half of one.
  writeFileSync(
    `${path}.new`,
    `${JSON.stringify({ ...content, [section]: { ...before, [word]: entry } }, undefined, 2)}\n`,
    { mode: 0o600 }
  )
  renameSync(`${path}.new`, path)
}

function readFile(path: string): Record<string, unknown> {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
  const content: unknown = text.trim() === '' ? {} : parse(path, text)
  if (!isRecord(content)) {
    throw new ConfigError([`${path} does not hold a JSON object; nothing was written`])
  }
  return content
}

function parse(path: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ConfigError([
      `${path} is not plain JSON (comments?), so nothing was written; add the entry by hand: leave --write out to see it`
    ])
  }
}

function desktopPath({ home, env }: { home: string; env: CommandIo['env'] }): string {
  const file = 'Claude/claude_desktop_config.json'
  if (platform() === 'darwin') return join(home, 'Library/Application Support', file)
  return platform() === 'win32'
    ? join(env['APPDATA'] ?? join(home, 'AppData/Roaming'), file)
    : join(env['XDG_CONFIG_HOME'] ?? join(home, '.config'), file)
}

function homeOf(env: CommandIo['env']): string {
  return env['HOME'] ?? homedir()
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
