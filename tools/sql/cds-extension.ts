/** Reads CDS sources that extend a view: what they add to its elements and associations. */
import { CdsCursor } from './cds-cursor.ts'
import { readAnnotations } from './cds-expressions.ts'
import { newBranch, readAssociations, readElements, readGrouping } from './cds-select.ts'
import type { CdsBranch } from './cds-select.ts'
import { CdsError, cdsTokens, quotingsOf } from './cds-tokens.ts'
import type { CdsEntity } from './cds.ts'

/** What an extension adds; its paths begin at the sources and associations of the extended view. */
export interface CdsExtension {
  readonly branch: CdsBranch
  readonly mentions: ReadonlySet<string>
}

/**
 * All readings of a source that extends this view; none where it extends nothing, or another view.
 *
 * @throws CdsError where it may extend the view, and any part of it is not understood
 */
export function readExtensions(source: string, base: string): readonly CdsExtension[] {
  // Most users of a view extend nothing; a source that cannot be read is no extension without this
  // word.
  if (!/extend/i.test(source)) return []
  return quotingsOf(source).flatMap(quoting => {
    const found = readExtension(new CdsCursor(cdsTokens(source, quoting)), base)
    return found === undefined ? [] : [found]
  })
}

function readExtension(cursor: CdsCursor, base: string): CdsExtension | undefined {
  readAnnotations(cursor)
  cursor.take('DEFINE')
  if (cursor.sees('VIEW', 'EXTEND')) throw cursor.error('EXTEND VIEW is expected')
  if (!cursor.take('EXTEND')) return undefined
  const isView = cursor.take('VIEW')
  if (targetOf(cursor, isView) !== base) return undefined
  if (!isView) throw new CdsError('it is extended by a statement that is not understood')
  cursor.expect('WITH')
  if (cursor.seesName() && !beginsAssociation(cursor)) cursor.name('the name of the extension')
  const branch = newBranch()
  readAssociations(cursor, branch)
  do {
    readElements(cursor, branch)
    readGrouping(cursor, branch)
  } while (takeSetOperator(cursor))
  cursor.take(';')
  if (cursor.token.kind !== 'end') throw cursor.error('the end is expected')
  return { branch, mentions: cursor.mentions() }
}

/** The name before WITH, whatever kind of object the words before it say. */
function targetOf(cursor: CdsCursor, isView: boolean): string {
  if (isView) {
    if (cursor.sees('ENTITY', 'WITH', 'WITH')) {
      throw cursor.error('it may extend either of two views')
    }
    if (cursor.isWord(0, 'ENTITY') && cursor.seesName(1) && !cursor.isWord(1, 'WITH')) cursor.next()
    return cursor.name('the name of the extended view')
  }
  let name = cursor.name('the kind of the extended object')
  while (!cursor.sees('WITH') || cursor.isWord(1, 'WITH')) {
    name = cursor.name('the name of the extended object')
  }
  return name
}

/** An extension may be named like these words. */
function beginsAssociation(cursor: CdsCursor): boolean {
  if (cursor.isWord(1, '{')) return false
  return cursor.sees('ASSOCIATION') || cursor.sees('COMPOSITION') || cursor.sees('REDEFINE')
}

function takeSetOperator(cursor: CdsCursor): boolean {
  if (!cursor.take('UNION') && !cursor.take('EXCEPT') && !cursor.take('INTERSECT')) return false
  cursor.take('ALL')
  return true
}

/** The entity with all that its extensions add, as if it stood in each branch. */
export function extended(entity: CdsEntity, extensions: readonly CdsExtension[]): CdsEntity {
  if (extensions.length === 0) return entity
  const added = extensions.map(({ branch }) => branch)
  return {
    ...entity,
    branches: entity.branches.map(branch => combined([branch, ...added])),
    mentions: union([entity, ...extensions].map(({ mentions }) => mentions))
  }
}

function combined(branches: readonly CdsBranch[]): CdsBranch {
  return {
    sources: branches.flatMap(({ sources }) => sources),
    associations: branches.flatMap(({ associations }) => associations),
    exposed: branches.flatMap(({ exposed }) => exposed),
    steps: {
      heads: union(branches.map(({ steps }) => steps.heads)),
      inner: union(branches.map(({ steps }) => steps.inner)),
      calls: union(branches.map(({ steps }) => steps.calls))
    },
    possibleAssociations: union(branches.map(({ possibleAssociations }) => possibleAssociations))
  }
}

function union(sets: readonly ReadonlySet<string>[]): Set<string> {
  return new Set(sets.flatMap(set => [...set]))
}
