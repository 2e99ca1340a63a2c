/** `erp-bridge approvals`: changes that wait for a second person, at a bridge that runs. */
import { parseArgs } from 'node:util'
import { ConfigError } from '../../config/config.ts'
import { addressOf, BridgeRefusal, createBridgeClient } from './bridge-client.ts'
import type { BridgeClient } from './bridge-client.ts'
import { keyOf } from './key.ts'
import { isChange, itemLine, itemText } from './words.ts'
import type { CommandIo } from '../command.ts'

const help = `Usage: erp-bridge approvals VERB [--at URL] [--system NAME] [--key-variable NAME] [--json]

  list                              Changes that wait or were decided, newest first
  show ID                           What one does, and the digest of exactly that
  approve ID --digest D             Lets its requester repeat the call; nothing runs by itself
  reject ID [--digest D] [--reason TEXT]

  --at URL              Where the bridge runs (default http://127.0.0.1:8080); plain http on this machine alone
  --system NAME         One of the systems of a bridge with a systems file (default: its default system)
  --key-variable NAME   The variable with the key or token of the approver, or NAME_FILE with a file of it (default ERP_BRIDGE_KEY);
                        without one it is asked for

The key needs the scope admin, or "approve" in the file of named keys. The bridge signs and audits the decision with its identity, and refuses a
change that the same person asked for. The settings of the bridge are not used: who holds them could name any approver.

Exit codes: 0 done; 1 refused or failed; 2 wrong arguments.`

const options = {
  at: { type: 'string' },
  system: { type: 'string' },
  'key-variable': { type: 'string' },
  digest: { type: 'string' },
  reason: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' }
} as const

type Values = ReturnType<typeof parseArgs<{ options: typeof options }>>['values']

interface Asked {
  readonly id: string
  readonly values: Values
  readonly bridge: BridgeClient
  readonly io: CommandIo
}

interface Verb {
  readonly takesId: boolean
  readonly flags: readonly (keyof Values)[]
  readonly needs?: 'digest'
  run(asked: Asked): Promise<void>
}

const verbs: Readonly<Record<string, Verb>> = {
  list: { takesId: false, flags: [], run: list },
  show: { takesId: true, flags: [], run: show },
  approve: {
    takesId: true,
    flags: ['digest'],
    needs: 'digest',
    run: async asked => await decide(asked, 'approve')
  },
  reject: {
    takesId: true,
    flags: ['digest', 'reason'],
    run: async asked => await decide(asked, 'reject')
  }
}

export async function run(argv: readonly string[], io: CommandIo): Promise<number> {
  try {
    return await runVerb(argv, io)
  } catch (error) {
    if (error instanceof ConfigError) {
      for (const problem of error.problems) io.warn(problem)
      return 2
    }
    if (!(error instanceof BridgeRefusal)) throw error
    io.warn(error.message)
    return 1
  }
}

async function runVerb(argv: readonly string[], io: CommandIo): Promise<number> {
  const { values, positionals } = read(argv)
  const [name, id = '', ...rest] = positionals
  if (name === undefined || values.help === true) {
    io.say(help)
    return values.help === true ? 0 : 2
  }
  const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined
  if (verb === undefined) {
    throw wrong(
      `approvals has no ${JSON.stringify(name)}; it may be ${Object.keys(verbs).join(', ')}`
    )
  }
  assertFits(name, verb, { id, rest, values })
  const bridge = createBridgeClient({
    address: addressOf(values.at ?? 'http://127.0.0.1:8080', values.system),
    key: await keyOf(values['key-variable'] ?? 'ERP_BRIDGE_KEY', io)
  })
  await verb.run({ id, values, bridge, io })
  return 0
}

function read(argv: readonly string[]): { values: Values; positionals: readonly string[] } {
  try {
    return parseArgs({ args: joined(argv), options, allowPositionals: true })
  } catch (error) {
    throw wrong((error as Error).message.replace(/\.?$/, ''))
  }
}

/** A digest may begin with a hyphen, which would make it an option of its own. */
function joined(argv: readonly string[]): string[] {
  const at = argv.indexOf('--digest')
  const digest = at === -1 ? undefined : argv[at + 1]
  return digest === undefined
    ? [...argv]
    : [...argv.slice(0, at), `--digest=${digest}`, ...argv.slice(at + 2)]
}

interface Given {
  readonly id: string
  readonly rest: readonly string[]
  readonly values: Values
}

function assertFits(name: string, verb: Verb, { id, rest, values }: Given): void {
  if (verb.takesId !== (id !== '') || rest.length > 0) {
    throw wrong(`approvals ${name} takes ${verb.takesId ? 'the id of one change' : 'no id'}`)
  }
  const own: readonly (keyof Values)[] = ['digest', 'reason']
  const other = own.find(flag => values[flag] !== undefined && !verb.flags.includes(flag))
  if (other !== undefined) throw wrong(`approvals ${name} takes no --${other}`)
  const { needs } = verb
  if (needs !== undefined && values[needs] === undefined) {
    throw wrong(
      `approvals ${name} needs --${needs}, which approvals show ${id} prints with what it stands for`
    )
  }
}

function wrong(problem: string): ConfigError {
  return new ConfigError([`${problem} (see erp-bridge approvals --help)`])
}

async function list({ bridge, values, io }: Asked): Promise<void> {
  const data = await bridge.read()
  const items = 'approvals' in data && Array.isArray(data.approvals) ? data.approvals : []
  if (values.json === true) return io.say(JSON.stringify(items))
  if (items.length === 0) io.say('No change waits.')
  for (const item of items.filter(isChange)) io.say(itemLine(item))
}

async function show({ id, bridge, values, io }: Asked): Promise<void> {
  const item = await bridge.read(id)
  io.say(values.json === true ? JSON.stringify(item) : itemText(item))
}

async function decide(
  { id, bridge, values: { digest, reason, json }, io }: Asked,
  decision: 'approve' | 'reject'
): Promise<void> {
  const item = await bridge.decide({
    decision,
    approval: id,
    // An id stands for one digest; to refuse a change it need not be looked at.
    digest: digest ?? String((await bridge.read(id))['digest']),
    ...(reason === undefined ? {} : { reason })
  })
  if (json === true) return io.say(JSON.stringify(item))
  io.say(itemText(item))
  if (decision === 'approve') {
    io.say('Its requester can now repeat the call; nothing runs by itself.')
  }
}
