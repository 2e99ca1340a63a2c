/** Exports a released request: its objects as they are active in the system that releases it. */
import { groupKinds } from '../../http/kinds.ts'
import type { System } from '../../system.ts'
import type { ObjectKey } from '../../types.ts'
import { sameObject, uniqueObjects } from '../../workbench/checks.ts'
import { systemOfTarget } from '../landscape.ts'
import type { TransportEntry, TransportRequest } from '../types.ts'
import type { ExportedObject, ExportedPart, ExportedRequest } from './types.ts'

/** The part of an object that an entry below it names. */
function partOfEntry({ type, name }: TransportEntry): string {
  const kind = type === 'FUNC' ? groupKinds.function : groupKinds.include
  return `${kind.prefix}${name}`
}

function exportedParts({ store }: System, key: ObjectKey): ExportedPart[] {
  return store
    .parts(key)
    .filter(({ version }) => version === 'active')
    .flatMap(({ key: part }) => {
      const read = store.read(part, 'active')
      if (read === undefined) return []
      const { text, changedBy, changedAt, description, attributes } = read
      return [
        {
          part: part.part,
          text,
          changedBy,
          changedAt,
          ...(description === undefined ? {} : { description }),
          ...(attributes === undefined ? {} : { attributes })
        }
      ]
    })
}

function exportedObject(
  system: System,
  key: ObjectKey,
  entries: readonly TransportEntry[]
): ExportedObject {
  const own = entries.filter(({ object }) => object !== undefined && sameObject(object, key))
  const info = system.store.get(key)
  if (info === undefined || info.state === 'new') return { key, files: [], parts: [] }
  return {
    key,
    info: { ...info, original: info.original ?? system.id },
    files: system.store.files('active', [key]),
    parts: exportedParts(system, key),
    ...(own.some(({ pgmid }) => pgmid === 'R3TR') ? {} : { only: own.map(partOfEntry) })
  }
}

/** The request with its objects. */
export function exportedRequest(system: System, request: TransportRequest): ExportedRequest {
  const entries = system.store.transports.entries(request.number)
  const keys = uniqueObjects(
    entries.flatMap(({ object }) => (object === undefined ? [] : [object]))
  )
  return {
    request,
    source: system.id,
    entries: entries.map(({ number: _, position: __, ...entry }) => entry),
    objects: keys.map(key => exportedObject(system, key, entries))
  }
}

/**
 * Records the export of a request for its target, if that is a system that receives requests. Runs
 * in the transaction that releases the request.
 */
export function recordExport(system: System, request: TransportRequest): boolean {
  const name = systemOfTarget(request.target)
  const target = system.targets.find(each => each.name === name)
  if (target?.exported !== true) return false
  system.store.exchange.addExport({
    number: request.number,
    target: name,
    content: JSON.stringify(exportedRequest(system, request))
  })
  return true
}
