/** Runs work while a slot is free, else when one becomes free, in the order of asking. */
export type Slots = <T>(work: () => Promise<T>) => Promise<T>

/**
 * So many children at a time: each has its own heap, and more than there are processors only slow
 * each other down.
 */
export function createSlots(count: number): Slots {
  let free = count
  const queue: (() => void)[] = []
  return async work => {
    if (free === 0) {
      await new Promise<void>(resolve => {
        queue.push(resolve)
      })
    } else free--
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next === undefined) free++
      else next()
    }
  }
}
