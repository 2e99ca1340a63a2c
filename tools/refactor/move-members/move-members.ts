/** Moves members of a class into another one, without their text in the call. */
import { isErpError, objectType } from '../../../erp-client/index.ts'
import type { ObjectRef, Source } from '../../../erp-client/index.ts'
import type { Section } from '../../abap/class-parts.ts'
import type { ToolContext } from '../../call/context.ts'
import { inParallel } from '../../call/parallel.ts'
import type { ToolResult } from '../../call/result.ts'
import { badArguments, ToolError } from '../../failure/errors.ts'
import { usesOf } from '../../navigate/references.ts'
import { resolveObject } from '../../objects/resolve.ts'
import type { Naming } from '../../objects/resolve.ts'
import { count, refWords } from '../../objects/words.ts'
import { changeSources } from '../change-sources.ts'
import { namesByType, objectsOf, sourceWords } from '../changed-source.ts'
import type { ChangedSource } from '../changed-source.ts'
import { readSources } from '../replace/read-sources.ts'
import { topLevelNames } from './scopes.ts'
import { moveMembersInThread } from './move-text.ts'
import type { Moved, MovedMember } from './move-text.ts'
import { redirectInThread } from './redirect.ts'

export interface MoveMembersArguments extends Naming {
  readonly members: readonly string[]
  readonly to: string
  readonly section?: Section | undefined
  readonly transport?: string | undefined
  readonly activate?: boolean | undefined
  readonly dryRun?: boolean | undefined
  readonly confirm?: string | undefined
}

interface Plan {
  readonly from: readonly Source[]
  readonly to: Source
  /** The other parts of the class that gets the members. */
  readonly beside: readonly Source[]
  readonly moved: Moved
}

const problemsShown = 10

/**
 * Both classes and all that names the members by their class change together. What cannot follow is
 * refused by name. A repeated call continues one that broke off.
 */
export async function moveMembers(
  context: ToolContext,
  args: MoveMembersArguments
): Promise<ToolResult> {
  const plan = await planOf(context, args)
  const { moved } = plan
  const callers = await callersOf(context, plan)
  const problems = [...moved.problems, ...callers.problems]
  if (problems.length > 0) throw notMovable(problems)
  const names = moved.members.map(({ name }) => name).join(', ')
  const [from, to] = [plan.from[0]?.ref.name ?? '', plan.to.ref.name]
  return await changeSources(context, {
    title: `moving ${names} from ${from} to ${to}`,
    done: `Moved ${names} from ${from} to ${to}`,
    // The target first: a call that breaks off leaves every member in one of the classes at least.
    sources: [...changedTarget(plan), ...callers.sources],
    exceptions: [],
    transport: args.transport,
    activate: args.activate === true,
    dryRun: args.dryRun === true,
    confirm: args.confirm,
    digest: 'optional',
    extent: 'whole',
    by: 'the bridge'
  })
}

async function planOf(context: ToolContext, args: MoveMembersArguments): Promise<Plan> {
  const ref = await resolveObject(context, args, type => type === 'CLAS')
  if (ref.type !== 'CLAS' || ref.name.toUpperCase() === args.to.toUpperCase()) {
    throw badArguments(
      ref.type === 'CLAS' ? 'Both classes are the same.' : `${refWords(ref)} is no class.`,
      '`name` is the class that has the members, `to` the class that gets them.'
    )
  }
  const [from, [to, ...beside]] = await Promise.all([
    readSources(context, ref),
    readSources(context, { type: 'CLAS', name: args.to })
  ])
  if (to === undefined) throw new TypeError('a class without a source')
  const members = [...new Set(args.members.map(name => name.trim().toUpperCase()))]
  const moved = await moveMembersInThread(
    [
      from[0]?.text ?? '',
      to.text,
      {
        from: ref.name.toUpperCase(),
        to: args.to.toUpperCase(),
        members,
        section: args.section,
        localNames: from.slice(1).flatMap(({ text }) => topLevelNames(text))
      }
    ],
    context.signal
  )
  return { from, to, beside, moved }
}

function changedTarget({ to, moved }: Plan): ChangedSource[] {
  return moved.to === to.text ? [] : [{ before: to, after: moved.to, places: moved.members.length }]
}

interface Callers {
  readonly sources: readonly ChangedSource[]
  readonly problems: readonly string[]
}

