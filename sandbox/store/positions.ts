/** Maps positions between the texts of parts and the files of the engine. */
import type { FileRange, Location, Overlay, PartKey, RepositoryFile } from '../types.ts'
import { encode, isEncoded } from './codec.ts'
import { normalized } from './drafts.ts'
import { fileHeadRows } from './formats/function-comment.ts'
import { parseFunctionSource } from './formats/function-source.ts'
import { parseTableSource } from './formats/table-source.ts'
import { StoreError } from './errors.ts'
import { partText } from './info.ts'
import { idOf, recordOf, workingFiles } from './model.ts'
import { checkedPart, fileOf, metadataFile } from './names.ts'
import { partOfFile } from './queries.ts'
import type { Repository } from './repository.ts'

/**
 * The files for unsaved sources, applied to the drafts of their objects. Throws StoreError as
 * `write` does.
 */
export function overlayFiles(repository: Repository, sources: Overlay): RepositoryFile[] {
  const files = new Map<string, string>()
  const changed = new Map<string, string>()
  for (const { part, text } of sources) {
    const object = repository.get(part.object)
    const key: PartKey = { object: object.key, part: checkedPart(object.key.type, part.part) }
    for (const [name, draft] of object.drafts) if (!changed.has(name)) changed.set(name, draft)
    const context = {
      files: new Map([...workingFiles(object), ...files]),
      kindOf: repository.kindOf
    }
    for (const [name, content] of encode(key, normalized(text), context)) {
      files.set(name, content)
      changed.set(name, content)
    }
  }
  return [...changed].map(([name, text]) => ({ name, text }))
}

interface Texts {
  readonly text: string
  readonly file: string
}

/**
 * The text that is in force for a part, and its file: the given source, else the draft, else the
 * active one.
 */
function textsOf(repository: Repository, part: PartKey, sources: Overlay): Texts | undefined {
  const object = repository.find(part.object)
  if (object === undefined) return undefined
  const given = sources.find(
    each =>
      idOf(each.part.object) === idOf(part.object) &&
      checkedPart(part.object.type, each.part.part) === part.part
  )
  const files = workingFiles(object)
  if (given !== undefined) {
    const text = normalized(given.text)
    return {
      text,
      file: encode(part, text, { files, kindOf: repository.kindOf }).get(fileOf(part)) ?? ''
    }
  }
  const text = partText(
    object,
    part.part,
    recordOf(object, part.part, 'inactive') === undefined ? 'active' : 'inactive'
  )
  return text === undefined ? undefined : { text, file: files.get(fileOf(part)) ?? '' }
}

interface RowMapping {
  /** The last row of the signature in the text, and of the header in the file. */
  readonly text: number
  readonly file: number
  /** 1 when code follows the period in its row: the file has it in a separate row. */
  readonly moved: number
}

function rowMappingOf({ text, file }: Texts): RowMapping {
  const { rest, end } = parseFunctionSource(text)
  return {
    text: end.row,
    file: fileHeadRows(file),
    moved: (rest.split('\n', 1)[0] ?? '').trim() === '' ? 0 : 1
  }
}

function textRow(row: number, mapping: RowMapping): number {
  return row <= mapping.file ? 1 : row - mapping.file - mapping.moved + mapping.text
}

function inFunction(range: FileRange, mapping: RowMapping): Omit<FileRange, 'file'> {
  const { startRow, startColumn, endRow, endColumn } = range
  if (startRow <= mapping.file) {
    return {
      startRow: 1,
      startColumn: 0,
      endRow: 1,
      endColumn: Math.max(0, startRow === 1 && endRow === 1 ? endColumn : 8)
    }
  }
  return {
    startRow: textRow(startRow, mapping),
    startColumn,
    endRow: textRow(endRow, mapping),
    endColumn
  }
}

/** The row of the table field in the source that corresponds to a row of the metadata file. */
function inTable(range: FileRange, text: string, file: string): Omit<FileRange, 'file'> {
  const before = file.split('\n').slice(0, range.startRow).join('\n')
  const name = [...before.matchAll(/<FIELDNAME>([^<]+)<\/FIELDNAME>/g)].at(-1)?.[1]
  const rows = undefinedOnStoreError(() => parseTableSource(text).elements)
  const found = rows?.find(each => each.name === name)
  const row = found?.row ?? 1
  const line = text.split('\n')[row - 1] ?? ''
  const column = line.search(/\S/)
  return { startRow: row, startColumn: Math.max(0, column), endRow: row, endColumn: line.length }
}

function undefinedOnStoreError<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    if (error instanceof StoreError) return undefined
    throw error
  }
}

/** Converts a position in a file of the engine to a position in the text of the part. */
export function toPart(
  repository: Repository,
  range: FileRange,
  sources: Overlay = []
): Location | undefined {
  const part = partOfFile(repository, range.file)
  if (part === undefined) return undefined
  const { startRow, startColumn, endRow, endColumn } = range
  const plain = { part, range: { startRow, startColumn, endRow, endColumn } }
  if (!isEncoded(part)) {
    return range.file.endsWith('.xml') && range.file !== fileOf(part)
      ? { part, range: { startRow: 1, startColumn: 0, endRow: 1, endColumn: 0 } }
      : plain
  }
  const texts = undefinedOnStoreError(() => textsOf(repository, part, sources))
  if (texts === undefined) return plain
  if (part.object.type !== 'FUGR') {
    const object = repository.find(part.object)
    return {
      part,
      range: inTable(
        range,
        texts.text,
        object === undefined ? '' : (workingFiles(object).get(metadataFile(object.key)) ?? '')
      )
    }
  }
  const mapping = undefinedOnStoreError(() => rowMappingOf(texts))
  return mapping === undefined ? plain : { part, range: inFunction(range, mapping) }
}

/** Converts a position in the text of a part to a position in a file of the engine. */
export function toFile(
  repository: Repository,
  place: { readonly part: PartKey; readonly row: number; readonly column: number },
  sources: Overlay = []
): { file: string; row: number; column: number } | undefined {
  const { row, column } = place
  const object = repository.find(place.part.object)
  if (object === undefined) return undefined
  const part: PartKey = { object: object.key, part: checkedPart(object.key.type, place.part.part) }
  const file = fileOf(part)
  if (!isEncoded(part)) return { file, row, column }
  if (part.object.type !== 'FUGR') return { file, row: 1, column: 0 }
  const texts = undefinedOnStoreError(() => textsOf(repository, part, sources))
  const mapping = texts && undefinedOnStoreError(() => rowMappingOf(texts))
  if (mapping === undefined) return { file, row, column }
  if (row < mapping.text || (row === mapping.text && mapping.moved === 0)) {
    return { file, row: 1, column }
  }
  return { file, row: row - mapping.text + mapping.file + mapping.moved, column }
}
