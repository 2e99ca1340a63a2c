/** ERPContext compare: objects of this system against another system, object, version or folder. */
import type { ToolContext } from '../call/context.ts'
import { pageOf } from '../call/paging.ts'
import type { Page } from '../call/paging.ts'
import type { ToolResult } from '../call/result.ts'
import { badArguments } from '../failure/errors.ts'
import { defaultBytes } from '../insight/budget.ts'
import { count, namedSystemWords, systemWords } from '../objects/words.ts'
import { compareAnswer } from './answer.ts'
import type { Pair } from './compare-object.ts'
import { folderSide } from './folder-side.ts'
import type { CompareArgs } from './inputs.ts'
import { requestsFor } from './object-parts.ts'
import { readFolder } from './read-folder.ts'
import { runPairs } from './run-pairs.ts'
import type { Progress } from './run-pairs.ts'
import { objectsOf, subjectOf, subjectWords } from './scope.ts'
import type { Listed, Subject } from './scope.ts'
import type { Side } from './side.ts'
import { systemSide } from './system-side.ts'
import { versionSide } from './version-side.ts'

const defaultObjects = 200
const mostObjects = 500

interface Question {
  readonly args: CompareArgs
  readonly subject: Subject
  readonly texts: boolean
}

/** @throws ToolError for arguments that contradict each other, and for the refusals of both systems */
export async function compare(context: ToolContext, args: CompareArgs): Promise<ToolResult> {
  assertArguments(args)
  const subject = await subjectOf(context, args)
  assertVersion(subject, args)
  const isLocal = args.folder !== undefined || args.files !== undefined
  // A version and a folder hold no text elements in the form of the ERP.
  const texts =
    !isLocal && args.withVersion === undefined && (args.texts ?? subject.kind === 'object')
  const question = { args, subject, texts }
  const system = args.with
  if (system === undefined) return await compareHere(context, question)
  const progress: Progress = { done: [], outOfTime: false }
  const state: Running = { progress }
  try {
    return await context.readAt(
      { system, object: subjectWords(subject) },
      async there =>
        await compareSides(context, question, {
          state,
          there: sideOf(there, { ...question, label: () => system }),
          other: namedSystemWords(system, there.erp)
        })
    )
  } catch (error) {
    // The system has failed in the middle: what was compared before is an answer all the same.
    if (context.signal.aborted || state.finish === undefined || progress.done.length === 0) {
      throw error
    }
    return state.finish(error)
  }
}

interface Running {
  readonly progress: Progress
  /** Makes the answer of what is done; known as soon as the objects are. */
  finish?: (stopped?: unknown) => ToolResult
}

/** Against a version, another object, or a folder: nothing is read at another system. */
async function compareHere(context: ToolContext, question: Question): Promise<ToolResult> {
  const { args } = question
  const label = () => systemWords(context.erp)
  const there =
    args.folder !== undefined || args.files !== undefined
      ? await localSide(context, args)
      : sideOf(context, { ...question, label })
  const other =
    args.withVersion !== undefined
      ? `version ${args.withVersion}`
      : args.withName === undefined
        ? there.label
        : 'the same system'
  const state: Running = { progress: { done: [], outOfTime: false } }
  return await compareSides(context, question, { state, there, other })
}

async function localSide(context: ToolContext, { folder, files }: CompareArgs): Promise<Side> {
  return files === undefined
    ? folderSide(
        await readFolder(context.localFolder, folder ?? '.', context.signal),
        `folder ${folder ?? '.'}`
      )
    : folderSide(files, count(files.length, 'file'))
}

/** A system, or one version of the object there. */
function sideOf(
  context: ToolContext,
  { args, texts, label }: Question & { readonly label: () => string }
): Side {
  const side = systemSide(context, { label, texts })
  const { withVersion, include } = args
  const narrowed =
    include === undefined && withVersion === undefined ? side : onlyPart(side, include)
  return withVersion === undefined ? narrowed : versionSide(context, narrowed, withVersion)
}

/** Versions are kept for each part, so that one part is compared. */
function onlyPart(side: Side, include: string | undefined): Side {
  return {
    get label() {
      return side.label
    },
    get requests() {
      return side.requests
    },
    textOf: side.textOf,
    list: side.list,
    async partsOf(ref) {
      const parts = await side.partsOf(ref)
      const wanted = parts.filter(({ name }, index) =>
        include === undefined ? index === 0 : name === include
      )
      if (wanted.length > 0) return wanted
      throw badArguments(`${ref.type} ${ref.name} has no include ${include}.`)
    }
  }
}

