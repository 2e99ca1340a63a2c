/** Reads the source of a CDS object by its grammar: what it takes data from, and by which names. */
import { CdsCursor } from './cds-cursor.ts'
import { readAnnotations, readSteps, noSteps } from './cds-expressions.ts'
import { readHierarchy } from './cds-hierarchy.ts'
import { newBranch, readAssociation, readProjection, readQuery } from './cds-select.ts'
import type { CdsBranch } from './cds-select.ts'
import { CdsError, cdsTokens, quotingsOf } from './cds-tokens.ts'

export interface CdsEntity {
  readonly name: string
  /** The view in the dictionary that a classic view makes. */
  readonly sqlView?: string
  readonly branches: readonly CdsBranch[]
  /** Sources of other names may add elements and associations to it. */
  readonly extensible: boolean
  /** Names outside literals, comments and annotations whose part in the source is not certain. */
  readonly mentions: ReadonlySet<string>
}

/**
 * All readings of a source.
 *
 * @throws CdsError where any part of the source is not understood, or its kind has no sources that
 * it names
 */
export function readEntities(source: string): readonly CdsEntity[] {
  return quotingsOf(source).map(quoting => readEntity(new CdsCursor(cdsTokens(source, quoting))))
}

function readEntity(cursor: CdsCursor): CdsEntity {
  const annotations = readAnnotations(cursor)
  const found = readDefinition(cursor)
  cursor.take(';')
  if (cursor.token.kind !== 'end') throw cursor.error('the end is expected')
  const sqlView = textOf(annotations.get('ABAPCATALOG.SQLVIEWNAME'))
  return {
    ...found,
    // Where nothing is said, views of both kinds can be extended.
    extensible: annotations.get('ABAPCATALOG.VIEWENHANCEMENTCATEGORY') !== '[#NONE]',
    mentions: cursor.mentions(),
    ...(sqlView === undefined || sqlView === '' ? {} : { sqlView })
  }
}

function textOf(value: string | undefined): string | undefined {
  return value === undefined ? undefined : /^'(.*)'$/.exec(value)?.[1]?.trim()
}

type Definition = Pick<CdsEntity, 'name' | 'branches'>

/** Kinds of which the source does not say where their data come from. */
const closed: readonly (readonly [words: readonly string[], reason: string])[] = [
  [['TABLE', 'FUNCTION'], 'a table function takes its rows from code of the database'],
  [['SCALAR', 'FUNCTION'], 'a scalar function is code'],
  [['CUSTOM', 'ENTITY'], 'a custom entity takes its rows from ABAP code'],
  [['ABSTRACT', 'ENTITY'], 'an abstract entity has no rows'],
  [['EXTERNAL', 'ENTITY'], 'an external entity takes its rows from another database'],
  [['EXTEND'], 'it extends another object'],
  [['VIEW', 'EXTEND'], 'it extends another object']
]

function readDefinition(cursor: CdsCursor): Definition {
  if (!cursor.sees('EXTEND')) cursor.take('DEFINE')
  while (cursor.take('ROOT') || cursor.take('TRANSIENT') || cursor.take('WRITABLE'));
  const kind = closed.find(([words]) => cursor.sees(...words))
  if (kind !== undefined) throw new CdsError(kind[1])
  if (cursor.take('HIERARCHY')) return named(cursor, readHierarchy)
  if (cursor.take('TABLE', 'ENTITY')) return readTableEntity(cursor)
  cursor.expect('VIEW')
  if (cursor.isWord(0, 'ENTITY') && cursor.seesName(1)) cursor.take('ENTITY')
  return named(cursor, readViewBody)
}

function readViewBody(cursor: CdsCursor): CdsBranch[] {
  return cursor.sees('PROJECTION') ? readProjection(cursor) : readQuery(cursor)
}

/** Name, list of names, parameters and contract, up to AS. */
function named(cursor: CdsCursor, body: (cursor: CdsCursor) => CdsBranch[]): Definition {
  const name = cursor.name('the name of the view')
  if (cursor.take('(')) {
    do cursor.name('the name of an element')
    while (cursor.take(','))
    cursor.expect(')')
  }
  while (!cursor.take('AS')) {
    if (cursor.take('WITH', 'PARAMETERS')) readParameters(cursor)
    else if (cursor.take('PROVIDER', 'CONTRACT')) cursor.name('the name of a contract')
    else throw cursor.error('AS is expected')
  }
  return { name, branches: body(cursor) }
}

/** `p_date : abap.dats, p_lang : spras`, each with annotations around it. */
function readParameters(cursor: CdsCursor): void {
  do {
    readAnnotations(cursor)
    cursor.name('the name of a parameter')
    cursor.expect(':')
    readSteps(cursor, noSteps())
    readAnnotations(cursor)
  } while (cursor.take(','))
}

/** A table that is defined in CDS: its rows are its own, and its associations lead to others. */
function readTableEntity(cursor: CdsCursor): Definition {
  const name = cursor.name('the name of the table')
  const branch = newBranch()
  cursor.expect('{')
  while (!cursor.take('}')) {
    readAnnotations(cursor)
    if (!cursor.isWord(1, ':')) cursor.take('KEY')
    const element = cursor.name('the name of an element')
    cursor.expect(':')
    if (cursor.sees('ASSOCIATION') || cursor.sees('COMPOSITION')) {
      branch.associations.push({ ...readAssociation(cursor), name: element })
    } else {
      readSteps(cursor, noSteps())
      if (cursor.take('NOT')) cursor.expect('NULL')
    }
    cursor.expect(';')
  }
  return { name, branches: [branch] }
}
