/** Function groups in the files of the layout. */
import type { Fields, ObjectRef } from '../../../../erp-client/index.ts'
import { fileWord } from '../../../objects/file-names.ts'
import { NotCarried } from '../content.ts'
import type { LayoutType, ObjectContent } from '../content.ts'
import { notCarried } from '../merge.ts'
import { childrenOf, find, readObjectXml, section, textAt, writeObjectXml } from '../values.ts'
import type { Value } from '../values.ts'
import { fileOfFunction, partsOfFile } from './comment.ts'
import { comparableSignature, itemOf, moduleFacts, signatureOf } from './items.ts'
import type { ModuleFacts } from './items.ts'
import { readFunction, writeFunction } from './signature.ts'

type Files = ReadonlyMap<string, string>

/** Parts of the content of a group: `FUNC Z_CALL`, `FINC LZGROUPTOP`. */
export const partOf = (type: 'FUNC' | 'FINC', name: string): string => `${type} ${name}`

export function nameOfPart(part: string): {
  readonly type: 'FUNC' | 'FINC'
  readonly name: string
} {
  return { type: part.startsWith('FUNC ') ? 'FUNC' : 'FINC', name: part.slice(5) }
}

/** `/ABC/FG` gives `/ABC/SAPLFG`. */
export function mainProgramOf(group: string): string {
  const at = group.lastIndexOf('/') + 1
  return `${group.slice(0, at)}SAPL${group.slice(at)}`
}

/** Includes that the system makes of the modules. */
export function isGeneratedInclude(name: string): boolean {
  return /(?:U(?:\d\d|XX)|\$\d\d|T00)$/.test(name)
}

const stem = (group: string): string => `${fileWord(group)}.fugr`
export const fileOfPart = (group: string, part: string): string =>
  `${stem(group)}.${fileWord(nameOfPart(part).name)}.abap`
const xmlOfInclude = (group: string, name: string): string => `${stem(group)}.${fileWord(name)}.xml`
const xmlOf = (group: string): string => `${stem(group)}.xml`

/** The flow logic of a screen is in no source of ADT. */
export const isScreen = (extra: string): boolean => /^screen_\d{4}$/i.test(extra)

function modulesOf(fields: Fields | undefined): readonly ModuleFacts[] {
  const list = fields?.['modules']
  return Array.isArray(list) ? (list as readonly ModuleFacts[]) : []
}

function groupValues(content: ObjectContent, before: readonly Value[] = []): Value[] {
  const { description, sources, fields } = content
  const old = childrenOf(find(before, 'FUNCTIONS'))
  const names = Object.keys(sources)
    .map(nameOfPart)
    .filter(({ type }) => type === 'FINC')
    .map(({ name }) => name)
    .toSorted()
  const items = modulesOf(fields)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(module => {
      const source = sources[partOf('FUNC', module.name)]
      if (source === undefined) throw new NotCarried(`no source of its module ${module.name}`)
      const known = old.find(each => textAt(childrenOf(each), 'FUNCNAME') === module.name)
      return itemOf(module, readFunction(source).signature, childrenOf(known))
    })
  return [
    ...(description === '' ? [] : [{ name: 'AREAT', content: description }]),
    { name: 'INCLUDES', content: names.map(name => ({ name: 'SOBJ_NAME', content: name })) },
    ...(items.length === 0 ? [] : [{ name: 'FUNCTIONS', content: items }])
  ]
}

/** Order of rows of a list that say the same is that of the file. */
function withOrderOf(now: Value[], before: readonly Value[]): Value[] {
  return now.map(value => {
    const old = find(before, value.name)
    if (old === undefined || typeof value.content === 'string') return value
    const sorted = (list: readonly Value[]) => list.map(each => JSON.stringify(each)).toSorted()
    const isSame = JSON.stringify(sorted(value.content)) === JSON.stringify(sorted(childrenOf(old)))
    return isSame ? old : value
  })
}

/** What a new file says of an include or the main program beside its name. */
function includeXml(name: string, isMain: boolean): string {
  return writeObjectXml({
    serializer: '',
    values: [
      section('PROGDIR', {
        NAME: name,
        DBAPL: 'S',
        DBNA: 'D$',
        SUBC: isMain ? 'F' : 'I',
        APPL: 'S',
        RLOAD: isMain ? 'E' : '',
        FIXPT: 'X',
        LDBNAME: 'D$S',
        UCCHECK: 'X'
      })
    ]
  })
}

/** The file of a module; one that has the same parameters and body stays, whatever its comment. */
function moduleFile(source: string, before: string | undefined, old: readonly Value[]): string {
  const now = readFunction(source)
  const known = before === undefined ? undefined : partsOfFile(before.replaceAll('\r\n', '\n'))
  const isSame =
    before !== undefined &&
    known !== undefined &&
    known.prefix === now.prefix &&
    known.rest.trimEnd() === now.rest.trimEnd() &&
    known.name.toUpperCase() === now.name.toUpperCase() &&
    comparableSignature(signatureOf(old)) === comparableSignature(now.signature)
  if (isSame) return before
  const text = fileOfFunction(now)
  return text.endsWith('\n') ? text : `${text}\n`
}

