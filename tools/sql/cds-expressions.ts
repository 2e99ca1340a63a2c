/**
 * Reads expressions, conditions, paths and annotations of CDS sources, and notes the associations
 * in them.
 */
import type { CdsCursor } from './cds-cursor.ts'
import { isBuiltIn } from './cds-functions.ts'

/** Associations that an expression follows. */
export interface Steps {
  /** First steps of paths: an alias, or an association of the view or of one of its sources. */
  readonly heads: Set<string>
  /** Further steps, and first steps inside a filter: associations of whatever stands before. */
  readonly inner: Set<string>
  /** Functions that are not built in. */
  readonly calls: Set<string>
}

export function noSteps(): Steps {
  return { heads: new Set(), inner: new Set(), calls: new Set() }
}

/** Words of expressions that are no operands. */
const keywords = new Set([
  'AND',
  'OR',
  'NOT',
  'CASE',
  'WHEN',
  'THEN',
  'ELSE',
  'LIKE',
  'ESCAPE',
  'BETWEEN',
  'IN',
  'IS',
  'DISTINCT',
  'AS',
  'PRESERVING',
  'TYPE',
  'ALL',
  'ORDER',
  'BY',
  'ASCENDING',
  'DESCENDING',
  'INNER',
  'LEFT',
  'RIGHT',
  'OUTER',
  'WHERE',
  'ONE',
  'MANY',
  'TO',
  'EXACT'
])

/** These begin a clause; unquoted, none of them is a name inside an expression. */
const structural = new Set(['SELECT', 'FROM', 'JOIN', 'UNION', 'PROJECTION', 'PROVIDER', 'DEFINE'])

const signs = new Set(['+', '-', '*', '/', '=', '<', '>', '<=', '>=', '<>', '!=', '||', '&&'])
/** Inside brackets as well: lists, named arguments, cardinalities. */
const inBrackets = new Set([...signs, ',', ':', '=>', '..'])

export type Ends = () => boolean

interface Region {
  readonly steps: Steps
  readonly ends: Ends
  readonly signs: ReadonlySet<string>
}

/** Reads up to where `ends` holds, outside of all brackets. */
export function readExpression(
  cursor: CdsCursor,
  steps: Steps,
  ends: Ends
): readonly string[] | undefined {
  return readRegion(cursor, { steps, ends, signs })
}

/** The same for several that commas separate. */
export function readExpressions(cursor: CdsCursor, steps: Steps, ends: Ends): void {
  readRegion(cursor, { steps, ends, signs: new Set([...signs, ',']) })
}

/** Gives the path where the region is exactly one. */
function readRegion(cursor: CdsCursor, region: Region): readonly string[] | undefined {
  let count = 0
  let path: readonly string[] | undefined
  // Two operands side by side are a construct that the reader does not know.
  let operand = false
  while (cursor.token.kind !== 'end' && ((!operand && isParameter(cursor)) || !region.ends())) {
    count += 1
    const piece = readPiece(cursor, region, operand)
    operand = piece.operand
    path = piece.path
  }
  return count === 1 ? path : undefined
}

interface Piece {
  readonly operand: boolean
  readonly path?: readonly string[]
}

function readPiece(cursor: CdsCursor, region: Region, after: boolean): Piece {
  const { kind, text } = cursor.token
  if (kind === 'sign') return readSign(cursor, region, after)
  if (kind === 'name' && structural.has(text)) throw cursor.error(`${text} is not expected here`)
  // A function may be named like a keyword: left( … ).
  const isKeyword =
    kind === 'name' && (keywords.has(text) || text === 'END') && !cursor.isWord(1, '.')
  if (isKeyword && !cursor.isWord(1, '[')) {
    cursor.next()
    return { operand: text === 'END' }
  }
  if (after) throw cursor.error('two operands stand side by side')
  if (kind === 'literal' || kind === 'number') {
    cursor.next()
    return { operand: true }
  }
  const isCall = cursor.isWord(1, '(')
  const path = readPath(cursor, region.steps)
  const [name = ''] = path
  if (isCall && path.length === 1 && !isBuiltIn(name)) region.steps.calls.add(name)
  // `abap.int4'1'`: the literal belongs to its type.
  if (path[0] === 'ABAP' && cursor.token.kind === 'literal') cursor.next()
  return { operand: true, path }
}

