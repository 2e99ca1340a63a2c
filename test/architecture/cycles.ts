/** Cycles among the imports of files. */
import { importsOf, target } from './source-code.ts'
import type { SourceFile } from './source-code.ts'

/**
 * Groups of files that import each other, directly or through others; each sorted by path.
 * @param kind `values` ignores imports of types, `all` counts them
 */
export function cyclesOf(files: readonly SourceFile[], kind: 'values' | 'all'): string[][] {
  const edges = new Map(
    files.map(file => [
      file.path,
      importsOf(file)
        .filter(
          ({ specifier, typeOnly }) => specifier.startsWith('.') && !(typeOnly && kind !== 'all')
        )
        .map(({ specifier }) => target(file.path, specifier))
    ])
  )
  return groupsOf(edges).filter(
    ([first = '', ...others]) => others.length > 0 || (edges.get(first) ?? []).includes(first)
  )
}

interface Visit {
  readonly index: number
  low: number
  open: boolean
}

/** Strongly connected components, by Tarjan's algorithm. */
function groupsOf(edges: ReadonlyMap<string, readonly string[]>): string[][] {
  const visits = new Map<string, Visit>()
  const stack: string[] = []
  const groups: string[][] = []
  const enter = (path: string): Visit => {
    const visit: Visit = { index: visits.size, low: visits.size, open: true }
    visits.set(path, visit)
    stack.push(path)
    for (const next of edges.get(path) ?? []) {
      const known = visits.get(next)
      if (known === undefined) visit.low = Math.min(visit.low, enter(next).low)
      else if (known.open) visit.low = Math.min(visit.low, known.index)
    }
    if (visit.low === visit.index) groups.push(closeGroup(path))
    return visit
  }
  const closeGroup = (path: string): string[] => {
    const group = stack.splice(stack.indexOf(path))
    for (const member of group) {
      const visit = visits.get(member)
      if (visit !== undefined) visit.open = false
    }
    return group.sort()
  }
  for (const path of edges.keys()) if (!visits.has(path)) enter(path)
  return groups
}