interface Against {
  readonly state: Running
  readonly there: Side
  readonly other: string
}

async function compareSides(
  context: ToolContext,
  question: Question,
  { state, there, other }: Against
): Promise<ToolResult> {
  const { args, subject } = question
  const here = hereSide(context, question)
  const pair = { here, there }
  const all = await objectsOf(subject, pair, args.with === undefined)
  const { cursor, maxResults, maxBytes: _bytes, ...rest } = args
  const key = ['compare', rest]
  const page = pageOf(all, {
    cursors: context.cursors,
    question: key,
    cursor,
    size: Math.min(maxResults ?? defaultObjects, mostObjects)
  })
  const detail = args.detail ?? 'verdicts'
  const finish = (stopped?: unknown) =>
    answerOf(context, { question, pair, all, page, key, other }, { state, stopped })
  state.finish = finish
  await runPairs(
    context,
    { pair, items: page.items, progress: state.progress },
    { detail, total: all.length, offset: page.offset }
  )
  return finish(state.progress.outOfTime ? 'the time of one call is over' : undefined)
}

function hereSide(context: ToolContext, { args, texts }: Question): Side {
  const side = systemSide(context, { label: () => systemWords(context.erp), texts })
  return args.include === undefined && args.withVersion === undefined
    ? side
    : onlyPart(side, args.include)
}

interface Paged {
  readonly question: Question
  readonly pair: Pair
  readonly all: readonly Listed[]
  readonly page: Page<Listed>
  readonly key: readonly unknown[]
  readonly other: string
}

function answerOf(
  context: ToolContext,
  { question, pair, all, page, key, other }: Paged,
  { state, stopped }: { readonly state: Running; readonly stopped: unknown }
): ToolResult {
  const { args, subject, texts } = question
  const { done } = state.progress
  const end = page.offset + done.length
  const detail = args.detail ?? 'verdicts'
  const unread = all.slice(detail === 'names' ? 0 : end)
  const isFirst = page.offset === 0
  const rest = subject.kind === 'request' && isFirst ? subject.rest : []
  return compareAnswer(
    context,
    {
      subject: subjectWords(subject),
      other,
      pair,
      compared: [...done, ...rest],
      total: all.length + (subject.kind === 'request' ? subject.rest.length : 0),
      end,
      cursor: end < all.length ? context.cursors.at(key, end) : undefined,
      left: {
        objects: unread.length,
        requests: unread.reduce((sum, { ref }) => sum + 2 * requestsFor(ref, texts), 0)
      },
      notes: notesOf(question),
      ...(stopped === undefined ? {} : { stopped })
    },
    Math.min(args.maxBytes ?? defaultBytes, context.limits.bytes)
  )
}

function notesOf({ args, subject, texts }: Question): string[] {
  if (args.detail === 'names') {
    return ['Only the lists were compared; detail verdicts compares the contents.']
  }
  if (args.withVersion !== undefined) return []
  if (texts || subject.kind === 'object') return []
  return ['Text elements were not compared; texts: true compares them too.']
}

function assertArguments({
  with: system,
  withVersion,
  folder,
  files,
  withName
}: CompareArgs): void {
  const local = [folder, files].filter(each => each !== undefined).length
  if (local > 1 || (local === 1 && (system ?? withVersion ?? withName) !== undefined)) {
    throw badArguments(
      '`folder` and `files` exclude each other, and `with`, `withName` and `withVersion`.',
      'Name one other side.'
    )
  }
  if (local === 0 && (system ?? withVersion ?? withName) === undefined) {
    throw badArguments(
      'The other side is missing.',
      'Give `with` (a system), `withName`, `withVersion`, `folder` or `files`.'
    )
  }
}

function assertVersion(subject: Subject, { withVersion, detail }: CompareArgs): void {
  if (withVersion === undefined) return
  if (subject.kind !== 'object') {
    throw badArguments(
      '`withVersion` is for one object, because versions are numbered for each object.',
      'Name the object, or compare with another system.'
    )
  }
  if (detail === 'names') throw badArguments('`withVersion` reads contents; leave `detail` out.')
}
