/** The ABAP memory of a call sequence: clusters of data objects, and the list of a report. */
import { currentRuntime } from '../abap.ts'
import { refuse } from '../tables/keys.ts'
import { isStructure, isTable, resolve, scalarOf, typeOf, type AbapValue } from '../values.ts'

type Objects = Readonly<Record<string, unknown>>

export interface Memory {
  export(id: unknown, objects: Objects): void
  /** SY-SUBRC is 4 where there is no such cluster; objects that it has not stay as they are. */
  import(id: unknown, targets: Objects): void
  free(id: unknown): void
}

export function createMemory(): Memory {
  const clusters = new Map<string, Map<string, AbapValue>>()
  const nameOf = (id: unknown): string => (id === undefined ? '' : `ID ${String(scalarOf(id))}`)
  return {
    export(id, objects) {
      const cluster = new Map<string, AbapValue>()
      for (const [name, value] of Object.entries(objects)) {
        const actual = resolve(value) as AbapValue | undefined
        if (actual === undefined || typeof actual.clone !== 'function') {
          refuse('EXPORT of this type')
        }
        cluster.set(name, actual.clone())
      }
      clusters.set(nameOf(id), cluster)
    },
    import(id, targets) {
      const cluster = clusters.get(nameOf(id))
      currentRuntime()
        .builtin.sy.get()
        .subrc?.set(cluster === undefined ? 4 : 0)
      for (const [name, target] of Object.entries(targets)) {
        const value = cluster?.get(name)
        if (value === undefined) continue
        const actual = resolve(target) as AbapValue | undefined
        if (actual === undefined || !isSameKind(value, actual)) refuse('IMPORT into another type')
        actual.set(value)
      }
    },
    free(id) {
      if (id === undefined) clusters.clear()
      else clusters.delete(nameOf(id))
    }
  }
}

function isSameKind(value: unknown, target: unknown): boolean {
  if (isTable(value) || isTable(target)) {
    return isTable(value) && isTable(target) && isSameKind(value.getRowType(), target.getRowType())
  }
  if (isStructure(value) || isStructure(target)) {
    if (!isStructure(value) || !isStructure(target)) return false
    const [from, to] = [Object.values(value.get()), Object.values(target.get())]
    return from.length === to.length && from.every((part, at) => isSameKind(part, to[at]))
  }
  const [from, to] = [typeOf(value), typeOf(target)]
  return from.type === to.type && from.length === to.length && from.decimals === to.decimals
}
