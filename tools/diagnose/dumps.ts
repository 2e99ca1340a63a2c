/** Lists short dumps, and reads one with the sources of its calls. */
import { isErpError, listDumps, readDump } from '../../erp-client/index.ts'
import type { DumpHead, ObjectRef, Source } from '../../erp-client/index.ts'
import { findUnitAtLine, findUnitsNamed } from '../abap/units.ts'
import type { ToolContext } from '../call/context.ts'
import { ToolError } from '../failure/errors.ts'
import { withoutLiterals } from '../mask/values.ts'
import { inParallel } from '../call/parallel.ts'
import { fenced } from '../failure/prose.ts'
import type { ToolResult } from '../call/result.ts'
import { readPart } from '../objects/sources.ts'
import { onRelease } from '../failure/release-gaps.ts'
import { count, systemWords } from '../objects/words.ts'
import { framesOf, isCustomer, ownerOf, partOf } from './frames.ts'
import type { Frame } from './frames.ts'
import { lastChangeOfLines, lastChangeOfSource } from './last-change.ts'
import { chapter, dumpResult } from './dump-report.ts'
import type { Slice } from './dump-report.ts'

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
  const shown = found
    .slice(0, Math.min(options.maxResults ?? 30, 200))
    .map(one => ({ ...one, text: withoutLiterals(context, one.text) }))
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
  // The ERP cannot filter by program, so more dumps are fetched than shown.
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
const linesAround = { error: 4, call: 1 }

const framesShown = 8

/** Frames whose own lines are followed through the versions. */
const framesTraced = 2

/**
 * One dump in one answer: what happened, and for each frame the source around its line with who
 * changed it last, own code first.
 */
export async function dump(context: ToolContext, options: DumpOptions): Promise<ToolResult> {
  const id = options.id ?? (await matching(context, options))[0]?.id
  if (id === undefined) throw noSuchDump('leave user or name out to see more')
  const read = await onRelease(
    context,
    'dumps',
    async () => await readDump(context.erp, { id }, context.signal)
  ).catch((error: unknown) => {
    throw isErpError(error, 'ERP_NOT_FOUND') ? noSuchDump('take an id from there') : error
  })
  const frames = framesOf(chapter(read, /active calls/i) || read.text)
  const order = [
    ...frames.filter(({ program }) => isCustomer(program)),
    ...frames.filter(({ program }) => !isCustomer(program))
  ]
  const slices = await inParallel(order.slice(0, framesShown), async (frame, index) => ({
    frame,
    ...(await sliceOf(context, frame, {
      reach: index === 0 ? linesAround.error : linesAround.call,
      traced: index < framesTraced
    }))
  }))
  return dumpResult(context, {
    id,
    isAsked: options.id !== undefined,
    read,
    slices,
    left: order.length - slices.length,
    values: options.values === true
  })
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

function noSuchDump(advice: string): ToolError {
  return new ToolError('DUMP_NOT_FOUND', 'There is no such short dump.', {
    remedy: `ERPDiagnose dumps lists them; ${advice}.`
  })
}
