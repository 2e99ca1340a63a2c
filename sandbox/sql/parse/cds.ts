/** Parses the DDL source of a CDS view. */
import { SqlError } from '../errors.ts'
import type {
  Association,
  Expression,
  Query,
  Select,
  SelectItem,
  Source,
  ViewDefinition
} from './ast.ts'
import { Cursor } from './cursor.ts'
import { parseCondition, parseExpression } from './expressions.ts'
import { parseJoins } from './joins.ts'
import { tokenize } from './tokens.ts'
import { parseArgumentList, parseParameters } from './view-parameters.ts'

/**
 * A CDS view from its DDL source. What is no view, or cannot be a view of SQLite, is refused by
 * name.
 */
export function parseView(source: string): ViewDefinition {
  const cursor = new Cursor(tokenize(source, 'cds'), 'cds')
  const annotations = parseAnnotations(cursor)
  cursor.acceptOneOf('DEFINE', 'EXTEND')
  cursor.accept('ROOT')
  if (cursor.isNext('TABLE')) {
    throw cursor.unsupported(
      cursor.isNext('TABLE', 'FUNCTION') ? 'DEFINE TABLE FUNCTION' : 'DEFINE TABLE ENTITY'
    )
  }
  for (const kind of ['ABSTRACT', 'CUSTOM', 'HIERARCHY', 'TRANSIENT', 'EXTERNAL', 'TYPE']) {
    if (cursor.isNext(kind)) throw cursor.unsupported(`DEFINE ${kind}`)
  }
  cursor.expect('VIEW')
  cursor.accept('ENTITY')
  if (cursor.isNext('EXTEND')) throw cursor.unsupported('EXTEND VIEW')
  const entity = cursor.name('The name of the view')
  while (cursor.accept('PROVIDER', 'CONTRACT')) cursor.next()
  const parameters = cursor.accept('WITH', 'PARAMETERS')
    ? parseParameters(cursor, parseAnnotations)
    : []
  cursor.expect('AS')
  const query = parseViewQuery(cursor)
  cursor.accept(';')
  if (!cursor.ended) throw cursor.error('The end of the source is expected')
  const sqlView = annotations.get('ABAPCATALOG.SQLVIEWNAME')
  return {
    entity,
    parameters,
    description: annotations.get('ENDUSERTEXT.LABEL') ?? '',
    query,
    ...(sqlView === undefined ? {} : { sqlView: sqlView.toUpperCase() })
  }
}

/** The entity that a DDL source defines; undefined when none can be made out. */
export function entityName(source: string): string | undefined {
  try {
    const cursor = new Cursor(tokenize(source, 'cds'), 'cds')
    parseAnnotations(cursor)
    while (!cursor.ended && !['VIEW', 'ENTITY', 'FUNCTION'].includes(cursor.token.upper)) {
      cursor.next()
    }
    cursor.next()
    cursor.accept('ENTITY')
    return cursor.token.kind === 'word' ? cursor.token.upper : undefined
  } catch (error) {
    if (error instanceof SqlError) return undefined
    throw error
  }
}

function parseViewQuery(cursor: Cursor): Query {
  const selects: { operator: Query['selects'][number]['operator']; select: Select }[] = []
  let operator: Query['selects'][number]['operator'] = ''
  do {
    selects.push({ operator, select: parseViewSelect(cursor) })
    operator = cursor.accept('UNION', 'ALL')
      ? 'UNION ALL'
      : ((cursor.acceptOneOf('UNION', 'INTERSECT', 'EXCEPT') ?? '') as '')
  } while (operator !== '')
  return { with: [], selects, orderBy: [] }
}

function parseViewSelect(cursor: Cursor): Select {
  const projection = cursor.accept('PROJECTION', 'ON')
  if (!projection) cursor.expect('SELECT')
  const distinct = cursor.accept('DISTINCT')
  if (!projection) cursor.expect('FROM')
  const from = parseFrom(cursor)
  const associations: Association[] = []
  while (cursor.isNext('ASSOCIATION') || cursor.isNext('COMPOSITION')) {
    const association = parseAssociation(cursor)
    if (association !== undefined) associations.push(association)
  }
  const items = parseElements(cursor)
  const where = cursor.accept('WHERE') ? parseCondition(cursor) : undefined
  const groupBy = cursor.accept('GROUP', 'BY') ? cursor.list(() => parseExpression(cursor)) : []
  const having = cursor.accept('HAVING') ? parseCondition(cursor) : undefined
  return {
    distinct,
    single: false,
    items,
    from,
    associations,
    groupBy,
    ...(where === undefined ? {} : { where }),
    ...(having === undefined ? {} : { having })
  }
}

function parseFrom(cursor: Cursor): Source {
  return parseJoins(cursor, parseSource)
}

function parseSource(cursor: Cursor): Source {
  const { place } = cursor
  if (cursor.accept('(')) {
    const inner = cursor.nested(() => parseFrom(cursor))
    cursor.expect(')')
    return inner
  }
  const name = cursor.name('The name of a table or view')
  const given = parseArgumentList(cursor)
  if (cursor.isNext('.')) throw cursor.unsupported(`A path as source (${name}.…)`)
  const alias = cursor.accept('AS') ? cursor.name('An alias') : impliedAlias(cursor)
  return {
    kind: 'table',
    name,
    place,
    ...(alias === undefined ? {} : { alias }),
    ...(given === undefined ? {} : { arguments: given })
  }
}

