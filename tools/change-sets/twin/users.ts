/** Objects that use what is staged: the check of a set covers them, as far as they can be found. */
import { objectType } from '../../../erp-client/index.ts'
import type { ObjectRef } from '../../../erp-client/index.ts'
import type { ToolContext } from '../../call/context.ts'
import { inParallel } from '../../call/parallel.ts'
import { usersOf } from '../../diagnose/affected.ts'
import { errorWords } from '../../failure/prose.ts'
import { objectKey } from '../../journal/undo/contents.ts'
import { readIfThere } from '../../objects/sources.ts'
import { count, refWords } from '../../objects/words.ts'
import type { SetContent } from '../change-sets.ts'
import { objectsIn } from '../content.ts'
import type { TwinObject } from './twin.ts'

/** Where-used lists that are asked for, and objects that are checked with the staged ones. */
const most = { queried: 20, users: 30, named: 8 }

/** The types that the twin checks by their sources. */
const checkable = new Set(['CLAS', 'INTF', 'PROG', 'FUGR', 'DDLS'])

export interface StagedUsers {
  readonly objects: readonly TwinObject[]
  /** What of the users is not checked and why, one sentence each. */
  readonly left: readonly string[]
}

/** The staged objects that the ERP has: new ones have no users there. */
export function existingIn(content: SetContent): ObjectRef[] {
  const created = new Set(content.creations.map(({ ref }) => objectKey(ref)))
  return objectsIn(content).filter(ref => !created.has(objectKey(ref)))
}

/** The objects that use these, one level, each as the ERP has it; none where no twin checks them. */
export async function usersOfStaged(
  context: ToolContext,
  staged: readonly ObjectRef[]
): Promise<StagedUsers> {
  if (context.twin === undefined) return { objects: [], left: [] }
  const left: string[] = []
  const own = new Set(staged.map(ref => objectKey(ownerOf(ref))))
  const asked = staged.slice(0, most.queried)
  if (asked.length < staged.length) {
    left.push(`the users of ${count(staged.length - asked.length, 'staged object')}`)
  }
  const found = new Map<string, ObjectRef>()
  for (const { ref, users, error } of await inParallel(asked, async ref => ({
    ref,
    ...(await usersOf(context, ref))
  }))) {
    if (error !== undefined) left.push(`the users of ${refWords(ref)}: ${errorWords(error)}`)
    for (const user of users) {
      const owner = ownerOf(user.ref)
      if (!own.has(objectKey(owner))) found.set(objectKey(owner), owner)
    }
  }
  const possible = [...found.values()].filter(({ type }) => checkable.has(type))
  const others = found.size - possible.length
  if (others > 0) left.push(`${count(others, 'user')} of types that the twin does not check`)
  const taken = possible.slice(0, most.users)
  const over = possible.length - taken.length
  if (over > 0) left.push(`${count(over, 'user')} beyond ${most.users}`)
  const objects = await inParallel(taken, async ref => await withSource(context, ref))
  return { objects: objects.filter(object => object !== undefined), left }
}

/** The twin itself reads the parts of classes and function groups. */
async function withSource(context: ToolContext, ref: ObjectRef): Promise<TwinObject | undefined> {
  if (ref.type === 'CLAS' || ref.type === 'FUGR') return { ...ref, parts: [] }
  const source = await readIfThere(context, { ref, part: 'main' }, true)
  return source && { ...ref, parts: [{ part: 'main', text: source.text }] }
}

function ownerOf({ type, name, group }: ObjectRef): ObjectRef {
  return group === undefined || objectType(type) === undefined
    ? { type, name }
    : { type: 'FUGR', name: group }
}

/** Which users the verdict of the twin covers. */
export function usersLine({ objects, left }: StagedUsers): string {
  const named = objects.slice(0, most.named).map(refWords)
  const more = objects.length > named.length ? ', …' : ''
  const checked =
    objects.length === 0
      ? []
      : [`${count(objects.length, 'object')} checked with them: ${named.join(', ')}${more}`]
  const missing = left.length === 0 ? [] : [`not checked: ${left.join('; ')}`]
  return `Users of the staged objects: ${[...checked, ...missing].join(' · ') || 'none'}`
}
