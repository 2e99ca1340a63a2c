/** Records in the audit what a call is about to change, before the first request that changes it. */
import { randomBytes } from 'node:crypto'
import type { ErpWriter } from '../../../erp-client/index.ts'
import type { AuditGate, ChangeIntent } from '../audit-gate.ts'
import { changesSomething } from './write-tracker.ts'
import { interceptWriter } from './writer-interceptor.ts'

/** What a call is about to change, of what no earlier intent names. */
export interface AddedTargets {
  readonly intent: string
  readonly isFirst: boolean
  readonly objects: Set<string>
  readonly packages: Set<string>
  readonly requests: Set<string>
}

/** What a call was to change so far. */
interface Targets {
  readonly objects?: ReadonlySet<string>
  readonly packages?: ReadonlySet<string>
  readonly requests?: ReadonlySet<string>
}

/**
 * The intents of one call: one before its first change, and one more before a change that concerns
 * objects, packages or requests which were not known then.
 */
export class ChangeIntents {
  readonly #audit: AuditGate
  readonly #intentOf: (added: AddedTargets) => ChangeIntent
  readonly #seen = {
    objects: new Set<string>(),
    packages: new Set<string>(),
    requests: new Set<string>()
  }
  #id: string | undefined

  constructor(audit: AuditGate, intentOf: (added: AddedTargets) => ChangeIntent) {
    this.#audit = audit
    this.#intentOf = intentOf
  }

  /** Undefined while nothing was to be changed. */
  get id(): string | undefined {
    return this.#id
  }

  /** The same writer, which sends no change that the audit has not. */
  watched(writer: ErpWriter, facts: Targets): ErpWriter {
    return interceptWriter(writer, async (wanted, send) => {
      if (changesSomething(wanted)) this.#record(facts)
      return await send(wanted)
    })
  }

  #record(facts: Targets): void {
    const { objects, packages, requests } = this.#seen
    const added = {
      objects: newOf(facts.objects, objects),
      packages: newOf(facts.packages, packages),
      requests: newOf(facts.requests, requests)
    }
    const isFirst = this.#id === undefined
    if (!isFirst && added.objects.size + added.packages.size + added.requests.size === 0) return
    this.#id ??= randomBytes(9).toString('base64url')
    this.#audit.intend(this.#intentOf({ intent: this.#id, isFirst, ...added }))
    for (const name of added.objects) objects.add(name)
    for (const name of added.packages) packages.add(name)
    for (const name of added.requests) requests.add(name)
  }
}

function newOf(all: ReadonlySet<string> = new Set(), seen: ReadonlySet<string>): Set<string> {
  return all.size === seen.size ? new Set() : new Set([...all].filter(name => !seen.has(name)))
}
