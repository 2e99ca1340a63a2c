/** Translates between the text of a part and the files of the abapGit format. */
import type { ObjectType, PartKey } from '../types.ts'
import { StoreError } from './errors.ts'
import { readMetadata, writeMetadata } from './formats/abapgit.ts'
import {
  functionItem,
  functionText,
  processingType,
  withFunctionText
} from './formats/function-group.ts'
import type { KindOf } from './formats/table-fields.ts'
import { tableText, withTableText } from './formats/table.ts'
import { child, textAt } from './formats/xml.ts'
import type { Element } from './formats/xml.ts'
import { isTextPart, poolText, withPoolText } from './formats/text-pool.ts'
import { fileOf, hasTexts, metadataFile } from './names.ts'
import { objectTypes } from './object-types.ts'

type Files = ReadonlyMap<string, string>

const isTable = ({ object: { type } }: PartKey) => type === 'TABL' || type === 'STRU'
const isFunction = ({ object: { type }, part }: PartKey) =>
  type === 'FUGR' && part.startsWith('function:')
const textsOf = ({ object: { type }, part }: PartKey) =>
  hasTexts(type) && isTextPart(part) ? part : undefined
const isMetadata = ({ object: { type } }: PartKey) =>
  type !== 'FUGR' && objectTypes[type].source === undefined

/**
 * Whether the text of the part has another form in the files, so that the written text is kept
 * beside them.
 */
export function isEncoded(part: PartKey): boolean {
  return isTable(part) || isFunction(part)
}

function functionName({ part }: PartKey): string {
  return part.slice('function:'.length)
}

/** The files that the text of a part comes from. */
export function sourceFiles(part: PartKey): string[] {
  if (isTable(part)) return [metadataFile(part.object)]
  return isFunction(part) ? [fileOf(part), metadataFile(part.object)] : [fileOf(part)]
}

/**
 * Values of the metadata texts read last: a list of objects or parts reads the same ones again
 * and again.
 */
const recent = new Map<string, Element>()
const recentLimit = 200

function valuesIn(text: string): Element {
  const known = recent.get(text)
  if (known !== undefined) return known
  const { values } = readMetadata(text)
  const oldest = recent.size < recentLimit ? undefined : recent.keys().next().value
  if (oldest !== undefined) recent.delete(oldest)
  recent.set(text, values)
  return values
}

export function valuesOf(part: Pick<PartKey, 'object'>, files: Files): Element | undefined {
  const text = files.get(metadataFile(part.object))
  return text === undefined ? undefined : valuesIn(text)
}

/** The text of a part from its files; undefined when it does not exist. */
export function decode(part: PartKey, files: Files): string | undefined {
  if (isFunction(part)) {
    const values = valuesOf(part, files)
    const item = values && functionItem(values, functionName(part))
    const file = files.get(fileOf(part))
    return item === undefined || file === undefined ? undefined : functionText(item, file)
  }
  const texts = textsOf(part)
  if (texts !== undefined) {
    const text = files.get(fileOf(part))
    // most text pools have nothing but a title
    return text === undefined || !/<ID>[ISTH]<\/ID>/.test(text)
      ? undefined
      : poolText(valuesIn(text), texts)
  }
  if (!isTable(part)) return files.get(fileOf(part))
  const values = valuesOf(part, files)
  return values === undefined ? undefined : tableText(values)
}

function changeMetadata(
  part: PartKey,
  files: Files,
  change: (values: Element) => Element
): [string, string] {
  const file = textsOf(part) === undefined ? metadataFile(part.object) : fileOf(part)
  const text = files.get(file)
  if (text === undefined) {
    throw new StoreError(
      'NOT_FOUND',
      `${part.object.type} ${part.object.name} has no metadata file`
    )
  }
  const metadata = readMetadata(text)
  const next = change(metadata.values)
  const same = writeMetadata(metadata, next) === writeMetadata(metadata, metadata.values)
  return [file, same ? text : writeMetadata(metadata, next)]
}

/** Names inside the metadata that must be the object's. */
const nameFields: Readonly<Partial<Record<ObjectType, string>>> = {
  DOMA: 'DOMNAME',
  DTEL: 'ROLLNAME',
  TTYP: 'TYPENAME',
  MSAG: 'ARBGB'
}

function checkMetadata({ object: { type, name } }: PartKey, text: string): void {
  const { values } = readMetadata(text)
  const [section = ''] = objectTypes[type].description
  const refuse = (problem: string) => {
    throw new StoreError('INVALID_SOURCE', problem, { position: { line: 1, column: 0 } })
  }
  if (child(values, section) === undefined) {
    refuse(`The XML has no ${section}, so it is not the content of an object of type ${type}`)
  }
  const field = nameFields[type]
  const written = field === undefined ? '' : textAt(values, section, field)
  if (written !== '' && written !== name) {
    refuse(`The XML is the content of ${written}, but it belongs to ${name}`)
  }
}

/**
 * The files that hold the text, made from what they held before. Throws StoreError `INVALID_SOURCE`
 * with line and column.
 */
export function encode(
  part: PartKey,
  text: string,
  context: { files: Files; kindOf: KindOf }
): Map<string, string> {
  const { files, kindOf } = context
  const { name, type } = part.object
  if (isTable(part)) {
    const kind = type === 'TABL' ? 'table' : 'structure'
    return new Map([
      changeMetadata(part, files, values => withTableText(values, text, { kind, name, kindOf }))
    ])
  }
  if (isFunction(part)) {
    let file = ''
    const metadata = changeMetadata(part, files, values => {
      const encoded = withFunctionText(values, functionName(part), text)
      file = encoded.file
      return encoded.values
    })
    // A change of the body alone leaves the group's metadata, which other drafts may change, out of
    // the draft.
    const unchanged = files.get(metadata[0]) === metadata[1]
    return new Map([...(unchanged ? [] : [metadata]), [fileOf(part), file]])
  }
  const texts = textsOf(part)
  if (texts !== undefined) {
    return new Map([changeMetadata(part, files, values => withPoolText(values, texts, text))])
  }
  if (isMetadata(part)) checkMetadata(part, text)
  return new Map([[fileOf(part), text]])
}

/** Short text and facts of a part that has its own: a function module. */
export function partFacts(
  part: PartKey,
  files: Files
): { description?: string; attributes?: Record<string, string> } {
  const values = isFunction(part) ? valuesOf(part, files) : undefined
  const item = values && functionItem(values, functionName(part))
  return item === undefined
    ? {}
    : {
        description: textAt(item, 'SHORT_TEXT'),
        attributes: { processingType: processingType(item) }
      }
}
