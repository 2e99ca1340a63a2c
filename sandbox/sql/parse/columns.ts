/** Parses the name of a column, with its source or the path of associations that leads to it. */
import type { Argument, Expression, PathStep } from './ast.ts'
import type { Cursor } from './cursor.ts'

/**
 * `alias~field` of ABAP SQL; `alias.field`, `_Assoc.field`, `$projection.field`, `$session.client`
 * of CDS.
 */
export function parseColumn(cursor: Cursor, parsers: PathParsers): Expression {
  const place = cursor.place
  if (cursor.isNext('\\')) return parsePath(cursor, parsers)
  const first = (cursor.accept('+') ? '+' : '') + cursor.name('A column')
  if (cursor.dialect === 'abap') {
    if (!cursor.accept('~')) return { kind: 'column', name: first, place }
    return cursor.isNext('\\')
      ? parsePath(cursor, parsers)
      : { kind: 'column', qualifier: first, name: cursor.name('A column'), place }
  }
  const { filter: parseFilter } = parsers
  const steps: PathStep[] = [parseStep(cursor, first, parseFilter)]
  while (cursor.accept('.')) {
    steps.push(parseStep(cursor, cursor.name('A column'), parseFilter))
  }
  const last = steps.pop() as PathStep
  if (steps.length === 0) return { kind: 'column', name: last.name, place }
  if (steps.length === 1 && steps[0]?.name.startsWith('_') !== true) {
    return { kind: 'column', qualifier: steps[0]?.name ?? '', name: last.name, place }
  }
  // A source's alias may stand before its association.
  const path = steps.length > 1 && steps[0]?.name.startsWith('_') !== true ? steps.slice(1) : steps
  return { kind: 'path', steps: path, name: last.name, place }
}

/** `+cte~column`: the name of a common table expression begins with a plus. */
export function isCommonColumn(cursor: Cursor): boolean {
  return cursor.isNext('+') && cursor.peek(1).kind === 'word' && cursor.peek(2).upper === '~'
}

/** `\_Assoc[ (1) INNER WHERE a = 1 ]\_Next-field` of ABAP SQL. */
function parsePath(cursor: Cursor, parsers: PathParsers): Expression {
  const { place } = cursor
  const steps = parseSteps(cursor, parsers, 'LEFT')
  cursor.expect('-')
  return { kind: 'path', steps, name: cursor.name('A column'), place }
}

/** What stands in a path: conditions, and the values of parameters. */
export interface PathParsers {
  filter(cursor: Cursor): Expression
  argumentList(cursor: Cursor): Argument[] | undefined
}

/** `\_Assoc\_Next`; `join` is the kind of join where a step names none. */
export function parseSteps(
  cursor: Cursor,
  parsers: PathParsers,
  join: PathStep['join']
): PathStep[] {
  const steps: PathStep[] = []
  while (cursor.accept('\\')) {
    const name = cursor.name('An association')
    const given = cursor.token.spaced ? undefined : parsers.argumentList(cursor)
    const step = { name, join, ...(given === undefined ? {} : { arguments: given }) }
    steps.push(cursor.accept('[') ? parseBrackets(cursor, step, parsers) : step)
  }
  return steps
}

function parseBrackets(cursor: Cursor, step: PathStep, parsers: PathParsers): PathStep {
  if (cursor.isNext('(') && cursor.peek(2).upper === ')') {
    cursor.expect('(')
    cursor.next()
    cursor.expect(')')
  }
  if (cursor.isNext('RIGHT')) throw cursor.unsupported('RIGHT OUTER in a path expression')
  const inner = cursor.accept('INNER')
  const outer = !inner && cursor.accept('LEFT')
  if (outer) cursor.accept('OUTER')
  while (cursor.acceptOneOf('EXACT', 'ONE', 'MANY', 'TO') !== undefined) {
    /* how many rows match changes nothing here */
  }
  cursor.accept('WHERE')
  const filter = cursor.isNext(']') ? undefined : parsers.filter(cursor)
  cursor.expect(']')
  const join = inner ? 'INNER' : outer ? 'LEFT' : step.join
  return { ...step, join, ...(filter === undefined ? {} : { filter }) }
}

/** A step's brackets: `[inner]`, `[1: condition]`, `[left outer where condition]`. */
function parseStep(
  cursor: Cursor,
  name: string,
  parseFilter: (cursor: Cursor) => Expression
): PathStep {
  if (cursor.token.spaced || !cursor.accept('[')) return { name, join: 'LEFT' }
  if ((cursor.token.kind === 'number' || cursor.isNext('*')) && cursor.peek(1).upper === ':') {
    cursor.next()
    cursor.next()
  }
  const inner = cursor.accept('INNER')
  if (!inner && cursor.accept('LEFT')) cursor.accept('OUTER')
  cursor.accept('WHERE')
  const filter = cursor.isNext(']') ? undefined : parseFilter(cursor)
  cursor.expect(']')
  return { name, join: inner ? 'INNER' : 'LEFT', ...(filter === undefined ? {} : { filter }) }
}
