/**
 * Built-in functions for texts that the runtime lacks, or has in a part of their forms, by the rules
 * of their documentation.
 */
import { ABAPRegExp } from '@abaplint/runtime/build/src/abap_regex.js'
import { raiseException } from '../abap.ts'
import { integer, numberOf, rawOf, stringValue, textOf } from '../texts/operands.ts'

export type Input = Readonly<Record<string, unknown>>
export type Builtin = (input: Input) => unknown

/** By their names. */
export const TEXT_FUNCTIONS: Readonly<Record<string, Builtin>> = {
  charlen: () => integer(1),
  cmax: input => extreme(input, (one, other) => one > other),
  cmin: input => extreme(input, (one, other) => one < other),
  condense,
  contains: input => stringValue(containsIn(input) ? 'X' : ' '),
  count_any_not_of: input => {
    const characters = new Set(rawOf(input.sub))
    return integer([...partOf(input)].filter(each => !characters.has(each)).length)
  },
  from_mixed: fromMixed,
  insert: input => {
    const [text, at] = [textOf(input.val), numberOf(input.off) ?? 0]
    if (at < 0 || at > text.length) outOfBounds()
    return stringValue(text.slice(0, at) + rawOf(input.sub) + text.slice(at))
  },
  match: input => {
    const { text, found } = occurrence(matchesIn(input), input)
    return stringValue(found === undefined ? '' : text.slice(found.at, found.at + found.length))
  },
  repeat: input => {
    const times = numberOf(input.occ) ?? 0
    if (times < 0) invalidParameter()
    return stringValue(textOf(input.val).repeat(times))
  },
  segment,
  shift_left: input => shifted(input, 'LEFT'),
  shift_right: input => shifted(input, 'RIGHT'),
  substring_from: input => cut(input, (val, at) => val.slice(at)),
  substring_to: input => cut(input, (val, at, length) => val.slice(0, at + length), 'END')
}

/** The place of a match of `regex` or `pcre`, or the one behind it; -1 without one. */
export function findPattern(input: Input, edge: 'END' | 'START'): object {
  const { found } = occurrence(matchesIn(input), input)
  if (found === undefined) return integer(-1)
  return integer((numberOf(input.off) ?? 0) + found.at + (edge === 'END' ? found.length : 0))
}

/** Heeds `case` and `occ`; undefined where it has neither. */
export function replaceMatches(input: Input): unknown {
  const isPattern = input.regex !== undefined || input.pcre !== undefined
  const isSearched = isPattern || (input.sub !== undefined && textOf(input.sub) !== '')
  if (!isSearched || (input.case === undefined && input.occ === undefined)) return undefined
  const wanted = input.occ === undefined ? 1 : (numberOf(input.occ) ?? 1)
  const { text, matches } = matchesIn(input)
  const chosen =
    wanted === 0 ? matches : [matches[wanted > 0 ? wanted - 1 : matches.length + wanted]]
  let [result, end] = ['', 0]
  for (const found of chosen) {
    if (found === undefined) continue
    result += text.slice(end, found.at) + insertion(input, text, found)
    end = found.at + found.length
  }
  return stringValue(result + text.slice(end))
}

/** The text that replaces a match, with `$1` and the like taken from it. */
function insertion(input: Input, text: string, { at, length }: Match): string {
  const inserted = textOf(input.with)
  if (input.regex === undefined && input.pcre === undefined) return inserted
  // the expression sees what stands around the match
  const expression = ABAPRegExp.create(textOf(input.pcre ?? input.regex), flagsOf(input) + 'y')
  expression.lastIndex = at
  const replaced = text.replace(expression, ABAPRegExp.convertReplacement(inserted))
  return replaced.slice(at, replaced.length - (text.length - at - length))
}

interface Match {
  readonly at: number
  readonly length: number
}
interface Matches {
  readonly text: string
  readonly matches: readonly Match[]
}

/** The matches of `sub`, `regex` or `pcre` in the part that `off` and `len` name, from the left. */
function matchesIn(input: Input): Matches {
  const text = partOf(input)
  const searched = input.pcre ?? input.regex
  const source =
    searched === undefined ? ABAPRegExp.escapeRegExp(rawOf(input.sub)) : textOf(searched)
  const expression = ABAPRegExp.create(source, flagsOf(input) + 'g')
  const matches = [...text.matchAll(expression)].map(found => ({
    at: found.index,
    length: found[0].length
  }))
  return { text, matches }
}

function occurrence({ text, matches }: Matches, { occ }: Input) {
  const wanted = occ === undefined ? 1 : (numberOf(occ) ?? 1)
  if (wanted === 0) invalidParameter()
  return { text, found: matches[wanted > 0 ? wanted - 1 : matches.length + wanted] }
}

const flagsOf = (input: Input): string =>
  input.case !== undefined && textOf(input.case) === '' ? 'i' : ''

