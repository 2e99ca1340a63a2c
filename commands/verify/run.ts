/** One run of `verify`: prepares, tries each check, and removes what it has created. */
import {
  isErpError,
  isLocalPackage,
  probeTransportNeed,
  readDiscovery,
  readSystem
} from '../../erp-client/index.ts'
import type { Discovery, Erp, ErpOptions, SystemInfo } from '../../erp-client/index.ts'
import type { Policy } from '../../tools/index.ts'
import type { Processes } from '../command.ts'
import type { Bench, Visit } from './bench.ts'
import { Needs } from './check.ts'
import type { Check, Result } from './check.ts'
import { isLost, judge } from './judge.ts'
import type { Verdict } from './judge.ts'
import { sweep, traceService } from './leftovers.ts'
import { newRunNames } from './names.ts'
import { objectRules, refusalOf, requestRules } from './permission.ts'
import { ForeignChange, watchErp } from './watch.ts'
import type { WatchedErp } from './watch.ts'
import { createWorld } from './world.ts'
import type { RunWorld } from './world.ts'

export interface RunOptions {
  /** Opens a log-on of its own with the credential of the settings. */
  readonly open: (own: Pick<ErpOptions, 'observe' | 'connections'>) => Erp
  readonly policy: Policy
  readonly checks: readonly Check[]
  readonly write: boolean
  readonly package: string | undefined
  readonly maxRows: number
  readonly signal: AbortSignal
  readonly processes: Processes
  /** What is about to happen, before the first check. */
  readonly announce: (lines: readonly string[]) => void
  /** Called before the first check, and after each. */
  readonly progress: (step: Step) => void
}

export interface Step {
  readonly done: number
  readonly total: number
  readonly result?: Result
}

export interface Report {
  readonly system: SystemInfo | undefined
  readonly url: string
  readonly client: string
  readonly results: readonly Result[]
  readonly removed: readonly string[]
  readonly left: readonly string[]
  /** Why the run ended before its last check. */
  readonly ended?: string | undefined
  readonly requests: number
}

/** A run that cannot begin. */
export class CannotRun extends Error {}

/** Most requests at the same time. */
const connections = 2
const requestsOfCheck = 12
const requestsBeside = { reading: 40, writing: 600 } as const

interface Running {
  readonly options: RunOptions
  readonly erp: WatchedErp
  readonly world: RunWorld
  readonly bench: Bench
  readonly refusal: string | undefined
  /** Requests so far. */
  readonly sent: { count: number }
  readonly most: number
}

/** @throws CannotRun, ErpError of a system that cannot be asked */
export async function runChecks(options: RunOptions): Promise<Report> {
  const sent = { count: 0 }
  const open = (most: number, observe?: ErpOptions['observe']) =>
    options.open({
      connections: most,
      observe(call) {
        sent.count++
        observe?.(call)
      }
    })
  const owned = new Set<string>()
  const erp = watchErp(open(connections), owned)
  try {
    const system = await readSystem(erp.reader)
    const discovery = await readDiscovery(erp.reader).catch(stopIfLost)
    const refusal = await writeRefusal(options, erp, system)
    const names = newRunNames(options.processes.own)
    owned.add(names.prefix.toLowerCase())
    owned.add(names.marker)
    const packageName = options.package ?? '$TMP'
    const world = createWorld({ erp, names, package: packageName, refusal, owned })
    const bench = benchOf({ options, erp, world, owned, system, discovery, open })
    const most =
      options.checks.length * requestsOfCheck +
      requestsBeside[refusal === undefined ? 'writing' : 'reading']
    const running = { options, erp, world, bench, refusal, sent, most }
    options.announce(announcement(running, names.prefix))
    const before = await sweepBefore(running, owned, system)
    const left = [...before.left]
    const { results, ended } = await tryAll(running).finally(async () => {
      left.push(...(await world.clear()))
    })
    const { url, client } = erp.reader.system
    return {
      system,
      url,
      client,
      results,
      removed: before.removed,
      left,
      ended,
      requests: sent.count
    }
  } finally {
    await erp.close()
  }
}

function announcement({ options, refusal, world, bench, most }: Running, prefix: string): string[] {
  const { system } = bench
  const release = system?.release === undefined ? '' : `, release ${system.release}`
  return [
    `${String(options.checks.length)} checks on ${system?.id ?? ''} client ${bench.reader.system.client}${release}, as ${system?.user ?? ''}; at most ${String(most)} requests, ${String(connections)} at the same time.`,
    refusal === undefined
      ? `Objects of the run stand in ${world.package}, begin with ${prefix}, and are removed at the end.`
      : options.write
        ? `Nothing is changed: ${refusal}`
        : 'Nothing is changed.'
  ]
}

function stopIfLost(error: unknown): undefined {
  if (isLost(error)) throw error
}

/**
 * Why the run creates nothing; undefined where it does. Objects of the run stand in a local package
 * only, so that nothing is recorded in a transport request.
 *
 * @throws CannotRun where `--package` is needed or does not fit
 */
