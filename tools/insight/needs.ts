import type { ObjectRef } from '../../erp-client/index.ts'
import type { Labelled } from '../abap/extracts.ts'
import { findUses } from '../abap/uses.ts'
import { findCdsUses, findEntityUses } from '../abap/cds-uses.ts'
import type { UseKind } from '../abap/uses.ts'
import { offLoop } from '../call/worker-thread.ts'

/** One name that a source needs, with all the ways it is used. */
export interface Need {
  readonly name: string
  readonly kinds: readonly UseKind[]
  readonly members: readonly string[]
  readonly lines: readonly string[]
}

/** Their sources name entities and tables in words of their own. */
const besideEntity = new Set(['BDEF', 'SRVD', 'DDLX', 'DCLS'])

/** What the sources of an object need from outside; most used first. */
export function needsIn(texts: readonly Labelled[], { type, name: own }: ObjectRef): Need[] {
  const uses = texts.flatMap(({ label, text }) =>
    (type === 'DDLS' ? findCdsUses : besideEntity.has(type) ? findEntityUses : findUses)(text).map(
      use => ({ ...use, place: `${label}${use.line}` })
    )
  )
  // a behavior definition has the name of the entity that it needs
  const foreign = uses.filter(use => use.name !== own || besideEntity.has(type))
  const byName = Map.groupBy(foreign, use =>
    use.kind === 'dynamic' ||
    use.kind === 'authority' ||
    use.kind === 'clock' ||
    use.kind === 'transaction'
      ? `${use.kind} ${use.name}`
      : use.name
  )
  return [...byName.values()]
    .map((group): Need => ({
      name: group[0]?.name ?? '',
      kinds: [...new Set(group.map(({ kind }) => kind))],
      members: [...new Set(group.flatMap(({ member }) => member ?? []))],
      lines: group.map(({ place }) => place)
    }))
    .toSorted((a, b) => b.lines.length - a.lines.length)
}

export const groupNeeds = offLoop({ needsIn }, import.meta.url)
