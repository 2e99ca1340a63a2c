/** Reads sources, and shows or cuts them for answers. */
import { isErpError, madeFrom, objectType, readSource } from '../../erp-client/index.ts'
import type { ErpReader, ObjectRef, Source, VersionOptions } from '../../erp-client/index.ts'
import { findUnitsNamed } from '../abap/units.ts'
import type { Unit } from '../abap/units.ts'
import type { ToolContext } from '../call/context.ts'
import { badArguments, ToolError } from '../failure/errors.ts'
import { nearest } from '../schema/nearest.ts'
import { count, refWords, systemWords } from './words.ts'

export interface SourceOptions {
  readonly ref: ObjectRef
  readonly part?: string | undefined
  readonly version?: VersionOptions | undefined
}

/** Reads one part; a part that the type does not have is refused with those it has. */
export async function readPart(context: ToolContext, options: SourceOptions): Promise<Source> {
  assertPart(options.ref, options.part)
  try {
    return await readSource(context.erp, options, context.signal)
  } catch (error) {
    if (
      options.part === undefined ||
      options.part === 'main' ||
      !isErpError(error, 'ERP_NOT_FOUND')
    ) {
      throw error
    }
    throw new ToolError(
      'ERP_NOT_FOUND',
      `${refWords(options.ref)} has no include ${options.part} yet, or does not exist.`,
      { remedy: 'ERPWrite update with that include creates it.', cause: error }
    )
  }
}

/** The text of an object or one part of it; undefined where the ERP refuses it or has none. */
export async function textIfReadable(
  context: ToolContext,
  ref: ObjectRef,
  part?: string
): Promise<string | undefined> {
  try {
    return (await readPart(context, { ref, part })).text
  } catch (error) {
    const isMissing = error instanceof ToolError && error.code === 'ERP_NOT_FOUND'
    if (!isErpError(error) && !isMissing) throw error
    context.signal.throwIfAborted()
    return undefined
  }
}

export function assertPart(ref: ObjectRef, part: string | undefined): void {
  const parts = Object.keys(objectType(ref.type)?.parts ?? {})
  if (part === undefined || parts.length === 0 || parts.includes(part)) return
  throw badArguments(
    `${refWords(ref)} has no include "${part}".`,
    parts.length === 1 ? `Leave \`include\` out for ${ref.type}.` : `It may be ${parts.join(', ')}.`
  )
}

export interface LocatedUnit {
  readonly source: Source
  readonly unit: Unit
}

/**
 * One processing block of an object: in the part that is named, else in main and then in the other
 * parts that exist. Throws with the blocks that there are when none or several fit.
 */
export async function locateUnit(
  context: ToolContext,
  options: SourceOptions,
  name: string
): Promise<LocatedUnit> {
  const { ref, part } = options
  const parts =
    part === undefined ? Object.keys(objectType(ref.type)?.parts ?? { main: '' }) : [part]
  const seen: string[] = []
  for (const one of parts) {
    const source = await readIfThere(
      context,
      { ...options, part: one },
      parts.length > 1 && one !== 'main'
    )
    if (source === undefined) continue
    const { matches, others } = await findUnitsNamed([source.text, name], context.signal)
    const [only] = matches
    if (only !== undefined && matches.length === 1) return { source, unit: only }
    if (matches.length > 1) throw ambiguous(ref, name, matches)
    seen.push(...others.map(unit => (unit.container === ref.name ? unit.name : unitName(unit))))
  }
  throw unitMissing(ref, name, seen)
}

/** A part that may be missing where it is `optional`. */
export async function readIfThere(
  context: ToolContext,
  options: SourceOptions,
  optional: boolean
): Promise<Source | undefined> {
  try {
    return await readPart(context, options)
  } catch (error) {
    if (
      optional &&
      (isErpError(error, 'ERP_NOT_FOUND') ||
        (error instanceof ToolError && error.code === 'ERP_NOT_FOUND'))
    ) {
      return undefined
    }
    throw error
  }
}

/** `RUN`, or `LCL_TEST=>RUN` where the class is needed to tell. */
export function unitName({ name, container }: Pick<Unit, 'name' | 'container'>): string {
  return container === undefined ? name : `${container}=>${name}`
}

function ambiguous(ref: ObjectRef, name: string, units: readonly Unit[]): ToolError {
  return new ToolError(
    'TOOL_AMBIGUOUS_METHOD',
    `${name} is several blocks of ${refWords(ref)}: ${units.map(unit => `${unitName(unit)} (line ${unit.startLine})`).join(', ')}.`,
    {
      remedy: 'Give the class too, e.g. LCL_TEST=>RUN.'
    }
  )
}

