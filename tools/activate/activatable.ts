/** The objects of an activation: named ones, or the drafts of this user in a package. */
import { listInactive, packageContents } from '../../erp-client/index.ts'
import type { ObjectRef } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { inParallel } from '../call/parallel.ts'
import { badArguments } from '../failure/errors.ts'
import { resolveObject } from '../objects/resolve.ts'
import type { Naming } from '../objects/resolve.ts'
import { refWords } from '../objects/words.ts'

export interface ActivationNaming extends Partial<Naming> {
  readonly objects?: readonly Naming[]
  readonly package?: string
}

export async function objectsToActivate(
  context: ToolContext,
  { type, name, group, objects, package: packageName }: ActivationNaming
): Promise<ObjectRef[]> {
  if (packageName !== undefined) {
    if (name !== undefined || objects !== undefined) {
      throw badArguments('`package` and named objects contradict each other.', 'Give one of them.')
    }
    return await draftsOf(context, packageName)
  }
  if (objects !== undefined) {
    if (name !== undefined) {
      throw badArguments(
        '`name` and `objects` contradict each other.',
        'Put every object into `objects`.'
      )
    }
    const refs = await inParallel(objects, item => resolveObject(context, item))
    return [...new Map(refs.map(ref => [refWords(ref), ref])).values()]
  }
  if (name === undefined) {
    throw badArguments(
      '`name` is missing.',
      'Name what is to become active: name and type, or objects.'
    )
  }
  return [await resolveObject(context, { type, name, group })]
}

/** The drafts of this user in one package, never all of them: ERP users may be shared. */
async function draftsOf(context: ToolContext, packageName: string): Promise<ObjectRef[]> {
  const [inactive, { objects }] = await Promise.all([
    listInactive(context.erp, context.signal),
    packageContents(context.erp, { package: packageName }, context.signal)
  ])
  const inside = new Set(objects.map(({ ref }) => `${ref.type} ${ref.name}`))
  const drafts = inactive
    .filter(
      ({ ref, deleted }) =>
        !deleted &&
        (inside.has(`${ref.type} ${ref.name}`) ||
          (ref.group !== undefined && inside.has(`FUGR ${ref.group}`)))
    )
    .map(({ ref }) => ref)
  if (drafts.length === 0) {
    throw badArguments(
      `This user has no draft in package ${packageName}.`,
      'ERPManage drafts lists the drafts there are.'
    )
  }
  return [...new Map(drafts.map(ref => [refWords(ref), ref])).values()]
}
