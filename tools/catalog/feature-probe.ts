/** Finds out which features the ERP has, by what its discovery document announces. */
import { isErpError, readDiscovery, readGctsSystem } from '../../erp-client/index.ts'
import type { Erp, ErpReader } from '../../erp-client/index.ts'
import type { FeatureState, Log } from '../call/context.ts'
import type { Features } from './registry.ts'

/** What the ERP announces where it has a feature: the beginning of a path. */
export const featureEvidence: Readonly<Record<string, readonly string[]>> = {
  gitsync: ['/sap/bc/adt/abapgit/repos'],
  rap: ['/sap/bc/adt/bo/behaviordefinitions', '/sap/bc/adt/ddic/srvd/sources'],
  amdp: ['/sap/bc/adt/amdp/debugger'],
  ui5: ['/sap/bc/adt/filestore/ui5-bsp'],
  db: ['/sap/bc/adt/datapreview']
}

/** Pause after a failure before a call tries again, and between attempts of the start. */
const usualPauseMs = 60_000
/** Attempts of the start at an ERP that cannot be reached; then the next call tries again. */
const startAttempts = 10
/** Time for what the discovery does not say. */
const extraMs = 30_000

export interface FeatureProbe {
  /** The states as far as they are known; the operator's settings precede the ERP. */
  readonly features: () => Features
  /** Whether the ERP lacks a feature that the operator has not decided about. */
  readonly isMissing: (feature: string) => boolean
  /**
   * Reads the discovery in the background, and again while the ERP cannot be reached. A refused
   * log-on is not repeated: it could lock the user.
   */
  start(erp: () => Erp): void
  /**
   * Returns the connection and reads its discovery in the background, unless that is known: no call
   * waits for it, and it needs no log-on of its own.
   */
  watch(erp: () => Erp): () => Erp
  /** Reads the discovery with the connection of a caller, unless that is known or was tried lately. */
  join(erp: () => Erp): void
  /** From now on no answer changes the states. */
  end(): void
}

export interface ProbeOptions {
  readonly log: Log
  /** Called when a state has changed. */
  readonly onChange: () => void
  readonly pauseMs?: number | undefined
}

export function createFeatureProbe(given: Features, options: ProbeOptions): FeatureProbe {
  return new Probe(given, options)
}

class Probe implements FeatureProbe {
  readonly #given: Features
  readonly #options: ProbeOptions
  readonly #ended = new AbortController()
  readonly #pauseMs: number
  #states: Features
  /** When a call may ask the ERP; never where everything is known. */
  #next: number
  #timer: NodeJS.Timeout | undefined

  constructor(given: Features, options: ProbeOptions) {
    this.#given = given
    this.#options = options
    this.#states = given
    this.#pauseMs = options.pauseMs ?? usualPauseMs
    const isAsked = ([feature, state]: [string, FeatureState]) =>
      state === 'unknown' && featureEvidence[feature] !== undefined
    this.#next = [...given].some(isAsked) ? 0 : Number.POSITIVE_INFINITY
  }

  readonly features = (): Features => this.#states

  readonly isMissing = (feature: string): boolean =>
    this.#given.get(feature) === 'unknown' && this.#states.get(feature) === 'absent'

  start(erp: () => Erp): void {
    void this.#begin(erp, startAttempts)
  }

  join(erp: () => Erp): void {
    if (performance.now() >= this.#next) void this.#attempt(erp)
  }

  watch(erp: () => Erp): () => Erp {
    return () => {
      const reached = erp()
      this.join(() => reached)
      return reached
    }
  }

  end(): void {
    this.#ended.abort()
    this.#next = Number.POSITIVE_INFINITY
    clearTimeout(this.#timer)
  }

  async #begin(erp: () => Erp, attempts: number): Promise<void> {
    const error = await this.#attempt(erp)
    if (error === undefined || this.#ended.signal.aborted) return
    // A call that reaches the ERP meanwhile need not wait for the next attempt.
    this.#next = 0
    if (attempts === 1 || !isErpError(error, 'ERP_UNREACHABLE', 'ERP_TIMEOUT')) return
    this.#timer = setTimeout(() => {
      void this.#begin(erp, attempts - 1)
    }, this.#pauseMs).unref()
  }

  /** What went wrong; undefined where the states are known or another attempt is too recent. */
  async #attempt(erp: () => Erp): Promise<unknown> {
    const now = performance.now()
    if (now < this.#next) return undefined
    this.#next = now + this.#pauseMs
    try {
      await this.#read(erp().reader)
      return undefined
    } catch (error) {
      const { log } = this.#options
      log.debug({ err: error }, 'the features of the ERP could not be found out')
      return error
    }
  }

  async #read(reader: ErpReader): Promise<void> {
    const { collections } = await readDiscovery(reader)
    // A document without collections proves nothing.
    if (collections.size === 0) return
    const found = new Map(
      [...this.#given].map(([feature, state]) => [
        feature,
        state === 'unknown' ? seen(feature, [...collections.keys()]) : state
      ])
    )
    // The discovery does not announce gCTS.
    const isGitOpen = this.#given.get('gitsync') === 'unknown' && found.get('gitsync') === 'absent'
    if (isGitOpen && (await this.#hasGcts(reader))) found.set('gitsync', 'present')
    if (!this.#ended.signal.aborted) this.#learn(found)
  }

  #learn(found: Features): void {
    const { log, onChange } = this.#options
    this.#next = Number.POSITIVE_INFINITY
    clearTimeout(this.#timer)
    log.info({ features: Object.fromEntries(found), evidence: 'discovery of the ERP' }, 'features')
    const isChanged = [...found].some(([feature, state]) => this.#states.get(feature) !== state)
    this.#states = found
    if (isChanged) onChange()
  }

  async #hasGcts(reader: ErpReader): Promise<boolean> {
    try {
      const bound = AbortSignal.any([this.#ended.signal, AbortSignal.timeout(extraMs)])
      await readGctsSystem(reader, bound)
      return true
    } catch {
      return false
    }
  }
}

function seen(feature: string, paths: readonly string[]): FeatureState {
  const wanted = featureEvidence[feature]
  if (wanted === undefined) return 'unknown'
  return wanted.some(start => paths.some(path => path.startsWith(start))) ? 'present' : 'absent'
}
