/** Reads the queries of CDS sources: sources, joins, associations and elements. */
import type { CdsCursor } from './cds-cursor.ts'
import {
  noSteps,
  readAnnotations,
  readExpression,
  readExpressions,
  readSteps
} from './cds-expressions.ts'
import type { Steps } from './cds-expressions.ts'

export interface CdsAssociation {
  readonly name: string
  readonly target: string
  /** What its condition follows, once the association itself is followed. */
  readonly steps: Steps
  /** It changes the target of an association of a source, which keeps its name there. */
  readonly redirects: boolean
}

/** One SELECT or projection. */
export interface CdsBranch {
  readonly sources: { readonly name: string; readonly alias: string }[]
  readonly associations: CdsAssociation[]
  /** Elements that are a path and may hand on an association under their name. */
  readonly exposed: { readonly alias: string; readonly path: readonly string[] }[]
  readonly steps: Steps
  /** Words of a hierarchy that may be names of associations. */
  readonly possibleAssociations: Set<string>
}

export function newBranch(): CdsBranch {
  return {
    sources: [],
    associations: [],
    exposed: [],
    steps: noSteps(),
    possibleAssociations: new Set()
  }
}

const joinWords = new Set([
  'INNER',
  'LEFT',
  'RIGHT',
  'FULL',
  'OUTER',
  'CROSS',
  'JOIN',
  'TO',
  'ONE',
  'MANY',
  'EXACT'
])
const joinStarts = new Set(['INNER', 'LEFT', 'RIGHT', 'FULL', 'CROSS', 'JOIN'])
const clauses = ['WHERE', 'GROUP', 'HAVING', 'UNION', 'EXCEPT', 'INTERSECT'] as const
const afterCondition = new Set([
  ...clauses,
  'ASSOCIATION',
  'COMPOSITION',
  'REDEFINE',
  '{',
  '}',
  ')',
  ';'
])
const afterSource = new Set([...afterCondition, ...joinStarts, 'ON', 'AS', ',', 'WITH'])

/** `select … union select …`, branches in parentheses included. */
export function readQuery(cursor: CdsCursor): CdsBranch[] {
  const branches: CdsBranch[] = []
  do {
    if (cursor.take('(')) {
      branches.push(...cursor.nested(() => readQuery(cursor)))
      cursor.expect(')')
    } else {
      branches.push(readSelect(cursor))
    }
  } while (takeSetOperator(cursor))
  return branches
}

function takeSetOperator(cursor: CdsCursor): boolean {
  if (!cursor.take('UNION') && !cursor.take('EXCEPT') && !cursor.take('INTERSECT')) return false
  if (!cursor.take('ALL')) cursor.take('DISTINCT')
  return true
}

function readSelect(cursor: CdsCursor): CdsBranch {
  const branch = newBranch()
  cursor.expect('SELECT')
  cursor.take('DISTINCT')
  const isListFirst = !cursor.sees('FROM')
  if (isListFirst) readList(cursor, branch, () => cursor.sees('FROM'))
  cursor.expect('FROM')
  readSources(cursor, branch)
  readBody(cursor, branch, !isListFirst)
  return branch
}

/** `projection on … { … }`. */
export function readProjection(cursor: CdsCursor): CdsBranch[] {
  const branch = newBranch()
  cursor.expect('PROJECTION', 'ON')
  readSource(cursor, branch)
  readBody(cursor, branch, true)
  return [branch]
}

function readBody(cursor: CdsCursor, branch: CdsBranch, withElements: boolean): void {
  readAssociations(cursor, branch)
  if (withElements) readElements(cursor, branch)
  const isOver = () => begins(cursor, afterCondition)
  if (cursor.take('WHERE')) readExpression(cursor, branch.steps, isOver)
  readGrouping(cursor, branch)
  if (cursor.take('HAVING')) readExpression(cursor, branch.steps, isOver)
}

export function readGrouping(cursor: CdsCursor, branch: CdsBranch): void {
  const isOver = () => begins(cursor, afterCondition)
  if (cursor.take('GROUP', 'BY')) readExpressions(cursor, branch.steps, isOver)
}

/**
 * Sources, joins and their conditions; a nested join may have its condition behind the next join.
 */
function readSources(cursor: CdsCursor, branch: CdsBranch): void {
  readSourceOrJoins(cursor, branch)
  for (;;) {
    if (cursor.take('ON')) {
      readExpression(cursor, branch.steps, () => isAfterJoin(cursor))
    } else if (cursor.seesOneOf(joinStarts)) {
      while (!cursor.sees('JOIN') && cursor.seesOneOf(joinWords)) cursor.next()
      cursor.expect('JOIN')
      readSourceOrJoins(cursor, branch)
    } else {
      return
    }
  }
}

/** `left( a, 2 )` is a function, and `join(` is none. */
function isAfterJoin(cursor: CdsCursor): boolean {
  if (cursor.sees('ON') || begins(cursor, afterCondition)) return true
  const isFunction = (cursor.sees('LEFT') || cursor.sees('RIGHT')) && cursor.isWord(1, '(')
  return begins(cursor, joinStarts) && !isFunction
}

/** Whether a clause begins: behind a name that is an alias stands a dot. */
function begins(cursor: CdsCursor, words: ReadonlySet<string>): boolean {
  return cursor.seesOneOf(words) && !cursor.isWord(1, '.')
}

function readSourceOrJoins(cursor: CdsCursor, branch: CdsBranch): void {
  if (!cursor.take('(')) {
    readSource(cursor, branch)
    return
  }
  cursor.nested(() => {
    readSources(cursor, branch)
  })
  cursor.expect(')')
  const alias = readAlias(cursor)
  if (alias !== undefined) throw cursor.error('joins in parentheses have no alias')
}

