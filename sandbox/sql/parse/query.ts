/** Parses a query of ABAP SQL. */
import { SqlError } from '../errors.ts'
import type { Association, Expression, Query, Select, SelectItem, Source } from './ast.ts'
import { Cursor } from './cursor.ts'
import { parseSteps } from './columns.ts'
import {
  parseCondition,
  parseExpression,
  parseHost,
  pathParsers,
  useQueryParser
} from './expressions.ts'
import { parseJoins } from './joins.ts'
import { clauseKeywords, parseQueryClauses } from './query-clauses.ts'
import type { QueryClauses } from './query-clauses.ts'
import { tokenize } from './tokens.ts'
import { parseArgumentList } from './view-parameters.ts'

/** Longest list of UNION branches. */
const MAX_BRANCHES = 50

/**
 * One SELECT or WITH in ABAP SQL. A final period is tolerated; a second statement is not. INTO and
 * hints are dropped.
 */
export function parseAbapSql(text: string): Query {
  const cursor = new Cursor(tokenize(text, 'abap'), 'abap')
  if (cursor.ended) throw new SqlError('SYNTAX', 'The query is empty', { isUnreadable: true })
  if (!cursor.isNext('SELECT') && !cursor.isNext('WITH')) {
    throw new SqlError('SYNTAX', 'Only SELECT and WITH statements are allowed', {
      isUnreadable: true
    })
  }
  const query = parseQuery(cursor)
  cursor.accept('.')
  if (cursor.isNext('SELECT') || cursor.isNext('WITH')) {
    throw new SqlError('SYNTAX', 'Only one SELECT statement is allowed', { isUnreadable: true })
  }
  if (!cursor.ended) throw cursor.error('The end of the statement is expected')
  return query
}

/** A condition on its own, as of DELETE … WHERE or a filter of a preview. */
export function parseWhere(text: string): Expression {
  const cursor = new Cursor(tokenize(text, 'abap'), 'abap')
  const condition = parseCondition(cursor)
  if (!cursor.ended) throw cursor.error('The end of the condition is expected')
  return condition
}

/** `column = expression, …` of UPDATE … SET. */
export function parseAssignments(text: string): { column: string; value: Expression }[] {
  const cursor = new Cursor(tokenize(text, 'abap'), 'abap')
  const result: { column: string; value: Expression }[] = []
  while (!cursor.ended) {
    const column = cursor.name('A column')
    cursor.expect('=')
    result.push({ column, value: parseExpression(cursor) })
    cursor.accept(',')
  }
  return result
}

function parseQuery(cursor: Cursor): Query {
  return cursor.nested(() => {
    const withs = cursor.accept('WITH') ? parseWith(cursor) : []
    const clauses: QueryClauses = { orderBy: [] }
    const selects: { operator: Query['selects'][number]['operator']; select: Select }[] = []
    let operator: Query['selects'][number]['operator'] = ''
    do {
      if (selects.length >= MAX_BRANCHES) {
        throw new SqlError('LIMIT', `More than ${MAX_BRANCHES} SELECTs are combined`)
      }
      const parenthesized = cursor.accept('(')
      selects.push({ operator, select: parseSelect(cursor, clauses) })
      if (parenthesized) cursor.expect(')')
      operator = parseSetOperator(cursor)
    } while (operator !== '')
    parseQueryClauses(cursor, clauses)
    return { with: withs, selects, ...clauses }
  })
}

useQueryParser(parseQuery)

function parseSetOperator(cursor: Cursor): Query['selects'][number]['operator'] {
  if (cursor.accept('UNION', 'ALL')) return 'UNION ALL'
  const operator = cursor.acceptOneOf('UNION', 'INTERSECT', 'EXCEPT')
  if (operator === undefined) return ''
  cursor.accept('DISTINCT')
  return operator as 'UNION'
}

function parseWith(cursor: Cursor): Query['with'][number][] {
  return cursor.list(() => {
    cursor.expect('+')
    const name = `+${cursor.name('The name of a common table expression')}`
    const columns: string[] = []
    if (cursor.accept('(')) {
      columns.push(...cursor.list(() => cursor.name('A column')))
      cursor.expect(')')
    }
    cursor.expect('AS', '(')
    const query = parseQuery(cursor)
    cursor.expect(')')
    for (const words of ['WITH ASSOCIATIONS', 'WITH HIERARCHY']) {
      if (cursor.isNext(...words.split(' '))) throw cursor.unsupported(words)
    }
    return { name, columns, query }
  })
}

