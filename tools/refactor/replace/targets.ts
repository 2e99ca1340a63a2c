/** The objects in whose sources a replacement is made. */
import { codesWith, groupContents, isErpError, packageContents } from '../../../erp-client/index.ts'
import type { ObjectRef, Reference } from '../../../erp-client/index.ts'
import type { ToolContext } from '../../call/context.ts'
import { inParallel } from '../../call/parallel.ts'
import { badArguments, ToolError } from '../../failure/errors.ts'
import { gapError } from '../../failure/release-gaps.ts'
import { usesOf } from '../../navigate/references.ts'
import { packagesBelow } from '../../objects/packages-below.ts'
import { resolveObject } from '../../objects/resolve.ts'
import type { Naming } from '../../objects/resolve.ts'
import { count, refWords } from '../../objects/words.ts'

/** One of an object, a list of objects, and a package. */
export interface Scope extends Partial<Naming> {
  /** The objects that use the named one, in its place. */
  readonly users?: boolean | undefined
  readonly objects?: readonly Naming[] | undefined
  readonly package?: string | undefined
}

export interface Targets {
  readonly refs: readonly ObjectRef[]
  /** Users that have no source of their own, or whose type is not known. */
  readonly without: readonly string[]
  readonly words: string
}

const mostObjects = 1000
const withSource = new Set(codesWith('source'))

/** @throws ToolError TOOL_BAD_ARGUMENTS where not exactly one scope is given, TOOL_TOO_LARGE */
export async function findTargets(context: ToolContext, scope: Scope): Promise<Targets> {
  const { name, objects, package: home } = scope
  const given = [name, objects, home].filter(one => one !== undefined)
  if (given.length !== 1) {
    throw badArguments(
      given.length === 0
        ? 'Where to replace is not given.'
        : '`name`, `objects` and `package` exclude each other.',
      'Give one of `package` (with the packages below it), `objects`, or `name`; users: true takes the objects that use `name`.'
    )
  }
  const found = await (home !== undefined
    ? inPackage(context, home.toUpperCase())
    : name !== undefined
      ? ofObject(context, { ...scope, name })
      : inList(context, objects ?? []))
  const groups = found.refs.filter(({ type }) => type === 'FUGR')
  const members = await inParallel(
    groups,
    async group => await groupContents(context.erp, { group: group.name }, context.signal)
  )
  const refs = [...found.refs.filter(({ type }) => withSource.has(type)), ...members.flat()]
  const distinct = [...new Map(refs.map(ref => [refWords(ref), ref])).values()]
  if (distinct.length > mostObjects) throw tooMany(distinct.length)
  return { ...found, refs: distinct }
}

function tooMany(objects: number): ToolError {
  return new ToolError(
    'TOOL_TOO_LARGE',
    `These are ${count(objects, 'object')} with source; one call looks into ${mostObjects} at most.`,
    { remedy: 'Name a package further below, or `objects`. Nothing was changed.' }
  )
}

async function inPackage(context: ToolContext, home: string): Promise<Targets> {
  const packages = await packagesBelow(context, home)
  const contents = await inParallel(
    packages,
    async name => await packageContents(context.erp, { package: name }, context.signal)
  )
  const below = packages.length === 1 ? '' : ` and ${count(packages.length - 1, 'package')} below`
  return {
    refs: contents.flatMap(({ objects }) => objects.map(({ ref }) => ref)),
    without: [],
    words: `package ${home}${below}`
  }
}

async function ofObject(
  context: ToolContext,
  { users, ...naming }: Naming & Scope
): Promise<Targets> {
  if (users !== true) {
    const ref = await resolveObject(context, naming, type => withSource.has(type))
    return { refs: [ref], without: [], words: refWords(ref) }
  }
  const ref = await resolveObject(context, naming)
  context.progress({ done: 0, message: `where ${refWords(ref)} is used` })
  const uses = await usersOf(context, ref)
  return {
    refs: uses.flatMap(use => use.ref ?? []),
    without: [...new Set(uses.flatMap(use => (use.ref === undefined ? [use.name] : [])))],
    words: `the users of ${refWords(ref)}`
  }
}

async function inList(context: ToolContext, objects: readonly Naming[]): Promise<Targets> {
  const refs = await inParallel(objects, async one => await resolveObject(context, one))
  return { refs, without: [], words: count(refs.length, 'object') }
}

async function usersOf(context: ToolContext, ref: ObjectRef): Promise<readonly Reference[]> {
  try {
    return await usesOf(context, ref, undefined)
  } catch (error) {
    throw isErpError(error, 'ERP_UNSUPPORTED') ? gapError('whereUsed', error) : error
  }
}
