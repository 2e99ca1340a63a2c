/** Layers of a graph of uses, and its cycles. */

export interface Layers<Node> {
  /** Users before what they use; the last layer uses nothing inside. */
  readonly layers: readonly (readonly Node[])[]
  /** Nodes that use each other, directly or over others. */
  readonly cycles: readonly (readonly Node[])[]
}

/** @param usedBy what a node uses; a node outside of `nodes` counts for nothing */
export function layersOf<Node>(
  nodes: readonly Node[],
  usedBy: (node: Node) => readonly Node[]
): Layers<Node> {
  const components = componentsOf(nodes, usedBy)
  const componentOf = new Map(
    components.flatMap(component => component.map(node => [node, component] as const))
  )
  // Components come after all that they use.
  const heights = new Map<readonly Node[], number>()
  for (const component of components) {
    const below = component
      .flatMap(node => usedBy(node))
      .flatMap(node => componentOf.get(node) ?? [])
      .filter(node => !component.includes(node))
    const used = below.map(node => heights.get(componentOf.get(node) ?? []) ?? 0)
    heights.set(component, used.length === 0 ? 0 : 1 + Math.max(...used))
  }
  const byHeight = Map.groupBy(components, component => heights.get(component) ?? 0)
  return {
    layers: [...byHeight].toSorted(([a], [b]) => b - a).map(([, list]) => list.flat()),
    cycles: components.filter(component => component.length > 1)
  }
}

/** Strongly connected components in the order of Tarjan: each after those that it reaches. */
function componentsOf<Node>(
  nodes: readonly Node[],
  usedBy: (node: Node) => readonly Node[]
): Node[][] {
  const known = new Set(nodes)
  const order = new Map<Node, { index: number; low: number; onStack: boolean }>()
  const stack: Node[] = []
  const components: Node[][] = []
  const visit = (node: Node): { index: number; low: number; onStack: boolean } => {
    const own = { index: order.size, low: order.size, onStack: true }
    order.set(node, own)
    stack.push(node)
    for (const next of usedBy(node)) {
      if (!known.has(next)) continue
      const seen = order.get(next)
      if (seen === undefined) own.low = Math.min(own.low, visit(next).low)
      else if (seen.onStack) own.low = Math.min(own.low, seen.index)
    }
    if (own.low === own.index) components.push(popUntil(stack, node, order))
    return own
  }
  for (const node of nodes) if (!order.has(node)) visit(node)
  return components
}

function popUntil<Node>(
  stack: Node[],
  last: Node,
  order: ReadonlyMap<Node, { onStack: boolean }>
): Node[] {
  const popped: Node[] = []
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    const entry = order.get(node)
    if (entry !== undefined) entry.onStack = false
    popped.unshift(node)
    if (node === last) break
  }
  return popped
}
