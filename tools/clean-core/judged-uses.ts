/** Which places of sources use which foreign objects, with the level of each. */
import type { ObjectRef } from '../../erp-client/index.ts'
import type { UseKind } from '../abap/uses.ts'
import type { ToolContext } from '../call/context.ts'
import { inParallel } from '../call/parallel.ts'
import type { PartText } from '../pipeline/sources.ts'
import type { Edition } from './catalogue.ts'
import { foreignUsesInThread, namespaceOf } from './foreign-uses.ts'
import { judge } from './levels.ts'
import type { JudgedObject, Judgement } from './levels.ts'

export interface UsedPlace {
  readonly ref: ObjectRef
  readonly part: string
  readonly line: number
}

export interface JudgedUse extends UsedPlace {
  readonly object: JudgedObject
}

export interface JudgedUses extends Judgement {
  readonly uses: readonly JudgedUse[]
}

/** @param isWanted whether a place counts, e.g. because its line changed */
export async function judgeUses(
  context: ToolContext,
  parts: readonly PartText[],
  { edition, isWanted = () => true }: { edition: Edition; isWanted?: (place: UsedPlace) => boolean }
): Promise<JudgedUses> {
  const found = await inParallel(parts, async ({ ref, part, text }) =>
    (await foreignUsesInThread([text, ref.type, namespaceOf(ref)], context.signal)).map(use => ({
      ...use,
      ...{ ref, part }
    }))
  )
  const wanted = found.flat().filter(isWanted)
  const kinds = new Map<string, UseKind[]>()
  for (const { name, kind } of wanted) kinds.set(name, [...(kinds.get(name) ?? []), kind])
  const judgement = await judge(context, kinds, edition)
  return {
    ...judgement,
    uses: wanted.flatMap(({ ref, part, line, name }) => {
      const object = judgement.byName.get(name)
      return object === undefined ? [] : [{ ref, part, line, object }]
    })
  }
}
