/** The names that the sources of an object use from outside. */
import type { ObjectRef } from '../../erp-client/index.ts'
import type { LabelledText } from '../abap/extracts.ts'
import { findUses } from '../abap/uses.ts'
import { findCdsUses, findEntityUses } from '../abap/cds-uses.ts'
import type { UseKind } from '../abap/uses.ts'
import { offLoop } from '../call/worker-thread.ts'

/** One name from outside with all its uses in the sources. */
export interface UsedName {
  readonly name: string
  readonly kinds: readonly UseKind[]
  readonly members: readonly string[]
  readonly lines: readonly string[]
}

/** Types whose sources name entities and tables with keywords of their own. */
const nameEntities = new Set(['BDEF', 'SRVD', 'DDLX', 'DCLS'])

/** The names that the sources of an object use from outside, most used first. */
export function usedNamesIn(
  texts: readonly LabelledText[],
  { type, name: own }: ObjectRef
): UsedName[] {
  const uses = texts.flatMap(({ label, text }) =>
    (type === 'DDLS' ? findCdsUses : nameEntities.has(type) ? findEntityUses : findUses)(text).map(
      use => ({ ...use, place: `${label}${use.line}` })
    )
  )
  // A behavior definition has the name of the entity that it uses.
  const external = uses.filter(use => use.name !== own || nameEntities.has(type))
  const byName = Map.groupBy(external, use =>
    use.kind === 'dynamic' ||
    use.kind === 'authority' ||
    use.kind === 'environment' ||
    use.kind === 'transaction'
      ? `${use.kind} ${use.name}`
      : use.name
  )
  return [...byName.values()]
    .map((group): UsedName => ({
      name: group[0]?.name ?? '',
      kinds: [...new Set(group.map(({ kind }) => kind))],
      members: [...new Set(group.flatMap(({ member }) => member ?? []))],
      lines: group.map(({ place }) => place)
    }))
    .toSorted((a, b) => b.lines.length - a.lines.length)
}

export const usedNamesInThread = offLoop({ usedNamesIn }, import.meta.url)
