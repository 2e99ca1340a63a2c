/** Which drafts a test run passes over: tests run what is active. */
import { isErpError, listInactive, objectType } from '../../erp-client/index.ts'
import type { ObjectRef } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { inParallel } from '../call/parallel.ts'
import { usersOf } from '../diagnose/affected.ts'
import { refWords } from '../objects/words.ts'
import { textIfReadable } from '../objects/sources.ts'

export interface UntestedDrafts {
  /** Drafts of what was tested, of what it names, and of what that uses. */
  readonly related: readonly ObjectRef[]
  /** Drafts that were not found to have to do with it. */
  readonly others: number
}

/** A where-used list is expensive: drafts beyond so many are counted with the others. */
const mostLookedUp = 8
const mostRead = 30

/** @param tested objects without packages */
export async function untestedDrafts(
  context: ToolContext,
  tested: () => Promise<readonly ObjectRef[]>
): Promise<UntestedDrafts> {
  const drafts = await ownDrafts(context)
  if (drafts.length === 0) return { related: [], others: 0 }
  const objects = await tested()
  const named = await namesIn(context, objects)
  for (const { name, group } of objects) named.add(group ?? name)
  const isNamed = ({ name, group }: ObjectRef) => named.has(group ?? name) || named.has(name)
  const left = drafts.filter(draft => !isNamed(draft))
  const used = await inParallel(left.slice(0, mostLookedUp), async draft => {
    const { users, error } = await usersOf(context, draft)
    return error !== undefined || users.some(({ ref }) => isNamed(ref))
  })
  const apart = new Set(left.filter((_draft, index) => used[index] !== true))
  return { related: drafts.filter(draft => !apart.has(draft)), others: apart.size }
}

async function ownDrafts(context: ToolContext): Promise<ObjectRef[]> {
  try {
    const inactive = await listInactive(context.erp, context.signal)
    return [...new Map(inactive.map(({ ref }) => [refWords(ref), ref])).values()]
  } catch (error) {
    context.signal.throwIfAborted()
    // A system that does not list drafts can still run tests.
    if (isErpError(error)) return []
    throw error
  }
}

/** The names that the sources of a few objects hold, upper case. */
async function namesIn(context: ToolContext, objects: readonly ObjectRef[]): Promise<Set<string>> {
  const sources = objects
    .flatMap(ref => Object.keys(objectType(ref.type)?.parts ?? {}).map(part => ({ ref, part })))
    .slice(0, mostRead)
  const texts = await inParallel(
    sources,
    async ({ ref, part }) => (await textIfReadable(context, ref, part)) ?? ''
  )
  return new Set(texts.flatMap(text => text.toUpperCase().match(/[\p{L}\p{N}_/]+/gu) ?? []))
}
