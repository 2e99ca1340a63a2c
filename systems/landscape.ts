/** The ERP systems that a server serves, by name; a changed systems file adds, replaces and removes them. */
import type { Landscape, SystemEntry } from '../config/landscape.ts'
import { isErpError } from '../erp-client/index.ts'
import type { InFlight } from './in-flight.ts'
import type { System } from './system.ts'

/** A configured system, and why its settings are not in force where they are not. */
export interface SystemState {
  /** As the system was opened with; the newest one where it is not served. */
  readonly entry: SystemEntry
  readonly system: System | undefined
  /** Empty where the system is served with the settings of the file. */
  readonly faults: readonly string[]
}

export interface ServedSystems {
  /** The system that `/mcp` serves. */
  readonly defaultSystem: string
  /** Whether each system has a path of its own: with a systems file. */
  readonly hasPaths: boolean
  /** The system that is served under the name. */
  get(name: string): System | undefined
  /** Whether a system of that name is configured, served or not. */
  has(name: string): boolean
  /** The systems file and the files that it names; empty without one. */
  readonly sources: readonly string[]
  /** The calls at all systems: a comparison reads another system than the one that it is called at. */
  readonly inFlight: InFlight
  /** All configured systems, in the order of the file. */
  states(): readonly SystemState[]
  /** Reads the systems file again. Never rejects: a damaged file changes nothing, and the log says so. */
  reload(): Promise<void>
  /** Called for a system that is no longer served, after its calls and before its connections close. */
  onRetire(listener: (system: System) => Promise<void>): void
}

/** A system, and what ends as soon as it is no longer served, while its last calls still run. */
export interface OpenedSystem {
  readonly system: System
  readonly withdraw: () => void
}

/** Opens a system; a rejection makes the system faulty. */
export type OpenSystem = (entry: SystemEntry) => Promise<OpenedSystem>

export interface LandscapeOptions {
  readonly landscape: Landscape
  readonly open: OpenSystem
  readonly inFlight: InFlight
  /** Called where the systems change, with what changed, and for faults. */
  readonly report: (event: LandscapeEvent) => void
  /** Milliseconds after which a system that is no longer served closes, whatever its calls do. */
  readonly retireMs?: number | undefined
}

/**
 * `opened`: the systems of the file at the start; `kept`: a system with new faults is served with
 * its earlier settings.
 */
export type LandscapeEvent =
  | { readonly kind: 'opened'; readonly systems: readonly string[] }
  | {
      readonly kind: 'added' | 'replaced' | 'removed' | 'restored' | 'faulty' | 'kept'
      readonly system: string
      readonly reasons?: readonly string[]
    }
  | { readonly kind: 'unreadable'; readonly reasons: readonly string[] }

interface StoredState extends SystemState {
  readonly opened: OpenedSystem | undefined
}

/** As long as the longest request to an ERP may take. */
const usualRetireMs = 3_600_000

/** @throws where flags and variables describe the one system and it cannot be opened */
export async function createLandscape(
  options: LandscapeOptions
): Promise<ServedSystems & { close(): Promise<void> }> {
  const served = new LandscapeStore(options)
  await served.open()
  return served
}

class LandscapeStore implements ServedSystems {
  readonly inFlight: InFlight
  readonly #options: LandscapeOptions
  readonly #listeners: ((system: System) => Promise<void>)[] = []
  readonly #retiring = new Set<Promise<void>>()
  readonly #closing = new AbortController()
  #landscape: Landscape
  #states: ReadonlyMap<string, StoredState> = new Map()
  #work: Promise<void> = Promise.resolve()
  #unreadable = ''

  constructor(options: LandscapeOptions) {
    this.#landscape = options.landscape
    this.#options = options
    this.inFlight = options.inFlight
  }

  get defaultSystem(): string {
    return this.#landscape.defaultSystem
  }

  get hasPaths(): boolean {
    return this.#landscape.file !== undefined
  }

  get sources(): readonly string[] {
    return this.#landscape.file?.sources ?? []
  }

  get(name: string): System | undefined {
    return this.#states.get(name)?.system
  }

  has(name: string): boolean {
    return this.#states.has(name)
  }

