/** `erp-bridge journal`: the recorded changes, for people and scripts. */
import { ConfigError } from '../config/config.ts'
import { isErpError, readRepositoryKey } from '../erp-client/index.ts'
import { ToolError } from '../tools/index.ts'
import type { Journal, JournalEntry } from '../tools/index.ts'
import { run as runCall } from './call.ts'
import type { CommandIo } from './command.ts'
import { openSession, splitArguments } from './local-session.ts'

const help = `Usage: erp-bridge journal VERB [key=value …] [settings of the bridge, or their variables]

  list [since=7d] [type=T name=N] [maxResults=N] [cursor=C]   Recorded changes, newest first
  show ID        One change: its steps, and the difference to what is there now
  diff ID        The same
  undo ID [dryRun=true] [transport=T] [confirm=H]             Restores the state before
  undo mineSince=12h                                          The same for all of this user since then
  export         All changes of the system as JSON lines, with the texts before them
  verify         Reads every change, and names those that cannot be read

The journal is that of the bridge: --journal-dir or --journal-url, else the state folder of the user. It needs the same --state-key.
Exit codes as of erp-bridge call; verify ends with 1 where something cannot be read.`

type Verb = (words: readonly string[], flags: readonly string[], io: CommandIo) => Promise<number>

const verbs: Readonly<Record<string, Verb>> = {
  list: async (words, flags, io) =>
    await runCall(['ERPManage', 'action=journal', ...words, ...flags], io),
  show: async (words, flags, io) => await show(words, flags, io),
  diff: async (words, flags, io) => await show(words, flags, io),
  undo: async (words, flags, io) =>
    await runCall(['ERPWrite', 'action=undo', ...words.map(asChange), ...flags], io),
  export: async (_words, flags, io) =>
    await withJournal(flags, io, async (journal, repository) => {
      for await (const entry of allEntries(journal, repository)) {
        io.say(JSON.stringify(await journal.read(entry.id, repository)))
      }
      return 0
    }),
  verify: async (_words, flags, io) => await withJournal(flags, io, verify(io))
}

export async function run(argv: readonly string[], io: CommandIo): Promise<number> {
  const { words, switches, flags } = splitArguments(argv, ['--json', '--help', '-h'])
  const [name, ...rest] = words
  if (name === undefined || switches.has('--help') || switches.has('-h')) {
    io.say(help)
    return name === undefined && switches.size === 0 ? 2 : 0
  }
  const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined
  if (verb === undefined) {
    throw new ConfigError([
      `journal has no ${JSON.stringify(name)}; it may be ${Object.keys(verbs).join(', ')} (see erp-bridge journal --help)`
    ])
  }
  return await verb(rest, [...(switches.has('--json') ? ['--json'] : []), ...flags], io)
}

/** An id may stand without its key. */
function asChange(word: string): string {
  return word.includes('=') ? word : `change=${word}`
}

async function show(words: readonly string[], flags: readonly string[], io: CommandIo) {
  if (words.length === 0) throw new ConfigError(['journal show needs the id of a change'])
  return await runCall(['ERPManage', 'action=journal', ...words.map(asChange), ...flags], io)
}

async function withJournal(
  flags: readonly string[],
  io: CommandIo,
  use: (journal: Journal, repository: string) => Promise<number>
): Promise<number> {
  const { session, close } = openSession(
    flags.filter(flag => flag !== '--json'),
    io.env,
    io
  )
  try {
    if (session.journal === undefined) {
      io.warn('Changes are not recorded here: give --journal-dir or --journal-url.')
      return 2
    }
    return await use(session.journal.journal, await readRepositoryKey(session.erp().reader))
  } catch (error) {
    if (!(error instanceof ToolError) && !isErpError(error)) throw error
    io.warn(error.message)
    return 1
  } finally {
    await close()
  }
}

const pageSize = 200

async function* allEntries(journal: Journal, repository: string): AsyncGenerator<JournalEntry> {
  let before: string | undefined
  for (;;) {
    const page = await journal.find({ repository, before, limit: pageSize })
    yield* page
    before = page.at(-1)?.id
    if (page.length < pageSize) return
  }
}

/** Each text is read and, under a state key, proved to be the one that was stored. */
function verify(io: CommandIo) {
  return async (journal: Journal, repository: string): Promise<number> => {
    let good = 0
    let bad = 0
    for await (const { id, steps } of allEntries(journal, repository)) {
      try {
        const found = await journal.read(id, repository)
        if (found?.steps.length !== steps) throw new Error('steps are missing')
        good++
      } catch (error) {
        bad++
        io.warn(`${id}: ${error instanceof Error ? error.message : String(error)}`)
      }
    }
    io.say(`${good} changes can be read${bad === 0 ? '' : `, ${bad} cannot`}.`)
    return bad === 0 ? 0 : 1
  }
}
