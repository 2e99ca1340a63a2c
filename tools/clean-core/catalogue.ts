/** SAP's public catalogue of released objects and classic APIs, in the format of its files. */
import { offLoop } from '../call/worker-thread.ts'

export const editions = ['s4hc', 'btp', 'pce'] as const
/** S/4HANA Cloud Public Edition, BTP ABAP environment, Private Edition and on premise. */
export type Edition = (typeof editions)[number]

/** The file with the released objects of an edition. */
export const releaseFiles: Readonly<Record<Edition, string>> = {
  s4hc: 'objectReleaseInfoLatest.json',
  btp: 'objectReleaseInfo_BTPLatest.json',
  pce: 'objectReleaseInfo_PCELatest.json'
}
/** The file with the classic APIs, and with the objects that are no API. */
export const classFile = 'objectClassifications_SAP.json'

export interface Successor {
  readonly type: string
  readonly name: string
}

/** What the catalogue says of one object. */
export interface CatalogueEntry {
  readonly type: string
  readonly name: string
  /** `released`, `deprecated`, `notToBeReleased`, `classicAPI`, `noAPI` and others. */
  readonly state: string
  readonly successors: readonly Successor[]
  /** A successor that is no object. */
  readonly concept?: string | undefined
}

/** Types that the catalogue names otherwise than the object directory. */
const typeOf: Readonly<Record<string, string>> = { CDS_STOB: 'DDLS', STOB: 'DDLS' }

type Row = Readonly<Record<string, unknown>>

/**
 * The entries of the named objects in the text of a file.
 * @throws Error where the text is no file of the catalogue
 */
export function entriesFor(text: string, names: readonly string[]): CatalogueEntry[] {
  const wanted = new Set(names)
  return rowsOf(JSON.parse(text)).flatMap(row => {
    const name = wordOf(row, 'objectKey') || wordOf(row, 'tadirObjName')
    if (!wanted.has(name)) return []
    return [
      {
        ...objectOf(row),
        state: wordOf(row, 'state', false),
        successors: (listOf(row['successors']) ?? []).map(objectOf),
        concept: wordOf(row, 'successorConceptName', false) || undefined
      }
    ]
  })
}

export const entriesInThread = offLoop({ entriesFor }, import.meta.url)

function rowsOf(content: unknown): Row[] {
  const { objectReleaseInfo, objectClassifications } = isRow(content) ? content : {}
  const rows = listOf(objectReleaseInfo) ?? listOf(objectClassifications)
  if (rows === undefined) {
    throw new Error('it holds neither objectReleaseInfo nor objectClassifications')
  }
  return rows
}

function objectOf(row: Row): Successor {
  const type = wordOf(row, 'objectType') || wordOf(row, 'tadirObject')
  return {
    type: typeOf[type] ?? type,
    name: wordOf(row, 'objectKey') || wordOf(row, 'tadirObjName')
  }
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function listOf(value: unknown): Row[] | undefined {
  return Array.isArray(value) ? value.filter(isRow) : undefined
}

function wordOf(row: Row, key: string, upper = true): string {
  const value = row[key]
  if (typeof value !== 'string') return ''
  return upper ? value.toUpperCase() : value
}
