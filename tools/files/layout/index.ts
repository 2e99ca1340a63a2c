/** The files of an object in the layout of abapGit, and the object of its files. */
import type { ObjectRef } from '../../../erp-client/index.ts'
import { toLf } from '../../../erp-client/line-ends.ts'
import { classParts, fileNameOf, fileWord, nameOfWord } from '../../objects/file-names.ts'
import type { LayoutType, ObjectContent } from './content.ts'
import { fieldTypes } from './field-types.ts'
import { mergeValues, notCarried } from './merge.ts'
import { sourceTypes } from './source-types.ts'
import { byteOrderMark, readObjectXml, writeObjectXml } from './values.ts'

export const layoutTypes: readonly LayoutType[] = [...sourceTypes, ...fieldTypes]
const byType = new Map(layoutTypes.map(row => [row.type, row]))

export function layoutOf(type: string): LayoutType | undefined {
  return byType.get(type)
}

/** Text by file name, without folders. */
export type Files = ReadonlyMap<string, string>

const partsOfType: Readonly<Record<string, readonly string[]>> = {
  CLAS: ['main', 'definitions', 'implementations', 'macros', 'testclasses'],
  DOMA: [],
  DTEL: [],
  MSAG: [],
  DEVC: []
}

/** Parts of an object that have a file each. */
export function sourceParts(type: string): readonly string[] {
  return partsOfType[type] ?? ['main']
}

/** The file with the facts of an object. */
export function xmlNameOf(ref: ObjectRef): string {
  if (ref.type === 'DEVC') return 'package.devc.xml'
  const type = ref.type === 'INCL' ? 'prog' : ref.type.toLowerCase()
  return `${fileWord(ref.name)}.${type}.xml`
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
  const files = new Map(
    Object.entries(sources).map(([part, text]) => [
      fileNameOf(ref, part),
      fileTextOf(ref.type, text)
    ])
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
    sources,
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
  const part = type === 'CLAS' && extra !== '' ? classParts[extra.toLowerCase()] : 'main'
  const lower = base.toLowerCase()
  const isKnown =
    layoutOf(type) !== undefined &&
    (lower === xmlNameOf(ref) || (part !== undefined && lower === fileNameOf(ref, part)))
  return { ...ref, isKnown }
}

/** Whether the XML file of a program says that it is an include. */
export function isInclude(xml: string | undefined): boolean {
  return /<SUBC>I<\/SUBC>/.test(xml ?? '')
}

/** Text as it is compared: files of Windows have other line ends, and some have no mark. */
export function comparable(text: string): string {
  return toLf(text.startsWith(byteOrderMark) ? text.slice(1) : text)
}
