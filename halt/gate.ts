/** The halts that a process knows: follows their store, refuses what is halted, reports what changes. */
import { callerKey, ToolError } from '../tools/index.ts'
import type { HaltedCall, HaltGate, Log } from '../tools/index.ts'
import { haltFor, haltWords, noHalts, parseHalts, scopeWords, textOf } from './halts.ts'
import type { Halt, HaltState } from './halts.ts'
import type { HaltStore } from './store.ts'

export interface HaltGateOptions {
  readonly store: HaltStore
  readonly log: Log
  /** Whom callers ask, where the halt itself does not say it. */
  readonly contact?: string | undefined
  /** Records that a halt began or ended. */
  readonly record?: ((kind: 'halt' | 'resume', facts: object) => void) | undefined
  /** Milliseconds of a monotonic clock. */
  readonly now?: (() => number) | undefined
}

/** Halts by what they concern, for metrics and probes. */
export type HaltCounts = Readonly<
  Record<'all' | 'writes' | 'system' | 'identity' | 'unchecked', number>
>

export interface ServedHalts extends HaltGate {
  /** Reads the store; never throws. */
  refresh(): Promise<void>
  /** Lines for operators; they name identities. */
  words(): readonly string[]
  counts(): HaltCounts
  close(): void
}

/** How often the store is read. */
const lookMs = 1000
/** A store that can be read at once is read before a call, where the last reading is older. */
const recentMs = 250
/**
 * A change is refused where the last reading began earlier. It bounds the time between a halt and the
 * last change that starts, whatever delays the readings; it is below the five seconds that are promised.
 */
const freshMs = 4000

export function createHaltGate(options: HaltGateOptions): ServedHalts {
  return new Gate(options)
}

class Gate implements ServedHalts {
  readonly #options: HaltGateOptions
  readonly #timer: NodeJS.Timeout
  readonly #now: () => number
  #state: HaltState = noHalts
  /** When the last successful reading began. */
  #readAt = -Infinity
  #isFailing = false
  #looking: Promise<void> | undefined

  constructor(options: HaltGateOptions) {
    this.#options = options
    this.#now = options.now ?? (() => performance.now())
    this.#timer = setInterval(() => void this.refresh(), lookMs).unref()
  }

  assertMayStart(call: HaltedCall): void {
    this.#lookNow()
    const halt = haltFor(this.#state, keyed(call))
    if (halt !== undefined) throw haltError(halt, halt.contact ?? this.#options.contact)
    if (call.changes && !this.#isFresh) throw uncheckedError(this.#options.contact)
  }

  haltOf(call: HaltedCall): string | undefined {
    this.#lookNow()
    return haltFor(this.#state, keyed(call))?.id
  }

  words(): readonly string[] {
    this.#lookNow()
    return [
      ...this.#state.halts.map(haltWords),
      ...(this.#isFresh ? [] : ['Changes are refused: the halts cannot be read'])
    ]
  }

  counts(): HaltCounts {
    this.#lookNow()
    const { halts } = this.#state
    const count = (isCounted: (halt: Halt) => boolean) => halts.filter(isCounted).length
    const isWide = ({ system, identity }: Halt) => system === undefined && identity === undefined
    return {
      all: count(halt => isWide(halt) && halt.writes !== true),
      writes: count(halt => isWide(halt) && halt.writes === true),
      system: count(({ system, identity }) => system !== undefined && identity === undefined),
      identity: count(({ identity }) => identity !== undefined),
      unchecked: this.#isFresh ? 0 : 1
    }
  }

  async refresh(): Promise<void> {
    // One reading at a time: an answer that comes late must not replace a newer one.
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined
    })
    await this.#looking
  }

  close(): void {
    clearInterval(this.#timer)
  }

  get #isFresh(): boolean {
    return this.#now() - this.#readAt < freshMs
  }

  async #look(): Promise<void> {
    const began = this.#now()
    try {
      const { store } = this.#options
      const text = await store.read()
      if (this.#isLost(text)) await store.exchange(text, textOf(this.#state))
      else this.#learn(text, began)
    } catch (error) {
      this.#fail(error)
    }
  }

  #lookNow(): void {
    const { readNow } = this.#options.store
    if (readNow === undefined || this.#now() - this.#readAt < recentMs) return
    const began = this.#now()
    try {
      this.#learn(readNow(), began)
    } catch (error) {
      this.#fail(error)
    }
  }

  /** A store without durable memory was started again. */
  #isLost(text: string | undefined): boolean {
    const { version } = this.#state
    if (!this.#options.store.mayLose || version === 0) return false
    return text === undefined || parseHalts(text).version < version
  }

  #learn(text: string | undefined, began: number): void {
    const next = text === undefined ? noHalts : parseHalts(text)
    if (began < this.#readAt) return
    this.#readAt = began
    if (this.#isFailing) this.#options.log.info({}, 'the halts can be read again')
    this.#isFailing = false
    const before = this.#state
    this.#state = next
    for (const halt of next.halts) if (!has(before, halt)) this.#note('halt', halt)
    for (const halt of before.halts) if (!has(next, halt)) this.#note('resume', halt)
  }

  #note(kind: 'halt' | 'resume', halt: Halt): void {
    const { log, record } = this.#options
    const words = kind === 'halt' ? haltWords(halt) : `${scopeWords(halt)}: resumed`
    log.warn({ halt: halt.id }, words)
    try {
      record?.(kind, auditFacts(halt))
    } catch (error) {
      log.error({ err: error }, 'a halt could not be recorded')
    }
  }

  #fail(error: unknown): void {
    if (this.#isFailing) return
    this.#isFailing = true
    this.#options.log.error(
      { reason: error instanceof Error ? error.message : 'unknown' },
      'the halts cannot be read; those known stay in force, and changes are refused soon'
    )
  }
}

/** The facts of a halt for the audit; `identity` is taken there by who has called. */
export function auditFacts({ id, identity, ...facts }: Halt): object {
  return { halt: id, ...facts, ...(identity === undefined ? {} : { haltedIdentity: identity }) }
}

const keyed = (call: HaltedCall): HaltedCall => ({ ...call, key: callerKey(call.caller) })
const has = ({ halts }: HaltState, { id }: Halt) => halts.some(known => known.id === id)

const asks = (contact: string | undefined) =>
  contact === undefined ? 'Ask the operator of the bridge.' : `Ask ${contact}.`

function haltError(halt: Halt, contact: string | undefined): ToolError {
  const since = `${halt.since.slice(0, 16).replace('T', ' ')} UTC`
  const isOne = scopeWords(halt) === 'Everything'
  const reason = halt.reason === undefined ? '' : ` (${halt.reason})`
  return new ToolError(
    'BLOCKED_HALT',
    `${scopeWords(halt)} ${isOne ? 'is' : 'are'} halted since ${since}${reason}.`,
    {
      remedy: `${asks(contact)} Trying again or another way is of no use until it is resumed.`,
      setting: 'erp-bridge halt',
      outcome: 'failed',
      data: { halt: halt.id, ...(contact === undefined ? {} : { contact }) }
    }
  )
}

function uncheckedError(contact: string | undefined): ToolError {
  return new ToolError(
    'BLOCKED_HALT_UNCHECKED',
    'The bridge cannot read at present whether changes are halted, so it starts none.',
    {
      remedy: `Try again in a minute; reading works. If it stays so: ${asks(contact)}`,
      setting: 'erp-bridge halt',
      outcome: 'failed'
    }
  )
}