  states(): readonly SystemState[] {
    return [...this.#states.values()]
  }

  onRetire(listener: (system: System) => Promise<void>): void {
    this.#listeners.push(listener)
  }

  async open(): Promise<void> {
    const events = await this.#serve(this.#landscape)
    const systems = events.flatMap(event => (event.kind === 'added' ? [event.system] : []))
    if (this.hasPaths && systems.length > 0) this.#options.report({ kind: 'opened', systems })
    this.#report(events.filter(({ kind }) => kind !== 'added'))
  }

  async reload(): Promise<void> {
    // One after the other: two readings at the same time would open a system twice.
    this.#work = this.#work
      .then(() => this.#readAgain())
      .catch((error: unknown) => {
        this.#reportUnreadable(error)
      })
    await this.#work
  }

  async close(): Promise<void> {
    await this.#work
    this.#closing.abort()
    for (const { opened } of this.#states.values()) {
      if (opened !== undefined) this.#retire(opened)
    }
    await Promise.all(this.#retiring)
  }

  async #readAgain(): Promise<void> {
    const { file } = this.#landscape
    if (file === undefined || this.#closing.signal.aborted) return
    const next = file.reread()
    this.#unreadable = ''
    this.#report(await this.#serve(next))
  }

  #report(events: readonly LandscapeEvent[]): void {
    for (const event of events) this.#options.report(event)
  }

  #reportUnreadable(error: unknown): void {
    const reason = (error as Error).message
    if (reason !== this.#unreadable) {
      this.#options.report({ kind: 'unreadable', reasons: [reason] })
    }
    this.#unreadable = reason
  }

  /** All systems are open before the first one is exchanged, so that no name is without its system. */
  async #serve(next: Landscape): Promise<readonly LandscapeEvent[]> {
    const before = this.#states
    const states = new Map<string, StoredState>()
    for (const entry of next.systems.values()) {
      states.set(entry.name, await this.#stateOf(entry, before.get(entry.name)))
    }
    this.#landscape = next
    this.#states = states
    for (const [name, { opened }] of before) {
      if (opened !== undefined && states.get(name)?.opened !== opened) this.#retire(opened)
    }
    const events = this.#changes(before)
    for (const event of events) {
      if (event.kind === 'replaced') this.get(event.system)?.registry.changed({ what: 'tools' })
    }
    return events
  }

  async #stateOf(entry: SystemEntry, known: StoredState | undefined): Promise<StoredState> {
    if (known?.system !== undefined && isEqual(known.entry, entry)) return { ...known, faults: [] }
    const { opened, faults } = await this.#tryOpen(entry)
    // A mistake must not end what works: the earlier settings stay in force, as for other files.
    if (opened === undefined && known?.system !== undefined) return { ...known, faults }
    return { entry, opened, system: opened?.system, faults }
  }

  async #tryOpen(
    entry: SystemEntry
  ): Promise<{ opened: OpenedSystem | undefined; faults: readonly string[] }> {
    if (entry.settings === undefined) return { opened: undefined, faults: entry.faults }
    try {
      return { opened: await this.#options.open(entry), faults: [] }
    } catch (error) {
      if (!this.hasPaths) throw error
      return { opened: undefined, faults: [`system ${entry.name}: ${faultOf(error)}`] }
    }
  }

  #changes(before: ReadonlyMap<string, StoredState>): LandscapeEvent[] {
    const removed = [...before.keys()].filter(name => !this.#states.has(name))
    const events = [...this.#states].flatMap(([system, state]): LandscapeEvent[] => {
      const earlier = before.get(system)
      if (state.faults.length > 0) {
        const isKnown = JSON.stringify(earlier?.faults ?? []) === JSON.stringify(state.faults)
        const kind = state.system === undefined ? 'faulty' : 'kept'
        return isKnown ? [] : [{ kind, system, reasons: state.faults }]
      }
      if (earlier === undefined) return this.hasPaths ? [{ kind: 'added', system }] : []
      if (earlier.opened !== state.opened) return [{ kind: 'replaced', system }]
      return earlier.faults.length > 0 ? [{ kind: 'restored', system }] : []
    })
    return [...events, ...removed.map((system): LandscapeEvent => ({ kind: 'removed', system }))]
  }

  /** Calls in flight finish on the system that they started with. */
  #retire({ system, withdraw }: OpenedSystem): void {
    const work = this.#end(system)
      .catch(() => {})
      .finally(() => this.#retiring.delete(work))
    this.#retiring.add(work)
    withdraw()
  }

  async #end(system: System): Promise<void> {
    const { retireMs = usualRetireMs } = this.#options
    const bound = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(retireMs)])
    await this.inFlight.drained(bound)
    await Promise.allSettled(this.#listeners.map(listener => listener(system)))
    await system.close()
  }
}

function faultOf(error: unknown): string {
  const { message } = error as Error
  return isErpError(error) ? `${message}. ${error.remedy}` : message
}

function isEqual(one: SystemEntry, other: SystemEntry): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
