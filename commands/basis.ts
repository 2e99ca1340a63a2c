/** `erp-bridge basis`: what the Basis team sets up for a bridge with these settings. */
import { ConfigError, loadConfig, viewOf } from '../config/config.ts'
import type { CommandIo } from './command.ts'
import { basisContent } from './basis/content.ts'
import { asMarkdown, asText } from './basis/write.ts'
import { splitArguments, systemsFor, withAnyErp, withoutSystem } from './local-session.ts'

const help = `Usage: erp-bridge basis [--markdown | --json] [settings of the bridge, or their variables]

Prints for these settings the least authorizations of the ERP user (a role that reads and a role that develops), the services in SICF, the
paths for the Cloud Connector and profile parameters. Nothing is sent to the ERP; without --url the role is for any system.
With --systems-file for each system, or for the one of --system NAME.

Assign the values in PFCG. The roles need no authorization for RFC (S_RFC) and no transaction (S_TCODE).`

export async function run(argv: readonly string[], io: CommandIo): Promise<number> {
  const { words, switches, flags } = splitArguments(argv, ['--json', '--markdown', '--help', '-h'])
  if (switches.has('--help') || switches.has('-h')) {
    io.say(help)
    return 0
  }
  if (words[0] !== undefined) {
    throw new ConfigError([
      `${JSON.stringify(words[0].slice(0, 80))} is no setting (see erp-bridge basis --help)`
    ])
  }
  if (switches.has('--json') && switches.has('--markdown')) {
    throw new ConfigError(['--json and --markdown do not go together; give one of them'])
  }
  const env = withAnyErp(flags, io.env)
  const sets = systemsFor(flags, env).map(entry => {
    const own = entry === undefined ? flags : [...withoutSystem(flags), '--system', entry.name]
    const { config } = loadConfig(own, env)
    return { system: entry?.name, ...basisContent(viewOf(config)) }
  })
  if (switches.has('--json')) {
    io.say(JSON.stringify(sets.length === 1 ? sets[0] : sets, null, 2))
    return 0
  }
  for (const { system, ...content } of sets) {
    if (system !== undefined) io.say(`System ${system}\n`)
    io.say(switches.has('--markdown') ? asMarkdown(content) : asText(content))
  }
  return 0
}
