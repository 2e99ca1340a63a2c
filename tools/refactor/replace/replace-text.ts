/** Replaces the occurrences of a pattern in one source. */
import { otherRegions, regions } from '../../abap/regions.ts'
import type { Region } from '../../abap/regions.ts'
import { lineAt, lineStarts } from '../../abap/units.ts'
import { inThread, offLoop } from '../../call/worker-thread.ts'
import { ToolError } from '../../failure/errors.ts'
import { count } from '../../objects/words.ts'
import { matcherOf } from './pattern.ts'
import type { Match, PatternOptions } from './pattern.ts'

export interface ReplaceOptions extends PatternOptions {
  /** Leaves comments, literals and the text of templates as they are. */
  readonly codeOnly: boolean
  /** Of the pattern. */
  readonly states: number
  /** The source is ABAP, whose lines have at most 255 characters. */
  readonly isAbap: boolean
  /** Occurrences above which the pattern is refused. */
  readonly most: number
}

export interface Replaced {
  readonly after: string
  readonly places: number
  /** How many of the places lie in comments, literals or the text of templates. */
  readonly inText: number
  /** Occurrences there that `codeOnly` has left as they are. */
  readonly left: number
  /** Further occurrences that differ from the pattern in their case only. */
  readonly otherCase: number
  /** The first line that would be longer than the ERP can save, in the new source. */
  readonly longLine?: number | undefined
}

export const longestLine = 255
/** For one source. A single search is linear; many of them over one long text need an end. */
const longestMs = 10_000
/** About twenty million steps take a second. */
const most = { steps: 200_000_000, stepsOnLoop: 200_000 }

/**
 * The source with all occurrences replaced. Pure and linear in the length of the text.
 * @throws ToolError TOOL_BAD_ARGUMENTS for a pattern or replacement that cannot be used,
 * TOOL_TOO_LARGE for too many occurrences
 */
export function replaceText(text: string, options: ReplaceOptions): Replaced {
  const all = found(text, options)
  const inText = textTest(text, options.isAbap)
  const marked = all.map(match => ({ match, inText: inText(match) }))
  const taken = options.codeOnly ? marked.filter(one => !one.inText) : marked
  const written = rewritten(
    text,
    taken.map(({ match }) => match)
  )
  return {
    after: written.after,
    places: taken.length,
    inText: taken.filter(one => one.inText).length,
    left: marked.length - taken.length,
    otherCase: options.ignoreCase
      ? 0
      : found(text, { ...options, ignoreCase: true }).length - all.length,
    longLine: options.isAbap ? longLineOf(written) : undefined
  }
}

function found(text: string, options: ReplaceOptions): Match[] {
  if (options.states * text.length > most.steps) {
    throw tooMuch(`\`pattern\` is too large for a source of ${text.length} characters.`)
  }
  const matches: Match[] = []
  const end = performance.now() + longestMs
  for (const match of matcherOf(options)(text)) {
    matches.push(match)
    if (matches.length > options.most) {
      throw tooMuch(`\`pattern\` occurs more than ${count(options.most, 'time')}.`)
    }
    if (performance.now() > end) throw tooMuch('The search for `pattern` takes too long.')
  }
  return matches
}

function tooMuch(message: string): ToolError {
  return new ToolError('TOOL_TOO_LARGE', message, {
    remedy: 'Make the pattern more exact, or name fewer objects. Nothing was changed.'
  })
}

/**
 * Tells whether a match lies in a comment or text, or ends inside of one: a literal as a whole, with
 * its quotes, is code. To be asked in the order of the matches.
 */
function textTest(text: string, isAbap: boolean): (match: Match) => boolean {
  const scan: Iterator<Region> = isAbap ? regions(text) : otherRegions(text)
  let region = scan.next()
  return ({ from, to }) => {
    while (region.done !== true && region.value.end <= from) region = scan.next()
    while (region.done !== true && region.value.start < to) {
      const { kind, start, end } = region.value
      if (kind !== 'code' && (start < from || end > to)) return true
      if (end >= to) return false
      region = scan.next()
    }
    return false
  }
}

interface Written {
  readonly after: string
  /** Where the new texts stand in it. */
  readonly spans: readonly (readonly [from: number, to: number])[]
}

function rewritten(text: string, matches: readonly Match[]): Written {
  const pieces: string[] = []
  const spans: [number, number][] = []
  let [done, length] = [0, 0]
  for (const { from, to, text: replacement } of matches) {
    pieces.push(text.slice(done, from), replacement)
    length += from - done + replacement.length
    spans.push([length - replacement.length, length])
    done = to
  }
  return { after: [...pieces, text.slice(done)].join(''), spans }
}

function longLineOf({ after, spans }: Written): number | undefined {
  for (const [from, to] of spans) {
    let start = after.lastIndexOf('\n', from - 1) + 1
    while (start <= to) {
      const next = after.indexOf('\n', start)
      const end = next < 0 ? after.length : next
      if (end - start > longestLine) return lineAt(lineStarts(after), start)
      start = end + 1
    }
  }
  return undefined
}

const ofSmallPattern = offLoop({ replaceText }, import.meta.url)
const ofLargePattern = inThread<Parameters<typeof replaceText>, Replaced>({
  module: import.meta.url,
  name: 'replaceText'
})

/** The same, in a thread where the text is large or the search takes many steps. */
export async function replaceInThread(
  text: string,
  options: ReplaceOptions,
  signal?: AbortSignal
): Promise<Replaced> {
  const isLarge = options.states * text.length > most.stepsOnLoop
  return await (isLarge ? ofLargePattern : ofSmallPattern)([text, options], signal)
}
