/** URIs, types and parts of the text elements of objects. */
import type { ObjectKey, ObjectType, PartKey } from '../types.ts'

/**
 * Text elements have URIs of their own: folder by the type of the object they belong to, and the
 * ADT type of them as a whole.
 */
const folders: readonly {
  readonly folder: string
  readonly type: ObjectType
  readonly adtType: string
}[] = [
  { folder: 'programs', type: 'PROG', adtType: 'PROG/PX' },
  { folder: 'classes', type: 'CLAS', adtType: 'CLAS/OCX' },
  { folder: 'functiongroups', type: 'FUGR', adtType: 'FUGR/PX' }
]
export const textCategories = ['symbols', 'selections', 'headings'] as const
export const textCollection = '/textelements'

export function isTextPart({ part }: PartKey): boolean {
  return textCategories.some(each => each === part)
}

export function textFolder(folder: string): ObjectType | undefined {
  return folders.find(each => each.folder === folder)?.type
}

export const textFolders = folders.map(each => each.folder)

/** ADT type of the text elements of an object. */
export function textType(object: ObjectKey): string | undefined {
  return folders.find(each => each.type === object.type)?.adtType
}

/** Path below the base of the text elements of an object, without the name. */
export function textPath(object: ObjectKey): string {
  return `${textCollection}/${folders.find(each => each.type === object.type)?.folder ?? 'programs'}`
}

/** The part that the segments behind `textelements` name; `whole` for all texts of the object. */
export function textPlace(
  segments: readonly string[]
): { readonly part: PartKey; readonly whole: boolean } | undefined {
  const [folder = '', name = '', source, category, ...rest] = segments
  const type = textFolder(folder)
  if (type === undefined || name === '') return undefined
  const object: ObjectKey = { type, name: name.toUpperCase() }
  if (source === undefined) return { part: { object, part: 'main' }, whole: true }
  const known =
    source === 'source' &&
    textCategories.some(each => each === category) &&
    (rest.length === 0 || rest[0] === 'versions')
  return known && category !== undefined
    ? { part: { object, part: category }, whole: false }
    : undefined
}
