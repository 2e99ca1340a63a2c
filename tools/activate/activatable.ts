/** The objects of an activation: named ones, or the drafts of this user in a package. */
import { isErpError, listInactive, objectType, packageContents } from '../../erp-client/index.ts'
import type { ObjectRef } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { inParallel } from '../call/parallel.ts'
import { badArguments, ToolError } from '../failure/errors.ts'
import { resolveObject } from '../objects/resolve.ts'
import type { Naming } from '../objects/resolve.ts'
import { readPart } from '../objects/sources.ts'
import { refWords } from '../objects/words.ts'
import { isUnwritten } from '../write/existing.ts'

/** Named objects of an activation that are looked at before it. */
const mostRead = 20

export interface ActivationNaming extends Partial<Naming> {
  readonly objects?: readonly Naming[]
  readonly package?: string
}

/** What an activation concerns. */
export interface Activatable {
  readonly refs: readonly ObjectRef[]
  /** Drafts of the package without a source of their own: a creation may have broken off. */
  readonly shells: readonly ObjectRef[]
  /** Named objects without a source of their own: they become active as the ERP generated them. */
  readonly empty?: readonly ObjectRef[]
}

export async function objectsToActivate(
  context: ToolContext,
  { type, name, group, objects, package: packageName }: ActivationNaming
): Promise<Activatable> {
  if (packageName !== undefined) {
    if (name !== undefined || objects !== undefined) {
      throw badArguments('`package` and named objects contradict each other.', 'Give one of them.')
    }
    return await withoutShells(context, await draftsOf(context, packageName))
  }
  if (objects !== undefined) {
    if (name !== undefined) {
      throw badArguments(
        '`name` and `objects` contradict each other.',
        'Put every object into `objects`.'
      )
    }
    const refs = await inParallel(objects, item => resolveObject(context, item))
    return await named(context, [...new Map(refs.map(ref => [refWords(ref), ref])).values()])
  }
  if (name === undefined) {
    throw badArguments(
      '`name` is missing.',
      'Name what is to become active: name and type, or objects.'
    )
  }
  return await named(context, [await resolveObject(context, { type, name, group })])
}

/** An empty object that nothing names is never made active as if it were finished. */
async function withoutShells(
  context: ToolContext,
  drafts: readonly ObjectRef[]
): Promise<Activatable> {
  const isShell = await inParallel(drafts, async ref => await isEmpty(context, ref))
  const shells = drafts.filter((_ref, at) => isShell[at])
  const refs = drafts.filter((_ref, at) => !isShell[at])
  if (refs.length > 0) return { refs, shells }
  throw new ToolError('CREATED_WITHOUT_SOURCE', `Nothing was activated. ${shellWords(shells)}`, {
    outcome: 'failed'
  })
}

/** What is named is activated as it is; an empty object is only mentioned. */
async function named(context: ToolContext, refs: readonly ObjectRef[]): Promise<Activatable> {
  if (refs.length > mostRead) return { refs, shells: [] }
  const isShell = await inParallel(refs, async ref => {
    try {
      return await isEmpty(context, ref)
    } catch (error) {
      context.signal.throwIfAborted()
      // The activation itself reports what cannot be read.
      if (isErpError(error)) return false
      throw error
    }
  })
  return { refs, shells: [], empty: refs.filter((_ref, at) => isShell[at]) }
}

/** The main program of a function group is generated, whatever its parts hold. */
async function isEmpty(context: ToolContext, ref: ObjectRef): Promise<boolean> {
  if (ref.type === 'FUGR' || objectType(ref.type)?.abilities.has('source') !== true) return false
  return await isUnwritten(context, ref, (await readPart(context, { ref })).text)
}

export function emptyWords(empty: readonly ObjectRef[]): string {
  return `As the ERP generated it, without a source of its own: ${empty.map(refWords).join(', ')}.`
}

export function shellWords(shells: readonly ObjectRef[]): string {
  return `Without a source of their own: ${shells.map(refWords).join(', ')}. Write the source with ERPWrite update and overwrite: true, or name them in \`objects\` to activate them as they are.`
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
