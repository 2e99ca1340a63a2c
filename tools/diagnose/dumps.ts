import { isErpError, listDumps, readDump } from '../../erp-client/index.ts'
import type { Dump, DumpHead, ObjectRef, Source } from '../../erp-client/index.ts'
import { findUnitAtLine, findUnitsNamed } from '../abap/units.ts'
import type { ToolContext } from '../call/context.ts'
import { ToolError } from '../failure/errors.ts'
import { omitUndefined, refData } from '../schema/output.ts'
import { inParallel } from '../call/parallel.ts'
import { fenced } from '../failure/prose.ts'
import type { ToolResult } from '../call/result.ts'
import { cutLines, readPart } from '../objects/sources.ts'
import { onRelease } from '../failure/release-gaps.ts'
import { count, refWords, systemWords } from '../objects/words.ts'
import { framesOf, isCustomer, ownerOf, partOf } from './frames.ts'
import type { Frame } from './frames.ts'
import { lastChangeOfLines, lastChangeOfSource } from './last-change.ts'

export interface DumpsOptions {
  readonly user?: string | undefined
  readonly name?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly maxResults?: number | undefined
}

/** Short dumps, newest first, by user and program. */
export async function dumps(context: ToolContext, options: DumpsOptions): Promise<ToolResult> {
  const found = await matching(context, options)
  const shown = found.slice(0, Math.min(options.maxResults ?? 30, 200))
  const system = systemWords(context.erp)
  return {
    kind: 'data',
    data: {
      system,
      verdict: 'listed',
      objects: [],
      dumps: shown,
      complete: shown.length === found.length
    },
    text: [
      `${system} · ${count(found.length, 'short dump')}${shown.length < found.length ? ' (narrow by user, name, from or to)' : ''}`,
      ...fenced(
        shown.map(
          ({ id, at, user, error, program, text }) =>
            `${at} ${user} ${error} in ${program}: ${text.split('\n').slice(0, 2).join(' ').slice(0, 160)}\n  id ${id}`
        )
      ),
      ...(shown.length === 0 ? [] : ['ERPDiagnose dump with id shows one.'])
    ].join('\n')
  }
}

async function matching(
  context: ToolContext,
  { user, name, from, to, maxResults = 30 }: DumpsOptions
): Promise<DumpHead[]> {
  // A program cannot be asked for, so more are fetched than are shown.
  const heads = await onRelease(
    context,
    'dumps',
    async () =>
      await listDumps(
        context.erp,
        { user, from, to, maxResults: name === undefined ? Math.min(maxResults, 200) : 200 },
        context.signal
      )
  )
  return name === undefined
    ? heads
    : heads.filter(({ program }) => program === name || ownerOf(program).name === name)
}

export interface DumpOptions extends DumpsOptions {
  readonly id?: string | undefined
  readonly values?: boolean | undefined
}

/** Lines shown around the place of the error, and around the calls that led there. */
const around = { error: 4, call: 1 }
const framesShown = 8
/** Frames whose own lines are followed through the versions. */
const framesTraced = 2

/**
 * One dump in one answer: what happened, and for each frame the source around its line with who
 * changed it last, own code first.
 */
export async function dump(context: ToolContext, options: DumpOptions): Promise<ToolResult> {
  const id = options.id ?? (await matching(context, options))[0]?.id
  if (id === undefined) {
    throw new ToolError('DUMP_NOT_FOUND', 'There is no such short dump.', {
      remedy: 'ERPDiagnose dumps lists them; leave user or name out to see more.'
    })
  }
  const read = await onRelease(
    context,
    'dumps',
    async () => await readDump(context.erp, { id }, context.signal)
  )
  const frames = framesOf(chapter(read, /active calls/i) || read.text)
  const order = [
    ...frames.filter(({ program }) => isCustomer(program)),
    ...frames.filter(({ program }) => !isCustomer(program))
  ]
  const slices = await inParallel(order.slice(0, framesShown), async (frame, index) => ({
    frame,
    ...(await sliceOf(context, frame, {
      reach: index === 0 ? around.error : around.call,
      traced: index < framesTraced
    }))
  }))
  return answer(context, {
    id,
    read,
    slices,
    left: order.length - slices.length,
    values: options.values === true
  })
}

interface Slice {
  readonly frame: Frame
  readonly ref?: ObjectRef | undefined
  readonly line?: number | undefined
  readonly text?: string | undefined
  readonly changed?: string | undefined
}

/** The text of a chapter, from its line to that of the next one. */
function chapter({ chapters, text }: Dump, title: RegExp): string {
  const index = chapters.findIndex(one => title.test(one.title))
  const from = chapters[index]?.line
  if (from === undefined) return ''
  const to = chapters[index + 1]?.line
  return text
    .split('\n')
    .slice(from - 1, to === undefined ? undefined : to - 1)
    .map(line =>
      line
        .replace(/^\s*\|/, '')
        .trimEnd()
        .replace(/\|$/, '')
        .trimEnd()
    )
    .filter(line => !/^-*$/.test(line.trim()))
    .join('\n')
}

async function sliceOf(
  context: ToolContext,
  frame: Frame,
  { reach, traced }: { reach: number; traced: boolean }
): Promise<Omit<Slice, 'frame'>> {
  if (!isCustomer(frame.program) && !isCustomer(frame.include)) return {}
  try {
    const { ref, line, source } = await sourceOf(context, frame)
    const { text } = source
    const lines = text.split('\n')
    const block = await findUnitAtLine([text, line], context.signal)
    const from = Math.max(block?.startLine ?? 1, line - reach)
    const to = Math.min(block?.endLine ?? lines.length, line + reach)
    const shown = lines
      .slice(from - 1, to)
      .map((one, index) => `${from + index === line ? '>' : ' '} ${from + index}: ${one}`)
      .join('\n')
    return {
      ref,
      line,
      text: shown,
      changed: await (traced && from <= to
        ? lastChangeOfLines(context, { source, from, to })
        : lastChangeOfSource(context, source))
    }
  } catch (error) {
    if (!isErpError(error) && !(error instanceof ToolError)) throw error
    context.signal.throwIfAborted()
    return {}
  }
}

