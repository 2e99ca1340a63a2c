/** Registers the functions of regular expressions with SQLite. */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { SqlError } from './errors.ts'
import { translatePattern } from './pcre.ts'

type Values = readonly (SQLInputValue | undefined)[]

/** Patterns that are kept; a query has few and asks them for each row. */
const MAX_PATTERNS = 100

/** `abap_pattern_…( pattern, value, case_sensitive, … )`. */
export function registerPatternFunctions(database: DatabaseSync): void {
  const patterns = new Map<string, RegExp>()
  const compiled = (pattern: string, isSensitive: boolean): RegExp => {
    const key = `${isSensitive ? 'X' : ' '}${pattern}`
    const found = patterns.get(key) ?? compile(pattern, isSensitive)
    if (patterns.size >= MAX_PATTERNS) patterns.clear()
    patterns.set(key, found)
    return found
  }
  const define = (name: string, run: (search: Search, more: Values) => SQLInputValue): void => {
    const options = { deterministic: true, directOnly: false, varargs: true } as const
    database.function(`abap_pattern_${name}`, options, (...values: SQLInputValue[]) => {
      const [pattern, text, sensitive, start, ...more] = values
      if (pattern === null || text === null) return null
      const from = Number(start ?? 1)
      if (from < 0) return null
      const isSensitive = sensitive === null || String(sensitive ?? 'X').trim() !== ''
      const search = { pattern: compiled(String(pattern), isSensitive), text: String(text), from }
      return run(search, more)
    })
  }
  define('like', search => Number(matchesOf(search).length > 0))
  define('count', search => matchesOf(search).length)
  define('replace', (search, [replacement, occurrence]) =>
    replacement === null ? null : replaced(search, String(replacement), Number(occurrence ?? 0))
  )
  define('substring', (search, [occurrence, group]) => {
    const match = chosen(search, occurrence)
    return match?.[groupOf(group)] ?? null
  })
  define('locate', (search, more) => located(search, more, 'begin'))
  define('locate_after', (search, more) => located(search, more, 'end'))
}

interface Search {
  readonly pattern: RegExp
  readonly text: string
  readonly from: number
}

function compile(pattern: string, isSensitive: boolean): RegExp {
  const refuse = (what: string): never => {
    throw new SqlError('UNSUPPORTED', `${what} in a regular expression is not supported`)
  }
  try {
    return new RegExp(translatePattern(pattern, refuse, false), isSensitive ? 'gd' : 'gid')
  } catch (error) {
    if (error instanceof SqlError) throw error
    throw new SqlError('FAILED', `The regular expression "${pattern}" is not valid`, {
      cause: error
    })
  }
}

/** All matches from the start on. */
function matchesOf({ pattern, text, from }: Search): RegExpExecArray[] {
  const begin = Math.max(0, from - 1)
  return [...text.matchAll(pattern)].filter(({ index }) => index >= begin)
}

/** The n-th match; nothing where the number is none. */
function chosen(
  search: Search,
  occurrence: SQLInputValue | undefined
): RegExpExecArray | undefined {
  const nth = Number(occurrence ?? 1)
  return nth > 0 ? matchesOf(search)[nth - 1] : undefined
}

const groupOf = (group: SQLInputValue | undefined): number => Math.max(0, Number(group ?? 0))

/** Places count from 1; 0 means that nothing was found. */
function located(
  search: Search,
  [occurrence, group]: Values,
  side: 'begin' | 'end'
): SQLInputValue {
  if (Number(occurrence ?? 1) <= 0 || Number(group ?? 0) < 0) return null
  const place = chosen(search, occurrence)?.indices?.[groupOf(group)]
  return place === undefined ? 0 : place[side === 'begin' ? 0 : 1] + 1
}

/** All matches, or the n-th one. `\\1` stands for the first group, `\\0` for the match. */
function replaced(search: Search, replacement: string, occurrence: number): SQLInputValue {
  if (occurrence < 0) return null
  let [result, last, count] = ['', 0, 0]
  for (const match of matchesOf(search)) {
    count++
    if (occurrence > 0 && count !== occurrence) continue
    const text = replacement.replace(/\\(\d)/g, (_all, digit: string) => match[Number(digit)] ?? '')
    result += search.text.slice(last, match.index) + text
    last = match.index + match[0].length
  }
  return (result + search.text.slice(last)).slice(0, MAX_CHARACTERS)
}

const MAX_CHARACTERS = 1333
