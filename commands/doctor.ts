/** `erp-bridge doctor`: walks from the settings to the ERP and says in order what works, what does not, and what to do. */
import { ConfigError, loadConfig } from '../config.ts'
import type { CommandIo } from './index.ts'
import { failed, ok } from './doctor/check.ts'
import type { Check } from './doctor/check.ts'
import { checkDoors } from './doctor/doors.ts'
import { checkErp } from './doctor/erp.ts'
import { checkIdentity } from './doctor/identity.ts'

const help = `Usage: erp-bridge doctor [--json] [settings]

Reads the same flags and variables as the bridge, starts nothing, changes nothing, and shows no secret.
Exit code 0 when nothing is broken, 1 otherwise. Open doors are warnings.`

export async function run (argv: readonly string[], io: CommandIo): Promise<number> {
  if (argv.includes('--help') || argv.includes('-h')) { io.say(help); return 0 }
  const json = argv.includes('--json')
  const checks = await examine(argv.filter(argument => argument !== '--json'), io.env)
  const broken = checks.filter(({ state }) => state === 'failed')
  if (json) io.say(JSON.stringify({ ok: broken.length === 0, checks }, null, 2))
  else for (const line of report(checks, broken.length)) io.say(line)
  return broken.length === 0 ? 0 : 1
}

async function examine (argv: readonly string[], env: CommandIo['env']): Promise<Check[]> {
  try {
    const { config, warnings } = loadConfig(argv, env)
    return [
      ok('settings', 'valid'),
      ...warnings.map((found): Check => ({ name: 'settings', state: 'warning', found })),
      ...checkDoors(config),
      ...await checkIdentity(config),
      ...await checkErp(config)
    ]
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.problems.map(problem => failed('settings', problem, 'correct it; erp-bridge --help lists all settings'))
  }
}

const marks = { ok: 'ok', warning: 'WARN', failed: 'FAIL', skipped: '-' } as const

function report (checks: readonly Check[], broken: number): string[] {
  const width = Math.max(...checks.map(({ name }) => name.length))
  const lines = checks.flatMap(({ name, state, found, remedy }) => [
    `${marks[state].padEnd(4)}  ${name.padEnd(width)}  ${found}`,
    ...(remedy === undefined ? [] : [`${' '.repeat(width + 8)}→ ${remedy}`])
  ])
  return [...lines, '', broken === 0 ? 'Nothing is broken.' : `${broken} broken; begin with the first.`]
}
