/** The facts of a call as arguments give them, and the decision about them. */
import { ConfigError } from '../../config/config.ts'
import type {
  Caller,
  Decision,
  OperationName,
  Scope,
  Target,
  ToolSession
} from '../../tools/index.ts'
import { effectOf } from '../../tools/operations.ts'

export const factNames = [
  'tool',
  'action',
  'object',
  'package',
  'transport',
  'recorded-in',
  'tables',
  'scopes',
  'key-packages'
] as const
export type Facts = Partial<Record<(typeof factNames)[number], string>>

/** The names that a line of a table may give: a call has its system by the settings. */
export const lineNames = [...factNames.slice(3), 'system'] as const

/** The facts among the arguments; what is left are settings of the bridge. */
export function splitFacts(argv: readonly string[]): { facts: Facts; flags: string[] } {
  const facts: Facts = {}
  const flags: string[] = []
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at] ?? ''
    const name = factNames.find(fact => word === `--${fact}` || word.startsWith(`--${fact}=`))
    // A bare --transport with the kind of transport is a setting of the bridge, not a request.
    const value = word.includes('=') ? word.slice(word.indexOf('=') + 1) : argv[at + 1]
    if (
      name === undefined ||
      (name === 'transport' && (value === 'stdio' || value === 'http-streamable'))
    ) {
      flags.push(word)
      continue
    }
    if (value === undefined) throw new ConfigError([`--${name} needs a value`])
    facts[name] = value
    if (!word.includes('=')) at++
  }
  return { facts, flags }
}

interface Variant {
  readonly operations: readonly OperationName[]
  readonly label: string
}

/** The operations that a call may cause: its first alone, then with each of the others. */
export function variantsOf(
  { registry }: ToolSession,
  { tool: name = '', action: word = '' }: Facts
): { tool: string; action: string; scope: Scope; variants: Variant[] } {
  const tool = registry.get(name)
  if (tool === undefined) {
    throw new ConfigError([
      `there is no tool ${JSON.stringify(name)}; the tools are ${registry.tools.map(each => each.name).join(', ')}`
    ])
  }
  const action = tool.actions.get(word === '' ? (tool.defaultAction ?? '') : word)
  if (action === undefined) {
    throw new ConfigError([
      `${name} has no action ${JSON.stringify(word)}; it may be ${[...tool.actions.keys()].join(', ')}`
    ])
  }
  const [first = 'read', ...others] = action.possible
  const more = others
    .filter(each => each !== 'read')
    .map(each => ({ operations: [first, each], label: `with ${each}` }))
  const reads = others.includes('read')
    ? [{ operations: ['read' as const], label: 'as a dry run' }]
    : []
  return {
    tool: name,
    action: action.name ?? '',
    scope: tool.scope,
    variants: [{ operations: [first], label: first }, ...more, ...reads]
  }
}

export function list(text: string | undefined): string[] | undefined {
  return text
    ?.split(',')
    .map(word => word.trim())
    .filter(word => word !== '')
}

function callerOf(session: ToolSession, facts: Facts): Caller {
  const scopes = list(facts.scopes)?.map(scopeOf)
  const packages = list(facts['key-packages'])
  return {
    ...session.caller,
    ...(scopes === undefined ? {} : { scopes: new Set(scopes) }),
    ...(packages === undefined ? {} : { packages })
  }
}

const scopeNames = ['read', 'write', 'admin'] as const

function scopeOf(word: string): Scope {
  const scope = scopeNames.find(name => name === word)
  if (scope === undefined) {
    throw new ConfigError([
      `there is no scope ${JSON.stringify(word)}; the scopes are ${scopeNames.join(', ')}`
    ])
  }
  return scope
}

export function targetOf(facts: Facts): Target | undefined {
  const { object, package: home, transport, 'recorded-in': recordedIn, tables } = facts
  const target = {
    object,
    package: home?.toUpperCase(),
    transport,
    recordedIn,
    tables: list(tables)
  }
  const known = Object.fromEntries(
    Object.entries(target).filter(([, value]) => value !== undefined)
  )
  return Object.keys(known).length === 0 ? undefined : known
}

export function decide(session: ToolSession, facts: Facts, variant: Variant): Decision {
  const { tool, action, scope } = variantsOf(session, facts)
  return session.policy.decide(
    effectOf({ tool, scope, ...(action === '' ? {} : { action }) }, variant.operations),
    targetOf(facts),
    callerOf(session, facts)
  )
}
