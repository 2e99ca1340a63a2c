/** `erp-bridge call`: one tool call for shells and CI. */
import { readFileSync } from 'node:fs'
import { ConfigError } from '../config/config.ts'
import { prepare, run as runCall, ToolError } from '../tools/index.ts'
import type { ToolResult } from '../tools/index.ts'
import type { CommandIo } from './command.ts'
import { assertTechnicalUser, openSession, splitArguments } from './local-session.ts'
import type { LocalSession } from './local-session.ts'

const help = `Usage: erp-bridge call TOOL [key=value …] [--json] [settings of the bridge, or their variables]

  key=value     An argument as text; numbers, true and false are understood
  key:=JSON     An argument as JSON, for lists and objects: objects:='[{"name":"ZCL_A"}]'
  key=@FILE     The content of a file; @@ for a text that begins with @
  --json        The data of the answer as JSON where it has any

Example: erp-bridge call ERPSearch query='ZCL_*' --url https://erp.example.com:44300 --user U

A cursor or a handle of a confirmation is valid in the next command where ERP_STATE_KEY is set.

Exit codes: 0 done; 1 failed; 2 refused by settings or arguments; 3 the outcome of a change is unknown; 4 a confirmation is asked for;
5 tests failed, errors or findings of priority 1 were found, or nothing was run.`

const codes = { done: 0, failed: 1, refused: 2, unknown: 3, confirm: 4, notInOrder: 5 } as const

export async function run(argv: readonly string[], io: CommandIo): Promise<number> {
  try {
    return await callTool(argv, io)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    for (const problem of error.problems) io.warn(problem)
    return codes.refused
  }
}

async function callTool(argv: readonly string[], io: CommandIo): Promise<number> {
  const {
    words: [name, ...pairs],
    switches,
    flags
  } = splitArguments(argv, ['--json', '--help', '-h'])
  if (switches.has('--help') || switches.has('-h') || name === undefined) {
    io.say(help)
    return name === undefined && switches.size === 0 ? codes.refused : codes.done
  }
  const args = Object.fromEntries(pairs.map(readPair))
  const opened = openSession(flags, io.env, io)
  try {
    assertTechnicalUser(opened.config, 'call')
    for (const folder of opened.recordings()) io.warn(`The exchanges are recorded in ${folder}`)
    return await callIn(opened, { name, args, json: switches.has('--json') }, io)
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    io.warn([error.message, error.details.remedy ?? ''].join(' ').trim())
    return codes.refused
  } finally {
    await opened.close()
  }
}

interface ToolCall {
  readonly name: string
  readonly args: Readonly<Record<string, unknown>>
  readonly json: boolean
}

async function callIn(
  { session: opened, config }: LocalSession,
  { name, args, json }: ToolCall,
  io: CommandIo
): Promise<number> {
  const stop = new AbortController()
  void io.untilStopped().then(() => stop.abort())
  const session = { ...opened, localFolder: io.folder }
  const prepared = prepare(session, name, args)
  const result = await runCall(prepared, session, { signal: stop.signal })
  if (result.kind === 'confirm' && config.stateKey === undefined) {
    io.warn(
      'Set ERP_STATE_KEY (at least 16 characters) and call again: without it a handle ends with its command.'
    )
  }
  const code = report(result, json, io)
  const isGood =
    code !== codes.done || result.kind !== 'data' || isInOrder(result.data, prepared.readsOnly)
  return isGood ? code : codes.notInOrder
}

/** @returns the exit code */
function report(result: ToolResult, json: boolean, io: CommandIo): number {
  if (result.kind === 'error') {
    io.warn(result.text)
    if (result.code === 'OUTCOME_UNKNOWN') return codes.unknown
    return /^(BLOCKED_|TOOL_BAD_ARGUMENTS|INSUFFICIENT)/.test(result.code)
      ? codes.refused
      : codes.failed
  }
  if (result.kind === 'confirm' || result.kind === 'ask') {
    io.warn(result.text)
    return codes.confirm
  }
  io.say(json && result.kind === 'data' ? JSON.stringify(result.data) : result.text)
  return codes.done
}

const badVerdicts: ReadonlySet<unknown> = new Set([
  'failed',
  'errors',
  'incomplete',
  'nothing_run',
  'nothing_checked',
  'not_checked'
])

/**
 * A build that asks for tests or checks stops at failures and where nothing ran; a completed change
 * counts as done, whatever its check found.
 */
function isInOrder(
  data: { readonly verdict?: unknown; readonly totals?: unknown; readonly findings?: unknown },
  readsOnly: boolean
): boolean {
  const { verdict, totals, findings } = data
  if (badVerdicts.has(verdict)) return false
  if (isFacts(totals) && typeof totals['priority1'] === 'number' && totals['priority1'] > 0) {
    return false
  }
  return (
    !readsOnly ||
    !Array.isArray(findings) ||
    !findings.some(finding => isFacts(finding) && finding['severity'] === 'error')
  )
}

function isFacts(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function readPair(text: string): [string, unknown] {
  const [, key, colon, value = ''] = /^([A-Za-z]\w*)(:?)=([^]*)$/.exec(text) ?? []
  if (key === undefined) {
    throw new ConfigError([
      `${JSON.stringify(text.slice(0, 80))} is not an argument; give key=value (see erp-bridge call --help)`
    ])
  }
  if (colon === ':') return [key, readJson(key, value)]
  return [
    key,
    value.startsWith('@@')
      ? value.slice(1)
      : value.startsWith('@')
        ? readFile(key, value.slice(1))
        : value
  ]
}

function readJson(key: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ConfigError([`${key}:= needs JSON; for plain text give ${key}=…`])
  }
}

function readFile(key: string, path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new ConfigError([
      `${key}=@${path}: cannot read the file (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`
    ])
  }
}
