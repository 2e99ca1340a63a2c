/** Compares the objects of one page, with progress, until a side fails or the time is over. */
import type { ToolContext } from '../call/context.ts'
import { inParallel } from '../call/parallel.ts'
import { refWords } from '../objects/words.ts'
import { compareObject } from './compare-object.ts'
import type { Compared, Pair } from './compare-object.ts'
import { isKnownType } from './scope.ts'
import type { Listed } from './scope.ts'

const chunk = 16
/** Below the time budget of a long call, so that what was compared is not lost. */
const mostMilliseconds = 200_000

export interface Progress {
  /** Results in the order of the objects; grows while the comparison runs. */
  readonly done: Compared[]
  /** Objects of the page that the time did not suffice for. */
  outOfTime: boolean
}

export interface RunOptions {
  readonly detail: 'names' | 'verdicts' | 'diff'
  readonly total: number
  readonly offset: number
}

/** Adds to `progress`; what was compared before a failure stays there. */
export async function runPairs(
  context: ToolContext,
  { pair, items, progress }: { pair: Pair; items: readonly Listed[]; progress: Progress },
  { detail, total, offset }: RunOptions
): Promise<void> {
  const end = performance.now() + mostMilliseconds
  const { signal } = context
  for (let at = 0; at < items.length; at += chunk) {
    if (performance.now() > end) {
      progress.outOfTime = true
      return
    }
    const part = items.slice(at, at + chunk)
    context.progress({
      done: offset + at,
      total,
      message: part[0] === undefined ? '' : refWords(part[0].ref)
    })
    progress.done.push(
      ...(await inParallel(part, async one =>
        detail === 'names' || !isKnownType(one.ref)
          ? byList(one)
          : await compareListed(pair, one, { withDiff: detail === 'diff', signal })
      ))
    )
  }
  context.progress({ done: offset + items.length, total })
}

/** What the lists of both sides say without reading anything. */
function byList({ ref, on }: Listed): Compared {
  if (on !== 'both') return { ref, verdict: on === 'here' ? 'only here' : 'only there' }
  if (isKnownType(ref)) return { ref, verdict: 'on both' }
  return { ref, verdict: 'not comparable', reason: `the type ${ref.type} is not known here` }
}

/**
 * An object that a list lacks may exist all the same, in another package: the read decides, and the
 * result says so.
 */
async function compareListed(
  pair: Pair,
  { ref, as, on }: Listed,
  options: { readonly withDiff: boolean; readonly signal: AbortSignal }
): Promise<Compared> {
  const compared = await compareObject(pair, ref, { ...options, as })
  const isBoth = compared.verdict === 'same' || compared.verdict === 'different'
  return on === 'both' || !isBoth
    ? compared
    : { ...compared, reason: `it is in another package ${on === 'here' ? 'there' : 'here'}` }
}
