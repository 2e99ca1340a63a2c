/** Waits for a condition, with a bound: a loop without one outlives the time limit of its test. */
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Settles as soon as the condition holds.
 *
 * @param milliseconds after which it rejects; 60 s
 * @throws Error that quotes the condition
 */
export async function until(isSo: () => boolean, milliseconds = 60_000): Promise<void> {
  const end = performance.now() + milliseconds
  while (!isSo()) {
    if (performance.now() > end) throw new Error(`not so after ${milliseconds} ms: ${isSo}`)
    await sleep(5)
  }
}
