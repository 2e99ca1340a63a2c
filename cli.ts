#!/usr/bin/env node
/** The bin: says help and version, picks the launcher or a command, and loads only what it picked. */
import { commands } from './commands/index.ts'
import { ConfigError, loadConfig } from './config.ts'
import { helpText } from './help.ts'
import { didYouMean } from './near-names.ts'
import { versionOf } from './version.ts'

const [first = '', ...others] = process.argv.slice(2)
const argv = process.argv.slice(2)

try {
  if (argv.includes('--help') || argv.includes('-h')) process.stdout.write(helpText(new Map(commands.map(({ name, summary }) => [name, summary]))))
  else if (argv.includes('--version') || argv.includes('-v')) process.stdout.write(`${versionOf(process.env)}\n`)
  else if (first !== '' && !first.startsWith('-')) await runCommand(first, others)
  else await startBridge()
} catch (error) {
  process.stderr.write(`${startFailure(error)}\n`)
  process.exitCode = 1
}

async function runCommand (name: string, rest: readonly string[]): Promise<void> {
  const command = commands.find(candidate => candidate.name === name)
  if (command === undefined) {
    throw new ConfigError([`unknown command ${name}${didYouMean(name, commands.map(candidate => candidate.name))} (see erp-bridge --help)`])
  }
  const { run } = await command.load()
  process.exitCode = await run(rest, { env: process.env })
}

async function startBridge (): Promise<void> {
  const { config, warnings } = loadConfig(argv, process.env)
  for (const warning of warnings) process.stderr.write(`warning: ${warning}\n`)
  throw new Error(`no launcher for ${config.transport}`)
}

function startFailure (error: unknown): string {
  if (error instanceof ConfigError) return ['erp-bridge cannot start:', ...error.problems.map(problem => `  - ${problem}`)].join('\n')
  return `erp-bridge cannot start: ${error instanceof Error ? error.message : String(error)}`
}
