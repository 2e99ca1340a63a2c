/** `erp-bridge audit convert`: lines of the audit as events for security monitoring. */
import { parseArgs } from 'node:util'
import { cefOf } from '../../audit/siem/cef.ts'
import { ecsOf } from '../../audit/siem/ecs.ts'
import type { AuditLine } from '../../audit/siem/fields.ts'
import { ConfigError } from '../../config/config.ts'
import { versionOf } from '../../version.ts'
import type { CommandIo } from '../command.ts'
import { parsedLines } from './files.ts'

export const convertHelp = `Usage: erp-bridge audit convert --format ecs|cef [--log] [--original] FILE...

Prints each line of the audit as one event: ecs (Elastic Common Schema, JSON) or cef (Common Event Format). FILE may be - for stdin.
The audit itself stays as it is, because its MACs cover its bytes.

  --log        FILE is the log of the bridge; lines that are not of the audit are left out
  --original   ecs alone: with the sealed line in event.original

Exit code 1 where a line is none of the audit; stderr says which.`

const flags = {
  format: { type: 'string' },
  log: { type: 'boolean' },
  original: { type: 'boolean' }
} as const

const mostNamed = 20

export async function convert(args: readonly string[], io: CommandIo): Promise<number> {
  const { values, positionals: files } = argumentsOf(args)
  const write = writerOf(values)
  if (files.length === 0) throw new ConfigError(['give the files of the audit, or - for stdin'])
  let unreadable = 0
  for await (const { line, bytes, place } of parsedLines(files, values.log === true)) {
    if (line !== undefined) {
      io.say(write(line, bytes))
      await io.drained?.()
    } else if (unreadable++ < mostNamed) {
      io.warn(`${place.file}:${place.line}: this is no line of the audit; it was left out`)
    }
  }
  if (unreadable > mostNamed) io.warn(`and ${unreadable - mostNamed} more`)
  return unreadable === 0 ? 0 : 1
}

type Values = ReturnType<typeof argumentsOf>['values']

function writerOf({ format, original }: Values): (line: AuditLine, bytes: Buffer) => string {
  if (format === 'ecs') {
    return (line, bytes) =>
      JSON.stringify(ecsOf(line, original === true ? bytes.toString('utf8') : undefined))
  }
  if (format !== 'cef') throw new ConfigError(['--format is ecs or cef'])
  if (original === true) throw new ConfigError(['--original goes with --format ecs alone'])
  const version = versionOf()
  return line => cefOf(line, version)
}

function argumentsOf(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: flags, allowPositionals: true })
  } catch (error) {
    throw new ConfigError([(error as Error).message.replace(/\.$/, '')])
  }
}
