/** The verdict about one object of two sides. */
import type { ObjectRef } from '../../erp-client/index.ts'
import { compareTexts } from '../write/source/diff.ts'
import type { TextDiff } from '../write/source/diff.ts'
import { equalityAway } from './normalise.ts'
import type { Ignored, Rename, TextKind } from './normalise.ts'
import { NotComparable } from './side.ts'
import type { PartName, Side } from './side.ts'

/** In the order of the answer; `on both` is what lists alone say. */
export const verdicts = [
  'different',
  'only here',
  'only there',
  'not comparable',
  'on both',
  'same'
] as const
export type Verdict = (typeof verdicts)[number]

export interface PartDifference {
  readonly part: string
  readonly verdict: 'different' | 'only here' | 'only there'
  readonly diff?: TextDiff | undefined
}

export interface Compared {
  readonly ref: ObjectRef
  readonly verdict: Verdict
  /** Equal only without these. */
  readonly ignored?: readonly Ignored[]
  readonly parts?: readonly PartDifference[]
  readonly reason?: string
  /** Parts after the first difference were not read. */
  readonly unread?: boolean
}

export interface Pair {
  readonly here: Side
  readonly there: Side
}

export interface CompareOptions {
  /** Reads every part and works the differences out; else the first difference decides. */
  readonly withDiff: boolean
  /** The object of the other side, where it has another name. */
  readonly as?: ObjectRef | undefined
  readonly signal: AbortSignal
}

/** Compares every part of an object. Failures of a whole side are thrown. */
export async function compareObject(
  { here, there }: Pair,
  ref: ObjectRef,
  options: CompareOptions
): Promise<Compared> {
  try {
    return await verdictOf({ here, there }, ref, options)
  } catch (error) {
    if (!(error instanceof NotComparable)) throw error
    return { ref, verdict: 'not comparable', reason: error.message }
  }
}

async function verdictOf(
  { here, there }: Pair,
  ref: ObjectRef,
  { withDiff, as = ref, signal }: CompareOptions
): Promise<Compared> {
  const rename = as.name === ref.name ? undefined : { from: ref.name, to: as.name }
  const names = pairs(await here.partsOf(ref), await there.partsOf(as), rename)
  const parts: PartDifference[] = []
  const ignored = new Set<Ignored>()
  for (const [index, { mine, other }] of names.entries()) {
    const [before, after] = await Promise.all([textOf(here, mine), textOf(there, other)])
    if (index === 0 && (before === undefined || after === undefined)) {
      return missing(ref, before, after)
    }
    const part = (mine ?? other)?.name ?? ''
    const difference = await differenceOf(
      { before, after },
      { part, kind: kindOf(mine, other), rename, withDiff, signal, ignored }
    )
    if (difference === undefined) continue
    parts.push(difference)
    if (!withDiff) {
      const unread = index < names.length - 1
      return { ref, verdict: 'different', parts, ...(unread ? { unread } : {}) }
    }
  }
  if (parts.length > 0) return { ref, verdict: 'different', parts }
  return { ref, verdict: 'same', ...(ignored.size === 0 ? {} : { ignored: [...ignored] }) }
}

async function textOf(side: Side, part: PartName | undefined): Promise<string | undefined> {
  return part === undefined ? undefined : await side.textOf(part)
}

function missing(ref: ObjectRef, before: string | undefined, after: string | undefined): Compared {
  if (before !== undefined) return { ref, verdict: 'only here' }
  if (after !== undefined) return { ref, verdict: 'only there' }
  return { ref, verdict: 'not comparable', reason: 'it exists on neither side as an active object' }
}

interface PartPair {
  readonly mine: PartName | undefined
  readonly other: PartName | undefined
}

/** Parts of the same name; a part that only one side names is paired with nothing. */
function pairs(
  mine: readonly PartName[],
  others: readonly PartName[],
  rename: Rename | undefined
): PartPair[] {
  const translate = (name: string) =>
    rename === undefined ? name : name.replaceAll(rename.from, rename.to)
  const rest = new Map(others.map(part => [part.name, part]))
  const first = mine.map(part => {
    const other = rest.get(translate(part.name))
    if (other !== undefined) rest.delete(other.name)
    return { mine: part, other }
  })
  return [...first, ...[...rest.values()].map(other => ({ mine: undefined, other }))]
}

/** The folder side knows that it keeps the interface of a function module elsewhere. */
function kindOf(mine: PartName | undefined, other: PartName | undefined): TextKind {
  return other?.kind === 'function' ? 'function' : (mine?.kind ?? other?.kind ?? 'source')
}

interface PartOptions extends Pick<CompareOptions, 'withDiff' | 'signal'> {
  readonly part: string
  readonly kind: TextKind
  readonly rename: Rename | undefined
  /** Collects what had to be ignored. */
  readonly ignored: Set<Ignored>
}

async function differenceOf(
  { before, after }: { readonly before: string | undefined; readonly after: string | undefined },
  { part, kind, rename, withDiff, signal, ignored }: PartOptions
): Promise<PartDifference | undefined> {
  if (before === undefined && after === undefined) return undefined
  // An include that holds nothing but generated comments is the same as none.
  const equal = await equalityAway([before ?? '', after ?? '', { kind, rename }], signal)
  if (equal !== undefined) {
    for (const one of equal) ignored.add(one)
    return undefined
  }
  const verdict =
    after === undefined ? 'only here' : before === undefined ? 'only there' : 'different'
  const diff = withDiff ? await compareTexts(before ?? '', after ?? '', signal) : undefined
  return { part, verdict, ...(diff === undefined ? {} : { diff }) }
}
