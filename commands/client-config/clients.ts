/** The clients and how each of them writes an entry into its file. */
import { platform } from 'node:os'
import { join, resolve } from 'node:path'
import type { CommandIo } from '../command.ts'

export type Entry = Readonly<Record<string, unknown>>
export interface Local {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}
export interface Remote {
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
}

/** How one client writes its entries down. */
export interface ClientFile {
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

function desktopPath({ home, env }: { home: string; env: CommandIo['env'] }): string {
  const file = 'Claude/claude_desktop_config.json'
  if (platform() === 'darwin') return join(home, 'Library/Application Support', file)
  return platform() === 'win32'
    ? join(env['APPDATA'] ?? join(home, 'AppData/Roaming'), file)
    : join(env['XDG_CONFIG_HOME'] ?? join(home, '.config'), file)
}
