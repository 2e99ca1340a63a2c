/** `policy explain`: each decision about one call, with the setting that decides. */
import { ConfigError, viewOf } from '../../config/config.ts'
import { presetFacts } from '../../config/presets.ts'
import { titleOf } from '../../config/settings.ts'
import {
  ErpError,
  isErpError,
  objectType,
  probeTransportNeed,
  resolvePackage,
  searchObjects
} from '../../erp-client/index.ts'
import type { ErpReader, ObjectRef } from '../../erp-client/index.ts'
import type { ToolSession } from '../../tools/index.ts'
import { effectOf } from '../../tools/operations.ts'
import { columnRules, maskWords } from '../../tools/mask/index.ts'
import { findIndirectReads, untraceableWords } from '../../tools/sql/blocked.ts'
import { erpDefinitions } from '../../tools/sql/definitions.ts'
import type { SystemEntry } from '../../config/config.ts'
import type { CommandIo } from '../command.ts'
import {
  loadSettings,
  openSession,
  systemsFor,
  withAnyErp,
  withoutSystem
} from '../local-session.ts'
import { decide, list, splitFacts, targetOf, variantsOf } from './facts.ts'
import type { Facts } from './facts.ts'

const lineageMs = 30_000

export async function explain(argv: readonly string[], io: CommandIo): Promise<number> {
  const { facts, flags } = splitFacts(argv)
  if (facts.tool === undefined) throw new ConfigError(['policy explain needs --tool'])
  const env = environmentFor(facts, flags, io.env)
  for (const entry of systemsFor(flags, env)) {
    if (entry === undefined) await explainAt(facts, flags, { ...io, env })
    else await explainSystem(facts, { entry, flags }, { ...io, env })
  }
  return 0
}

/** The decision at one system of a systems file; what is wrong with one concerns no other. */
async function explainSystem(
  facts: Facts,
  { entry, flags }: { entry: SystemEntry; flags: readonly string[] },
  io: CommandIo
): Promise<void> {
  const { name, role } = entry
  const say = (line: string) => io.say(`${name}${role === undefined ? '' : ` (${role})`}: ${line}`)
  if (entry.settings === undefined) {
    for (const fault of entry.faults) say(`not served: ${fault}`)
    return
  }
  await explainAt(facts, [...withoutSystem(flags), '--system', name], { ...io, say })
}

async function explainAt(facts: Facts, flags: readonly string[], io: CommandIo): Promise<void> {
  sayPreset(flags, io)
  const { session, close } = openSession(flags, io.env, io)
  try {
    const known = await lookUp(session, facts)
    for (const [name, value] of Object.entries(known)) io.say(`${name}: ${value}`)
    for (const variant of variantsOf(session, known).variants) {
      const decision = decide(session, known, variant)
      io.say(
        decision.allow
          ? `${variant.label}: permitted`
          : `${variant.label}: ${decision.code}, decided by ${decision.setting}. ${decision.message} ${decision.remedy}`
      )
    }
    await sayLineage(session, known, io)
    await sayMasks(session, known, io)
    if (targetOf(known) === undefined) {
      io.say(
        'The rules on packages, requests and tables decide about an object: give --object, --package or --tables.'
      )
    }
  } finally {
    await close()
  }
}

/** Which settings in force are those of the preset. */
function sayPreset(flags: readonly string[], { env, say }: CommandIo): void {
  const preset = presetFacts(viewOf(loadSettings(flags, env).config))
  if (preset === undefined) return
  const named = preset.settings.map(name => titleOf(name)).join(', ')
  say(`policy ${preset.name}: ${named === '' ? 'every filter is given by itself' : named}`)
}

/** Where no fact has to be asked from the ERP, the decision needs the settings only. */
function environmentFor(
  facts: Facts,
  flags: readonly string[],
  env: CommandIo['env']
): CommandIo['env'] {
  const asks = facts.object !== undefined && facts.package === undefined
  return asks ? env : withAnyErp(flags, env)
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
    const { indirectReads, untraceable } = await findIndirectReads(
      definitions,
      { names, associations: [] },
      blocked
    )
    for (const { table, through } of indirectReads) {
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

/** Which columns of the named tables and views come as a mark. */
async function sayMasks(session: ToolSession, facts: Facts, io: CommandIo): Promise<void> {
  const { maskedColumns, settingTitle } = session.policy.options
  const rules = columnRules(maskedColumns, settingTitle)
  if (rules === undefined) return
  const signal = AbortSignal.timeout(lineageMs)
  for (const name of list(facts.tables) ?? []) {
    try {
      const words = await maskWords(session.erp().reader, name.toUpperCase(), { rules, signal })
      if (words !== undefined) io.say(words)
    } catch (error) {
      io.say(
        `${name}: its masked columns are found when it is queried; the ERP does not tell them now: ${error instanceof Error ? error.message : 'no answer'}`
      )
    }
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