function readSign(cursor: CdsCursor, region: Region, after: boolean): Piece {
  if (cursor.sees('(')) {
    if (after) throw cursor.error('two operands stand side by side')
    readBrackets(cursor, region.steps, ')')
    return { operand: true }
  }
  if (!after && isParameter(cursor)) {
    cursor.next()
    cursor.next()
    return { operand: true }
  }
  // A value of a domain: `#DOMAIN.'value'`.
  if (!after && cursor.take('#')) {
    cursor.name('the name of a domain')
    cursor.expect('.')
    if (cursor.next().kind !== 'literal') throw cursor.error('the value of a domain is expected')
    return { operand: true }
  }
  if (!region.signs.has(cursor.token.text)) {
    throw cursor.error('a sign stands where none is expected')
  }
  cursor.next()
  return { operand: false }
}

/** `:p_date`; but `[*: condition]` has a cardinality before its colon. */
function isParameter(cursor: CdsCursor): boolean {
  if (cursor.isWord(-1, '*') && cursor.isWord(-2, '[')) return false
  return cursor.sees(':') && cursor.seesName(1)
}

/** From the opening bracket to its end. */
export function readBrackets(cursor: CdsCursor, steps: Steps, close: string): void {
  cursor.next()
  cursor.nested(() => {
    readRegion(cursor, { steps, ends: () => cursor.sees(close), signs: inBrackets })
  })
  cursor.expect(close)
}

/**
 * `a`, `t.field`, `_a[1: x = 1](p: 1)._b.field`, `coalesce( … )`, `t.*`; notes all steps but the
 * last.
 */
export function readPath(cursor: CdsCursor, steps: Steps): readonly string[] {
  const path = readSteps(cursor, steps)
  noteSteps(path.slice(0, -1), steps)
  return path
}

/** The steps of a path with its filters and arguments, not noted. */
export function readSteps(cursor: CdsCursor, steps: Steps): readonly string[] {
  const path = [cursor.name('a name')]
  for (;;) {
    if (cursor.sees('[')) {
      const filter = noSteps()
      readBrackets(cursor, filter, ']')
      for (const name of [...filter.heads, ...filter.inner]) steps.inner.add(name)
      for (const name of filter.calls) steps.calls.add(name)
    } else if (cursor.sees('(')) {
      readBrackets(cursor, steps, ')')
    } else if (cursor.sees('.', '*')) {
      cursor.next()
      path.push(cursor.next().text)
      return path
    } else if (cursor.take('.', '#')) {
      // `ENUM.#constant` leads to no data.
      cursor.name('the name of a constant')
      return [path.at(-1) ?? '']
    } else if (cursor.sees('.') && cursor.seesName(1)) {
      cursor.next()
      path.push(cursor.name('a name'))
    } else {
      return path
    }
  }
}

/** `$projection._a.field` goes along `_a`; other `$…` lead to no association by themselves. */
export function noteSteps(names: readonly string[], steps: Steps): void {
  const [head, ...inner] = names[0]?.startsWith('$') === true ? names.slice(1) : names
  if (head === undefined) return
  steps.heads.add(head)
  for (const name of inner) steps.inner.add(name)
}

/**
 * `@Name.sub: value` and `@<Name: value`, as many as stand here, with their values as written. They
 * read no data.
 */
export function readAnnotations(cursor: CdsCursor): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  cursor.explain(() => {
    while (cursor.take('@')) {
      cursor.take('<')
      let name = cursor.name('the name of an annotation')
      while (cursor.take('.')) name += `.${cursor.name('the name of an annotation')}`
      const isValue = cursor.take(':')
      const { place } = cursor
      if (isValue) readValue(cursor)
      // One that stands twice is no evidence for either.
      found.set(name, found.has(name) ? '' : cursor.textFrom(place))
    }
  })
  return found
}

function readValue(cursor: CdsCursor): void {
  if (cursor.sees('{') || cursor.sees('[')) {
    cursor.nested(() => {
      readList(cursor, cursor.next().text === '{' ? '}' : ']')
    })
    return
  }
  cursor.take('#')
  cursor.take('-')
  cursor.take(':')
  if (cursor.token.kind === 'sign') throw cursor.error('the value of an annotation is expected')
  if (!cursor.seesName()) {
    cursor.next()
    return
  }
  do cursor.name('the value of an annotation')
  while (cursor.take('.'))
}

function readList(cursor: CdsCursor, close: '}' | ']'): void {
  while (!cursor.take(close)) {
    const isNamed = cursor.seesName() && (cursor.isWord(1, ':') || cursor.isWord(1, '.'))
    if (isNamed && close === '}') {
      cursor.next()
      while (cursor.take('.')) cursor.name('the name of an annotation')
      if (cursor.take(':')) readValue(cursor)
    } else {
      readValue(cursor)
    }
    if (!cursor.take(',') && !cursor.sees(close)) {
      throw cursor.error('the value of an annotation does not end')
    }
  }
}
