/** `erp-bridge halt` and `erp-bridge resume`: the off-switch of operators. */
import { createAudit } from '../audit.ts'
import type { Audit } from '../audit.ts'
import { ConfigError, loadConfig } from '../config/config.ts'
import { createSecrets } from '../config/secrets.ts'
import { fileHaltStore, haltFileIn } from '../halt/file-store.ts'
import { auditFacts } from '../halt/gate.ts'
import { haltWords, noHalts, parseHalts, scopeWords, withHalt, withoutHalt } from '../halt/halts.ts'
import type { HaltScope, HaltState } from '../halt/halts.ts'
import { changeHalts } from '../halt/store.ts'
import type { HaltStore } from '../halt/store.ts'
import { stateFolder } from '../journal/state-folder.ts'
import { createLog } from '../log.ts'
import { openRedisHalts } from '../plugins/redis-halts.ts'
import { sharedPlaceOf } from '../systems/options.ts'
import { auditOptions } from '../wiring.ts'
import type { CommandIo } from './command.ts'
import { loadSettings } from './local-session.ts'
import { operatorName } from './operator.ts'
import { parseOwn } from './own-options.ts'
import type { OwnValues } from './own-options.ts'

const help = `Usage: erp-bridge halt [--system NAME] [--identity NAME] [--writes] [--reason TEXT] [--contact TEXT] [settings of the bridge, or their variables]
       erp-bridge halt --list
       erp-bridge resume [--system NAME] [--identity NAME] [--writes] [--all]

halt refuses calls from now on, at all replicas within 5 seconds, until resume with the same words. A restart does not end it.

  (no words)        Everything
  --system NAME     Calls at one ERP system (default, where flags and variables describe the one)
  --identity NAME   Calls of one user: the user, identity, ERP user or client of the audit
  --writes          Changes alone; with --system or --identity theirs
  --reason TEXT     Stands in the answers to callers and in the audit
  --contact TEXT    Whom callers ask (default: --contact of the bridge)
  --list            What is halted now
  --all             resume: ends every halt

No change starts later than 5 seconds after halt. One that has started runs to completion.
With --redis-url the halt is kept in Redis and needs the settings of the bridge (run it in its container); without it in --halt-file, by default in the
state folder of the user who runs the bridge. Write access there is the right to halt and resume: there is no further log-on.
Exit code 0; 1 where there is nothing to resume, 2 for wrong arguments.`

const options = {
  system: { type: 'string' },
  identity: { type: 'string' },
  writes: { type: 'boolean' },
  reason: { type: 'string' },
  contact: { type: 'string' },
  'halt-file': { type: 'string' },
  list: { type: 'boolean' },
  all: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' }
} as const

export async function run(argv: readonly string[], io: CommandIo): Promise<number> {
  return await withPlace(argv, io, async (place, values) => {
    if (values.list === true) return say(io, await current(place.store))
    const scope = scopeOf(values)
    const { contact = io.env['ERP_CONTACT'], reason } = values
    const by = operatorName()
    const { after } = await changeHalts(place.store, state =>
      withHalt(state, { ...scope, by, reason, contact })
    )
    const added = after.halts.at(-1)
    if (added !== undefined) place.audit?.halted('halt', auditFacts(added))
    return say(io, after)
  })
}

export async function runResume(argv: readonly string[], io: CommandIo): Promise<number> {
  return await withPlace(argv, io, async ({ store, audit }, values) => {
    const scope = scopeOf(values)
    if (values.all === true && Object.keys(scope).length > 0) {
      throw new ConfigError(['--all ends every halt; give it alone'])
    }
    const wanted = values.all === true ? undefined : scope
    const { before, after } = await changeHalts(store, state => withoutHalt(state, wanted))
    const ended = before.halts.filter(({ id }) => !after.halts.some(halt => halt.id === id))
    for (const halt of ended) audit?.halted('resume', auditFacts(halt))
    if (ended.length === 0) io.warn(`${scopeWords(scope)}: not halted`)
    else for (const halt of ended) io.say(`${scopeWords(halt)}: resumed`)
    say(io, after)
    return ended.length === 0 ? 1 : 0
  })
}

type Values = OwnValues<typeof options>

interface Place {
  readonly store: HaltStore
  readonly audit: Audit | undefined
}

async function withPlace(
  argv: readonly string[],
  io: CommandIo,
  work: (place: Place, values: Values) => Promise<number>
): Promise<number> {
  const { values, flags } = parseOwn(argv, options)
  if (values.help === true) {
    io.say(help)
    return 0
  }
  const { place, close } = await openPlace(values, flags, io)
  try {
    return await work(place, values)
  } finally {
    close()
  }
}

/** Without Redis the file is all that counts, so that a shell needs no setting of the ERP. */
async function openPlace(
  values: Values,
  flags: readonly string[],
  io: CommandIo
): Promise<{ place: Place; close: () => void }> {
  const file = values['halt-file'] ?? io.env['ERP_HALT_FILE']
  const isShared =
    flags.some(flag => flag.startsWith('--redis-url')) ||
    [io.env['ERP_REDIS_URL'], io.env['ERP_REDIS_URL_FILE']].some(Boolean)
  if (!isShared) {
    if (flags.length > 0) loadConfig(flags, io.env)
    const store = fileHaltStore(file ?? haltFileIn(stateFolder(io.env)))
    return { place: { store, audit: undefined }, close() {} }
  }
  const { secrets = createSecrets() } = io
  const { config } = loadSettings(flags, io.env)
  const { redisUrl: url, stateKey, landscape, sandbox } = config
  if (url === undefined || stateKey === undefined) {
    throw new ConfigError(['the halts of replicas need --redis-url and --state-key of the bridge'])
  }
  const { system } = values
  if (system !== undefined && !landscape.systems.has(system)) {
    io.warn(`no system of these settings is named ${JSON.stringify(system)}`)
  }
  const { store, close } = await openRedisHalts({
    url,
    stateKey,
    place: sharedPlaceOf(landscape, sandbox)
  })
  const log = createLog(config, undefined, secrets)
  const audit =
    config.auditFile === undefined
      ? undefined
      : createAudit({ log, ...auditOptions(config), redactLine: secrets.redactLine })
  return {
    place: { store, audit },
    close() {
      audit?.close()
      close()
    }
  }
}

function scopeOf({ system, identity, writes }: Values): HaltScope {
  return {
    ...(system === undefined ? {} : { system }),
    ...(identity === undefined ? {} : { identity }),
    ...(writes === true ? { writes } : {})
  }
}

async function current(store: HaltStore): Promise<HaltState> {
  const text = await store.read()
  return text === undefined ? noHalts : parseHalts(text)
}

function say(io: CommandIo, { halts }: HaltState): number {
  if (halts.length === 0) io.say('Nothing is halted.')
  for (const halt of halts) io.say(haltWords(halt))
  return 0
}
