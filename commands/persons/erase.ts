/** `erp-bridge audit erase --identity`: makes the records of one person anonymous. */
import { randomBytes } from 'node:crypto'
import { reading } from '../audit/files.ts'
import type { CommandIo } from '../command.ts'
import { operatorName } from '../operator.ts'
import { auditLines, identityOf } from './audit-lines.ts'
import { withPerson } from './open.ts'
import type { Person, Records } from './open.ts'

const help = `Usage: erp-bridge audit erase [FILE...] --identity NAME [--dry-run] [--log] [settings of the bridge, or their variables]

Deletes the key of one person, so that no pseudonym in the audit leads to that person any more; the lines stay as they are, and audit verify finds
them intact. In the journal it puts the pseudonym in place of the identity, and removes user, ERP user and arguments of the entries; states before
changes stay until --journal-days. What the person has requested for an approval is removed. It cannot be undone.

  FILE              Files of the audit, to count lines that name the person (default: --audit-file)
  --identity NAME   An identity or pseudonym of the audit; for another name the identities are listed, and nothing is erased
  --dry-run         Says what would be erased
  --log             FILE is the log of the bridge

The settings name the places: --audit-pseudonyms, --journal-dir or --journal-url, --state-key.
Bridges that run notice it within 5 seconds. End the access of the person first: a further call makes a new key.
Exit code 0; 1 where there are no records, 2 where NAME is no identity or an argument is wrong.`

export async function runErase(argv: readonly string[], io: CommandIo): Promise<number> {
  return await withPerson({ argv, io, help, needsIdentity: true }, async records => {
    const { plain, anonymous } = await countLines(records)
    const done = records.isDryRun ? await wouldErase(records) : await erase(records)
    const { identity } = records.person
    const counted = `${done.key ? 'the key' : 'no key'}, ${done.entries} entries of the journal, ${done.approvals} approvals`
    if (records.isDryRun) {
      io.say(`${identity}: to erase: ${counted}; ${anonymous} lines of the audit become anonymous`)
    } else {
      io.say(`${identity}: erased: ${counted}; ${anonymous} lines of the audit are anonymous`)
      io.say(`What is left stands under ${done.pseudonym}.`)
    }
    if (plain > 0) {
      io.warn(
        `${plain} lines of the audit name the person without a pseudonym; they go with the files that hold them`
      )
    }
    return 0
  })
}

interface Erased {
  readonly key: boolean
  readonly entries: number
  readonly approvals: number
  readonly pseudonym: string
}

/** The key last: as long as it is there, another attempt finds the person by its names. */
async function erase({ person, persons, journal, openAudit }: Records): Promise<Erased> {
  const { identity, stored } = person
  const pseudonym = pseudonymFor(person)
  const audit = openAudit()
  try {
    audit?.assertReady({ tool: 'audit', action: 'erase', changes: true })
    const { entries = 0, approvals = 0 } = (await journal?.erase(identity, pseudonym)) ?? {}
    audit?.erased({ person: pseudonym, by: operatorName(), entries })
    const key = stored !== undefined && (await persons?.erase(stored.id)) === true
    return { key, entries, approvals, pseudonym }
  } finally {
    audit?.close()
  }
}

async function wouldErase({ person, journal }: Records): Promise<Erased> {
  const { identity, stored } = person
  const { entries = 0, approvals = 0 } = (await journal?.count(identity)) ?? {}
  return { key: stored !== undefined, entries, approvals, pseudonym: pseudonymFor(person) }
}

/** Without a key store the entries of one person still belong together. */
function pseudonymFor({ stored }: Person): string {
  return stored?.id ?? `p-${randomBytes(8).toString('hex')}`
}

async function countLines({ person, files }: Records) {
  let plain = 0
  let anonymous = 0
  await reading(files.files, async () => {
    for await (const { line } of auditLines(files)) {
      const identity = identityOf(line)
      if (identity === person.identity || line['haltedIdentity'] === person.identity) plain++
      else if (identity !== undefined && identity === person.stored?.id) anonymous++
    }
  })
  return { plain, anonymous }
}
