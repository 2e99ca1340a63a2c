/** Requests to the ERP by system, caller and endpoint, counted from lines of the audit. */
import { shortened } from '../siem/fields.ts'
import type { AuditLine } from '../siem/fields.ts'

/** What a caller is told by. */
export const callerFields = ['user', 'identity', 'erpUser', 'client'] as const
export type CallerField = (typeof callerFields)[number]

export interface InventoryOptions {
  /** Milliseconds since 1970; left out, from the first line to the last. */
  readonly since?: number | undefined
  /** Exclusive. */
  readonly until?: number | undefined
  readonly by: CallerField
}

export interface InventoryRow {
  readonly system: string
  readonly caller: string
  readonly endpoint: string
  readonly requests: number
}

export interface InventoryCaller {
  readonly system: string
  readonly caller: string
  readonly calls: number
  readonly changes: number
  readonly requests: number
}

export interface InventoryCounts {
  /** Of the first and the last call that counts. */
  readonly from: string | undefined
  readonly to: string | undefined
  readonly rows: readonly InventoryRow[]
  readonly callers: readonly InventoryCaller[]
  /** Changes without their call: the bridge was killed, or they are under way. */
  readonly openIntents: number
}

interface Caller {
  readonly system: string
  readonly caller: string
  calls: number
  changes: number
  readonly endpoints: Map<string, number>
}

/** Names in lines that nothing verifies are whatever their writer wants. */
const mostCallers = 10_000
const mostEndpoints = 2000
const mostIntents = 10_000
const longestName = 200
const others = 'others'
const endpointForm = /^[A-Z]{3,7} \/[\w/{}$.-]*$/

export class Inventory {
  readonly #options: InventoryOptions
  readonly #callers = new Map<string, Caller>()
  readonly #intents = new Set<string>()
  #first: string | undefined
  #last: string | undefined

  constructor(options: InventoryOptions) {
    this.#options = options
  }

  add(line: AuditLine): void {
    const { kind, time } = line
    const { since = -Infinity, until = Infinity } = this.#options
    const at = Date.parse(time)
    if (at < since || at >= until || (kind !== 'call' && kind !== 'intent')) return
    const { intent } = line
    if (kind === 'intent') {
      if (typeof intent === 'string' && this.#intents.size < mostIntents) this.#intents.add(intent)
      return
    }
    if (typeof intent === 'string') this.#intents.delete(intent)
    if (this.#first === undefined || at < Date.parse(this.#first)) this.#first = time
    if (this.#last === undefined || at > Date.parse(this.#last)) this.#last = time
    this.#count(line)
  }

  #count(line: AuditLine): void {
    const caller = this.#callerOf(nameOf(line['system']), nameOf(line[this.#options.by]))
    caller.calls++
    if (line['changes'] === true) caller.changes++
    const { erpRequests } = line
    if (typeof erpRequests !== 'object' || erpRequests === null) return
    for (const [given, count] of Object.entries(erpRequests) as [string, unknown][]) {
      if (!Number.isSafeInteger(count) || (count as number) < 1) continue
      const isOne = endpointForm.test(given) && given.length <= longestName
      const isKnown = caller.endpoints.has(given) || caller.endpoints.size < mostEndpoints
      const endpoint = isOne && isKnown ? given : others
      caller.endpoints.set(endpoint, (caller.endpoints.get(endpoint) ?? 0) + (count as number))
    }
  }

  #callerOf(system: string, name: string): Caller {
    const known = this.#callers.get(JSON.stringify([system, name]))
    if (known !== undefined) return known
    if (this.#callers.size >= mostCallers && name !== others) return this.#callerOf(others, others)
    const caller = { system, caller: name, calls: 0, changes: 0, endpoints: new Map() }
    this.#callers.set(JSON.stringify([system, name]), caller)
    return caller
  }

  end(): InventoryCounts {
    const all = [...this.#callers.values()].toSorted(
      (a, b) => compare(a.system, b.system) || compare(a.caller, b.caller)
    )
    return {
      from: this.#first,
      to: this.#last,
      rows: all.flatMap(({ system, caller, endpoints }) =>
        [...endpoints]
          .toSorted(([a, one], [b, two]) => two - one || compare(a, b))
          .map(([endpoint, requests]) => ({ system, caller, endpoint, requests }))
      ),
      callers: all.map(({ system, caller, calls, changes, endpoints }) => ({
        ...{ system, caller, calls, changes },
        requests: [...endpoints.values()].reduce((sum, count) => sum + count, 0)
      })),
      openIntents: this.#intents.size
    }
  }
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

function nameOf(value: unknown): string {
  return typeof value === 'string' && value !== '' ? shortened(value, longestName) : '–'
}
