/**
 * `erp-bridge policy`: which rule decides about a call, and whether a table of expected decisions
 * still holds.
 */
import { readFileSync } from 'node:fs'
import { ConfigError } from '../config/config.ts'
import {
  ErpError,
  isErpError,
  objectType,
  probeTransportNeed,
  resolvePackage,
  searchObjects
} from '../erp-client/index.ts'
import type { ErpReader, ObjectRef } from '../erp-client/index.ts'
import type { Caller, Decision, OperationName, Scope, Target, ToolSession } from '../tools/index.ts'
import { effectOf } from '../tools/operations.ts'
import { readsBehind, untraceableWords } from '../tools/sql/blocked.ts'
import { erpDefinitions } from '../tools/sql/definitions.ts'
import type { CommandIo } from './index.ts'
import { openSession } from './local-session.ts'

const help = `Usage: erp-bridge policy explain --tool TOOL [--action ACTION] [facts] [settings of the bridge, or their variables]
       erp-bridge policy check FILE [settings of the bridge, or their variables]

Facts of a call:
  --object "TYPE NAME"   The object; its package is asked from the ERP unless it is given
  --package NAME         Its package, or the one that a new object goes into
  --transport NUMBER     The request that the call names
  --recorded-in NUMBER   The request that the object is in already
  --tables A,B           Tables and views that are queried
  --scopes A,B           Scopes of the caller (read,write,admin)
  --key-packages A,B     Packages that the caller's key is limited to

FILE has one decision a line, # begins a comment:
  ERPWrite edit | package=ZSALES transport=DEVK900001 | permitted
  ERPWrite delete | package=ZFINANCE | BLOCKED_PACKAGE
Nothing is changed. explain asks the ERP for the package of an --object without --package, and, where tables are blocked, for what views
among the --tables show; check asks nothing, so it decides about views by their names alone. check ends with 1 where a decision differs.`

