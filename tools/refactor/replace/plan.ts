/** Plans a replacement: the new source of every object in which something is replaced. */
import { isErpError } from '../../../erp-client/index.ts'
import type { ObjectRef } from '../../../erp-client/index.ts'
import type { ToolContext } from '../../call/context.ts'
import { inParallel } from '../../call/parallel.ts'
import { abapTypes } from '../../compare/object-parts.ts'
import { ToolError } from '../../failure/errors.ts'
import { errorWords } from '../../failure/prose.ts'
import { lintable } from '../../lint/sources.ts'
import { count } from '../../objects/words.ts'
import { refsOf } from '../changed-source.ts'
import type { ChangedSource, Exception } from '../changed-source.ts'
import type { PatternOptions } from './pattern.ts'
import { readSources } from './read-sources.ts'
import { longestLine, replaceInThread } from './replace-text.ts'
import { fixObject } from './rule-fix.ts'

/** What is replaced: the occurrences of a pattern, or what a lint rule corrects. */
export type Replacement =
  | (SearchedPattern & { readonly kind: 'pattern' })
  | { readonly kind: 'rule'; readonly rule: string }

interface SearchedPattern extends PatternOptions {
  readonly codeOnly: boolean
  readonly states: number
}

export interface PlannedObject {
  readonly sources: readonly ChangedSource[]
  readonly exceptions: readonly Exception[]
  /** Places that are changed and lie in comments, literals or the text of templates. */
  readonly inText: number
  /** Places there, or findings without a correction, that stay. */
  readonly left: number
  readonly otherCase: number
}

const nothing: PlannedObject = { sources: [], exceptions: [], inText: 0, left: 0, otherCase: 0 }

const most = { objects: 200, places: 10_000, characters: 10_000_000 }

/** @throws ToolError TOOL_TOO_LARGE where more would be changed than one call may change */
export async function planReplacement(
  context: ToolContext,
  refs: readonly ObjectRef[],
  replacement: Replacement
): Promise<PlannedObject> {
  let [done, places] = [0, 0]
  const planned = await inParallel(refs, async ref => {
    const one = await planObject(context, ref, replacement)
    places += one.sources.reduce((sum, source) => sum + source.places, 0)
    if (places > most.places) throw tooMuch(`more than ${most.places} places`)
    context.progress({ done: ++done, total: refs.length })
    return one
  })
  const whole = planned.reduce(joined, nothing)
  const objects = refsOf(whole.sources).length
  if (objects > most.objects) throw tooMuch(count(objects, 'object'))
  const characters = whole.sources.reduce((sum, { after }) => sum + after.length, 0)
  if (characters > most.characters) throw tooMuch(`${characters} characters of source`)
  return whole
}

function joined(a: PlannedObject, b: PlannedObject): PlannedObject {
  return {
    sources: [...a.sources, ...b.sources],
    exceptions: [...a.exceptions, ...b.exceptions],
    inText: a.inText + b.inText,
    left: a.left + b.left,
    otherCase: a.otherCase + b.otherCase
  }
}

function tooMuch(what: string): ToolError {
  return new ToolError('TOOL_TOO_LARGE', `This would change ${what}.`, {
    remedy: `One call changes ${most.objects} objects, ${most.places} places and ${most.characters} characters at most: name a package further below, or \`objects\`. Nothing was changed.`
  })
}

/** Failures that concern one object; every other failure ends the call. */
const ofOneObject = [
  'ERP_FORBIDDEN',
  'ERP_NOT_FOUND',
  'ERP_UNSUPPORTED',
  'ERP_NOT_ACCEPTABLE',
  'ERP_BAD_ANSWER',
  'ERP_BAD_REQUEST',
  'ERP_BAD_NAME',
  'ERP_SERVER_ERROR'
] as const
const ofOneSource: ReadonlySet<string> = new Set([
  'ERP_NOT_FOUND',
  'LINT_FAILED',
  'TOOL_STALE_HASH'
])

async function planObject(
  context: ToolContext,
  ref: ObjectRef,
  replacement: Replacement
): Promise<PlannedObject> {
  try {
    return replacement.kind === 'pattern'
      ? await replacedObject(context, ref, replacement)
      : await correctedObject(context, ref, replacement.rule)
  } catch (error) {
    context.signal.throwIfAborted()
    const concernsOne =
      isErpError(error, ...ofOneObject) ||
      (error instanceof ToolError && ofOneSource.has(error.code))
    if (!concernsOne) throw error
    return { ...nothing, exceptions: [{ ref, why: `cannot be read: ${errorWords(error)}` }] }
  }
}

async function replacedObject(
  context: ToolContext,
  ref: ObjectRef,
  pattern: SearchedPattern
): Promise<PlannedObject> {
  let whole = nothing
  const isAbap = abapTypes.has(ref.type)
  for (const before of await readSources(context, ref)) {
    const { after, places, longLine, ...counts } = await replaceInThread(
      before.text,
      { ...pattern, isAbap, most: most.places },
      context.signal
    )
    if (longLine !== undefined) {
      const why = `a line would have more than ${longestLine} characters`
      const exception = { ref, part: before.part, line: longLine, why }
      return { ...nothing, exceptions: [exception] }
    }
    const sources = after === before.text ? [] : [{ before, after, places }]
    whole = joined(whole, { ...nothing, ...counts, sources })
  }
  return whole
}

async function correctedObject(
  context: ToolContext,
  ref: ObjectRef,
  rule: string
): Promise<PlannedObject> {
  if (ref.type === 'FUGR') return nothing
  if (!lintable.has(ref.type)) {
    return { ...nothing, exceptions: [{ ref, why: 'the linter does not read this type' }] }
  }
  const { sources, places, left } = await fixObject(context, ref, rule)
  const changed = sources.filter(({ before, after }) => after !== before.text)
  // The linter counts by object: the sources of a class share the number.
  return {
    ...nothing,
    left,
    sources: changed.map((source, at) => ({
      ...source,
      places: at === 0 ? Math.max(1, places - changed.length + 1) : 1
    }))
  }
}
