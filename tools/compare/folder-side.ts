/** A side of a comparison that is a folder in the layout of abapGit. */
import { objectType } from '../../erp-client/index.ts'
import type { ObjectRef } from '../../erp-client/index.ts'
import { classParts, nameOfWord } from '../objects/file-names.ts'
import { refWords } from '../objects/words.ts'
import { staticParts } from './object-parts.ts'
import { NotComparable } from './side.ts'
import type { PartName, Side } from './side.ts'

export interface SourceFile {
  /** With or without folders before the name. */
  readonly path: string
  readonly content: string
}

interface Entry {
  readonly ref: ObjectRef
  readonly part: string
  readonly text: string
}

/** `#ns#zcl_demo.clas.testclasses.abap`: name, type, and what of the object the file holds. */
const fileName =
  /^(?<name>[^./\\]{1,60})\.(?<type>[a-z]{4})(?:\.(?<extra>[^./\\]{1,60}))?\.(?<ext>\w{1,10})$/i

/** The objects of the files; files of other forms are no objects. */
export function folderSide(files: readonly SourceFile[], label: string): Side {
  const entries = entriesOf(files)
  const byObject = Map.groupBy(entries, ({ ref }) => refWords(ref))
  const of = (ref: ObjectRef) => byObject.get(refWords(ref)) ?? []
  return {
    label,
    requests: 0,
    partsOf: async ref => [
      ...staticParts(ref, false),
      ...entries
        .filter(({ ref: { group } }) => ref.type === 'FUGR' && group === ref.name)
        .map(member => memberPart(member.ref))
        .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    ],
    async textOf({ ref, name }) {
      const all = of(ref)
      const member = name.includes(' ') ? 'main' : name
      const found = all.find(({ part }) => part === member)
      if (found !== undefined) return found.text
      if (all.length > 0 && !all.some(({ part }) => part === 'main')) {
        throw new NotComparable(`${label} has it in a form of abapGit that the ERP does not write`)
      }
      return undefined
    },
    list: async () => [
      ...new Map(
        entries.filter(({ ref }) => ref.group === undefined).map(({ ref }) => [refWords(ref), ref])
      ).values()
    ]
  }
}

function memberPart(ref: ObjectRef): PartName {
  return {
    name: `${ref.type} ${ref.name}`,
    kind: ref.type === 'FUNC' ? 'function' : 'abap',
    ref
  }
}

function entriesOf(files: readonly SourceFile[]): Entry[] {
  const named = files.flatMap(({ path, content }) => {
    const groups = fileName.exec(path.split(/[\\/]/).at(-1) ?? '')?.groups
    return groups === undefined ? [] : [{ groups, content: content.replaceAll('\r\n', '\n') }]
  })
  const includes = new Set(
    named
      .filter(({ groups, content }) => groups['ext'] === 'xml' && /<SUBC>I<\/SUBC>/.test(content))
      .map(({ groups }) => nameOfWord(groups['name'] ?? ''))
  )
  return named.flatMap(({ groups, content }) => {
    const { name = '', type = '', extra = '', ext = '' } = groups
    return entryOf(
      {
        name: nameOfWord(name),
        type: type.toUpperCase(),
        extra: extra.toLowerCase(),
        ext: ext.toLowerCase()
      },
      content,
      includes
    )
  })
}

interface FileWords {
  readonly name: string
  readonly type: string
  readonly extra: string
  readonly ext: string
}

/** A file with anything but a source says only that the object exists. */
function entryOf(
  { name, type, extra, ext }: FileWords,
  text: string,
  includes: ReadonlySet<string>
): Entry[] {
  const row = objectType(type)
  if (row === undefined || ext === 'json') return []
  const ref: ObjectRef = {
    type: row.code === 'PROG' && includes.has(name) ? 'INCL' : row.code,
    name
  }
  if (ext === 'xml') return [{ ref, part: '', text }]
  if (row.code === 'FUGR') return groupEntry(ref, nameOfWord(extra), text)
  const part = row.code === 'CLAS' ? classParts[extra] : extra === '' ? 'main' : undefined
  return part === undefined ? [] : [{ ref, part, text }]
}

function groupEntry(group: ObjectRef, name: string, text: string): Entry[] {
  if (name.startsWith('SAPL') || name.includes('/SAPL')) return [{ ref: group, part: 'main', text }]
  const base = group.name.replace(/^\/\w+\//, '')
  const space = group.name.slice(0, group.name.length - base.length)
  const type = name.startsWith(`${space}L${base}`) ? 'FINC' : 'FUNC'
  return [{ ref: { type, name, group: group.name }, part: 'main', text }]
}
