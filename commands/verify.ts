/** `erp-bridge verify`: tries on the user's own system what the bridge assumes about ADT. */
import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { ConfigError, chosenEntry, viewOf } from '../config/config.ts'
import type { SystemView } from '../config/config.ts'
import { registerConfigSecrets, registerStartSecrets } from '../config/known-secrets.ts'
import { createSecrets } from '../config/secrets.ts'
import { createErp, isErpError } from '../erp-client/index.ts'
import { isPropagating, policyOptions } from '../systems/options.ts'
import { createPolicy } from '../tools/index.ts'
import type { CommandIo } from './command.ts'
import { checks as allChecks } from './verify/checks/index.ts'
import type { Check } from './verify/check.ts'
import { loadSettings } from './local-session.ts'
import { readArguments } from './verify/arguments.ts'
import type { VerifyArguments } from './verify/arguments.ts'
import { help } from './verify/help.ts'
import { openLogon } from './verify/log-on.ts'
import { createProgress } from './verify/progress.ts'
import { endLines, isGood, jsonOf, markdownOf, resultLine } from './verify/report.ts'
import { CannotRun, runChecks } from './verify/run.ts'
import type { Report } from './verify/run.ts'

const codes = { good: 0, differs: 1, usage: 2, unanswered: 3 } as const

export async function run(argv: readonly string[], io: CommandIo): Promise<number> {
  if (argv.includes('--help') || argv.includes('-h')) {
    io.say(help)
    return codes.good
  }
  try {
    return await verify(readArguments(argv), io)
  } catch (error) {
    if (error instanceof ConfigError || error instanceof CannotRun) {
      const problems = error instanceof ConfigError ? error.problems : [error.message]
      for (const problem of problems) io.warn(problem)
      return codes.usage
    }
    if (!isErpError(error)) throw error
    io.warn(`The system cannot be asked: ${error.message.replace(/\.$/, '')}. ${error.remedy}`)
    return codes.unanswered
  }
}

async function verify(args: VerifyArguments, io: CommandIo): Promise<number> {
  const secrets = io.secrets ?? createSecrets()
  registerStartSecrets(secrets, args.settings, io.env)
  const { config, warnings } = loadSettings(args.settings, io.env)
  registerConfigSecrets(secrets, config)
  for (const warning of warnings) io.warn(`warning: ${warning}`)
  const view = viewOf(config, chosenEntry(config))
  assertTechnicalUser(view)
  const report = await runOn(view, args, { ...io, secrets })
  for (const line of endLines(report)) io.say(secrets.redact(line))
  await save(args.json, jsonOf(report), io)
  await save(args.markdown, markdownOf(report), io)
  return isGood(report)
    ? codes.good
    : report.results.some(({ outcome }) => outcome === 'differs')
      ? codes.differs
      : codes.unanswered
}

/** @throws ConfigError where no log-on of this command is possible */
function assertTechnicalUser(config: SystemView): void {
  // A service key has the log-on of the user of the shell, a destination may have a user.
  if (isPropagating({ ...config, serviceKey: undefined, destination: undefined })) {
    throw new ConfigError([
      'verify logs on as one user: give --user and --password in place of principal propagation'
    ])
  }
  if (config.sandbox) {
    throw new ConfigError([
      'verify works on a system that runs already; start erp-bridge sandbox, and give its --url, --user and --password'
    ])
  }
}

async function runOn(
  view: SystemView,
  args: VerifyArguments,
  io: CommandIo & { secrets: ReturnType<typeof createSecrets> }
): Promise<Report> {
  const stop = new AbortController()
  void io.untilStopped().then(() => {
    stop.abort()
  })
  const progress = createProgress(io.showProgress)
  const { redact } = io.secrets
  const { options, close } = await openLogon(view, io)
  try {
    return await runChecks({
      open: own => createErp({ ...options, redact, ...own }),
      policy: createPolicy(policyOptions(view)),
      checks: chosen(args.only),
      write: args.write,
      package: args.package,
      maxRows: Math.min(view.maxRows, 20),
      signal: stop.signal,
      processes: io.processes ?? { own: 0, isAlive: () => false },
      announce: lines => {
        for (const line of lines) io.say(redact(line))
      },
      progress(step) {
        const line = step.result === undefined ? undefined : resultLine(step.result)
        progress.show(step, () => {
          if (line !== undefined) io.say(redact(line))
        })
      }
    })
  } finally {
    progress.end()
    await close()
  }
}

/** @throws ConfigError for an operation without a check */
function chosen(only: readonly string[]): readonly Check[] {
  if (only.length === 0) return allChecks
  const unknown = only.filter(name => !allChecks.some(({ operation }) => operation === name))
  if (unknown.length > 0) {
    throw new ConfigError([
      `--only: there is no check of ${unknown.join(', ')}; the checks are ${allChecks.map(({ operation }) => operation).join(', ')}`
    ])
  }
  return allChecks.filter(({ operation }) => only.includes(operation))
}

async function save(path: string | undefined, text: string, io: CommandIo): Promise<void> {
  if (path === undefined) return
  const file = resolve(io.folder ?? '.', path)
  try {
    await writeFile(file, io.secrets?.redact(text) ?? text)
  } catch (error) {
    throw new ConfigError([`${path} cannot be written: ${(error as Error).message}`])
  }
  io.say(`written: ${path}`)
}