/** The refusal of a block that is not there, with those that are. */
export function unitMissing(ref: ObjectRef, name: string, seen: readonly string[]): ToolError {
  const bare = (word: string) => word.replace(/^.*=>/, '')
  const near = nearest(bare(name), seen.map(bare))
  const shown = seen.slice(0, 60)
  const list =
    shown.length === 0
      ? 'It has no METHOD, FORM, MODULE or FUNCTION of its own.'
      : `It has ${shown.join(', ')}${seen.length > shown.length ? ` and ${seen.length - shown.length} more` : ''}.`
  return new ToolError('TOOL_METHOD_NOT_FOUND', `${refWords(ref)} implements no ${name}.`, {
    remedy: `${near === undefined ? '' : `Did you mean ${near}? `}${list}`
  })
}

/**
 * A source as far as an answer can hold it; `json` as in a quoted text, where putting it into JSON
 * again would cost something.
 */
export interface Shown extends Cut {
  readonly lines: number
  readonly json?: Uint8Array
}

const longText = 4096

export function shownSource(erp: ErpReader, source: Source, bytes: number): Shown {
  const { text } = source
  if (text.length < longText) return { ...cutLines(text, bytes), lines: lineCount(text) }
  const { cut, ...rest } = madeFrom(erp, source, {
    what: `shown ${bytes}`,
    make: () => {
      const shown = cutLines(text, bytes)
      const json = Buffer.from(JSON.stringify(shown.text)).subarray(1, -1)
      // The cache entry of the source holds the whole text; this value must not keep it alive.
      const cut = shown.lastLine === undefined ? undefined : shown
      return {
        value: { cut, lines: lineCount(text), json },
        bytes: json.length + (cut === undefined ? 0 : cut.text.length * 2)
      }
    }
  })
  return { text, lastLine: undefined, ...cut, ...rest }
}

export interface HeadFacts {
  readonly source: Source
  /** What of the source the text is, e.g. `lines 3-9`. */
  readonly scope?: string | undefined
  readonly completeness?: string | undefined
  /** Of the source, where they are counted already. */
  readonly lines?: number | undefined
}

/** The head line of a source: system, object, version, hash, size, completeness. */
export function sourceHead(
  erp: Pick<ErpReader, 'system'>,
  { source, scope, completeness = 'complete', lines = lineCount(source.text) }: HeadFacts
): string {
  const { ref, part, version, hash } = source
  const object = `${refWords(ref)}${part === 'main' ? '' : ` ${part}`}`
  const size = count(lines, 'line')
  const older =
    source.readAs === undefined
      ? []
      : [`read as ${source.readAs}: this release has no path for ${ref.type}`]
  return [
    systemWords(erp),
    object,
    version,
    `hash ${hash}`,
    scope === undefined ? size : `${scope} of ${size}`,
    ...(completeness === '' ? [] : [completeness]),
    ...older
  ].join(' · ')
}

export function lineCount(text: string): number {
  let lines = text === '' || text.endsWith('\n') ? 0 : 1
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1
  return lines
}

/** The lines from … to (1-based, inclusive) with their text. */
export function sliceLines(text: string, from: number, to: number): string {
  let start = 0
  for (let line = 1; line < from && start >= 0; line++) start = text.indexOf('\n', start) + 1 || -1
  if (start < 0) return ''
  let end = start - 1
  for (let line = from; line <= to; line++) {
    end = text.indexOf('\n', end + 1)
    if (end < 0) return text.slice(start)
  }
  return text.slice(start, Math.max(start, end))
}

export interface Cut {
  readonly text: string
  readonly lastLine: number | undefined
}

/**
 * At most so many bytes; where something is missing the last line is a note on it, and on how to
 * get it.
 */
export function shortened(text: string, bytes: number, remedy: string): string {
  const cut = cutLines(text, bytes)
  return cut.lastLine === undefined
    ? text
    : `${cut.text}\n… CUT after ${cut.lastLine} of ${count(lineCount(text), 'line')}: ${remedy}`
}

/**
 * At most so many bytes, ended at a line; `lastLine` is the last one shown, undefined where all is
 * shown.
 */
export function cutLines(text: string, bytes: number): Cut {
  if (text.length <= bytes / 4 || Buffer.byteLength(text) <= bytes) {
    return { text, lastLine: undefined }
  }
  const head = Buffer.from(text.slice(0, bytes)).subarray(0, bytes).toString('utf8')
  const end = head.lastIndexOf('\n')
  const shown = end < 0 ? head.slice(0, -1) : head.slice(0, end)
  return { text: shown, lastLine: lineCount(shown) }
}
