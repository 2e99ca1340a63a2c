/**
 * Makes what a tool gets for one call: the reader, the writer behind the policy, limits and links.
 */
import type { ErpReader, ErpWriter } from '../../erp-client/index.ts'
import { callerKey } from './caller-key.ts'
import { silentClient } from './client-link.ts'
import type {
  ChangeTarget,
  PlannedRefusal,
  Recheck,
  RequestTarget,
  ToolContext
} from './context.ts'
import { lendWriter, readerOf } from './erp-access.ts'
import { refusalError, ToolError } from '../failure/errors.ts'
import { refWords } from '../objects/words.ts'
import { effectOf } from '../operations.ts'
import type { CallEffect, OperationName } from '../operations.ts'
import { createOwnApprovals } from '../approval/own-approvals.ts'
import { createOwnSets } from '../change-sets/access.ts'
import { createOwnJournal } from '../journal/own-journal.ts'
import { createCursors } from './paging.ts'
import type { Refusal, Target } from '../policy/decide.ts'
import { recheckOf } from './targets/recheck.ts'
import { withTaskRemedy } from './targets/task-advice.ts'
import type { TaskAdvice } from './targets/task-advice.ts'
import { readAt } from './other-systems.ts'
import { noteTarget } from './run-facts.ts'
import type { ContextParts } from './run-facts.ts'
import { columnRules, rowMask } from '../mask/index.ts'
import type { ColumnRules, RowMask } from '../mask/index.ts'
import type { CheckedSelect } from '../sql/select.ts'
import { findIndirectReads, untraceableWords } from '../sql/blocked.ts'
import { erpDefinitions } from '../sql/definitions.ts'
import type { Untraceable } from '../sql/lineage.ts'
import { isBound, lookUpTargets, requestFacts } from './targets/target-facts.ts'
import { createTokenSigner } from './tokens/token-signer.ts'
import { callEntry } from './write/call-entry.ts'

/**
 * The context of one call. Its `erp` is a reader whatever the call is; the writer stays behind
 * `change`.
 */
export function createContext(parts: ContextParts): ToolContext {
  const { session, effect, signal } = parts
  const { policy, caller, registry } = session
  return {
    get erp(): ErpReader {
      return readerOf(parts)
    },
    signal,
    log: session.log,
    get features() {
      return registry.features()
    },
    limits: parts.limits ?? session.limits,
    boundToPackages: isBound(session),
    // Upper case, as the ERP writes users: tools compare it with owners of requests and drafts.
    erpUser: caller.principal.erpUser?.toUpperCase(),
    client: parts.client ?? silentClient,
    // Without confirmations there is no signer. A cursor holds only an offset, so that any key
    // does.
    get cursors() {
      return createCursors(session.confirmation?.signer ?? createTokenSigner(''), callerKey(caller))
    },
    get journal() {
      const { journal } = session
      if (journal === undefined) return undefined
      return createOwnJournal(journal, { caller, erp: () => readerOf(parts) })
    },
    get approvals() {
      const { approval } = session
      return approval === undefined ? undefined : createOwnApprovals(approval, caller)
    },
    get changeSets() {
      const { changeSets } = session
      return changeSets === undefined ? undefined : createOwnSets(changeSets, caller)
    },
    staging: parts.staging,
    twin: session.twin,
    entry: callEntry(parts.facts),
    lasting: ms => createContext({ ...parts, signal: AbortSignal.timeout(ms) }),
    noteUndo(changes) {
      parts.facts.undo = changes
    },
    progress: step => parts.progress?.(step),
    keep: async (args, of) => await session.kept?.begin({ caller, tool: effect.tool, args, ...of }),
    change: async (targets, run) => await changeObjects(parts, targets, run),
    changeRequest: async (target, run) => await changeRequest(parts, target, run),
    refusalOf: async (wanted, targets) => await refusalOf(parts, wanted, targets),
    assertMay: async (wanted, targets) => {
      const refusal = await decided(parts, wanted, targets)
      if (refusal !== undefined) throw refusalError(refusal)
    },
    gitCredentials: url => session.gitCredentials?.(url),
    assertTables: async (names, associations = []) =>
      await assertTables(parts, names, associations),
    hidesTable: policy.options.blockedTables === undefined ? undefined : hidesTable(parts),
    columnRules: rulesOf(parts),
    maskOf: async select => await maskOf(parts, select),
    may: operation => policy.decide(effectFor(effect, [operation]), undefined, caller).allow,
    cleanCoreData: session.cleanCoreData,
    localFolder: session.localFolder,
    workspace: session.workspace,
    get otherSystems() {
      return session.otherSystems?.names() ?? []
    },
    readAt: async (wanted, run) =>
      await readAt(parts, wanted, async (there, marks) => {
        const context = createContext(there)
        const assertThere: ToolContext['assertTables'] = async (...names) =>
          await marks.during(async () => await context.assertTables(...names))
        return await run(Object.create(context, { assertTables: { value: assertThere } }))
      })
  }
}

function hidesTable({ session, effect }: ContextParts): (name: string) => boolean {
  const { policy, caller } = session
  const reads = effectFor(effect, [])
  return name => {
    const decision = policy.decide(reads, { tables: [name] }, caller)
    return !decision.allow && decision.code === 'BLOCKED_TABLE'
  }
}

function allow({ session }: ContextParts, wanted: CallEffect, target: Target): void {
  const decision = session.policy.decide(wanted, target, session.caller)
  if (!decision.allow) throw refusalError(decision)
}

