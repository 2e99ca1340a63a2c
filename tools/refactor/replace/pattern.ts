/** Patterns in the syntax of RE2, whose matching takes linear time, and their replacements. */
import { createRequire } from 'node:module'
import type * as Re2 from 're2js'
import { badArguments } from '../../failure/errors.ts'

export interface PatternOptions {
  readonly pattern: string
  readonly replacement: string
  /** Pattern and replacement are plain text. */
  readonly literal: boolean
  readonly ignoreCase: boolean
}

/** One occurrence; offsets into the text, end exclusive. */
export interface Match {
  readonly from: number
  readonly to: number
  /** What comes in its place. */
  readonly text: string
}

const require = createRequire(import.meta.url)

/**
 * Finds the occurrences in a text, from its start to its end, none of which overlap.
 * @throws ToolError TOOL_BAD_ARGUMENTS for a pattern or replacement that cannot be used
 */
export function matcherOf(options: PatternOptions): (text: string) => Generator<Match> {
  const pattern = compiled(options)
  const expand = options.literal
    ? () => options.replacement
    : expansionOf(options.replacement, pattern)
  return function* (text) {
    const matcher = pattern.matcher(text)
    while (matcher.find()) {
      const [from, to] = [matcher.start(), matcher.end()]
      if (from === to) throw matchesNothing(options.pattern)
      yield { from, to, text: expand(matcher) }
    }
  }
}

/** @throws ToolError TOOL_BAD_ARGUMENTS as for the search, which does not begin */
export function assertUsable(options: PatternOptions): void {
  matcherOf(options)
}

/**
 * The states of a pattern, which counted repeats multiply: a search takes that many steps for each
 * character. Plain text is found without states.
 */
export function statesOf(options: PatternOptions): number {
  return options.literal ? 0 : compiled(options).matcher('').programSize()
}

function compiled({ pattern, literal, ignoreCase }: PatternOptions): Re2.RE2JS {
  const { RE2JS, RE2JSException } = require('re2js') as typeof Re2
  // Lines are what an ABAP source consists of, so ^ and $ stand for those of a line.
  const flags = RE2JS.MULTILINE | (ignoreCase ? RE2JS.CASE_INSENSITIVE : 0)
  try {
    return RE2JS.compile(literal ? RE2JS.quote(pattern) : pattern, flags)
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error
    const reason = error.message.replace(/^error parsing regexp: /, '').replace('`(?m)', '`')
    throw badArguments(
      `\`pattern\` is no regular expression that can be used: ${reason}.`,
      'It has the syntax of RE2: groups, classes, \\b and lazy repeats, but neither look-around nor back references. literal: true takes the pattern as plain text.'
    )
  }
}

function matchesNothing(pattern: string): Error {
  return badArguments(
    `\`pattern\` ${JSON.stringify(pattern.slice(0, 80))} also matches an empty text.`,
    'Write it so that it matches at least one character.'
  )
}

type Expand = (matcher: Re2.Matcher) => string

const reference = /\$(?:(?<sign>[$&])|(?<number>\d{1,2})|\{(?<name>\w+)\})|\\(?<escaped>\d)/g

/** `$1`, `${name}`, `$0` or `$&` for the whole occurrence, `$$` for a dollar sign. */
function expansionOf(replacement: string, pattern: Re2.RE2JS): Expand {
  const pieces: (string | Expand)[] = []
  let at = 0
  for (const { index, 0: whole, groups = {} } of replacement.matchAll(reference)) {
    pieces.push(replacement.slice(at, index), pieceOf(groups, pattern))
    at = index + whole.length
  }
  pieces.push(replacement.slice(at))
  return matcher =>
    pieces.map(piece => (typeof piece === 'string' ? piece : piece(matcher))).join('')
}

function pieceOf(
  { sign, number, name, escaped }: Readonly<Record<string, string | undefined>>,
  pattern: Re2.RE2JS
): string | Expand {
  if (sign === '$') return '$'
  if (escaped !== undefined) {
    throw badArguments(`\`replacement\` has \\${escaped}.`, `Write $${escaped} for a group.`)
  }
  const group = name ?? Number(number ?? 0)
  const isKnown =
    typeof group === 'number'
      ? group <= pattern.groupCount()
      : Object.hasOwn(pattern.namedGroups(), group)
  if (!isKnown) {
    throw badArguments(
      `\`replacement\` names the group ${group}, which \`pattern\` does not have.`,
      'Write $$ for a dollar sign.'
    )
  }
  return matcher => matcher.group(group) ?? ''
}
