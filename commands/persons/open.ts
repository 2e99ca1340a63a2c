/** Where records of persons are: key store, journal and files of the audit, by the settings. */
import { createAudit } from '../../audit.ts'
import type { Audit } from '../../audit.ts'
import { ConfigError } from '../../config/config.ts'
import { createSecrets } from '../../config/secrets.ts'
import { openPersonEntries } from '../../journal/persons/entries.ts'
import type { PersonEntries } from '../../journal/persons/entries.ts'
import { openPersons } from '../../journal/persons/open.ts'
import type { PersonStore, StoredPerson } from '../../journal/persons/store.ts'
import { stateFolder } from '../../journal/state-folder.ts'
import { createLog } from '../../log.ts'
import { auditOptions } from '../../wiring.ts'
import { reading } from '../audit/files.ts'
import type { CommandIo } from '../command.ts'
import { loadSettings, splitArguments, withAnyErp } from '../local-session.ts'
import { parseOwn } from '../own-options.ts'
import { identitiesIn } from './audit-lines.ts'
import type { AuditFiles } from './audit-lines.ts'

const options = {
  identity: { type: 'string' },
  log: { type: 'boolean' },
  'dry-run': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' }
} as const

/** One person, as the records know it. */
export interface Person {
  readonly identity: string
  /** Undefined where no pseudonym stands for it. */
  readonly stored: StoredPerson | undefined
}

export interface Records {
  readonly persons: PersonStore | undefined
  readonly journal: PersonEntries | undefined
  readonly files: AuditFiles
  readonly person: Person
  readonly isDryRun: boolean
  /** The audit that an erasure is recorded in. */
  openAudit(): Audit | undefined
}

/** Exit codes beside 0. */
export const codes = { nothing: 1, usage: 2 } as const

interface PersonCommand {
  readonly argv: readonly string[]
  readonly io: CommandIo
  readonly help: string
  /** A name is not enough: it may be that of another person once the first one is erased. */
  readonly needsIdentity?: boolean
}

/** Opens the records, finds the one person that `--identity` names, and closes them. */
export async function withPerson(
  { argv, io, help, needsIdentity = false }: PersonCommand,
  work: (records: Records) => Promise<number>
): Promise<number> {
  const { words, flags: rest } = splitArguments(argv, [])
  const { values, flags } = parseOwn(rest, options)
  if (values.help === true) {
    io.say(help)
    return 0
  }
  const { identity: name } = values
  if (name === undefined) throw new ConfigError(['give the person with --identity NAME'])
  const { secrets = createSecrets(), env } = io
  const { config } = loadSettings(flags, withAnyErp(flags, env))
  const given = words.length > 0 ? words : [config.auditFile].filter(file => file !== undefined)
  const files = { files: given, isLog: values.log === true }
  const [persons, journal] = await Promise.all([
    openPersons(config),
    openPersonEntries(config, stateFolder(env))
  ]).catch((error: unknown) => {
    throw new ConfigError([(error as Error).message])
  })
  const log = createLog(config, undefined, secrets)
  const { redactLine } = secrets
  try {
    const found = await findPersons(name, { persons, journal, files })
    const [person] = found
    if (person === undefined) {
      io.warn(`There are no records of ${JSON.stringify(name)}.`)
      return codes.nothing
    }
    const isExact = [person.identity, person.stored?.id].includes(name)
    if (found.length > 1 || (needsIdentity && !isExact)) return unclear(name, found, io)
    return await work({
      ...{ persons, journal, files, person, isDryRun: values['dry-run'] === true },
      openAudit: () =>
        config.auditFile === undefined
          ? undefined
          : createAudit({ log, ...auditOptions(config), redactLine })
    })
  } finally {
    await Promise.all([persons?.close(), journal?.close()])
  }
}

type Places = Pick<Records, 'persons' | 'journal' | 'files'>

/** By the identity where the text is one; else all that have it as a name. */
async function findPersons(
  text: string,
  { persons, journal, files }: Places
): Promise<readonly Person[]> {
  const stored = (await persons?.find(text)) ?? []
  const byIdentity = new Map<string, StoredPerson>(stored.map(one => [one.identity, one]))
  const pseudonyms = new Set(stored.map(({ id }) => id))
  const others = [
    ...((await journal?.identities(text)) ?? []),
    ...(await reading(files.files, async () => await identitiesIn(files, text)))
  ].filter(identity => !pseudonyms.has(identity))
  const all = new Set([...byIdentity.keys(), ...others])
  const wanted = all.has(text) ? [text] : [...all].toSorted()
  return wanted.map(identity => ({ identity, stored: byIdentity.get(identity) }))
}

function unclear(name: string, found: readonly Person[], io: CommandIo): number {
  io.warn(
    `${JSON.stringify(name)} is a name of ${found.length === 1 ? 'one person' : `${found.length} persons`}; give the identity:`
  )
  for (const { identity } of found) io.warn(`  ${identity}`)
  return codes.usage
}
