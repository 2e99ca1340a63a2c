/** Which objects a pipeline checks. */
import { groupContents, objectType, readTransport } from '../../erp-client/index.ts'
import type { ObjectRef, Transport } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { inParallel } from '../call/parallel.ts'
import { assertType } from '../catalog/features.ts'
import { badArguments, ToolError } from '../failure/errors.ts'
import { lastChanges } from '../insight/changes/last-changes.ts'
import { sinceOf } from '../insight/changes/since.ts'
import { isRefused } from '../insight/refused.ts'
import { readPackageTree } from '../objects/packages-below.ts'
import { resolveObject } from '../objects/resolve.ts'
import { count, refWords } from '../objects/words.ts'
import { objectsOf } from '../transport/changes.ts'
import { allEntries, entryRef, entryWords } from '../transport/words.ts'
import type { PipelinePlan } from './report.ts'

const mostPackages = 500

export interface PipelineSubject {
  readonly words: string
  /** Every object, without packages. */
  readonly refs: readonly ObjectRef[]
  /** What sources are checked of: function groups with their members. */
  readonly sources: readonly ObjectRef[]
  readonly request: Transport | undefined
  /** Milliseconds since 1970. */
  readonly since: number | undefined
  readonly notes: readonly string[]
}

/** @throws ToolError for arguments that name no subject; ErpError for one that does not exist */
export async function subjectOf(
  context: ToolContext,
  plan: PipelinePlan
): Promise<PipelineSubject> {
  const found = await wholeSubject(context, plan)
  const refs = distinct(found.refs.filter(({ type }) => type !== 'DEVC'))
  const withSource = refs.filter(hasSource)
  return { ...found, refs, sources: distinct(await withMembers(context, withSource)) }
}

type Found = Omit<PipelineSubject, 'sources'>

async function wholeSubject(context: ToolContext, plan: PipelinePlan): Promise<Found> {
  if (plan.transport !== undefined) return await requestSubject(context, plan.transport)
  if (plan.package !== undefined) return await packageSubject(context, plan.package, plan.since)
  const refs = await inParallel(plan.objects ?? [], async one => await resolveObject(context, one))
  const packages = refs.filter(({ type }) => type === 'DEVC')
  if (packages.length > 0) {
    throw badArguments(
      `${refWords(packages[0] ?? { type: 'DEVC', name: '' })} is a package.`,
      'Name it by --package.'
    )
  }
  return {
    words: refs.map(refWords).join(', '),
    ...{ refs, request: undefined, since: undefined, notes: [] }
  }
}

async function requestSubject(context: ToolContext, number: string): Promise<Found> {
  assertType(context.features, 'TRANSPORT')
  const request = await readTransport(context.erp, { number }, context.signal)
  const others = allEntries(request).filter(
    entry => entry.pgmid !== 'CORR' && entryRef(entry) === undefined
  )
  const refs = objectsOf(request)
  if (refs.length === 0) {
    throw new ToolError(
      'TOOL_BAD_ARGUMENTS',
      `Request ${request.number} holds no objects to check.`,
      {
        remedy: 'Name another request, or check the package.'
      }
    )
  }
  return {
    words: `request ${request.number}`,
    refs,
    request,
    since: undefined,
    notes: others.length === 0 ? [] : [`not checked: ${others.map(entryWords).join(', ')}`]
  }
}

async function packageSubject(
  context: ToolContext,
  name: string,
  since: string | undefined
): Promise<Found> {
  const { packages, more } = await readPackageTree(context, name, mostPackages)
  if (more) {
    throw badArguments(`${name} has more than ${mostPackages} packages.`, 'Check a package below.')
  }
  const all = packages.flatMap(({ objects }) => objects.map(({ ref }) => ref))
  const known = all.filter(({ type }) => objectType(type) !== undefined)
  if (known.length === 0) {
    throw new ToolError('ERP_NOT_FOUND', `Package ${name} holds no objects, or does not exist.`, {
      remedy: 'Check the name.'
    })
  }
  const at = since === undefined ? undefined : sinceOf(since, Date.now())
  const changed = at === undefined ? undefined : await changedSince(context, known, at)
  return {
    words: `package ${name}${at === undefined ? '' : ` since ${new Date(at).toISOString().slice(0, 16)}Z`}`,
    refs: changed?.refs ?? known,
    request: undefined,
    since: at,
    notes: changed?.notes ?? []
  }
}

/** Objects without a date of change are checked too: they may have changed. */
async function changedSince(
  context: ToolContext,
  refs: readonly ObjectRef[],
  since: number
): Promise<{ refs: ObjectRef[]; notes: string[] }> {
  const { changes, untold, left } = await lastChanges(
    context,
    refs.filter(({ type }) => type !== 'DEVC')
  )
  if (left > 0) {
    throw badArguments(
      `The package holds ${count(left, 'object')} more than --since compares.`,
      'Check a package below, or leave --since out.'
    )
  }
  const changed = changes.filter(({ at }) => at >= since)
  return {
    refs: [
      ...changed.map(({ ref }) =>
        ref.group === undefined ? ref : { type: 'FUGR', name: ref.group }
      ),
      ...untold
    ],
    notes:
      untold.length === 0
        ? []
        : [`checked although the system tells no date: ${untold.map(refWords).join(', ')}`]
  }
}

async function withMembers(context: ToolContext, refs: readonly ObjectRef[]): Promise<ObjectRef[]> {
  const all = await inParallel(refs, async ref => {
    if (ref.type !== 'FUGR') return [ref]
    try {
      return [ref, ...(await groupContents(context.erp, { group: ref.name }, context.signal))]
    } catch (error) {
      if (!isRefused(error)) throw error
      return [ref]
    }
  })
  return all.flat()
}

function hasSource({ type }: ObjectRef): boolean {
  return objectType(type)?.abilities.has('source') === true
}

function distinct(refs: readonly ObjectRef[]): ObjectRef[] {
  return [...new Map(refs.map(ref => [refWords(ref), ref])).values()]
}
