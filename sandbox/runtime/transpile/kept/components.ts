/** Finds the cycles of a graph. */

/**
 * The strongly connected components, each behind those that its edges lead to (Kosaraju).
 *
 * @param edges every node, with the nodes that its edges lead to
 */
export function stronglyConnected(edges: ReadonlyMap<string, readonly string[]>): string[][] {
  const reversed = new Map<string, string[]>([...edges.keys()].map(id => [id, []]))
  for (const [id, targets] of edges) for (const target of targets) reversed.get(target)?.push(id)
  const done = new Set<string>()
  const order = [...edges.keys()].flatMap(id => visited(id, edges, done))
  done.clear()
  const components: string[][] = []
  for (const id of order.reverse()) {
    if (!done.has(id)) components.push(visited(id, reversed, done))
  }
  return components.reverse()
}

/** What is reached from a node and not done yet, each node behind those that it leads to. */
function visited(
  start: string,
  edges: ReadonlyMap<string, readonly string[]>,
  done: Set<string>
): string[] {
  const left: string[] = []
  if (done.has(start)) return left
  done.add(start)
  const path = [{ id: start, next: 0 }]
  for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
    const target = edges.get(top.id)?.[top.next++]
    if (target === undefined) {
      left.push(top.id)
      path.pop()
    } else if (!done.has(target) && edges.has(target)) {
      done.add(target)
      path.push({ id: target, next: 0 })
    }
  }
  return left
}
