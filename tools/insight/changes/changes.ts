/** ERPContext changes: what changed in a package since a date, by a user, in a request. */
import { listVersions, objectType, readMetadata, readTransport } from '../../../erp-client/index.ts'
import type { ObjectRef, Transport } from '../../../erp-client/index.ts'
import type { ToolContext } from '../../call/context.ts'
import { pageOf } from '../../call/paging.ts'
import { inParallel } from '../../call/parallel.ts'
import type { ToolResult } from '../../call/result.ts'
import { assertType } from '../../catalog/features.ts'
import { badArguments } from '../../failure/errors.ts'
import { resolveObject } from '../../objects/resolve.ts'
import { count, refWords, systemWords } from '../../objects/words.ts'
import { diffOfObject, objectsOf } from '../../transport/changes.ts'
import { counted } from '../package/counted.ts'
import { treeOf } from '../package/tree.ts'
import { isRefused } from '../refused.ts'
import { changedParts, differenceOf } from './difference.ts'
import type { ChangesArgs } from './inputs.ts'
import { lastChanges } from './last-changes.ts'
import type { LastChange, Scan } from './last-changes.ts'
import { sinceOf } from './since.ts'

const defaultResults = 20
const mostResults = 100
/** Version lists that are read for changes which a later one of another user hides. */
const mostHistories = 40

interface Subject {
  readonly words: string
  readonly refs: readonly ObjectRef[]
  readonly request: Transport | undefined
  readonly isCut: boolean
}

/** Objects of a package, newest change first, each with the size of its difference. */
export async function changes(given: ToolContext, args: ChangesArgs): Promise<ToolResult> {
  const { context, requests } = counted(given)
  const since = args.since === undefined ? undefined : sinceOf(args.since, Date.now())
  const subject = await subjectOf(context, args)
  const scan = await lastChanges(context, subject.refs)
  const inSpan = scan.changes.filter(({ at }) => since === undefined || at >= since)
  const { found, unchecked } = await changesBy(context, inSpan, { by: args.by, since })
  const page = pageOf(found, {
    cursors: context.cursors,
    question: ['changes', subject.words, args.since, args.by],
    cursor: args.cursor,
    size: Math.min(args.maxResults ?? defaultResults, mostResults)
  })
  const lines = await inParallel(
    page.items,
    async change => await changeLine(context, change, { since, request: subject.request })
  )
  const head = `${systemWords(context.erp)} · changes of ${subject.words}${spanWords(args, since)} · ${found.length} of ${count(scan.changes.length, 'object')} · ${count(requests(), 'ERP request')}`
  const text = [
    head,
    ...userLines(found),
    ...lines,
    ...gapLines(scan, subject, unchecked),
    ...(page.cursor === undefined
      ? []
      : [
          `${count(found.length - page.offset - lines.length, 'more object')}: cursor "${page.cursor}"`
        ])
  ].join('\n')
  return { kind: 'text', verbatim: [], text }
}

async function subjectOf(context: ToolContext, args: ChangesArgs): Promise<Subject> {
  const { name, transport } = args
  if (name === undefined && transport === undefined) {
    throw badArguments('`name` is missing.', 'Name a package, or give a request as `transport`.')
  }
  const request = transport === undefined ? undefined : await requestOf(context, transport)
  if (name === undefined) {
    return {
      words: `request ${request?.number ?? ''}`,
      refs: request === undefined ? [] : objectsIn(request),
      request,
      isCut: false
    }
  }
  const ref = await resolveObject(context, { ...args, name }, type => type === 'DEVC')
  const { objects, isCut } = await treeOf(context, ref.name)
  // An unknown package has no contents either; only its own record distinguishes them.
  if (objects.length === 0) await readMetadata(context.erp, { ref }, context.signal)
  const inside = new Set(objects.map(hit => refWords(hit.ref)))
  return {
    words: `${refWords(ref)}${request === undefined ? '' : ` in request ${request.number}`}`,
    refs:
      request === undefined
        ? objects.map(hit => hit.ref)
        : objectsIn(request).filter(one => inside.has(refWords(one))),
    request,
    isCut
  }
}

