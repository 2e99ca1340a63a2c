/**
 * `erp-bridge doctor`: checks settings, identity providers, Redis and the ERP in this order, and
 * names a remedy for what fails.
 */
import { ConfigError, loadConfig, viewOf } from '../config/config.ts'
import type { Config, SystemEntry } from '../config/config.ts'
import { registerConfigSecrets, registerStartSecrets } from '../config/known-secrets.ts'
import { createSecrets } from '../config/secrets.ts'
import type { Secrets } from '../config/secrets.ts'
import type { CommandIo } from './command.ts'
import { failed, ok } from './doctor/check.ts'
import type { Check } from './doctor/check.ts'
import { checkServerExposures, checkSystemExposures } from './doctor/exposures.ts'
import { checkErp } from './doctor/erp.ts'
import { checkServerFiles, checkSystemFiles } from './doctor/files.ts'
import { checkRecording } from './doctor/recording.ts'
import { checkIdentity } from './doctor/identity.ts'
import { checkRedis } from './doctor/redis.ts'

const help = `Usage: erp-bridge doctor [--json] [--as USER] [settings]

Reads the same flags and variables as the bridge, starts nothing, changes nothing, and shows no secret.

  --json      The findings as JSON
  --as USER   With principal propagation: log on under a certificate of this ERP user, as the bridge would

With --systems-file every system is checked, or the one of --system NAME.

Exit code 0 when nothing is broken, 1 otherwise. Open settings are warnings.`

export async function run(argv: readonly string[], io: CommandIo): Promise<number> {
  if (argv.includes('--help') || argv.includes('-h')) {
    io.say(help)
    return 0
  }
  const { json, as, settings } = readOwn(argv)
  const secrets = io.secrets ?? createSecrets()
  registerStartSecrets(secrets, settings, io.env)
  const checks: Check[] = []
  for await (const found of examine(settings, { as, env: io.env, secrets })) {
    // A server may have repeated a secret, and reports are sent by mail.
    const check = withoutSecrets(found, secrets)
    checks.push(check)
    if (json) continue
    const { system } = check
    if (system !== undefined && system !== checks.at(-2)?.system) io.say(`\nSystem ${system}`)
    for (const line of linesOf(check)) io.say(line)
  }
  const broken = checks.filter(({ state }) => state === 'failed').length
  io.say(json ? JSON.stringify({ ok: broken === 0, checks }, null, 2) : `\n${verdict(broken)}`)
  return broken === 0 ? 0 : 1
}

interface Own {
  readonly json: boolean
  readonly as: string | undefined
  readonly settings: readonly string[]
}

/** Separates the arguments of doctor from the settings of the bridge. */
function readOwn(argv: readonly string[]): Own {
  const settings = argv.filter(argument => argument !== '--json')
  const json = settings.length < argv.length
  const at = settings.findIndex(argument => argument === '--as' || argument.startsWith('--as='))
  if (at === -1) return { json, as: undefined, settings }
  const joined = settings[at]?.startsWith('--as=') === true
  const as = joined ? settings[at]?.slice('--as='.length) : settings[at + 1]
  if (as === undefined || as === '' || as.startsWith('--')) {
    throw new ConfigError(['--as needs the ERP user to log on as, for example --as ADA'])
  }
  return { json, as, settings: settings.toSpliced(at, joined ? 1 : 2) }
}

function withoutSecrets({ found, remedy, ...check }: Check, { redact }: Secrets): Check {
  return {
    ...check,
    found: redact(found),
    ...(remedy === undefined ? {} : { remedy: redact(remedy) })
  }
}

interface Circumstances {
  readonly as: string | undefined
  readonly env: CommandIo['env']
  readonly secrets: Secrets
}

/** The checks in the order of a start; each is reported before the next begins. */
async function* examine(
  argv: readonly string[],
  { as, env, secrets }: Circumstances
): AsyncGenerator<Check> {
  try {
    const { config, warnings } = loadConfig(argv, env)
    registerConfigSecrets(secrets, config)
    yield ok('settings', 'valid')
    for (const found of warnings) yield { name: 'settings', state: 'warning', found }
    yield* checkServerExposures(config)
    yield* checkServerFiles(config)
    yield* await checkIdentity(config)
    yield* await checkRedis(config)
    for (const entry of entriesOf(config)) yield* await checkSystem(config, entry, { as, env })
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    for (const problem of error.problems) {
      yield failed('settings', problem, 'correct it; erp-bridge --help lists all settings')
    }
  }
}

/** All systems of a file, or the one of `--system`. */
function entriesOf({ landscape: { systems }, system }: Config): SystemEntry[] {
  return [...systems.values()].filter(({ name }) => system === undefined || name === system)
}

async function checkSystem(
  config: Config,
  entry: SystemEntry,
  tried: Pick<Circumstances, 'as' | 'env'>
): Promise<Check[]> {
  const system = config.landscape.file === undefined ? undefined : entry.name
  if (entry.settings === undefined) {
    const remedy = 'correct it; the system is not served until then'
    return entry.faults.map(fault => ({ ...failed('settings', fault, remedy), system }))
  }
  const view = viewOf(config, entry)
  const found = [
    ...checkSystemExposures(view),
    ...checkSystemFiles(view),
    ...checkRecording(view, entry),
    ...(await checkErp(view, tried))
  ]
  return found.map(check => (system === undefined ? check : { ...check, system }))
}

const marks = { ok: 'ok', warning: 'WARN', failed: 'FAIL', skipped: '-' } as const
/** Columns of the longest name of a check. */
const width = 18

function linesOf({ name, state, found, remedy }: Check): string[] {
  return [
    `${marks[state].padEnd(4)}  ${name.padEnd(width)}  ${found}`,
    ...(remedy === undefined ? [] : [`${' '.repeat(width + 8)}→ ${remedy}`])
  ]
}

function verdict(broken: number): string {
  return broken === 0 ? 'Nothing is broken.' : `${broken} broken; begin with the first.`
}