/** ABAP allows most clauses in several places; what belongs to the whole query goes to `tail`. */
function parseSelect(cursor: Cursor, clauses: QueryClauses): Select {
  cursor.expect('SELECT')
  const single = cursor.accept('SINGLE')
  if (single && cursor.accept('FOR', 'UPDATE')) clauses.forUpdate = true
  const distinct = cursor.accept('DISTINCT')
  let items: SelectItem[] | undefined
  parseQueryClauses(cursor, clauses)
  if (!cursor.isNext('FROM')) {
    items = parseItems(cursor)
    parseQueryClauses(cursor, clauses)
  }
  cursor.expect('FROM')
  const from = parseSource(cursor)
  parseQueryClauses(cursor, clauses)
  if (cursor.accept('FIELDS')) {
    items = parseItems(cursor)
    parseQueryClauses(cursor, clauses)
  }
  if (items === undefined) throw cursor.error('A list of columns is expected')
  const where = clause(cursor, clauses, ['WHERE'], () => parseCondition(cursor))
  const groupBy = clause(cursor, clauses, ['GROUP', 'BY'], () => parseGroups(cursor)) ?? []
  const having = clause(cursor, clauses, ['HAVING'], () => parseCondition(cursor))
  return {
    distinct,
    single,
    items,
    from,
    associations: noAssociations,
    groupBy,
    ...(where === undefined ? {} : { where }),
    ...(having === undefined ? {} : { having })
  }
}

const noAssociations: readonly Association[] = []

function clause<T>(
  cursor: Cursor,
  clauses: QueryClauses,
  words: readonly string[],
  parse: () => T
): T | undefined {
  if (!cursor.accept(...words)) return undefined
  const result = parse()
  parseQueryClauses(cursor, clauses)
  return result
}

function parseGroups(cursor: Cursor): Expression[] {
  if (cursor.isNext('GROUPING') || cursor.isNext('(')) throw cursor.unsupported('GROUPING SETS')
  // The list may be written without commas.
  const result = [parseExpression(cursor)]
  while (
    cursor.accept(',') ||
    (cursor.token.kind === 'word' && !clauseKeywords.has(cursor.token.upper))
  ) {
    result.push(parseExpression(cursor))
  }
  return result
}

function parseItems(cursor: Cursor): SelectItem[] {
  const items = [parseItem(cursor)]
  // Before strict mode the list was written without commas.
  while (
    cursor.accept(',') ||
    (!cursor.ended &&
      !cursor.isNext(')') &&
      !cursor.isNext('.') &&
      !clauseKeywords.has(cursor.token.upper))
  ) {
    items.push(parseItem(cursor))
  }
  return items
}

function parseItem(cursor: Cursor): SelectItem {
  if (cursor.accept('*')) return { key: false }
  if (cursor.peek(1).upper === '~' && cursor.peek(2).upper === '*') {
    const qualifier = cursor.name('A source')
    cursor.expect('~', '*')
    return { qualifier, key: false }
  }
  const expression = parseExpression(cursor)
  return cursor.accept('AS')
    ? { expression, alias: cursor.name('An alias'), key: false }
    : { expression, key: false }
}

function parseSource(cursor: Cursor): Source {
  return parseJoins(cursor, parseSingleSource)
}

function parseSingleSource(cursor: Cursor): Source {
  const { place } = cursor
  if (cursor.accept('(')) {
    const inner = cursor.nested(() => parseSource(cursor))
    cursor.expect(')')
    return inner
  }
  if (cursor.isNext('^') || cursor.isNext('@')) {
    const { index } = parseHost(cursor)
    const alias = cursor.accept('AS') ? cursor.name('An alias') : undefined
    return { kind: 'internal', host: index, place, ...(alias === undefined ? {} : { alias }) }
  }
  refuseHierarchy(cursor)
  const name = (cursor.accept('+') ? '+' : '') + cursor.name('The name of a table or view')
  const given = parseArgumentList(cursor)
  const path = parseSteps(cursor, pathParsers, 'INNER')
  const alias = cursor.accept('AS') ? cursor.name('An alias') : undefined
  if (cursor.accept('CLIENT', 'SPECIFIED')) cursor.accept(name)
  // no access control restricts a query here
  cursor.accept('WITH', 'PRIVILEGED', 'ACCESS')
  return {
    kind: 'table',
    name,
    place,
    ...(alias === undefined ? {} : { alias }),
    ...(given === undefined ? {} : { arguments: given }),
    ...(path.length === 0 ? {} : { path })
  }
}

const HIERARCHIES = /^HIERARCHY(_(DESCENDANTS|ANCESTORS|SIBLINGS|LEVELED)(_AGGREGATE)?)?$/

function refuseHierarchy(cursor: Cursor): void {
  const { kind, upper } = cursor.token
  if (kind === 'word' && HIERARCHIES.test(upper) && cursor.peek(1).upper === '(') {
    throw cursor.unsupported(`${upper}( )`)
  }
}