async function writeRefusal(
  { write, package: given, policy }: RunOptions,
  { reader }: WatchedErp,
  { components }: SystemInfo
): Promise<string | undefined> {
  if (!write) return 'it needs an object of the run: --write tries it'
  if (given === undefined && components.some(({ name }) => name === 'SAP_CLOUD')) {
    throw new CannotRun(
      'an ABAP cloud system has no $TMP: name a package without transport recording with --package, for example a sub-package of ZLOCAL'
    )
  }
  const packageName = given ?? '$TMP'
  if (!isLocalPackage(packageName)) {
    const ref = { type: 'CLAS', name: 'ZEBV_CHECK' }
    const need = await probeTransportNeed(reader, { ref, package: packageName })
    if (need.recording) {
      throw new CannotRun(
        `package ${packageName} records changes in transport requests; name a local one with --package`
      )
    }
  }
  return refusalOf(policy, objectRules, { package: packageName, isLocal: true })
}

async function sweepBefore(
  { options: { policy, processes }, erp, bench, refusal }: Running,
  owned: Set<string>,
  { user }: SystemInfo
) {
  if (refusal !== undefined) return { removed: [], left: [] }
  return await sweep({
    erp,
    owned,
    user,
    processes,
    refusal: packageName => refusalOf(policy, ['delete'], { package: packageName, isLocal: true }),
    requestRefusal: refusalOf(policy, requestRules),
    hasTraces:
      bench.discovery?.has(traceService) === true && refusalOf(policy, ['arm']) === undefined
  })
}

interface BenchParts {
  readonly options: RunOptions
  readonly erp: WatchedErp
  readonly world: RunWorld
  readonly owned: ReadonlySet<string>
  readonly system: SystemInfo
  readonly discovery: Discovery | undefined
  readonly open: (most: number, observe?: ErpOptions['observe']) => Erp
}

function benchOf({ options, erp, world, owned, system, discovery, open }: BenchParts): Bench {
  const { policy, signal, maxRows } = options
  return {
    reader: erp.reader,
    writer: erp.writer,
    exchanges: erp.exchanges,
    signal,
    system,
    discovery,
    maxRows,
    world,
    mayReadRows: table => refusalOf(policy, ['query'], { tables: [table] }) === undefined,
    permitsPackage: packageName =>
      refusalOf(policy, objectRules, { package: packageName, isLocal: true }) === undefined,
    permitsRequests: () => refusalOf(policy, requestRules) === undefined,
    visit: () => visitWith(open, owned)
  }
}

function visitWith(open: BenchParts['open'], owned: ReadonlySet<string>): Visit {
  const seen = new Map<string, number | undefined>()
  const own = open(1, ({ operation, status }) => {
    seen.set(operation, status)
  })
  const erp = watchErp(own, owned)
  return {
    reader: erp.reader,
    writer: erp.writer,
    seen,
    async end() {
      await erp.close()
    }
  }
}

async function tryAll(
  running: Running
): Promise<{ results: Result[]; ended?: string | undefined }> {
  const { options, sent, most } = running
  const { checks, signal, progress } = options
  const results: Result[] = []
  let ended: string | undefined
  const total = checks.length
  progress({ done: 0, total })
  for (const check of checks) {
    if (signal.aborted) ended ??= 'interrupted'
    if (sent.count >= most) ended ??= 'the announced number of requests is used up'
    const began = performance.now()
    const { verdict, lost } =
      ended === undefined
        ? await tryOne(running, check)
        : { verdict: { outcome: 'skipped', detail: ended } as const, lost: undefined }
    if (lost !== undefined) ended = `the connection was lost: ${lost}`
    const { operation, assumes } = check
    const result = { operation, assumes, ...verdict, ms: Math.round(performance.now() - began) }
    results.push(result)
    progress({ done: results.length, total, result })
  }
  return { results, ended }
}

async function tryOne(
  running: Running,
  check: Check
): Promise<{ verdict: Verdict; lost?: string | undefined }> {
  const { erp, bench } = running
  const refusal = refusedBy(running, check)
  if (refusal !== undefined) return { verdict: refusal }
  erp.clear()
  let error: unknown
  try {
    await check.run?.(bench)
  } catch (reason) {
    if (reason instanceof ForeignChange || reason instanceof TypeError) throw reason
    error = reason
  }
  const { exchanges } = erp
  const verdict = judge({ check, exchanges, discovery: bench.discovery, error })
  const cause = error instanceof Needs ? error.cause : error
  return { verdict, lost: isErpError(cause, 'ERP_UNREACHABLE') ? cause.message : undefined }
}

/** A verdict without a request. */
function refusedBy({ options, bench, refusal }: Running, check: Check): Verdict | undefined {
  const { service, untried, rule = 'read', writes } = check
  const isAnnounced =
    service === undefined || service === 'always' || bench.discovery?.has(service) !== false
  if (!isAnnounced && (untried !== undefined || writes === true)) {
    return { outcome: 'absent', detail: `the discovery document does not announce ${service}` }
  }
  if (untried !== undefined) return { outcome: 'skipped', detail: untried }
  const target = writes === true ? { package: bench.world.package, isLocal: true } : undefined
  const blocked =
    (writes === true ? refusal : undefined) ?? refusalOf(options.policy, [rule], target)
  return blocked === undefined ? undefined : { outcome: 'skipped', detail: blocked }
}