/**
 * The source of a frame and its line in it: a method's include counts from the method, an include
 * from itself.
 */
async function sourceOf(
  context: ToolContext,
  frame: Frame
): Promise<{ ref: ObjectRef; line: number; source: Source }> {
  const owner = ownerOf(frame.program)
  if (owner.type === 'CLAS') {
    const part = partOf(frame.include)
    const source = await readPart(context, { ref: owner, part, version: 'active' })
    const [unit] =
      part === undefined
        ? (await findUnitsNamed([source.text, frame.name.replace(/^.*=>/, '')], context.signal))
            .matches
        : []
    return {
      ref: owner,
      line:
        unit === undefined || !/=CM\w{3}$/.test(frame.include)
          ? frame.line
          : unit.startLine + frame.line - 1,
      source
    }
  }
  const ref: ObjectRef =
    frame.include === frame.program
      ? owner
      : owner.type === 'FUGR'
        ? { type: 'FINC', name: frame.include, group: owner.name }
        : { type: 'INCL', name: frame.include }
  return { ref, line: frame.line, source: await readPart(context, { ref, version: 'active' }) }
}

interface Dossier {
  readonly id: string
  readonly read: Dump
  readonly slices: readonly Slice[]
  readonly left: number
  readonly values: boolean
}

type Origin = Pick<Slice, 'ref' | 'changed'>

/**
 * Said once for all frames: the object of them all, and the change that the first has, where every
 * frame tells of one.
 */
function commonOf(slices: readonly Slice[]): Origin {
  const [first] = slices
  if (first?.ref === undefined) return {}
  const words = refWords(first.ref)
  if (!slices.every(({ ref }) => ref !== undefined && refWords(ref) === words)) return {}
  return {
    ref: first.ref,
    changed: slices.every(({ changed }) => changed !== undefined) ? first.changed : undefined
  }
}

function placeOf({ ref, changed }: Origin): string {
  return [
    ref === undefined ? [] : refWords(ref),
    changed === undefined ? [] : `last changed ${changed}`
  ]
    .flat()
    .join(' · ')
}

function frameLine({ frame, ref, text, changed }: Slice, common: Origin): string {
  const place =
    ref === undefined ? `${frame.include} ${frame.line}` : placeOf(ownOf({ ref, changed }, common))
  return `${frame.level} ${frame.kind} ${frame.name === '' ? frame.program : frame.name}${place === '' ? '' : ` (${place})`}${text === undefined ? '' : `\n${text}`}`
}

/** What is not said for all. */
function ownOf({ ref, changed }: Origin, common: Origin): Origin {
  return {
    ref: common.ref === undefined ? ref : undefined,
    changed: changed === common.changed ? undefined : changed
  }
}

/**
 * Where the source was found, its own object and line stand for the ERP's names of program and
 * include.
 */
function frameData({ frame, ref, line, text, changed }: Slice, common: Origin): object {
  const { level, kind, name } = frame
  if (ref === undefined) return frame
  const own = ownOf({ ref, changed }, common)
  return omitUndefined({
    level,
    kind,
    name,
    object: own.ref === undefined ? undefined : refData(own.ref),
    line,
    source: text,
    lastChange: own.changed
  })
}

function answer(context: ToolContext, { id, read, slices, left, values }: Dossier): ToolResult {
  const system = systemWords(context.erp)
  const { error, exception, program, user, at, termination } = read
  const happened = ['short text', 'what happened', 'error analysis']
    .map(title => chapter(read, new RegExp(title, 'i')))
    .filter(text => text !== '')
    .join('\n')
  const variables = values
    ? chapter(read, /chosen variables|contents of system fields/i)
    : undefined
  const cut = cutLines(happened.replaceAll(/^ +/gm, ' '), 6000).text
  const common = commonOf(slices)
  const place =
    termination === undefined
      ? undefined
      : omitUndefined({
          object: termination.ref === undefined ? undefined : refData(termination.ref),
          line: termination.line
        })
  const [first] = slices
  const isFirst =
    termination?.ref !== undefined &&
    first?.ref !== undefined &&
    refWords(termination.ref) === refWords(first.ref) &&
    termination.line === first.line
  return {
    kind: 'data',
    verbatim: ['source'],
    data: omitUndefined({
      system,
      verdict: 'dump',
      objects: [
        ...new Map(
          slices.flatMap(({ ref }) =>
            ref === undefined ? [] : [[refWords(ref), refData(ref)] as const]
          )
        ).values()
      ],
      id,
      error,
      exception,
      program,
      user,
      at,
      terminatedAt: isFirst ? undefined : place,
      happened: cut,
      lastChange: common.changed,
      frames: slices.map(slice => frameData(slice, common)),
      values: variables
    }),
    text: [
      `${system} · dump ${error}${exception === '' ? '' : ` (${exception})`} · ${program} · ${user} · ${at}`,
      ...(cut === '' ? [] : fenced([cut])),
      ...(slices.length === 0
        ? ['The dump shows no call stack.']
        : [
            `calls, own code first${left === 0 ? '' : ` (${left} more)`}${common.ref === undefined ? '' : `, of ${placeOf(common)}`}:`
          ]),
      ...slices.map(slice => frameLine(slice, common)),
      ...(variables === undefined
        ? ['Values of variables are shown with values: true.']
        : fenced([variables]))
    ].join('\n')
  }
}
