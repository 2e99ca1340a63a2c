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

/**
 * A CDS view from its DDL source. What is no view, or cannot be a view of SQLite, is refused by
 * name.
 */
export function parseView(source: string): ViewDefinition {
  const cursor = new Cursor(tokenize(source, 'cds'), 'cds')
  const annotations = parseAnnotations(cursor)
  cursor.takeOneOf('DEFINE', 'EXTEND')
  cursor.take('ROOT')
  if (cursor.sees('TABLE')) {
    throw cursor.unsupported(
      cursor.sees('TABLE', 'FUNCTION') ? 'DEFINE TABLE FUNCTION' : 'DEFINE TABLE ENTITY'
    )
  }
  for (const kind of ['ABSTRACT', 'CUSTOM', 'HIERARCHY', 'TRANSIENT', 'EXTERNAL', 'TYPE']) {
    if (cursor.sees(kind)) throw cursor.unsupported(`DEFINE ${kind}`)
  }
  cursor.expect('VIEW')
  cursor.take('ENTITY')
  if (cursor.sees('EXTEND')) throw cursor.unsupported('EXTEND VIEW')
  const entity = cursor.name('The name of the view')
  while (cursor.take('PROVIDER', 'CONTRACT')) cursor.next()
  if (cursor.sees('WITH', 'PARAMETERS')) throw cursor.unsupported('A view WITH PARAMETERS')
  cursor.expect('AS')
  const query = parseViewQuery(cursor)
  cursor.take(';')
  if (!cursor.ended) throw cursor.error('The end of the source is expected')
  const sqlView = annotations.get('ABAPCATALOG.SQLVIEWNAME')
  return {
    entity,
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
    cursor.take('ENTITY')
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
    operator = cursor.take('UNION', 'ALL')
      ? 'UNION ALL'
      : ((cursor.takeOneOf('UNION', 'INTERSECT', 'EXCEPT') ?? '') as '')
  } while (operator !== '')
  return { with: [], selects, orderBy: [] }
}

function parseViewSelect(cursor: Cursor): Select {
  const projection = cursor.take('PROJECTION', 'ON')
  if (!projection) cursor.expect('SELECT')
  const distinct = cursor.take('DISTINCT')
  if (!projection) cursor.expect('FROM')
  const from = parseFrom(cursor)
  const associations: Association[] = []
  while (cursor.sees('ASSOCIATION') || cursor.sees('COMPOSITION')) {
    const association = parseAssociation(cursor)
    if (association !== undefined) associations.push(association)
  }
  const items = parseElements(cursor)
  const where = cursor.take('WHERE') ? parseCondition(cursor) : undefined
  const groupBy = cursor.take('GROUP', 'BY') ? cursor.list(() => parseExpression(cursor)) : []
  const having = cursor.take('HAVING') ? parseCondition(cursor) : undefined
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
  if (cursor.take('(')) {
    const inner = cursor.nested(() => parseFrom(cursor))
    cursor.expect(')')
    return inner
  }
  const name = cursor.name('The name of a table or view')
  if (cursor.sees('(')) throw cursor.unsupported(`The source ${name} with parameters`)
  if (cursor.sees('.')) throw cursor.unsupported(`A path as source (${name}.…)`)
  const alias = cursor.take('AS') ? cursor.name('An alias') : impliedAlias(cursor)
  return { kind: 'table', name, place, ...(alias === undefined ? {} : { alias }) }
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
  if (cursor.take('OF')) {
    while (['ONE', 'MANY', 'EXACT', 'TO'].includes(cursor.token.upper)) cursor.next()
  }
  if (cursor.take('[')) {
    while (!cursor.ended && !cursor.take(']')) cursor.next()
  }
  if (composition) cursor.take('OF')
  const parent = cursor.take('TO', 'PARENT')
  if (!parent) cursor.take('TO')
  const target = cursor.name('The target of the association')
  const name = cursor.take('AS') ? cursor.name('The name of the association') : target
  if (!cursor.take('ON')) return undefined
  const on = parseCondition(cursor)
  if (cursor.take('WITH', 'DEFAULT', 'FILTER')) throw cursor.unsupported('WITH DEFAULT FILTER')
  return { name, target, on, place }
}

function parseElements(cursor: Cursor): SelectItem[] {
  cursor.expect('{')
  const items: SelectItem[] = []
  while (!cursor.take('}')) {
    parseAnnotations(cursor)
    if (cursor.take('}')) break
    const item = parseElement(cursor)
    if (item !== undefined) items.push(item)
    if (!cursor.take(',') && !cursor.sees('}')) throw cursor.error(', or } is expected')
  }
  if (items.length === 0) throw cursor.error('The view has no elements')
  return items
}

/** Exposed associations are no columns. */
function parseElement(cursor: Cursor): SelectItem | undefined {
  const key = cursor.take('KEY')
  if (cursor.sees('VIRTUAL')) throw cursor.unsupported('A virtual element')
  if (cursor.take('*')) return { key: false }
  const expression = parseExpression(cursor)
  const alias = cursor.take('AS') ? cursor.name('An alias') : undefined
  if (cursor.take(':')) {
    if (cursor.take('REDIRECTED', 'TO')) {
      while (!cursor.ended && !cursor.sees(',') && !cursor.sees('}')) cursor.next()
      return undefined
    }
    if (cursor.take('LOCALIZED')) {
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

/** `@Name.sub: value` … ; gives the values that are texts, by upper-case name. */
function parseAnnotations(cursor: Cursor): Map<string, string> {
  const found = new Map<string, string>()
  while (cursor.take('@')) {
    cursor.take('<')
    let name = cursor.name('The name of an annotation')
    while (cursor.take('.')) name += `.${cursor.name('The name of an annotation')}`
    if (cursor.take(':')) parseAnnotationValue(cursor, name, found)
  }
  return found
}

function parseAnnotationValue(cursor: Cursor, name: string, found: Map<string, string>): void {
  if (cursor.take('{')) {
    while (!cursor.ended && !cursor.take('}')) {
      let inner = cursor.next().upper
      while (cursor.take('.')) inner += `.${cursor.next().upper}`
      if (cursor.take(':')) {
        cursor.nested(() => {
          parseAnnotationValue(cursor, `${name}.${inner}`, found)
        })
      }
      cursor.take(',')
    }
  } else if (cursor.take('[')) {
    while (!cursor.ended && !cursor.take(']')) {
      cursor.nested(() => {
        parseAnnotationValue(cursor, name, found)
      })
      cursor.take(',')
    }
  } else {
    cursor.take('-')
    const token = cursor.next()
    if (token.kind === 'text') found.set(name, token.text)
    while (token.kind === 'word' && cursor.take('.')) cursor.next()
  }
}