function groupFiles(content: ObjectContent, before: Files = new Map()): Map<string, string> {
  const { ref, sources } = content
  const group = ref.name
  const xml = before.get(xmlOf(group))
  const known = xml === undefined ? [] : readObjectXml(xml, xmlOf(group)).values
  const old = childrenOf(find(known, 'FUNCTIONS'))
  const files = new Map<string, string>()
  for (const [part, text] of Object.entries(sources)) {
    const { type, name } = nameOfPart(part)
    const path = fileOfPart(group, part)
    if (type === 'FUNC') {
      const item = old.find(each => textAt(childrenOf(each), 'FUNCNAME') === name)
      files.set(path, moduleFile(text, before.get(path), childrenOf(item)))
    } else {
      files.set(path, text.endsWith('\n') ? text : `${text}\n`)
      const own = xmlOfInclude(group, name)
      files.set(own, before.get(own) ?? includeXml(name, name === mainProgramOf(group)))
    }
  }
  files.set(xmlOf(group), groupXml(content, { xml, known }))
  return files
}

function groupXml(
  content: ObjectContent,
  { xml, known }: { readonly xml: string | undefined; readonly known: readonly Value[] }
): string {
  const own = withOrderOf(groupValues(content, known), known)
  const names = new Set(['AREAT', 'INCLUDES', 'FUNCTIONS'])
  const values = [...own, ...known.filter(({ name }) => !names.has(name))]
  if (xml !== undefined && JSON.stringify(values) === JSON.stringify(known)) return xml
  return writeObjectXml({ serializer: 'LCL_OBJECT_FUGR', values })
}

/** @throws NotCarried where files are missing that the XML file names */
function groupContent(ref: ObjectRef, files: Files): Pick<ObjectContent, 'sources' | 'fields'> {
  const { values } = readObjectXml(files.get(xmlOf(ref.name)) ?? '', xmlOf(ref.name))
  const sources: Record<string, string> = {}
  for (const row of childrenOf(find(values, 'INCLUDES'))) {
    const name = typeof row.content === 'string' ? row.content : ''
    const text = files.get(fileOfPart(ref.name, partOf('FINC', name)))
    if (text === undefined) throw new NotCarried(`no file of its include ${name}`)
    sources[partOf('FINC', name)] = text.replaceAll('\r\n', '\n')
  }
  const modules: ModuleFacts[] = []
  for (const row of childrenOf(find(values, 'FUNCTIONS'))) {
    const item = childrenOf(row)
    const facts = moduleFacts(item)
    const text = files.get(fileOfPart(ref.name, partOf('FUNC', facts.name)))
    const parts = text === undefined ? undefined : partsOfFile(text.replaceAll('\r\n', '\n'))
    if (parts === undefined) throw new NotCarried(`no file of its module ${facts.name}`)
    sources[partOf('FUNC', facts.name)] = writeFunction({ ...parts, signature: signatureOf(item) })
    modules.push(facts)
  }
  return { sources, fields: { modules } }
}

/** What files of parts have that ADT does not take over. */
function partsNotCarried(group: string, files: Files): string[] {
  return [...files].flatMap(([path, text]) => {
    if (!path.endsWith('.xml') || path === xmlOf(group)) return []
    const { values } = readObjectXml(text, path)
    return values.filter(({ name }) => name !== 'PROGDIR').map(({ name }) => `${path} ${name}`)
  })
}

export const functionGroup: LayoutType = {
  type: 'FUGR',
  from: '7.40',
  serializer: 'FUGR',
  carried: new Set(['AREAT', 'INCLUDES', 'FUNCTIONS']),
  notCarried:
    'screens, GUI status, text pools, short texts of parameters, processing type and short text of modules that exist (named), long texts, translations',
  evidence:
    'abapGit/abapGit src/objects/zcl_abapgit_object_fugr.clas.abap, src/objects/core/zabapgit_parallel.fugr.xml; SAP-samples/abap-platform-refscen-flight src/legacy/#dmo#flight_travel_api.fugr.xml',
  hasParts: true,
  values: groupValues,
  files: groupFiles,
  content: (ref, files) => {
    const own = groupContent(ref, files)
    const { values } = readObjectXml(files.get(xmlOf(ref.name)) ?? '', xmlOf(ref.name))
    const description = textAt(values, 'AREAT')
    const content = { ref, description, language: '', attributes: {}, ...own }
    return {
      ...own,
      description,
      notCarried: [
        ...notCarried(values, withOrderOf(groupValues(content, values), values)),
        ...partsNotCarried(ref.name, files)
      ]
    }
  },
  read: values => ({ description: textAt(values, 'AREAT'), language: undefined })
}
