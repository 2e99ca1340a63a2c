/** `erp-bridge tools`: what a configuration offers, and to whom. */
import { isPropagating } from '../systems/options.ts'
import type { Scope, Tool, ToolSession } from '../tools/index.ts'
import { effectOf } from '../tools/operations.ts'
import { ConfigError } from '../config/config.ts'
import type { CommandIo } from './command.ts'
import { openSession, splitArguments } from './local-session.ts'

const help = `Usage: erp-bridge tools [--json] [settings of the bridge, or their variables]

Lists the tools and actions that these settings permit, the scope that each needs, and what the settings block and by which rule.
Nothing is sent to the ERP; features that are found out there count as there.`

interface Row {
  readonly tool: string
  readonly action: string
  readonly does: string
  readonly scopes: readonly Scope[]
  readonly letters: string
  readonly state: string
}

export async function run(argv: readonly string[], io: CommandIo): Promise<number> {
  const {
    words: [odd],
    switches,
    flags
  } = splitArguments(argv, ['--json', '--help', '-h'])
  if (switches.has('--help') || switches.has('-h')) {
    io.say(help)
    return 0
  }
  if (odd !== undefined) {
    throw new ConfigError([
      `${JSON.stringify(odd.slice(0, 80))} is no setting (see erp-bridge tools --help)`
    ])
  }
  const { config, session, close } = openSession(flags, io.env, io)
  const rows = session.registry.tools.flatMap(tool => rowsOf(tool, session))
  await close()
  if (switches.has('--json')) {
    io.say(JSON.stringify(rows))
    return 0
  }
  const head = ['tool', 'action', 'does', 'scopes', 'letters', 'state']
  const cells = rows.map(({ tool, action, does, scopes, letters, state }) => [
    tool,
    action,
    does,
    scopes.join('+'),
    letters,
    state
  ])
  const widths = head.map((word, index) =>
    Math.max(word.length, ...cells.map(row => row[index]?.length ?? 0))
  )
  for (const row of [head, ...cells]) {
    io.say(
      row
        .map((cell, index) => cell.padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd()
    )
  }
  if (isPropagating(config)) {
    io.say(
      'With principal propagation every caller also needs an ERP user; what that user may do, the ERP decides.'
    )
  }
  return 0
}

function rowsOf(tool: Tool, { registry, policy, caller }: ToolSession): Row[] {
  return [...tool.actions.values()].flatMap(action => {
    // One row for each thing that an action may do. That a change can be tried dry goes without
    // saying; the harmless form of a test does not.
    const kinds = action.possible.filter(
      operation => operation !== 'read' || !Object.hasOwn(action.properties, 'dryRun')
    )
    return kinds.map((does): Row => {
      const operations = [does]
      const effect = effectOf(
        {
          tool: tool.name,
          scope: tool.scope,
          ...(action.name === undefined ? {} : { action: action.name })
        },
        operations
      )
      const absent = [tool.feature, ...action.features].find(
        feature => feature !== undefined && registry.feature(feature) === 'absent'
      )
      return {
        tool: tool.name,
        action: action.name ?? '',
        does,
        scopes: effect.scopes,
        letters: effect.letters,
        state:
          absent === undefined
            ? stateOf(policy.decide(effect, undefined, caller))
            : `off: feature ${absent}`
      }
    })
  })
}

function stateOf(decision: ReturnType<ToolSession['policy']['decide']>): string {
  return decision.allow ? 'permitted' : `blocked by ${decision.setting}`
}
