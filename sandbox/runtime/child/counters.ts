/** Counts how often statements run, for coverage. */
import type { Host } from './bridge.ts'

export interface Counters {
  hit(counter: number): void
  /**
   * Appends what was counted since the last time, `[[counter, count], …]` on one line, for the
   * parent.
   */
  note(): void
}

const MAX_COUNT = 2 ** 32 - 1

/** Counters from 1 to `count`; they stop at their largest value. */
export function createCounters(count: number, host: Host): Counters {
  const counts = new Uint32Array(count + 1)
  return {
    hit(counter) {
      const before = counts[counter] ?? MAX_COUNT
      if (before < MAX_COUNT) counts[counter] = before + 1
    },
    note() {
      if (count === 0) return
      const pairs: [number, number][] = []
      for (const [counter, times] of counts.entries()) if (times > 0) pairs.push([counter, times])
      counts.fill(0)
      if (pairs.length > 0) host.note(JSON.stringify(pairs))
    }
  }
}
