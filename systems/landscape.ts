/** The ERP systems that a server serves, by name; a changed systems file adds, replaces and removes them. */
import type { Landscape, SystemEntry } from '../config/landscape.ts'
import type { System } from './system.ts'

/** A configured system, and why it is not served where it is not. */
export interface SystemState {
  readonly entry: SystemEntry
  readonly system: System | undefined
  /** Empty where the system is served. */
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
  /** All configured systems, in the order of the file. */
  states(): readonly SystemState[]
  /** Reads the systems file again. Never rejects: a damaged file changes nothing, and the log says so. */
  reload(): Promise<void>
  /** Called for a system that is no longer served, before its connections close. */
  onRetire(listener: (system: System) => Promise<void>): void
}

/** Opens a system; a rejection makes the system faulty. */
export type OpenSystem = (entry: SystemEntry) => Promise<System>

export interface LandscapeOptions {
  readonly landscape: Landscape
  readonly open: OpenSystem
  /** Called where the systems change, with what changed, and for faults. */
  readonly report: (event: LandscapeEvent) => void
}

export interface LandscapeEvent {
  readonly kind: 'added' | 'replaced' | 'removed' | 'faulty' | 'unreadable'
  readonly system?: string
  readonly reasons?: readonly string[]
}

/** @throws where flags and variables describe the one system and it cannot be opened */
export async function createLandscape(
  options: LandscapeOptions
): Promise<ServedSystems & { close(): Promise<void> }> {
  const served = new LandscapeStore(options)
  await served.open()
  return served
}

class LandscapeStore implements ServedSystems {
  readonly #open: OpenSystem
  readonly #report: LandscapeOptions['report']
  readonly #listeners: ((system: System) => Promise<void>)[] = []
  readonly #retiring = new Set<Promise<void>>()
  #landscape: Landscape
  #states = new Map<string, SystemState>()
  #work: Promise<void> = Promise.resolve()
  #unreadable = ''

  constructor({ landscape, open, report }: LandscapeOptions) {
    this.#landscape = landscape
    this.#open = open
    this.#report = report
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
    for (const entry of this.#landscape.systems.values()) await this.#start(entry)
  }

  async reload(): Promise<void> {
    // One after the other: two readings at the same time would open a system twice.
    this.#work = this.#work.then(() => this.#readAgain())
    await this.#work
  }

  async close(): Promise<void> {
    await this.#work
    await Promise.all([
      ...this.#retiring,
      ...this.states().map(async ({ system }) => await system?.close())
    ])
  }

  async #readAgain(): Promise<void> {
    const { file } = this.#landscape
    if (file === undefined) return
    let next: Landscape
    try {
      next = file.reread()
    } catch (error) {
      const reason = (error as Error).message
      if (reason !== this.#unreadable) this.#report({ kind: 'unreadable', reasons: [reason] })
      this.#unreadable = reason
      return
    }
    this.#unreadable = ''
    const removed = [...this.#states.keys()].filter(name => !next.systems.has(name))
    this.#landscape = next
    for (const entry of next.systems.values()) {
      const known = this.#states.get(entry.name)
      const isSame = known?.system !== undefined && isEqual(known.entry, entry)
      if (!isSame) await this.#start(entry)
    }
    for (const name of removed) {
      const state = this.#states.get(name)
      this.#states.delete(name)
      this.#report({ kind: 'removed', system: name })
      this.#retire(state?.system)
    }
    // The order of the file.
    this.#states = new Map(
      [...next.systems.keys()].flatMap(name => {
        const state = this.#states.get(name)
        return state === undefined ? [] : [[name, state] as const]
      })
    )
  }

  /** Opens the system and puts it in place of an older one of its name. */
  async #start(entry: SystemEntry): Promise<void> {
    const { name } = entry
    const before = this.#states.get(name)
    const { system, faults } = await this.#tryOpen(entry)
    this.#states.set(name, { entry, system, faults })
    if (faults.length > 0) {
      const isNews = JSON.stringify(before?.faults ?? []) !== JSON.stringify(faults)
      if (isNews) this.#report({ kind: 'faulty', system: name, reasons: faults })
    } else if (before !== undefined) this.#report({ kind: 'replaced', system: name })
    else if (this.hasPaths) this.#report({ kind: 'added', system: name })
    this.#retire(before?.system)
  }

  async #tryOpen(entry: SystemEntry): Promise<Pick<SystemState, 'system' | 'faults'>> {
    if (entry.settings === undefined) return { system: undefined, faults: entry.faults }
    try {
      return { system: await this.#open(entry), faults: [] }
    } catch (error) {
      if (!this.hasPaths) throw error
      return { system: undefined, faults: [`system ${entry.name}: ${(error as Error).message}`] }
    }
  }

  /** Calls in flight finish on the system that they started with. */
  #retire(system: System | undefined): void {
    if (system === undefined) return
    const work = Promise.all(this.#listeners.map(listener => listener(system)))
      .then(async () => {
        await system.close()
      })
      .catch(() => {})
      .finally(() => this.#retiring.delete(work))
    this.#retiring.add(work)
  }
}

function isEqual(one: SystemEntry, other: SystemEntry): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
