import type { FileRange, Location, Overlay, PartKey, Range, RepositoryFile, Store } from '../types.ts'
import { groupPartOf } from '../http/kinds.ts'

/**
 * The engine thinks in files, clients in sources. Mostly they are the same text; the file of a function module has a comment block
 * where the source has the parameters, and tables are XML files behind a source of their own.
 */
export interface Positions {
  /** The place in a source of a place in a file; undefined for files of the kernel. */
  locate (place: FileRange): Location | undefined
  /** Row and column in the file of a place in a source. */
  inFile (part: PartKey, row: number, column: number): { readonly file: string, readonly row: number, readonly column: number }
}

interface Texts { readonly store: Store, readonly overlay: readonly RepositoryFile[], readonly sources: Overlay }

function samePart (a: PartKey, b: PartKey): boolean {
  return a.object.type === b.object.type && a.object.name === b.object.name && a.part === b.part
}

function rowsOf (text: string): string[] {
  return text.replace(/\s+$/, '').split(/\r?\n/)
}

/** Body rows of file and source are the same when counted from the end. */
function shiftOf (file: string, source: string): number {
  return rowsOf(file).length - rowsOf(source).length
}

/** The row of the source that declares the field whose description the file's row belongs to. */
function fieldRow (file: string, source: string, row: number): number {
  const before = file.split(/\r?\n/).slice(0, row).reverse()
  const field = before.map(line => /<FIELDNAME>([^<]+)</.exec(line)?.[1]).find(name => name !== undefined)
  if (field === undefined) return 1
  const pattern = new RegExp(`^\\s*(key\\s+)?${field.replace(/\W/g, '\\$&')}\\s*:`, 'i')
  const index = source.split(/\r?\n/).findIndex(line => pattern.test(line))
  return index < 0 ? 1 : index + 1
}

function wholeRow (row: number, source: string): Range {
  const line = source.split(/\r?\n/)[row - 1] ?? ''
  const start = line.length - line.trimStart().length
  return { startRow: row, startColumn: start, endRow: row, endColumn: Math.max(line.trimEnd().length, start) }
}

export function createPositions (texts: Texts): Positions {
  const { store, overlay, sources } = texts
  const sourceOf = (part: PartKey) => sources.find(each => samePart(each.part, part))?.text ??
    store.read(part, overlay.length > 0 ? 'workingArea' : 'active')?.text ?? store.read(part, 'workingArea')?.text ?? ''
  const fileOf = (part: PartKey, name: string) => overlay.find(each => each.name === name)?.text ??
    store.files('active', [part.object]).find(each => each.name === name)?.text ?? ''

  const locateInFunction = (part: PartKey, place: FileRange): Location => {
    const source = sourceOf(part)
    const shift = shiftOf(fileOf(part, place.file), source)
    const startRow = place.startRow - shift
    if (place.startRow === 1 || startRow < 2) return { part, range: { ...place, startRow: 1, endRow: 1 } }
    return { part, range: { ...place, startRow, endRow: Math.max(place.endRow - shift, startRow) } }
  }

  return {
    locate (place) {
      const part = store.partOfFile(place.file)
      if (part === undefined) return undefined
      const { startRow, startColumn, endRow, endColumn } = place
      if (groupPartOf(part.part)?.kind === 'function') {
        const { range } = locateInFunction(part, place)
        return { part, range: { startRow: range.startRow, startColumn, endRow: range.endRow, endColumn } }
      }
      if (place.file.endsWith('.xml')) {
        const source = sourceOf(part)
        return { part, range: wholeRow(fieldRow(fileOf(part, place.file), source, place.startRow), source) }
      }
      return { part, range: { startRow, startColumn, endRow, endColumn } }
    },
    inFile (part, row, column) {
      const file = store.fileName(part)
      if (groupPartOf(part.part)?.kind !== 'function') return { file, row, column }
      const shifted = row + shiftOf(fileOf(part, file), sourceOf(part))
      return { file, row: row === 1 ? 1 : Math.max(shifted, 1), column }
    }
  }
}