async function requestOf(context: ToolContext, number: string): Promise<Transport> {
  assertType(context.features, 'TRANSPORT')
  return await readTransport(context.erp, { number }, context.signal)
}

const objectsIn = (request: Transport): ObjectRef[] =>
  objectsOf(request).filter(({ type }) => type !== 'DEVC')

interface ByUser {
  readonly by: string | undefined
  readonly since: number | undefined
}

/** The last change names one user; earlier ones of the span are in the version lists. */
async function changesBy(
  context: ToolContext,
  inSpan: readonly LastChange[],
  { by, since }: ByUser
): Promise<{ found: readonly LastChange[]; unchecked: number }> {
  if (by === undefined) return { found: inSpan, unchecked: 0 }
  const others = inSpan.filter(change => change.by !== by)
  const checked = since === undefined ? [] : others.slice(0, mostHistories)
  const hidden = await inParallel(
    checked,
    async change => await hasVersionBy(context, change, { by, since })
  )
  const also = new Set(checked.filter((_change, index) => hidden[index]))
  return {
    found: inSpan.filter(change => change.by === by || also.has(change)),
    unchecked: others.length - checked.length
  }
}

async function hasVersionBy(
  context: ToolContext,
  change: LastChange,
  { by, since }: ByUser
): Promise<boolean> {
  try {
    for (const part of changedParts(change, since)) {
      const of = { ref: change.ref, part }
      const versions = await listVersions(context.erp, of, context.signal)
      const isTheirs = versions.some(
        ({ author, changedAt }) =>
          author === by && (since === undefined || Date.parse(changedAt ?? '') >= since)
      )
      if (isTheirs) return true
    }
    return false
  } catch (error) {
    if (!isRefused(error)) throw error
    return false
  }
}

async function changeLine(
  context: ToolContext,
  change: LastChange,
  { since, request }: { since: number | undefined; request: Transport | undefined }
): Promise<string> {
  const { ref, at, by, isDraft } = change
  const size =
    request === undefined || objectType(ref.type)?.abilities.has('source') !== true
      ? await differenceOf(context, change, since)
      : (await diffOfObject(context, ref, request)).words
  const time = new Date(at).toISOString().slice(0, 16).replace('T', ' ')
  return `${time} ${by}  ${refWords(ref)}${isDraft ? ' (draft)' : ''}${size === '' ? '' : `  ${size}`}`
}

function spanWords({ by }: ChangesArgs, since: number | undefined): string {
  return [
    since === undefined ? '' : ` since ${new Date(since).toISOString().slice(0, 16)}Z`,
    by === undefined ? '' : ` by ${by}`
  ].join('')
}

function userLines(found: readonly LastChange[]): string[] {
  const users = [...Map.groupBy(found, ({ by }) => by)].map(([by, list]) => `${by} ${list.length}`)
  return users.length < 2 ? [] : [`last changed by: ${users.join(', ')}`]
}

function gapLines({ untold, gone, left }: Scan, { isCut }: Subject, unchecked: number): string[] {
  const kinds = [...Map.groupBy(untold, ({ type }) => type)].map(
    ([type, refs]) => `${type} ${refs.length}`
  )
  return [
    ...(gone.length === 0 ? [] : [`No longer there: ${gone.map(refWords).join(', ')}.`]),
    ...(kinds.length === 0 ? [] : [`The ERP tells no date of: ${kinds.join(', ')}.`]),
    ...(left === 0 && !isCut
      ? []
      : [
          `Not asked: ${left === 0 ? 'deeper packages' : count(left, 'object')}; name a package below.`
        ]),
    ...(unchecked === 0
      ? []
      : [
          `${count(unchecked, 'object')} changed last by others not checked for earlier changes of this user.`
        ])
  ]
}
