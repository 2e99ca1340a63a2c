/** The files of an object in the layout of abapGit, and the object of its files. */
import type { ObjectRef } from '../../../erp-client/index.ts'
import { toLf } from '../../../erp-client/line-ends.ts'
import { classParts, fileNameOf, fileWord, nameOfWord } from '../../objects/file-names.ts'
import type { LayoutType, ObjectContent } from './content.ts'
import { fieldTypes } from './field-types.ts'
import { fileOfPart, functionGroup, isScreen } from './functions/group.ts'
import { mergeValues, notCarried } from './merge.ts'
import { sourceTypes } from './source-types.ts'
import { tableType } from './table-type.ts'
import { tableTypes } from './tables/index.ts'
import { byteOrderMark, readObjectXml, writeObjectXml } from './values.ts'
import type { Value } from './values.ts'

export const layoutTypes: readonly LayoutType[] = [
  ...sourceTypes,
  functionGroup,
  ...tableTypes,
  tableType,
  ...fieldTypes
]
const byType = new Map(layoutTypes.map(row => [row.type, row]))

export function layoutOf(type: string): LayoutType | undefined {
  return byType.get(type)
}

/** Text by file name, without folders. */
export type Files = ReadonlyMap<string, string>

const partsOfType: Readonly<Record<string, readonly string[]>> = {
  CLAS: ['main', 'definitions', 'implementations', 'macros', 'testclasses'],
  FUGR: [],
  TABL: [],
  STRU: [],
  DOMA: [],
  DTEL: [],
  TTYP: [],
  MSAG: [],
  DEVC: []
}

/** Parts of an object that have a file each. */
export function sourceParts(type: string): readonly string[] {
  return partsOfType[type] ?? ['main']
}

/** The file of a part that has one. */
export function partFile(ref: ObjectRef, part: string): string {
  return layoutOf(ref.type)?.hasParts === true ? fileOfPart(ref.name, part) : fileNameOf(ref, part)
}

/** Types whose files bear the name of another one. */
const fileTypes: Readonly<Record<string, string>> = { INCL: 'prog', STRU: 'tabl' }

/** The file with the facts of an object. */
export function xmlNameOf(ref: ObjectRef): string {
  if (ref.type === 'DEVC') return 'package.devc.xml'
  return `${fileWord(ref.name)}.${fileTypes[ref.type] ?? ref.type.toLowerCase()}.xml`
}

/** abapGit leaves out a part of a class that only has the comments it was generated with. */
export function isGeneratedPart(text: string): boolean {
  return text.split('\n').every(line => line.length < 3 || line.startsWith('*"*'))
}

/** Sources of these types end with a line end in their file. */
const endsLine = new Set(['CLAS', 'INTF', 'PROG', 'INCL', 'DDLS'])

export function fileTextOf(type: string, source: string): string {
  return endsLine.has(type) && !source.endsWith('\n') ? `${source}\n` : source
}

/**
 * The files of an object. What the XML file of `before` has beyond ADT stays in it.
 * @throws NotCarried, ToolError FILE_NOT_READABLE for a file of `before`
 */
export function filesOf(content: ObjectContent, before?: Files): Map<string, string> {
  const { ref, sources } = content
  const layout = layoutNeeded(ref.type)
  if (layout.files !== undefined) return layout.files(content, before)
  const files = new Map(
    layout.inner === undefined
      ? Object.entries(sources).map(([part, text]) => [
          fileNameOf(ref, part),
          fileTextOf(ref.type, text)
        ])
      : []
  )
  const name = xmlNameOf(ref)
  const old = before?.get(name)
  const known = old === undefined ? undefined : readObjectXml(old, name).values
  const now = layout.values(content, known)
  const values = known === undefined ? now : mergeValues(known, now, layout.carried)
  const text = writeObjectXml({ serializer: `LCL_OBJECT_${layout.serializer}`, values })
  // A file of another hand may be laid out differently and say the same.
  const isSame =
    old !== undefined && known !== undefined && JSON.stringify(known) === JSON.stringify(values)
  files.set(name, isSame ? old : text)
  return files
}

function layoutNeeded(type: string): LayoutType {
  const layout = layoutOf(type)
  if (layout === undefined) throw new TypeError(`no layout for ${type}`)
  return layout
}