/** The class itself and all that uses it, with what would be wrong there. */
async function callersOf(context: ToolContext, plan: Plan): Promise<Callers> {
  const { from, to, beside, moved } = plan
  const [main, ...includes] = from
  if (main === undefined) throw new TypeError('a class without a source')
  const own =
    moved.from === main.text
      ? []
      : [{ before: main, after: moved.from, places: Math.max(1, moved.places) }]
  // A superclass hands its members down, so that all uses stay as they are.
  if (moved.problems.length > 0 || moved.isUpward) return { sources: own, problems: [] }
  const isOther = ({ name }: ObjectRef) => name !== main.ref.name && name !== to.ref.name
  const uses = await usesOf(context, main.ref, undefined)
  const users = objectsOf(uses.flatMap(({ ref }) => ref ?? []).filter(isOther))
  const sources = await inParallel(users, async ref => await sourcesOfUser(context, ref))
  const found = await inParallel(
    [...includes, ...beside, ...sources.flat()],
    async source => await redirected(context, plan, source)
  )
  return {
    sources: [...own, ...found.flatMap(({ sources: changed }) => changed)],
    problems: [
      ...found.flatMap(({ problems }) => problems),
      ...(await instanceUses(context, main, moved.members))
    ]
  }
}

async function sourcesOfUser(context: ToolContext, ref: ObjectRef): Promise<Source[]> {
  if (objectType(ref.type)?.abilities.has('source') !== true) return []
  try {
    return await readSources(context, ref)
  } catch (error) {
    if (!isErpError(error, 'ERP_NOT_FOUND', 'ERP_FORBIDDEN', 'ERP_UNSUPPORTED')) throw error
    throw notMovable([`${refWords(ref)} uses the class, and its source cannot be read`])
  }
}

async function redirected(
  context: ToolContext,
  { from, to, moved }: Plan,
  source: Source
): Promise<Callers> {
  const own = from[0]?.ref.name ?? ''
  const isOwn = source.ref.name === own
  const statics = moved.members.filter(({ isStatic }) => isStatic)
  const { after, places, used, atObjects, inherited } = await redirectInThread(
    [
      source.text,
      { from: own.toUpperCase(), to: to.ref.name.toUpperCase(), members: moved.members }
    ],
    context.signal
  )
  const what = sourceWords(source)
  const isInside = source.ref.name === to.ref.name
  const hidden = statics.filter(
    ({ name, section }) => !isInside && section !== 'public' && used.includes(name)
  )
  return {
    sources: places === 0 ? [] : [{ before: source, after, places }],
    problems: [
      ...hidden.map(({ name, section }) => `${what} uses ${name}, which would be ${section}`),
      ...inherited.slice(0, 1).map(line => `${what} line ${line} uses an inherited member`),
      // Elsewhere the where-used list knows better which object that is.
      ...(isOwn
        ? atObjects.slice(0, 1).map(line => `${what} line ${line} uses an instance member`)
        : [])
    ]
  }
}

/** Instance members are used at objects, whose class no name shows: the where-used list knows. */
async function instanceUses(
  context: ToolContext,
  main: Source,
  members: readonly MovedMember[]
): Promise<string[]> {
  const asked = members.filter(
    ({ isStatic, line, wasPrivate }) => !isStatic && !wasPrivate && line !== undefined
  )
  const found = await inParallel(asked, async ({ name, line = 1, column = 1 }) => {
    const endColumn = column + name.length
    const uses = await usesOf(context, main.ref, {
      source: main,
      line,
      column,
      endColumn,
      word: name
    })
    const users = objectsOf(uses.flatMap(({ ref }) => ref ?? [])).filter(
      ref => ref.name !== main.ref.name
    )
    return users.length === 0 ? [] : [`${name} is used at objects by ${namesByType(users, 5)}`]
  })
  return found.flat()
}

function notMovable(problems: readonly string[]): ToolError {
  const shown = [...new Set(problems)]
  const more = shown.length - problemsShown
  return new ToolError('TOOL_MOVE_NOT_SAFE', 'These members cannot be moved as they are:', {
    remedy: [
      ...shown.slice(0, problemsShown).map(problem => `- ${problem}.`),
      ...(more > 0 ? [`- and ${count(more, 'further reason')}.`] : []),
      'Move what belongs together in one call, or change these places first. Nothing was changed.'
    ].join('\n')
  })
}
