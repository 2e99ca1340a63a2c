/** Parses joined sources. */
import type { Expression, Source } from './ast.ts'
import type { Cursor } from './cursor.ts'
import { parseCondition } from './expressions.ts'

/** One source and all that are joined to it; `single` reads what stands between the joins. */
export function parseJoins(cursor: Cursor, single: (cursor: Cursor) => Source): Source {
  let left = single(cursor)
  for (;;) {
    const join = parseJoinKind(cursor)
    if (join === undefined) return left
    const right = single(cursor)
    const on = join === 'CROSS' ? undefined : parseOn(cursor)
    left = { kind: 'join', join, left, right, ...(on === undefined ? {} : { on }) }
  }
}

function parseOn(cursor: Cursor): Expression {
  cursor.expect('ON')
  return parseCondition(cursor)
}

const CARDINALITY = ['MANY', 'ONE', 'EXACT', 'TO'] as const

function parseJoinKind(cursor: Cursor): 'INNER' | 'LEFT' | 'RIGHT' | 'CROSS' | undefined {
  if (cursor.accept('CROSS', 'JOIN')) return 'CROSS'
  if (cursor.accept('JOIN')) return 'INNER'
  const kind = cursor.acceptOneOf('INNER', 'LEFT', 'RIGHT')
  if (kind === undefined) return undefined
  cursor.accept('OUTER')
  while (cursor.acceptOneOf(...CARDINALITY) !== undefined) {
    /* how many rows match changes nothing here */
  }
  cursor.expect('JOIN')
  return kind as 'INNER'
}
