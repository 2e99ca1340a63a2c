/** `erp-bridge ci`: the checks of a change in a pipeline, with reports for review tools. */
import { resolve } from 'node:path'
import { readCommunicationKey } from '../cloud/communication-key.ts'
import { ConfigError } from '../config/config.ts'
import { isErpError } from '../erp-client/index.ts'
import { ToolError } from '../tools/index.ts'
import { checkPipeline } from '../tools/pipeline/index.ts'
import type { PipelineEnd, PipelinePlan } from '../tools/pipeline/index.ts'
import { versionOf } from '../version.ts'
import { readArguments } from './ci/arguments.ts'
import type { CiArguments } from './ci/arguments.ts'
import { baselineText, readBaseline } from './ci/baseline.ts'
import { exitCodes, exitOf, findingLines, stepLine } from './ci/end.ts'
import { help } from './ci/help.ts'
import { openOutput } from './ci/output-files.ts'
import type { OutputFile } from './ci/output-files.ts'
import { readPaths } from './ci/paths.ts'
import type { PathOf } from './ci/paths.ts'
import { render } from './ci/reports/index.ts'
import type { CommandIo } from './command.ts'
import { assertTechnicalUser, openSession } from './local-session.ts'
import type { LocalSession } from './local-session.ts'

export async function run(argv: readonly string[], io: CommandIo): Promise<number> {
  if (argv.includes('--help') || argv.includes('-h')) {
    io.say(help)
    return exitCodes.clean
  }
  try {
    return await check(readArguments(argv), io)
  } catch (error) {
    const problems =
      error instanceof ConfigError
        ? error.problems
        : error instanceof ToolError
          ? [`${error.message} ${error.details.remedy ?? ''}`.trim()]
          : undefined
    if (problems === undefined) throw error
    for (const problem of problems) io.warn(problem)
    return exitCodes.usage
  }
}

/** What is known before the system is asked. */
interface Prepared {
  readonly args: CiArguments
  readonly pathOf: PathOf
  readonly baseline: ReadonlySet<string> | undefined
  readonly newBaseline: OutputFile | undefined
  readonly reports: readonly {
    readonly format: CiArguments['reports'][number]['format']
    readonly file: OutputFile
  }[]
}

async function check(args: CiArguments, io: CommandIo): Promise<number> {
  const folder = io.folder ?? '.'
  const open = (name: string) => (name === '-' ? standardOutput(io) : openOutput(folder, name))
  const prepared: Prepared = {
    args,
    pathOf: await readPaths(folder, args.repository),
    baseline:
      args.baseline === undefined || args.writeBaseline !== undefined
        ? undefined
        : readBaseline(folder, args.baseline),
    newBaseline: args.writeBaseline === undefined ? undefined : open(args.writeBaseline),
    reports: args.reports.map(({ format, file }) => ({ format, file: open(file) }))
  }
  const env = environmentFor(args, io)
  const opened = openSession(settingsFor(args, env), env, io)
  try {
    assertTechnicalUser(opened.config, 'ci')
    if (args.plan.communicationUser === true && opened.config.user === undefined) {
      throw new ConfigError([
        'a communication user logs on with user and password: give --communication-key, or --user and --password'
      ])
    }
    return await checkAt(opened, prepared, io)
  } finally {
    await opened.close()
  }
}

/** The log-on of a service key in place of that of the environment. @throws ConfigError */
function environmentFor(
  { communicationKey }: CiArguments,
  { env, folder = '.' }: CommandIo
): CommandIo['env'] {
  if (communicationKey === undefined) return env
  try {
    const { url, user, password } = readCommunicationKey(resolve(folder, communicationKey))
    return { ...env, ERP_URL: url, ERP_USER: user, ERP_PASSWORD: password }
  } catch (error) {
    if (!isErpError(error)) throw error
    throw new ConfigError([`${error.message} ${error.remedy}`])
  }
}

/** A request that the command names is read, whatever the bridge offers to agents. */
function settingsFor({ plan, settings }: CiArguments, env: CommandIo['env']): string[] {
  const decides =
    settings.some(flag => /^--(?:systems-file|feature-transport)\b/.test(flag)) ||
    env['ERP_SYSTEMS_FILE'] !== undefined ||
    env['ERP_FEATURE_TRANSPORT'] !== undefined
  return plan.transport === undefined || decides
    ? [...settings]
    : [...settings, '--enable-transports']
}

function standardOutput(io: CommandIo): OutputFile {
  return {
    name: '-',
    write: text => {
      io.say(text.replace(/\n$/, ''))
    }
  }
}

async function checkAt(opened: LocalSession, prepared: Prepared, io: CommandIo): Promise<number> {
  const { args, baseline, reports } = prepared
  // The standard output belongs to the report that asks for it.
  const tell = reports.some(({ file }) => file.name === '-') ? io.warn : io.say
  for (const folder of opened.recordings()) io.warn(`The exchanges are recorded in ${folder}`)
  const production = opened.role === 'production'
  const end = await runChecks(opened, { ...args.plan, baseline, production }, { io, tell })
  if ('failure' in end) {
    io.warn(end.failure.text)
    if (end.failure.code === 'ERP_FORBIDDEN' && args.plan.communicationUser !== true) {
      io.warn('A user of SAP_COM_0901 or SAP_COM_0735 needs --communication-user.')
    }
    return /^(BLOCKED_|TOOL_BAD_ARGUMENTS|INSUFFICIENT|ERP_NOT_FOUND|ERP_BAD_NAME)/.test(
      end.failure.code
    )
      ? exitCodes.usage
      : exitCodes.impossible
  }
  const { report } = end
  for (const line of findingLines(report, prepared.pathOf)) tell(line)
  const code = exitOf(report, args.failOn)
  const written = writeAll(prepared, end.report, io)
  return written
    ? args.writeBaseline !== undefined && code === exitCodes.findings
      ? exitCodes.clean
      : code
    : exitCodes.impossible
}

async function runChecks(
  { session }: LocalSession,
  plan: PipelinePlan,
  { io, tell }: { io: CommandIo; tell: (line: string) => void }
): Promise<PipelineEnd> {
  const stop = new AbortController()
  void io.untilStopped().then(() => {
    stop.abort()
  })
  const draw = io.showProgress
  try {
    return await checkPipeline(session, plan, {
      signal: stop.signal,
      step(one) {
        draw?.('')
        tell(stepLine(one))
      },
      progress({ done, total, message = '' }) {
        draw?.(`  ${done}${total === undefined ? '' : `/${total}`} ${message}`.slice(0, 79))
      }
    })
  } finally {
    draw?.('')
  }
}

/** False where a file could not be written after all. */
function writeAll(
  { reports, newBaseline, pathOf }: Prepared,
  report: Extract<PipelineEnd, { report: unknown }>['report'],
  io: CommandIo
): boolean {
  let isWhole = true
  const write = (file: OutputFile, text: string) => {
    try {
      file.write(io.secrets?.redact(text) ?? text)
    } catch (error) {
      isWhole = false
      io.warn(`${file.name} could not be written: ${(error as Error).message}`)
    }
  }
  const version = versionOf()
  for (const { format, file } of reports) write(file, render(format, { report, pathOf, version }))
  if (newBaseline !== undefined) {
    if (exitOf(report, 'never') === exitCodes.clean) write(newBaseline, baselineText(report))
    else io.warn(`${newBaseline.name} was not written: a check was not possible`)
  }
  return isWhole
}
