/** Who uses whom in a package, how often, and what its objects use outside of it. */
import type { ObjectHit, ObjectRef } from '../../../erp-client/index.ts'
import { refWords } from '../../objects/words.ts'
import { typesMeant } from '../name-spaces.ts'
import type { UsedName } from '../used-names.ts'
import type { CodeObject } from './code.ts'

/** What an object uses: the places in its sources that name it. */
export interface Use {
  readonly ref: ObjectRef
  readonly places: number
}

/** A name of something outside of the package. */
export interface OutsideName {
  readonly need: UsedName
  readonly user: ObjectRef
}

export interface PackageUses {
  /** By the words of an object, most used first. */
  readonly uses: ReadonlyMap<string, readonly Use[]>
  readonly used: ReadonlySet<string>
  readonly outside: readonly OutsideName[]
}

export function usesWithin(
  objects: readonly CodeObject[],
  hits: readonly ObjectHit[]
): PackageUses {
  const named = namesOf(objects, hits)
  const uses = new Map<string, Use[]>()
  const used = new Set<string>()
  const outside: OutsideName[] = []
  for (const { ref, uses: names } of objects) {
    const places = new Map<string, Use>()
    for (const need of names) {
      const meant = typesMeant(need.kinds)
      const target = named.get(need.name)?.find(({ as }) => meant.has(as))?.ref
      if (target === undefined) {
        if (meant.size > 0) outside.push({ need, user: ref })
        continue
      }
      const words = refWords(target)
      if (words === refWords(ref)) continue
      const before = places.get(words)?.places ?? 0
      places.set(words, { ref: target, places: before + need.lines.length })
      used.add(words)
    }
    uses.set(
      refWords(ref),
      [...places.values()].toSorted((a, b) => b.places - a.places)
    )
  }
  return { uses, used, outside }
}

interface Meaning {
  readonly ref: ObjectRef
  /** The type as which a source names it: a function module stands for its group. */
  readonly as: string
}

function namesOf(
  objects: readonly CodeObject[],
  hits: readonly ObjectHit[]
): ReadonlyMap<string, readonly Meaning[]> {
  const meanings = [
    ...hits.map(({ ref }) => ({ name: ref.name, ref, as: ref.type })),
    ...objects.flatMap(({ ref, aliases }) =>
      aliases.map(name => ({ name, ref, as: ref.type === 'FUGR' ? 'FUNC' : ref.type }))
    )
  ]
  return Map.groupBy(meanings, ({ name }) => name)
}