/** `table as t`, `view( p : 1 ) as v`, `view[ x = 1 ]._Association as a`. */
function readSource(cursor: CdsCursor, branch: CdsBranch): void {
  const [name = '', ...path] = readSteps(cursor, branch.steps)
  for (const step of path) branch.steps.inner.add(step)
  branch.sources.push({ name, alias: readAlias(cursor) ?? path.at(-1) ?? name })
}

function readAlias(cursor: CdsCursor): string | undefined {
  if (cursor.take('AS')) return cursor.name('an alias')
  return cursor.seesName() && !cursor.seesOneOf(afterSource) ? cursor.name('an alias') : undefined
}

export function readAssociations(cursor: CdsCursor, branch: CdsBranch): void {
  for (;;) {
    readAnnotations(cursor)
    if (cursor.take('REDEFINE', 'ASSOCIATION')) readRedefinition(cursor, branch)
    else if (!cursor.sees('ASSOCIATION') && !cursor.sees('COMPOSITION')) return
    else branch.associations.push(readAssociation(cursor))
  }
}

/** `redefine association t._Other as _Mine redirected to composition child Z_Other`. */
function readRedefinition(cursor: CdsCursor, branch: CdsBranch): void {
  const path = readSteps(cursor, branch.steps)
  const alias = cursor.take('AS') ? cursor.name('an alias') : (path.at(-1) ?? '')
  branch.exposed.push({ alias, path })
  if (cursor.sees('REDIRECTED')) readRedirection(cursor, branch, alias)
}

const towards = new Set(['OF', 'TO', 'EXACT', 'ONE', 'MANY', 'PARENT'])

/** `association [0..1] to parent Z_Target as _Target on … with default filter …`. */
export function readAssociation(cursor: CdsCursor): CdsAssociation {
  cursor.next()
  readTowards(cursor)
  if (cursor.take('[')) readCardinality(cursor)
  readTowards(cursor)
  const target = cursor.explainedName('the target of an association')
  const name = cursor.take('AS') ? cursor.name('the name of an association') : target
  const steps = noSteps()
  const isOver = () => begins(cursor, afterCondition) || cursor.sees('@') || cursor.sees('WITH')
  if (cursor.take('ON')) readExpression(cursor, steps, isOver)
  if (cursor.take('WITH', 'DEFAULT', 'FILTER')) readExpression(cursor, steps, isOver)
  // In its own condition the name stands for the target.
  steps.heads.delete(name)
  return { name, target, steps, redirects: false }
}

/** An entity may be named like one of these words. */
function readTowards(cursor: CdsCursor): void {
  const isTarget = () => !cursor.seesName(1) && !cursor.isWord(1, '[')
  while (
    cursor.seesOneOf(towards) &&
    !isTarget() &&
    !cursor.isWord(1, 'AS') &&
    !cursor.isWord(1, 'ON')
  ) {
    cursor.next()
  }
}

function readCardinality(cursor: CdsCursor): void {
  while (!cursor.take(']')) {
    if (cursor.token.kind !== 'number' && !cursor.sees('*') && !cursor.sees('..')) {
      throw cursor.error('a cardinality is expected')
    }
    cursor.next()
  }
}

export function readElements(cursor: CdsCursor, branch: CdsBranch): void {
  cursor.expect('{')
  readList(cursor, branch, () => cursor.sees('}'))
  cursor.expect('}')
}

function readList(cursor: CdsCursor, branch: CdsBranch, isOver: () => boolean): void {
  do {
    readAnnotations(cursor)
    if (isOver()) return
    readElement(cursor, branch, isOver)
    readAnnotations(cursor)
  } while (cursor.take(','))
  if (!isOver()) throw cursor.error('the list of elements does not end')
}

/** `key t.field as Name : type`, `_Association`, `_Other : redirected to Z_Other`. */
function readElement(cursor: CdsCursor, branch: CdsBranch, isOver: () => boolean): void {
  for (const word of ['KEY', 'VIRTUAL']) {
    const isElement = [',', '.', ':', '}', '[', '='].some(sign => cursor.isWord(1, sign))
    if (!isElement && !cursor.isWord(1, 'AS')) cursor.take(word)
  }
  if (cursor.take('*')) return
  const ends = () => isOver() || [',', 'AS', ':', '@'].some(end => cursor.sees(end))
  const path = readExpression(cursor, branch.steps, ends)
  const alias = cursor.take('AS') ? cursor.name('an alias') : path?.at(-1)
  if (path !== undefined && alias !== undefined) branch.exposed.push({ alias, path })
  if (cursor.take(':')) readElementType(cursor, branch, alias)
}

function readElementType(cursor: CdsCursor, branch: CdsBranch, alias: string | undefined): void {
  if (cursor.take('LOCALIZED')) return
  if (cursor.sees('REDIRECTED')) {
    readRedirection(cursor, branch, alias)
    return
  }
  readSteps(cursor, noSteps())
}

/** `redirected to composition child Z_Item`. */
function readRedirection(cursor: CdsCursor, branch: CdsBranch, alias: string | undefined): void {
  cursor.expect('REDIRECTED', 'TO')
  if (!cursor.take('COMPOSITION', 'CHILD') && cursor.seesName(1)) cursor.take('PARENT')
  const target = cursor.explainedName('the target of an association')
  branch.associations.push({ name: alias ?? target, target, steps: noSteps(), redirects: true })
}
