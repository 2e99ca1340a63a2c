/** What pull, status, diff and push share: their arguments, one tool call, and its exit code. */
import { mkdir, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { ConfigError } from '../../config/config.ts'
import { prepare, run as runCall, ToolError } from '../../tools/index.ts'
import type { ToolResult } from '../../tools/index.ts'
import type { CommandIo } from '../command.ts'
import { openSession } from '../local-session.ts'

/** Some thousand objects; a shell waits, and each request has a time limit of its own. */
const longestMs = 3_600_000

const codes = { same: 0, differs: 1, usage: 2, unanswered: 3 } as const

export interface FilesCommand {
  readonly help: string
  /** Switches without a value, and flags with one that may be repeated. */
  readonly switches: readonly string[]
  readonly valued: readonly string[]
  /** The folder is made where it is missing and a package is named. */
  readonly makesFolder: boolean
  readonly tool: string
  args(given: Given): Readonly<Record<string, unknown>>
}

export interface Given {
  readonly package: string | undefined
  readonly has: (flag: string) => boolean
  readonly values: (flag: string) => readonly string[]
}

/** A command that compares and writes nothing. */
export async function runComparison(
  { help, diffs }: { readonly help: string; readonly diffs: boolean },
  argv: readonly string[],
  io: CommandIo
): Promise<number> {
  return await runFiles(
    {
      help,
      switches: ['--full'],
      valued: [],
      makesFolder: false,
      tool: 'ERPManage',
      args: given => ({
        action: 'export',
        package: given.package,
        full: given.has('--full'),
        dryRun: true,
        ...(diffs ? { diffs } : {})
      })
    },
    argv,
    io
  )
}

export async function runFiles(
  command: FilesCommand,
  argv: readonly string[],
  io: CommandIo
): Promise<number> {
  if (argv.includes('--help') || argv.includes('-h')) {
    io.say(command.help)
    return codes.same
  }
  try {
    return await work(command, argv, io)
  } catch (error) {
    if (error instanceof ConfigError) {
      for (const problem of error.problems) io.warn(problem)
      return codes.usage
    }
    if (!(error instanceof ToolError)) throw error
    io.warn([error.message, error.details.remedy ?? ''].join(' ').trim())
    return codes.usage
  }
}

interface Parsed extends Given {
  readonly folder: string
  readonly settings: readonly string[]
  readonly json: boolean
}

async function work(
  command: FilesCommand,
  argv: readonly string[],
  io: CommandIo
): Promise<number> {
  const given = parse(command, argv)
  // One word alone may be a package whose folder was forgotten.
  const isNew = command.makesFolder && given.package !== undefined
  const folder = await folderOf(resolve(io.folder ?? '.', given.folder), isNew)
  const opened = openSession(given.settings, io.env, io)
  try {
    if (opened.config.ppCaKey !== undefined || opened.config.sandbox) {
      throw new ConfigError([
        'give --url, --user and --password of a system that runs: a shell brings no token that identifies a caller'
      ])
    }
    const stop = new AbortController()
    void io.untilStopped().then(() => stop.abort())
    const session = { ...opened.session, workspace: folder }
    const result = await runCall(prepare(session, command.tool, command.args(given)), session, {
      signal: stop.signal,
      timeoutMs: longestMs,
      progress: ({ done, total, message }) =>
        io.showProgress?.(`${done}${total === undefined ? '' : `/${total}`} ${message ?? ''}`)
    })
    io.showProgress?.('')
    return report(result, given.json, io)
  } finally {
    await opened.close()
  }
}

/** @throws ConfigError */
function parse(command: FilesCommand, argv: readonly string[]): Parsed {
  const words: string[] = []
  const settings: string[] = []
  const switches = new Set<string>()
  const values = new Map<string, string[]>()
  for (let at = 0; at < argv.length; at++) {
    const argument = argv[at] ?? ''
    const [name = '', joined] = argument.split(/=(.*)/s)
    if (command.valued.includes(name)) {
      const value = joined ?? argv[++at]
      if (value === undefined || value === '' || value.startsWith('--')) {
        throw new ConfigError([`${name} needs a value`])
      }
      values.set(name, [...(values.get(name) ?? []), value])
    } else if (argument === '--json' || command.switches.includes(argument)) switches.add(argument)
    else if (argument.startsWith('-') || settings.length > 0) settings.push(argument)
    else words.push(argument)
  }
  // PACKAGE, which a folder may know itself, and DIR.
  if (words.length < 1 || words.length > 2) {
    throw new ConfigError([
      `${words.length === 0 ? 'no folder is named' : `${JSON.stringify(words.join(' ').slice(0, 80))} is not what this command takes`}; its words stand before the settings of the bridge (see --help)`
    ])
  }
  const folder = words.at(-1) ?? ''
  return {
    folder,
    package: words.length > 1 ? words[0] : undefined,
    settings,
    json: switches.has('--json'),
    has: flag => switches.has(flag),
    values: flag => values.get(flag) ?? []
  }
}

/** @throws ConfigError */
async function folderOf(folder: string, isNew: boolean): Promise<string> {
  try {
    if (isNew) await mkdir(folder, { recursive: true })
    if ((await stat(folder)).isDirectory()) return folder
  } catch (error) {
    throw new ConfigError([
      `${folder} is no folder that can be used (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`
    ])
  }
  throw new ConfigError([`${folder} is no folder`])
}

/** Errors that say that the caller has to do something about the arguments or the folder. */
const usage =
  /^(?:BLOCKED_|TOOL_BAD_ARGUMENTS|TOOL_UNKNOWN|INSUFFICIENT|STATE_|FOLDER_NOT_SAFE|NOT_SUPPORTED|TRANSPORT_)/
const differs = new Set(['FILES_CONFLICT', 'TOOL_STALE_HASH', 'ERP_LOCKED', 'BATCH_STOPPED'])

function codeOf(refusal: string): number {
  if (usage.test(refusal)) return codes.usage
  return differs.has(refusal) ? codes.differs : codes.unanswered
}

/** @returns the exit code */
function report(result: ToolResult, json: boolean, io: CommandIo): number {
  if (result.kind === 'error') {
    io.warn(result.text)
    return codeOf(result.code)
  }
  if (result.kind === 'confirm' || result.kind === 'ask') {
    io.warn(result.text)
    return codes.differs
  }
  io.say(json && result.kind === 'data' ? JSON.stringify(result.data) : result.text)
  if (result.kind === 'content') return codes.same
  // A dry run ends as the real run would.
  const refused = (result.refusals ?? []).map(codeOf)
  if (refused.length > 0) return Math.max(...refused)
  if (result.kind !== 'data') return codes.same
  const { verdict, outcome, notPushed }: Verdict = result.data
  if (verdict === 'incomplete') return codes.unanswered
  const isOpen = Array.isArray(notPushed) && notPushed.length > 0
  const isDone = outcome === undefined || outcome === 'done'
  return verdict === 'differs' || isOpen || !isDone ? codes.differs : codes.same
}

interface Verdict {
  readonly verdict?: unknown
  readonly outcome?: unknown
  readonly notPushed?: unknown
}
