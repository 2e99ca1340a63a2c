/** `erp-bridge client-config`: the entry for a client's configuration, shown or written. */
import { homedir } from 'node:os'
import { ConfigError } from '../config/config.ts'
import { nearest } from '../tools/schema/nearest.ts'
import { readArguments } from './client-config/arguments.ts'
import { clients } from './client-config/clients.ts'
import type { ClientFile } from './client-config/clients.ts'
import { leftOut, localEntry, permissions, remoteEntry } from './client-config/entry.ts'
import { writeEntry } from './client-config/file.ts'
import type { CommandIo } from './command.ts'

const help = `Usage: erp-bridge client-config NAME [--at URL] [--key-variable NAME] [--as WORD] [--write] [settings]

  NAME                  ${Object.keys(clients).join(', ')}
  --at URL              A bridge that runs at this address, e.g. https://bridge.example.com/mcp; left out, the client starts its own
  --key-variable NAME   With --at: the environment variable that holds the API key
  --as WORD             Name of the entry (default erp)
  --write               Add it to the client's file; entries of other servers stay as they are

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
  const local = values.at === undefined ? localEntry(env, io.program) : undefined
  const entry =
    local === undefined
      ? remoteEntry(client, values.at ?? '', values['key-variable'])
      : client.local(local)
  // Wrong settings are refused before anything is written.
  const permitted =
    local === undefined ? [] : permissions(local.env, Object.keys(settings).length > 0)
  const path = client.path({ home: homeOf(io.env), env: io.env })
  if (values.write === true) {
    writeEntry(path, { section: client.section, word, entry })
    io.say(`${client.title}: the entry ${word} is in ${path}. Restart the client.`)
  } else {
    io.say(JSON.stringify({ [client.section]: { [word]: entry } }, undefined, 2))
    io.warn(`for ${path} (${client.title}); --write adds it`)
  }
  for (const line of permitted) io.warn(line)
  const missing = values.at === undefined ? leftOut(env) : []
  if (missing.length > 0) {
    io.warn(
      `Not in the entry, because no secret ever is: ${missing.join(', ')}. The client needs it in its environment, or set ${missing[0]}_FILE here to a file that holds it.`
    )
  }
  return 0
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