async function changeObjects<T>(
  parts: ContextParts,
  targets: Parameters<ToolContext['change']>[0],
  run: (erp: ErpWriter, recheck: Recheck) => Promise<T>
): Promise<T> {
  const { effect, facts, guard } = parts
  assertChanges(effect)
  const list = isList(targets) ? targets : [targets]
  for (const { ref, transport } of list) noteTarget(facts, { object: refWords(ref), transport })
  const known = await lookUpTargets(parts, effect, list)
  for (const target of known) {
    allow(parts, effect, target.facts)
    parts.approval?.assertCovered(effect, target.facts)
  }
  const tasks = taskAdvice(parts)
  const recheck = recheckOf(known, {
    tasks,
    allow: target => {
      noteTarget(facts, target)
      allow(parts, effect, target)
    }
  })
  try {
    return await run(lendWriter(parts), async lock => {
      recheck(lock)
      await guard?.recheck()
    })
  } catch (error) {
    throw withTaskRemedy(error, list, tasks)
  }
}

function taskAdvice(parts: ContextParts): TaskAdvice {
  const { policy, caller } = parts.session
  const creating: CallEffect = effectOf(
    { tool: 'ERPTransport', action: 'create_task', scope: 'admin' },
    ['createRequest']
  )
  return {
    user: caller.principal.erpUser?.toUpperCase() ?? readerOf(parts).system.user,
    mayCreateTask: policy.decide(creating, undefined, caller).allow
  }
}

async function changeRequest<T>(
  parts: ContextParts,
  request: RequestTarget,
  run: (erp: ErpWriter, assertRequest: (number: string) => void) => Promise<T>
): Promise<T> {
  const { effect, facts } = parts
  assertChanges(effect)
  const target = requestFacts(request)
  noteTarget(facts, { package: target.package, transport: target.transport })
  allow(parts, effect, target)
  parts.approval?.assertCovered(effect, target)
  return await run(lendWriter(parts), number => {
    noteTarget(facts, { transport: number })
    allow(parts, effect, { ...target, object: `request ${number}`, transport: number })
  })
}

async function refusalOf(...of: Parameters<typeof decided>): Promise<PlannedRefusal | undefined> {
  const refusal = await decided(...of)
  return refusal === undefined ? undefined : { code: refusal.code, words: refusalWords(refusal) }
}

async function decided(
  parts: ContextParts,
  names: readonly OperationName[],
  targets: readonly (ChangeTarget | RequestTarget)[]
): Promise<Refusal | undefined> {
  const { policy, caller } = parts.session
  const wanted = effectFor(parts.effect, names)
  const early = policy.decide(wanted, undefined, caller)
  if (!early.allow) return early
  const objects = await lookUpTargets(
    parts,
    wanted,
    targets.filter(target => 'ref' in target)
  )
  const requests = targets.flatMap(target => ('ref' in target ? [] : [requestFacts(target)]))
  const refusal = [...objects.map(({ facts }) => facts), ...requests]
    .map(facts => policy.decide(wanted, facts, caller))
    .find(({ allow: allowed }) => !allowed)
  if (refusal !== undefined && !refusal.allow) return refusal
  // A dry run changes nothing, so that nothing waits.
  if (parts.args?.['dryRun'] !== true) {
    for (const { facts } of objects) parts.approval?.assertCovered(wanted, facts)
  }
  return undefined
}

async function assertTables(
  parts: ContextParts,
  names: readonly string[],
  associations: readonly string[]
): Promise<void> {
  const { session, effect, facts, signal } = parts
  facts.tables = [...new Set([...(facts.tables ?? []), ...names])]
  const wanted = effectFor(effect, ['query'])
  allow(parts, wanted, { tables: names })
  session.audit?.assertReady({ tool: effect.tool, letters: wanted.letters }, session.caller)
  const blocked = session.policy.options.blockedTables
  if (blocked === undefined) return
  const definitions = erpDefinitions(readerOf(parts), signal)
  const { indirectReads, untraceable } = await findIndirectReads(
    definitions,
    { names, associations },
    blocked
  )
  for (const { table, through } of indirectReads) allow(parts, wanted, { tables: [table], through })
  const [unknown] = untraceable
  if (unknown !== undefined) throw untraceableError(unknown)
}

function rulesOf({ session }: ContextParts): ColumnRules | undefined {
  const { maskedColumns, settingTitle } = session.policy.options
  return columnRules(maskedColumns, settingTitle)
}

async function maskOf(parts: ContextParts, select: CheckedSelect): Promise<RowMask | undefined> {
  const rules = rulesOf(parts)
  if (rules === undefined) return undefined
  return await rowMask(readerOf(parts), select, { rules, signal: parts.signal })
}

function untraceableError(untraceable: Untraceable): ToolError {
  return new ToolError(
    'BLOCKED_TABLE',
    `Some tables are blocked here, and ${untraceableWords(untraceable)}.`,
    {
      remedy: 'Query the tables themselves, or views whose sources the bridge can read.',
      setting: '--blocked-tables',
      data: { rule: '--blocked-tables' }
    }
  )
}

function assertChanges(effect: CallEffect): void {
  if (effect.readOnlyAllowed) {
    throw new ToolError(
      'TOOL_NOT_A_CHANGE',
      `${effect.tool} tried to change the ERP in a call that only reads.`,
      { remedy: 'This is a fault of the tool; nothing was sent.' }
    )
  }
}

function isList(
  targets: ChangeTarget | readonly ChangeTarget[]
): targets is readonly ChangeTarget[] {
  return Array.isArray(targets)
}

function effectFor(effect: CallEffect, operations: readonly OperationName[]): CallEffect {
  const { tool, action, scopes } = effect
  // The tool's own scope stands first in every effect.
  return effectOf(
    { tool, ...(action === undefined ? {} : { action }), scope: scopes[0] ?? 'admin' },
    operations
  )
}

function refusalWords(refusal: Refusal): string {
  return `${refusal.code}: ${refusal.message} (${refusal.setting})`
}
