/** Brings exported requests into the import queues of the systems that they go to. */
import type { Sandbox } from '../server.ts'
import type { Log } from '../system.ts'
import type { ExportedRequest } from '../transports/exchange/types.ts'
import { isWaiting } from '../transports/exchange/queue.ts'

/** The user of imports that a route starts by itself. */
const transportUser = 'TMSADM'

/** A running system, and the systems whose requests it imports by itself. */
export interface Station {
  readonly sid: string
  readonly sandbox: Pick<Sandbox, 'store' | 'importRequests'>
  readonly automatic: boolean
}

export interface Delivery {
  /** Delivers what is exported, and starts the imports that follow by themselves. */
  run(): void
  /** Settles when no import that follows by itself is under way. */
  idle(): Promise<void>
  /** Ends after the imports under way. */
  close(): Promise<void>
}

/**
 * Puts an export into the queue of its system. The mark that it was delivered follows: after a
 * crash between the two it is delivered again, and the queue has it once.
 */
function deliverFrom(from: Station, stations: readonly Station[]): void {
  const { exchange } = from.sandbox.store
  for (const { id, number, target, content } of exchange.pendingExports()) {
    const to = stations.find(({ sid }) => sid === target)
    if (to === undefined) continue
    const { request, source } = JSON.parse(content) as ExportedRequest
    const { owner, text } = request
    to.sandbox.store.exchange.enqueue({ number, source, owner, text }, content)
    exchange.delivered(id)
  }
}

/** @param stations every system of the landscape. */
export function createDelivery(stations: readonly Station[], log: Log): Delivery {
  const imports = new Map<Station, Promise<void>>()
  const active = new Set<Promise<void>>()
  let closed = false
  const importInto = (station: Station) => {
    const last = imports.get(station) ?? Promise.resolve()
    const next = last
      .then(async () => {
        if (closed || !station.sandbox.store.exchange.queue().some(isWaiting)) return
        await station.sandbox.importRequests({ user: transportUser })
      })
      .catch((error: unknown) => {
        log.error(
          `An import into system ${station.sid} failed; its requests stay in the queue`,
          error
        )
      })
    imports.set(station, next)
    active.add(next)
    void next.finally(() => active.delete(next))
  }
  const idle = async () => {
    // an import may export for the next system, which starts another one
    while (active.size > 0) await Promise.all(active)
  }
  return {
    run() {
      if (closed) return
      for (const station of stations) deliverFrom(station, stations)
      for (const station of stations) if (station.automatic) importInto(station)
    },
    idle,
    async close() {
      closed = true
      await idle()
    }
  }
}
