/** Parses the name of a column, with its source or the path of associations that leads to it. */
import type { Expression, PathStep } from './ast.ts'
import type { Cursor } from './cursor.ts'

/**
 * `alias~field` of ABAP SQL; `alias.field`, `_Assoc.field`, `$projection.field`, `$session.client`
 * of CDS.
 */
export function parseColumn(
  cursor: Cursor,
  parseFilter: (cursor: Cursor) => Expression
): Expression {
  const place = cursor.place
  const first = cursor.name('A column')
  if (cursor.dialect === 'abap') {
    if (cursor.isNext('\\')) throw cursor.unsupported('A path expression')
    return cursor.accept('~')
      ? { kind: 'column', qualifier: first, name: cursor.name('A column'), place }
      : { kind: 'column', name: first, place }
  }
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
