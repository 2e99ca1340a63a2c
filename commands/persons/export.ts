/** `erp-bridge audit export --identity`: what is recorded of one person, as JSON lines. */
import { reading } from '../audit/files.ts'
import type { CommandIo } from '../command.ts'
import { auditLines, identityOf } from './audit-lines.ts'
import type { AuditLine } from './audit-lines.ts'
import { withPerson } from './open.ts'
import type { Person, Records } from './open.ts'

const help = `Usage: erp-bridge audit export [FILE...] --identity NAME [--log] [settings of the bridge, or their variables]

Prints what is recorded of one person as JSON lines: "key store" (names and pseudonym), "audit" (the line as it was written, and the names that its
pseudonyms stand for) and "journal" (changes, without the states before them).

  FILE              Files of the audit, rotated ones unpacked (default: --audit-file)
  --identity NAME   An identity, user, ERP user or pseudonym of the audit
  --log             FILE is the log of the bridge

The settings name the places: --audit-pseudonyms, --journal-dir or --journal-url, --state-key.
Exit code 0; 1 where there are no records, 2 where NAME means several persons or an argument is wrong.`

export async function runExport(argv: readonly string[], io: CommandIo): Promise<number> {
  return await withPerson({ argv, io, help }, async records => {
    const say = async (record: object) => {
      io.say(JSON.stringify(record))
      await io.drained?.()
    }
    await exportPerson(records, say)
    return 0
  })
}

async function exportPerson(
  { person, journal, files }: Records,
  say: (record: object) => Promise<void>
): Promise<void> {
  const { identity, stored } = person
  if (stored !== undefined) {
    const names = Object.fromEntries(stored.names)
    await say({ source: 'key store', identity, pseudonym: stored.id, names })
  }
  await reading(files.files, async () => {
    for await (const { line, place } of auditLines(files)) {
      if (!isOf(line, person)) continue
      const { file, line: number } = place
      await say({ source: 'audit', file, number, ...namesIn(line, person), line })
    }
  })
  for await (const { entry, steps } of journal?.entries(identity) ?? []) {
    await say({ source: 'journal', ...entry, steps })
  }
}

/** Whether the line is one of the person, by identity or pseudonym. */
export function isOf(line: AuditLine['line'], { identity, stored }: Person): boolean {
  const named = identityOf(line)
  return (
    named !== undefined && (named === identity || named === stored?.id || isHaltOf(line, identity))
  )
}

function isHaltOf({ haltedIdentity }: AuditLine['line'], identity: string): boolean {
  return haltedIdentity === identity
}

function namesIn(line: AuditLine['line'], { stored }: Person): { names?: object } {
  if (stored === undefined) return {}
  const names = Object.entries(line).flatMap(([member, value]) => {
    const name = typeof value === 'string' ? stored.names.get(value) : undefined
    return name === undefined ? [] : [[member, name] as const]
  })
  return names.length === 0 ? {} : { names: Object.fromEntries(names) }
}
