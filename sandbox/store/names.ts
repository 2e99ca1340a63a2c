/** Checks names, and maps parts to file names and back. */
import type { ObjectKey, ObjectType, PartKey } from '../types.ts'
import { StoreError } from './errors.ts'
import { isTextPart } from './formats/text-pool.ts'
import { objectTypes, typesOfExtension } from './object-types.ts'

const plainName = /^(\/[A-Z0-9_]{1,8}\/)?[A-Z_][A-Z0-9_]*$/
const packageName = /^(\$[A-Z0-9_]+|(\/[A-Z0-9_]{1,8}\/)?[A-Z_][A-Z0-9_]*)$/
const functionNameLength = 30
const includeNameLength = 40

/** The class includes beside `main`, with the middle of their file names. */
export const classIncludes: Readonly<Record<string, string>> = {
  definitions: 'locals_def',
  implementations: 'locals_imp',
  macros: 'macros',
  testclasses: 'testclasses'
}

/** Whether objects of the type have a text pool: symbols, selection texts, headings. */
export function hasTexts(type: ObjectType): boolean {
  return type === 'PROG' || type === 'CLAS' || type === 'FUGR'
}

/**
 * The name in upper case. Throws StoreError `INVALID_NAME` when no object of that type can have it.
 */
export function checkedName(type: ObjectType, name: string): string {
  const upper = name.toUpperCase()
  const { maxLength } = objectTypes[type]
  if (upper.length > maxLength) {
    throw new StoreError('INVALID_NAME', `The name ${upper} is longer than ${maxLength} characters`)
  }
  if (!(type === 'DEVC' ? packageName : plainName).test(upper)) {
    throw new StoreError(
      'INVALID_NAME',
      `${upper === '' ? 'An empty name' : upper} is not a name that an object of type ${type} can have`
    )
  }
  return upper
}

/**
 * The part in its written form: `main`, `testclasses`, `function:Z_X`. Throws StoreError
 * `INVALID_NAME`.
 */
export function checkedPart(type: ObjectType, part: string): string {
  const [kind = '', name = ''] = part.split(':', 2)
  if (type === 'FUGR' && (kind === 'function' || kind === 'include')) {
    const upper = name.toUpperCase()
    if (
      !plainName.test(upper) ||
      upper.length > (kind === 'function' ? functionNameLength : includeNameLength)
    ) {
      throw new StoreError(
        'INVALID_NAME',
        `${upper} is not a name that a ${kind === 'function' ? 'function module' : 'group include'} can have`
      )
    }
    return `${kind}:${upper}`
  }
  const lower = part.toLowerCase()
  if (isTextPart(lower) && hasTexts(type)) return lower
  if (lower === 'main' || (type === 'CLAS' && lower in classIncludes)) return lower
  throw new StoreError('NOT_FOUND', `Objects of type ${type} have no part ${part}`)
}

export function sameObject(one: ObjectKey, other: ObjectKey): boolean {
  return one.type === other.type && one.name === other.name
}

/** A name as it stands in file and folder names. */
export function encodeName(name: string): string {
  return name.toLowerCase().replace(/\//g, '#')
}

export function decodeName(encoded: string): string {
  return encoded.replace(/%23/g, '#').replace(/#/g, '/').toUpperCase()
}

/**
 * `/ABC/FG` and the prefix `SAPL` give `/ABC/SAPLFG`: names derived from a group keep its namespace
 * in front.
 */
export function derivedName(group: string, prefix: string, suffix = ''): string {
  const at = group.lastIndexOf('/') + 1
  return group.slice(0, at) + prefix + group.slice(at) + suffix
}

export function metadataFile(key: ObjectKey): string {
  return `${encodeName(key.name)}.${objectTypes[key.type].extension}.xml`
}

/** The file that holds the text of a part; of the parts that are metadata, the metadata file. */
export function fileOf({ object, part }: PartKey): string {
  const row = objectTypes[object.type]
  const stem = `${encodeName(object.name)}.${row.extension}`
  if (isTextPart(part)) return textFile(object)
  if (object.type === 'FUGR') {
    const name =
      part === 'main' ? derivedName(object.name, 'SAPL') : part.slice(part.indexOf(':') + 1)
    return `${stem}.${encodeName(name)}.abap`
  }
  const include = part === 'main' ? undefined : classIncludes[part]
  if (include !== undefined) return `${stem}.${include}.abap`
  return row.source === undefined ? `${stem}.xml` : `${stem}.${row.source}`
}

/** The metadata file that holds the text pool: of a function group that of its main program. */
function textFile(object: ObjectKey): string {
  return object.type === 'FUGR'
    ? includeMetadataFile({ object, part: 'main' })
    : metadataFile(object)
}

/** The metadata file that stands beside the source of a group's include. */
export function includeMetadataFile(part: PartKey): string {
  return fileOf(part).replace(/\.abap$/, '.xml')
}

export interface ParsedFileName {
  readonly name: string
  readonly types: readonly ObjectType[]
  /** What follows the extension: `abap`, `xml`, `testclasses.abap`, `z_x.abap`. */
  readonly rest: string
}

/**
 * Splits a file name of the abapGit format; undefined when it is not the file of a type that is
 * kept.
 */
export function parseFileName(file: string): ParsedFileName | undefined {
  const match = /^([^.]+)\.([a-z0-9]+)\.(.+)$/.exec(file.toLowerCase())
  if (match === null) return undefined
  const [, stem = '', extension = '', rest = ''] = match
  const types = typesOfExtension(extension)
  return types.length === 0 ? undefined : { name: decodeName(stem), types, rest }
}