function containsIn(input: Input): boolean {
  const times = input.occ === undefined ? 1 : (numberOf(input.occ) ?? 1)
  if (times <= 0) invalidParameter()
  const edge = input.start ?? input.end
  if (edge === undefined) return matchesIn(input).matches.length >= times
  const folded = (text: string) => (flagsOf(input) === 'i' ? text.toLowerCase() : text)
  const text = folded(partOf(input))
  const wanted = folded(rawOf(edge).repeat(times))
  return input.start === undefined ? text.endsWith(wanted) : text.startsWith(wanted)
}

/** Without what `del` names at either end; what `from` names is, in a row, one character of `to`. */
function condense(input: Input): object {
  const characters = (value: unknown) => new Set(value === undefined ? ' ' : rawOf(value))
  const [deleted, from] = [characters(input.del), characters(input.from)]
  const to = input.to === undefined ? ' ' : textOf(input.to).slice(0, 1)
  const units = [...textOf(input.val)]
  const isKept = (unit: string) => !deleted.has(unit)
  const [first, last] = [units.findIndex(isKept), units.findLastIndex(isKept)]
  let result = ''
  let isInRow = false
  for (const unit of first < 0 ? [] : units.slice(first, last + 1)) {
    const isReplaced = from.has(unit)
    if (!isReplaced) result += unit
    else if (!isInRow) result += to
    isInRow = isReplaced
  }
  return stringValue(result)
}

/** A separator in front of each capital letter, but not among the first `min` characters. */
function fromMixed(input: Input): object {
  const separator = input.sep === undefined ? '_' : rawOf(input.sep)
  const least = input.min === undefined ? 1 : (numberOf(input.min) ?? 1)
  if (separator === '' || least < 0) invalidParameter()
  const separated = textOf(input.val).replace(/\p{Lu}/gu, (letter, at: number) =>
    at < least ? letter : separator + letter
  )
  const form = input.case === undefined ? 'X' : textOf(input.case).slice(0, 1)
  return stringValue(
    form === form.toUpperCase() ? separated.toUpperCase() : separated.toLowerCase()
  )
}

/** `sep` stands between two segments, characters of `space` in a row between two words. */
function segment(input: Input): object {
  const wanted = numberOf(input.index) ?? 0
  const delimiter = rawOf(input.space ?? input.sep)
  if (wanted === 0 || delimiter === '') invalidParameter()
  const characters = new Set(delimiter)
  const segments =
    input.space === undefined ? textOf(input.val).split(delimiter) : words(textOf(input.val))
  const found = segments[wanted > 0 ? wanted - 1 : segments.length + wanted]
  return found === undefined ? invalidParameter() : stringValue(found)

  function words(text: string): string[] {
    const marked = [...text].map(each => (characters.has(each) ? '\0' : each)).join('')
    return marked.split('\0').filter(word => word !== '')
  }
}

function shifted(input: Input, direction: 'LEFT' | 'RIGHT'): object {
  const text = textOf(input.val)
  const distance = numberOf(input.places ?? input.circular)
  if (distance !== undefined) {
    if (distance < 0 || distance > text.length) outOfBounds()
    const at = direction === 'LEFT' ? distance : text.length - distance
    const [front, rear] = [text.slice(0, at), text.slice(at)]
    if (input.places === undefined) return stringValue(rear + front)
    return stringValue(direction === 'LEFT' ? rear : front)
  }
  const sub = input.sub === undefined ? ' ' : rawOf(input.sub)
  let [start, end] = [0, text.length]
  if (sub === '') return stringValue(text)
  if (direction === 'LEFT') while (text.startsWith(sub, start)) start += sub.length
  else while (text.endsWith(sub, end) && end > 0) end -= sub.length
  return stringValue(text.slice(start, end))
}

/** Up to or from an occurrence; `len` limits the result on the side away from the edge it keeps. */
function cut(
  input: Input,
  part: (val: string, at: number, length: number) => string,
  kept: 'END' | 'START' = 'START'
): object {
  if (rawOf(input.pcre ?? input.regex ?? input.sub) === '') invalidParameter()
  const { text: val, found } = occurrence(matchesIn({ ...input, len: undefined }), input)
  if (found === undefined) return stringValue('')
  const text = part(val, found.at, found.length)
  const limit = numberOf(input.len)
  if (limit === undefined) return stringValue(text)
  if (limit < 0 || limit > text.length) outOfBounds()
  return stringValue(kept === 'START' ? text.slice(0, limit) : text.slice(text.length - limit))
}

function extreme(input: Input, isBetter: (one: string, other: string) => boolean): object {
  const [first = '', ...others] = Object.keys(input)
    .toSorted()
    .map(name => textOf(input[name]))
  return stringValue(others.reduce((best, each) => (isBetter(each, best) ? each : best), first))
}

/** The part of the text that `off` and `len` name. */
function partOf(input: Input): string {
  const text = textOf(input.val)
  const start = numberOf(input.off) ?? 0
  const length = numberOf(input.len) ?? text.length - start
  if (start < 0 || length < 0 || start + length > text.length) outOfBounds()
  return text.slice(start, start + length)
}

export function outOfBounds(): never {
  return raiseException('CX_SY_RANGE_OUT_OF_BOUNDS')
}

function invalidParameter(): never {
  return raiseException('CX_SY_STRG_PAR_VAL')
}
