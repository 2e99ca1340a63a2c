/** `erp-bridge sandbox import`: imports requests into a system of a running landscape. */
import { parseArgs } from 'node:util'
import { UsageError } from '../command-io.ts'
import type { CommandIo } from '../command-io.ts'
import type { QueueReport } from '../transports/exchange/queue.ts'
import type { ImportReport, QueueEntry } from '../transports/exchange/types.ts'
import { landscapeOf } from './command.ts'
import { createControl } from './control-client.ts'
import type { Control, ControlTarget } from './control-client.ts'
import { passwordVariable } from './systems-file.ts'
import { writtenTarget } from './written-target.ts'

const help = `Usage: erp-bridge sandbox import --systems-file FILE --system NAME [--request NUMBER] …
       erp-bridge sandbox import --landscape FILE --system NAME [--request NUMBER] …

Imports released requests into a system of a running landscape: all that wait, in their order, or one.
Ends with 0 where every return code is 0 or 4, else with the highest return code (8 or 12).

  --systems-file FILE   The file that --write-systems-file wrote, with addresses and passwords
  --landscape FILE      Or the file with which the landscape was started
  --system NAME         The system to import into
  --request NUMBER      Import this request only; before earlier ones it is imported again in its turn
  --list                Show the import queue and import nothing
  --again               Import a request once more that was imported
  --overwrite-originals Overwrite objects whose original is in this system
  --overwrite-repaired  Overwrite objects in a request of this system that is not released
  --url URL             With --landscape: the address of the system, where the file gives port 0
  With --landscape the password is the one of the file, or in the variable NAME_PASSWORD (DEV_PASSWORD for dev)`

const flags = {
  'systems-file': { type: 'string' },
  landscape: { type: 'string' },
  system: { type: 'string' },
  request: { type: 'string' },
  url: { type: 'string' },
  list: { type: 'boolean' },
  again: { type: 'boolean' },
  'overwrite-originals': { type: 'boolean' },
  'overwrite-repaired': { type: 'boolean' },
  help: { type: 'boolean' }
} as const

type Values = ReturnType<typeof parseArgs<{ options: typeof flags }>>['values']

function readFlags(argv: readonly string[]): Values {
  try {
    return parseArgs({ args: [...argv], options: flags }).values
  } catch (error) {
    throw new UsageError(
      `${(error as Error).message.replace(/\.?$/, '')} (see erp-bridge sandbox import --help)`
    )
  }
}

function controlOf(values: Values, env: CommandIo['env']): Control {
  const { landscape, 'systems-file': written, system, url } = values
  if (system === undefined || (landscape === undefined) === (written === undefined)) {
    throw new UsageError(
      '--system and one file are needed; give --systems-file or --landscape, and a system of it'
    )
  }
  if (written === undefined) {
    return createControl(startedTarget({ file: landscape ?? '', name: system, url }, env))
  }
  if (url !== undefined) {
    throw new UsageError('--url belongs to --landscape; the systems file has the address')
  }
  return createControl(writtenTarget(written, system, env))
}

interface Started {
  readonly file: string
  readonly name: string
  readonly url: string | undefined
}

/** By the file with which the landscape was started. */
function startedTarget({ file, name, url }: Started, env: CommandIo['env']): ControlTarget {
  const { host, systems } = landscapeOf(file, env)
  const system = systems.find(each => each.name === name)
  if (system === undefined) {
    throw new UsageError(
      `--system ${name} is not in ${file}; give one of ${systems.map(each => each.name).join(', ')}`
    )
  }
  const password = system.password ?? env[passwordVariable(name)]
  if (password === undefined) {
    throw new UsageError(
      `the password of system ${name} is not in ${file}; give it in the variable ${passwordVariable(name)}, or give --systems-file with the file of --write-systems-file`
    )
  }
  if (url === undefined && system.port === 0) {
    throw new UsageError(
      `${file} gives system ${name} any free port; give the address that the start shows with --url, or --systems-file with the file of --write-systems-file`
    )
  }
  return {
    url: url ?? `http://${host.includes(':') ? `[${host}]` : host}:${system.port}`,
    user: system.user,
    password
  }
}

function outcomeOf({ state, code }: QueueEntry): string {
  if (code === undefined) return 'waiting'
  if (state === 'waiting') return `waiting, cancelled with return code ${code}`
  const words = `imported with return code ${code}`
  return state === 'preliminary' ? `${words}, waiting for its turn` : words
}

function printQueue(queue: readonly QueueEntry[], io: CommandIo): void {
  if (queue.length === 0) io.say('The import queue is empty.')
  for (const entry of queue) {
    io.say(`${entry.number}  ${entry.owner}  ${entry.text}: ${outcomeOf(entry)}`)
  }
}

function printReport({ number, code, messages }: ImportReport, io: CommandIo): void {
  io.say(`${number}  return code ${code}`)
  for (const { severity, step, text } of messages) io.say(`  ${severity} ${step}: ${text}`)
}

function printResult({ reports, left }: QueueReport, io: CommandIo): number {
  for (const report of reports) printReport(report, io)
  if (reports.length === 0) io.say('No request waits in the import queue.')
  if (left.length > 0) io.say(`Not imported after the cancelled one: ${left.join(', ')}`)
  const code = Math.max(0, ...reports.map(report => report.code))
  return code > 4 ? code : 0
}

/** Runs the command; the result is its exit code. */
export async function runImport(argv: readonly string[], io: CommandIo): Promise<number> {
  const values = readFlags(argv)
  if (values.help === true) {
    io.say(help)
    return 0
  }
  const control = controlOf(values, io.env)
  if (values.list === true) {
    printQueue(await control.queue(), io)
    return 0
  }
  const report = await control.importRequests({
    ...(values.request === undefined ? {} : { number: values.request }),
    again: values.again === true,
    overwriteOriginals: values['overwrite-originals'] === true,
    overwriteRepaired: values['overwrite-repaired'] === true
  })
  return printResult(report, io)
}
