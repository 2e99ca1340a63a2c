/**
 * `erp-bridge doctor`: walks from the settings to the ERP and says in order what works, what does
 * not, and what to do.
 */
import { ConfigError, loadConfig } from '../config/config.ts'
import { registerConfigSecrets, registerStartSecrets } from '../config/known-secrets.ts'
import { createSecrets } from '../config/secrets.ts'
import type { Secrets } from '../config/secrets.ts'
import type { CommandIo } from './index.ts'
import { failed, ok } from './doctor/check.ts'
import type { Check } from './doctor/check.ts'
import { checkDoors } from './doctor/doors.ts'
import { checkErp } from './doctor/erp.ts'
import { checkFiles } from './doctor/files.ts'
import { checkIdentity } from './doctor/identity.ts'
import { checkRedis } from './doctor/redis.ts'

const help = `Usage: erp-bridge doctor [--json] [--as USER] [settings]

Reads the same flags and variables as the bridge, starts nothing, changes nothing, and shows no secret.

  --json      The findings as JSON
  --as USER   With principal propagation: log on under a certificate of this ERP user, as the bridge would

Exit code 0 when nothing is broken, 1 otherwise. Open doors are warnings.`

export async function run(argv: readonly string[], io: CommandIo): Promise<number> {
  if (argv.includes('--help') || argv.includes('-h')) {
    io.say(help)
    return 0
  }
  const { json, as, settings } = readOwn(argv)
  const secrets = io.secrets ?? createSecrets()
  registerStartSecrets(secrets, settings, io.env)
  const found = await examine(settings, { as, env: io.env, secrets })
  // Whatever a server said: findings are sent around by mail.
  const checks = found.map(check => withoutSecrets(check, secrets))
  const broken = checks.filter(({ state }) => state === 'failed')
  if (json) io.say(JSON.stringify({ ok: broken.length === 0, checks }, null, 2))
  else for (const line of report(checks, broken.length)) io.say(line)
  return broken.length === 0 ? 0 : 1
}

interface Own {
  readonly json: boolean
  readonly as: string | undefined
  readonly settings: readonly string[]
}

/** What belongs to the doctor, and what to the bridge whose settings it reads. */
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

interface Patient {
  readonly as: string | undefined
  readonly env: CommandIo['env']
  readonly secrets: Secrets
}

async function examine(argv: readonly string[], { as, env, secrets }: Patient): Promise<Check[]> {
  try {
    const { config, warnings } = loadConfig(argv, env)
    registerConfigSecrets(secrets, config)
    return [
      ok('settings', 'valid'),
      ...warnings.map((found): Check => ({ name: 'settings', state: 'warning', found })),
      ...checkDoors(config),
      ...checkFiles(config),
      ...(await checkIdentity(config)),
      ...(await checkRedis(config)),
      ...(await checkErp(config, as))
    ]
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.problems.map(problem =>
      failed('settings', problem, 'correct it; erp-bridge --help lists all settings')
    )
  }
}

const marks = { ok: 'ok', warning: 'WARN', failed: 'FAIL', skipped: '-' } as const

function report(checks: readonly Check[], broken: number): string[] {
  const width = Math.max(...checks.map(({ name }) => name.length))
  const lines = checks.flatMap(({ name, state, found, remedy }) => [
    `${marks[state].padEnd(4)}  ${name.padEnd(width)}  ${found}`,
    ...(remedy === undefined ? [] : [`${' '.repeat(width + 8)}→ ${remedy}`])
  ])
  return [
    ...lines,
    '',
    broken === 0 ? 'Nothing is broken.' : `${broken} broken; begin with the first.`
  ]
}
