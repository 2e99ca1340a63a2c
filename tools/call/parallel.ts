/** Asynchronous work on several items with a bounded concurrency. */
const width = 4

/** Results in the order of the items, four at a time. The first failure rejects the whole. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<Result>
): Promise<Result[]> {
  const [only] = items
  if (items.length === 1 && only !== undefined) return [await work(only, 0)]
  const results: Result[] = []
  const queue = items.entries()
  const worker = async (): Promise<void> => {
    for (const [index, item] of queue) results[index] = await work(item, index)
  }
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker))
  return results
}
