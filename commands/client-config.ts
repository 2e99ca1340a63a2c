/** `erp-bridge client-config`: the entry for a client's configuration, shown or written. */
import { homedir } from 'node:os'
import { ConfigError } from '../config/config.ts'
import { nearest } from '../tools/schema/nearest.ts'
import { readArguments } from './client-config/arguments.ts'
import { clients } from './client-config/clients.ts'
import type { ClientFile } from './client-config/clients.ts'
import { leftOut, localEntry, remoteEntry, systemAddress } from './client-config/entry.ts'
import { writeEntry } from './client-config/file.ts'
import { permissions, systemPermissions } from './client-config/permissions.ts'
import { chosenSystems } from './client-config/systems.ts'
import type { ChosenSystems } from './client-config/systems.ts'
import type { CommandIo } from './command.ts'

const help = `Usage: erp-bridge client-config NAME [--at URL] [--key-variable NAME] [--as WORD] [--write] [settings]

  NAME                  ${Object.keys(clients).join(', ')}
  --at URL              A bridge that runs at this address, e.g. https://bridge.example.com/mcp; left out, the client starts its own
  --key-variable NAME   With --at: the environment variable that holds the API key
  --as WORD             Name of the entry (default erp)
  --write               Add it to the client's file; entries of other servers stay as they are

With --systems-file FILE there is an entry for each system (erp-dev, erp-prd, …), with --system NAME for that one; with --at their
addresses are URL/NAME.

With a bridge of the client's own, settings go into the entry: those given here as flags (--read-only --block-free-sql), and
those that are set now as variables (ERP_URL, ERP_CLIENT, …). A bridge that is started with flags has settings of its own: give the
same ones here. Secrets never go into it: give them to the client's environment, or as <NAME>_FILE.`

export async function run(argv: readonly string[], io: CommandIo): Promise<number> {
  const {
    values,
    positionals: [name],
    settings
  } = readArguments(argv)
  if (values.help === true || name === undefined) {
    io.say(help)
    return values.help === true ? 0 : 1
  }
  const client = clientNamed(name)
  const word = values.as ?? 'erp'
  const env = { ...io.env, ...settings }
  const { names, variables } = chosenSystems(env)
  // Wrong settings are refused before anything is written.
  const made = (names.length === 0 ? [undefined] : names).map(system => ({
    word: system === undefined ? word : `${word}-${system}`,
    ...entryOf(client, { values, system, env, program: io.program })
  }))
  const local = made[0]?.local
  const strict = Object.keys(settings).length > 0
  const permitted =
    local === undefined
      ? []
      : (env['ERP_SYSTEMS_FILE'] ?? '') === ''
        ? permissions(local.env, strict)
        : systemPermissions(env, { variables, word, strict })
  const path = client.path({ home: homeOf(io.env), env: io.env })
  if (values.write === true) {
    for (const each of made) writeEntry(path, { section: client.section, ...each })
    const written = made.map(each => each.word).join(', ')
    io.say(
      `${client.title}: the ${made.length === 1 ? 'entry' : 'entries'} ${written} ${made.length === 1 ? 'is' : 'are'} in ${path}. Restart the client.`
    )
  } else {
    const entries = Object.fromEntries(made.map(each => [each.word, each.entry]))
    io.say(JSON.stringify({ [client.section]: entries }, undefined, 2))
    io.warn(`for ${path} (${client.title}); --write adds it`)
  }
  for (const line of permitted) io.warn(line)
  if (values.at === undefined) sayMissing(io, { env, names, variables })
  return 0
}

interface Wanted {
  readonly values: ReturnType<typeof readArguments>['values']
  readonly system: string | undefined
  readonly env: CommandIo['env']
  readonly program: CommandIo['program']
}

function entryOf(client: ClientFile, { values, system, env, program }: Wanted) {
  if (values.at !== undefined) {
    const url = systemAddress(values.at, system)
    return { entry: remoteEntry(client, url, values['key-variable']), local: undefined }
  }
  const local = localEntry(env, program, system)
  return { entry: client.local(local), local }
}

/** Secrets that are not in the entry, and that its client needs. */
function sayMissing(io: CommandIo, { env, names, variables }: ChosenSystems & Pick<Wanted, 'env'>) {
  if (names.length > 0) {
    if (variables.length > 0) {
      io.warn(
        `Not in the entry, because no secret ever is: ${variables.join(', ')}. The client needs them in its environment, or give …File in the systems file.`
      )
    }
    return
  }
  const missing = leftOut(env)
  if (missing.length > 0) {
    io.warn(
      `Not in the entry, because no secret ever is: ${missing.join(', ')}. The client needs it in its environment, or set ${missing[0]}_FILE here to a file that holds it.`
    )
  }
}

/** Case, blanks and underscores do not count. */
function clientNamed(name: string): ClientFile {
  const key = name
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-')
  const client = Object.hasOwn(clients, key) ? clients[key] : undefined
  if (client !== undefined) return client
  const names = Object.keys(clients)
  const near = nearest(key, names)
  throw new ConfigError([
    `client ${name} is unknown${near === undefined ? '' : `; did you mean ${near}?`}; give one of ${names.join(', ')}`
  ])
}

function homeOf(env: CommandIo['env']): string {
  return env['HOME'] ?? homedir()
}