export interface FolderObject {
  readonly content: ObjectContent
  /** What its XML file has that ADT does not take over. */
  readonly notCarried: readonly string[]
}

/**
 * The object that files hold.
 * @throws NotCarried, ToolError FILE_NOT_READABLE
 */
export function contentOf(ref: ObjectRef, files: Files, language: string): FolderObject {
  const layout = layoutNeeded(ref.type)
  if (layout.content !== undefined) {
    const { notCarried: rest, ...own } = layout.content(ref, files)
    return { content: { ref, language, attributes: {}, ...own }, notCarried: rest }
  }
  const sources: Record<string, string> = {}
  for (const part of sourceParts(ref.type)) {
    const text = files.get(fileNameOf(ref, part))
    if (text !== undefined) sources[part] = toLf(text)
  }
  const name = xmlNameOf(ref)
  const { values } = readObjectXml(files.get(name) ?? '', name)
  const facts = layout.read(values)
  const content: ObjectContent = {
    ref,
    description: facts.description,
    language: facts.language ?? language,
    sources: { ...sources, ...facts.sources },
    fields: facts.fields,
    attributes: {}
  }
  return { content, notCarried: notCarried(values, layout.values(content, values)) }
}

/** `#ns#zcl_demo.clas.testclasses.abap`. */
const fileName =
  /^(?<name>[^./\\]{1,60})\.(?<type>[a-z]{4})(?:\.(?<extra>[^./\\]{1,60}))?\.(?<ext>\w{1,10})$/i

export interface NamedFile {
  /** Type as in the name of the file, upper case. */
  readonly type: string
  readonly name: string
  /** One of the files that this layout writes for the type. */
  readonly isKnown: boolean
}

/** What the name of a file says; undefined for a file of no object. */
export function namedFile(base: string): NamedFile | undefined {
  const groups = fileName.exec(base)?.groups
  if (groups === undefined) return undefined
  const { name = '', extra = '' } = groups
  const type = (groups['type'] ?? '').toUpperCase()
  const ref = { type, name: nameOfWord(name) }
  if (layoutOf(type)?.hasParts === true && extra !== '') {
    const isKnown = /^(?:abap|xml)$/i.test(groups['ext'] ?? '') && !isScreen(extra)
    return { ...ref, isKnown }
  }
  const part = type === 'CLAS' && extra !== '' ? classParts[extra.toLowerCase()] : 'main'
  const lower = base.toLowerCase()
  const isKnown =
    layoutOf(type) !== undefined &&
    (lower === xmlNameOf(ref) || (part !== undefined && lower === fileNameOf(ref, part)))
  return { ...ref, isKnown }
}

/** The type of an object in ADT, where its file is the same for two of them. */
export function typeOfFile(type: string, xml: string | undefined): string {
  if (type === 'PROG' && /<SUBC>I<\/SUBC>/.test(xml ?? '')) return 'INCL'
  // Appends are structures too.
  return type === 'TABL' && !/<TABCLASS>TRANSP<\/TABCLASS>/.test(xml ?? '') ? 'STRU' : type
}

/** The values of the XML file of an object. @throws ToolError FILE_NOT_READABLE */
export function valuesOf(ref: ObjectRef, files: Files): readonly Value[] {
  const name = xmlNameOf(ref)
  return readObjectXml(files.get(name) ?? '', name).values
}

export interface NeededTypes {
  readonly names: readonly string[]
  /** The structure whose fields have to be counted. */
  readonly counted: string | undefined
}

/** Types that the file of an object needs to know, in view of the file before. */
export function typesNeededBy(content: ObjectContent, before?: Files): NeededTypes {
  const { ref } = content
  const layout = layoutNeeded(ref.type)
  const isKnown = before?.has(xmlNameOf(ref)) === true
  const values = isKnown && layout.needs !== undefined ? valuesOf(ref, before) : undefined
  return {
    names: layout.needs?.(content, values) ?? [],
    counted: layout.positionsOf?.(content, values)
  }
}

/** Text as it is compared: files of Windows have other line ends, and some have no mark. */
export function comparable(text: string): string {
  return toLf(text.startsWith(byteOrderMark) ? text.slice(1) : text)
}