const factNames = [
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
type Facts = Partial<Record<(typeof factNames)[number], string>>

export async function run(argv: readonly string[], io: CommandIo): Promise<number> {
  const [verb, ...rest] = argv
  if (verb === undefined || rest.concat(verb).some(word => word === '--help' || word === '-h')) {
    io.say(help)
    return verb === undefined ? 2 : 0
  }
  if (verb === 'explain') return await explain(rest, io)
  if (verb === 'check') return check(rest, io)
  throw new ConfigError([
    `policy has no ${JSON.stringify(verb)}; it may be explain or check (see erp-bridge policy --help)`
  ])
}

/** The facts among the arguments; what is left are settings of the bridge. */
function splitFacts(argv: readonly string[]): { facts: Facts; flags: string[] } {
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

interface Options {
  readonly operations: readonly OperationName[]
  readonly label: string
}

/** The plain call first, then with what else it may do. */
function wishesOf(
  { registry }: ToolSession,
  { tool: name = '', action: word = '' }: Facts
): { tool: string; action: string; scope: Scope; wishes: Options[] } {
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
    wishes: [{ operations: [first], label: first }, ...more, ...reads]
  }
}

function list(text: string | undefined): string[] | undefined {
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

const lineageMs = 30_000
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

function targetOf(facts: Facts): Target | undefined {
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

function decide(session: ToolSession, facts: Facts, wish: Options): Decision {
  const { tool, action, scope } = wishesOf(session, facts)
  return session.policy.decide(
    effectOf({ tool, scope, ...(action === '' ? {} : { action }) }, wish.operations),
    targetOf(facts),
    callerOf(session, facts)
  )
}

async function explain(argv: readonly string[], io: CommandIo): Promise<number> {
  const { facts, flags } = splitFacts(argv)
  if (facts.tool === undefined) throw new ConfigError(['policy explain needs --tool'])
  const { session, close } = openSession(flags, io.env, io.secrets)
  try {
    const known = await lookUp(session, facts)
    for (const [name, value] of Object.entries(known)) io.say(`${name}: ${value}`)
    for (const wish of wishesOf(session, known).wishes) {
      const decision = decide(session, known, wish)
      io.say(
        decision.allow
          ? `${wish.label}: permitted`
          : `${wish.label}: ${decision.code}, decided by ${decision.setting}. ${decision.message} ${decision.remedy}`
      )
    }
    await sayLineage(session, known, io)
    if (targetOf(known) === undefined) {
      io.say(
        'The rules on packages, requests and tables decide about an object: give --object, --package or --tables.'
      )
    }
    return 0
  } finally {
    await close()
  }
}

/**
 * What a query of views would be refused for besides: only the ERP knows which tables they show.
 */
async function sayLineage(session: ToolSession, facts: Facts, io: CommandIo): Promise<void> {
  const names = list(facts.tables)?.map(name => name.toUpperCase()) ?? []
  const blocked = session.policy.options.blockedTables
  if (names.length === 0 || blocked === undefined) return
  try {
    const definitions = erpDefinitions(session.erp().reader, AbortSignal.timeout(lineageMs))
    const { behind, untraceable } = await readsBehind(definitions, { names, along: [] }, blocked)
    for (const { table, through } of behind) {
      const decision = session.policy.decide(
        effectOf({ tool: 'ERPQuery', scope: 'read' }, ['query']),
        { tables: [table], through },
        session.caller
      )
      io.say(
        decision.allow
          ? `${through} shows ${table}: permitted`
          : `${through} shows ${table}: ${decision.code}, decided by ${decision.setting}.`
      )
    }
    for (const one of untraceable) {
      io.say(`${one.name}: BLOCKED_TABLE, decided by --blocked-tables: ${untraceableWords(one)}.`)
    }
  } catch (error) {
    io.say(
      `Views are decided when they are queried, by the tables that they show; the ERP does not tell them now: ${error instanceof Error ? error.message : 'no answer'}`
    )
  }
}

/** Package and request of an object as the ERP tells them now. */
async function lookUp(session: ToolSession, facts: Facts): Promise<Facts> {
  const [type = '', name = ''] = facts.object?.trim().toUpperCase().split(/\s+/) ?? []
  const row = objectType(type)
  if (facts.object === undefined || facts.package !== undefined) return facts
  if (row === undefined || name === '') {
    throw new ConfigError([
      `--object ${facts.object} is not "TYPE NAME", for example "CLAS ZCL_ORDER"`
    ])
  }
  const erp = session.erp().reader
  const cannotTell = (error: unknown): never => {
    throw new ConfigError([`--object ${type} ${name}: ${whyUnknown(error)}`])
  }
  const ref = await inItsGroup(erp, { type: row.code, name }).catch(cannotTell)
  const home = await resolvePackage(erp, { ref }).catch(cannotTell)
  const need = await probeTransportNeed(erp, { ref, package: home }).catch(() => undefined)
  return {
    ...facts,
    package: home,
    ...(need?.lockedIn === undefined || facts['recorded-in'] !== undefined
      ? {}
      : { 'recorded-in': need.lockedIn.number })
  }
}

/**
 * The words of the ERP are not repeated: they are of another language and about another question.
 */
function whyUnknown(error: unknown): string {
  if (isErpError(error, 'ERP_NOT_FOUND')) {
    return 'the ERP has no such object, so each change of it is refused and nothing is sent; check type and name, or give --package for one that is to be created'
  }
  if (isErpError(error, 'ERP_BAD_NAME')) return `${error.message}; check type and name`
  return `its package cannot be determined, so each change of it is refused (${isErpError(error) ? `${error.code}: ${error.message}` : String(error)}); give --package to ask without the ERP`
}

/** A part of a function group is found by its name alone. */
async function inItsGroup(erp: ErpReader, ref: ObjectRef): Promise<ObjectRef> {
  if (objectType(ref.type)?.path.includes('{group}') !== true) return ref
  const hits = await searchObjects(erp, { query: ref.name, maxResults: 20 })
  const found = hits.find(hit => hit.ref.type === ref.type && hit.ref.name === ref.name)
  if (found === undefined) throw new ErpError('ERP_NOT_FOUND', 'no such name')
  return found.ref
}

interface Expected {
  readonly line: number
  readonly facts: Facts
  readonly code: string
}

function check(argv: readonly string[], io: CommandIo): number {
  const [file, ...flags] = argv
  if (file === undefined || file.startsWith('-')) {
    throw new ConfigError(['policy check needs a file with expected decisions'])
  }
  const { session } = openSession(flags, io.env, io.secrets)
  const expected = readTable(file)
  // A table that says nothing must not look like one that holds.
  if (expected.length === 0) throw new ConfigError([`${file} has no decision in it`])
  const wrong = expected.flatMap(({ line, facts, code }) => {
    const decision = inLine(`${file}:${line}`, () => {
      const [wish] = wishesOf(session, facts).wishes
      return wish === undefined ? undefined : decide(session, facts, wish)
    })
    const found = decision?.allow === true ? 'permitted' : (decision?.code ?? 'nothing')
    const by = decision?.allow === false ? ` (decided by ${decision.setting})` : ''
    return found === code
      ? []
      : [
          `${file}:${line}: ${[facts.tool, facts.action].filter(word => word !== undefined).join(' ')} is ${found}${by}, expected ${code}`
        ]
  })
  for (const difference of wrong) io.warn(difference)
  io.say(
    `${expected.length} decisions, ${wrong.length} ${wrong.length === 1 ? 'differs' : 'differ'}`
  )
  return wrong.length === 0 ? 0 : 1
}

/** The same, with the line in front of what is wrong with it. */
function inLine<T>(place: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw error instanceof ConfigError
      ? new ConfigError(error.problems.map(problem => `${place}: ${problem}`))
      : error
  }
}

const mostTold = 20

function readTable(file: string): Expected[] {
  const found: Expected[] = []
  const problems: string[] = []
  for (const [index, text] of readFileSync(file, 'utf8').split('\n').entries()) {
    const bare = text.replace(/#.*$/, '').trim()
    if (bare === '') continue
    const [call = '', words = '', code = '', more] = bare.split('|').map(cell => cell.trim())
    const [tool, action] = call.split(/\s+/)
    const pairs = words
      .split(/\s+/)
      .filter(word => word !== '')
      .map(word => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)] as const)
    const unknown = pairs.find(([name]) => !factNames.some(fact => fact === name))
    if (unknown !== undefined || !/^(?:permitted|[A-Z_]+)$/.test(code) || more !== undefined) {
      problems.push(
        `${file}:${index + 1}: write it as TOOL ACTION | name=value … | permitted or a code; names are ${factNames.slice(3).join(', ')}`
      )
    } else {
      found.push({
        line: index + 1,
        code,
        facts: { ...Object.fromEntries(pairs), tool, action } as Facts
      })
    }
  }
  if (problems.length > 0) {
    throw new ConfigError(
      problems.length > mostTold
        ? [...problems.slice(0, mostTold), `and ${problems.length - mostTold} more lines`]
        : problems
    )
  }
  return found
}
