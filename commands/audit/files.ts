/** The files and keys that the commands of the audit read. */
import { readFileSync } from 'node:fs'
import { auditKeyOf } from '../../audit/chain.ts'
import type { AuditKey } from '../../audit/chain.ts'
import { auditLine } from '../../audit/siem/fields.ts'
import type { AuditLine } from '../../audit/siem/fields.ts'
import { memberOf, objectOf, readLines, TooLong } from '../../audit/verify/lines.ts'
import type { FoundLine } from '../../audit/verify/lines.ts'
import { ConfigError } from '../../config/config.ts'
import type { CommandIo } from '../command.ts'

/** @throws ConfigError that names the file which cannot be read */
export async function reading<T>(files: readonly string[], work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ConfigError) throw error
    const { code, path, message } = error as NodeJS.ErrnoException
    if (error instanceof TooLong) throw new ConfigError([message])
    if (code === undefined) throw error
    throw new ConfigError([`${path ?? files.join(', ')} cannot be read (${code})`])
  }
}

/** The state keys of the files and of the environment; none where neither has any. */
export function keysOf(paths: readonly string[], env: CommandIo['env']): AuditKey[] {
  const file = env['ERP_STATE_KEY_FILE']
  const own = env['ERP_STATE_KEY'] ?? (file === undefined ? undefined : textOf(file))
  const listed = paths.flatMap(path => textOf(path).split(/\r?\n/))
  const secrets = [...(own === undefined ? [] : [own]), ...listed].filter(text => text !== '')
  return [...new Set(secrets)].map(auditKeyOf)
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '')
  } catch (error) {
    throw new ConfigError([
      `${path} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`
    ])
  }
}

export interface ParsedLine extends FoundLine {
  /** Undefined where it is no line of the audit. */
  readonly line: AuditLine | undefined
}

/** The lines of files of the audit, or those of it in logs of the bridge. */
export async function* parsedLines(
  files: readonly string[],
  isLog: boolean
): AsyncGenerator<ParsedLine> {
  for await (const { bytes, place } of readLines(files)) {
    const audit = isLog ? memberOf(bytes, 'audit') : undefined
    if (!isLog) yield { bytes, place, line: auditLine(objectOf(bytes)) }
    else if (audit !== undefined) {
      // Lines without a MAC have the time of the line around them.
      const time = objectOf(bytes)?.['time']
      const own = typeof time === 'number' ? { time: new Date(time).toISOString() } : {}
      yield {
        bytes: Buffer.from(JSON.stringify(audit)),
        place,
        line: auditLine({ ...own, ...audit })
      }
    }
  }
}