const AFTER_SOURCE = new Set([
  'INNER',
  'LEFT',
  'RIGHT',
  'CROSS',
  'JOIN',
  'ON',
  'ASSOCIATION',
  'COMPOSITION',
  'WHERE',
  'UNION',
  'GROUP',
  'HAVING'
])

/** AS may be left out. */
function impliedAlias(cursor: Cursor): string | undefined {
  return cursor.token.kind === 'word' && !AFTER_SOURCE.has(cursor.token.upper)
    ? cursor.name('An alias')
    : undefined
}

/**
 * `association [0..1] to Z_Target as _Target on …`; one to a parent stands for the condition of the
 * composition and has none of its own.
 */
function parseAssociation(cursor: Cursor): Association | undefined {
  const { place } = cursor
  const composition = cursor.next().upper === 'COMPOSITION'
  if (cursor.accept('OF')) {
    while (['ONE', 'MANY', 'EXACT', 'TO'].includes(cursor.token.upper)) cursor.next()
  }
  if (cursor.accept('[')) {
    while (!cursor.ended && !cursor.accept(']')) cursor.next()
  }
  if (composition) cursor.accept('OF')
  const parent = cursor.accept('TO', 'PARENT')
  if (!parent) cursor.accept('TO')
  const target = cursor.name('The target of the association')
  const name = cursor.accept('AS') ? cursor.name('The name of the association') : target
  if (!cursor.accept('ON')) {
    return composition ? { name, target, toParent: false, place } : undefined
  }
  const on = parseCondition(cursor)
  if (cursor.accept('WITH', 'DEFAULT', 'FILTER')) throw cursor.unsupported('WITH DEFAULT FILTER')
  return { name, target, on, toParent: parent, place }
}

function parseElements(cursor: Cursor): SelectItem[] {
  cursor.expect('{')
  const items: SelectItem[] = []
  while (!cursor.accept('}')) {
    parseAnnotations(cursor)
    if (cursor.accept('}')) break
    const item = parseElement(cursor)
    if (item !== undefined) items.push(item)
    if (!cursor.accept(',') && !cursor.isNext('}')) throw cursor.error(', or } is expected')
  }
  if (items.length === 0) throw cursor.error('The view has no elements')
  return items
}

/** Exposed associations are no columns. */
function parseElement(cursor: Cursor): SelectItem | undefined {
  const key = cursor.accept('KEY')
  if (cursor.isNext('VIRTUAL')) throw cursor.unsupported('A virtual element')
  if (cursor.accept('*')) return { key: false }
  const expression = parseExpression(cursor)
  const alias = cursor.accept('AS') ? cursor.name('An alias') : undefined
  if (cursor.accept(':')) {
    if (cursor.accept('REDIRECTED', 'TO')) {
      while (!cursor.ended && !cursor.isNext(',') && !cursor.isNext('}')) cursor.next()
      return undefined
    }
    if (cursor.accept('LOCALIZED')) {
      return { expression, key, ...(alias === undefined ? {} : { alias }) }
    }
    throw cursor.unsupported('An element with a type of its own')
  }
  if (isAssociation(expression)) return undefined
  if (alias === undefined && expression.kind !== 'column' && expression.kind !== 'path') {
    throw cursor.error('An expression needs an alias')
  }
  return { expression, key, ...(alias === undefined ? {} : { alias }) }
}

function isAssociation(expression: Expression): boolean {
  return (
    (expression.kind === 'column' || expression.kind === 'path') && expression.name.startsWith('_')
  )
}

/** `@Name.sub: value` … ; gives the values that are texts or constants, by upper-case name. */
function parseAnnotations(cursor: Cursor): Map<string, string> {
  const found = new Map<string, string>()
  while (cursor.accept('@')) {
    cursor.accept('<')
    let name = cursor.name('The name of an annotation')
    while (cursor.accept('.')) name += `.${cursor.name('The name of an annotation')}`
    if (cursor.accept(':')) parseAnnotationValue(cursor, name, found)
  }
  return found
}

function parseAnnotationValue(cursor: Cursor, name: string, found: Map<string, string>): void {
  if (cursor.accept('{')) {
    while (!cursor.ended && !cursor.accept('}')) {
      let inner = cursor.next().upper
      while (cursor.accept('.')) inner += `.${cursor.next().upper}`
      if (cursor.accept(':')) {
        cursor.nested(() => {
          parseAnnotationValue(cursor, `${name}.${inner}`, found)
        })
      }
      cursor.accept(',')
    }
  } else if (cursor.accept('[')) {
    while (!cursor.ended && !cursor.accept(']')) {
      cursor.nested(() => {
        parseAnnotationValue(cursor, name, found)
      })
      cursor.accept(',')
    }
  } else {
    cursor.accept('-')
    const token = cursor.next()
    if (token.kind === 'text') found.set(name, token.text)
    if (token.kind === 'word' && token.text.startsWith('#')) found.set(name, token.upper)
    while (token.kind === 'word' && cursor.accept('.')) cursor.next()
  }
}
