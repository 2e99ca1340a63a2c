/** Lists whose entries are elements with texts: an entry that stays keeps its place and its bytes. */
import { escapeXml } from '../xml.ts'
import { childNamed, childrenNamed, elementAt, refused } from './find.ts'
import { setLeaf } from './leaf.ts'
import { shapeFault, textFault, twice } from './lists.ts'
import type { FieldList } from './lists.ts'
import { withMarkup, without } from './splice.ts'
import type { Splice } from './splice.ts'
import { prefixOf } from './tree.ts'
import type { PlacedElement } from './tree.ts'
import { entriesOf } from './values.ts'
import type { Fields } from './values.ts'

export interface EntryColumn {
  /** The member of an entry, as users know it. */
  readonly field: string
  /** The element below the entry. */
  readonly element: string
  readonly kind: 'name' | 'flag'
  /** The text of a member that an entry leaves out; by default that of the first column. */
  readonly standard?: string
}

interface EntryList {
  readonly field: string
  readonly path: readonly string[]
  readonly entry: string
  /** In the order in which the ERP reads them. */
  readonly columns: readonly EntryColumn[]
  /** Members that identify an entry. */
  readonly keys: readonly string[]
}

/** A list of entries; a new one is added at the end. */
export function entryList(list: EntryList): FieldList {
  const texts = list.columns.filter(({ kind }) => kind === 'name').map(({ field }) => field)
  return {
    path: list.path.join('/'),
    read: root => rowsIn(root, list).map(row => entryOf(row, list)),
    write: (root, requested) => splicesOf(root, entriesOf(requested), list),
    fault(requested) {
      const entries = entriesOf(requested)
      const double = twice(entries.map(entry => keyOf(entry, list)))
      return (
        shapeFault(list.field, requested) ??
        textFault(entries, texts) ??
        (double === undefined ? undefined : `${double} stands twice in \`${list.field}\``)
      )
    }
  }
}

function rowsIn(root: PlacedElement, { path, entry }: EntryList): readonly PlacedElement[] {
  const holder = elementAt(root, path, [])
  return holder === undefined ? [] : childrenNamed(holder, entry)
}

function entryOf(row: PlacedElement, { columns }: EntryList): Fields {
  return Object.fromEntries(
    columns.map(({ field, element, kind }) => {
      const text = childNamed(row, element)?.text.trim() ?? ''
      return [field, kind === 'flag' ? text === 'true' : text]
    })
  )
}

/** The texts of an entry by column. */
function textsOf(entry: Fields, { columns }: EntryList): readonly string[] {
  const [first] = columns.filter(({ kind }) => kind === 'name')
  return columns.map(({ field, kind, standard }) => {
    const text = String(entry[field] ?? standard ?? entry[first?.field ?? ''] ?? '').trim()
    return kind === 'flag' ? text : text.toUpperCase()
  })
}

function keyOf(entry: Fields, list: EntryList): string {
  const texts = textsOf(entry, list)
  return list.columns
    .flatMap(({ field }, index) => (list.keys.includes(field) ? [texts[index] ?? ''] : []))
    .join(' ')
}

function splicesOf(
  root: PlacedElement,
  requested: readonly Fields[],
  list: EntryList
): readonly Splice[] {
  const holder = elementAt(root, list.path, [])
  if (holder === undefined) {
    throw refused(
      `The document has no <${list.path.at(-1) ?? ''}>`,
      'Change the object in the editor of the ERP.'
    )
  }
  const existing = rowsIn(root, list)
  const byKey = new Map(existing.map(row => [keyOf(entryOf(row, list), list), row]))
  const kept = new Set<PlacedElement>()
  const added: string[] = []
  const changes = requested.flatMap(entry => {
    const row = byKey.get(keyOf(entry, list))
    if (row === undefined) {
      added.push(markupOf(holder, entry, list))
      return []
    }
    kept.add(row)
    return changesOf(row, entry, list)
  })
  const gone = existing.filter(row => !kept.has(row)).map(without)
  const end = withMarkup(holder, added.join(''), { after: existing.at(-1) })
  return [...changes, ...gone, ...(added.length === 0 ? [] : [end])]
}

function changesOf(row: PlacedElement, entry: Fields, list: EntryList): readonly Splice[] {
  const sequence = list.columns.map(({ element }) => element)
  const texts = textsOf(entry, list)
  return list.columns.flatMap(({ field, element }, index) => {
    const text = texts[index] ?? ''
    const before = childNamed(row, element)?.text.trim() ?? ''
    return entry[field] === undefined || before === text
      ? []
      : setLeaf({ parent: row, name: element, sequence }, text)
  })
}

function markupOf(holder: PlacedElement, entry: Fields, list: EntryList): string {
  const prefix = prefixOf(holder.qualified)
  const tag = (name: string) => (prefix === '' ? name : `${prefix}:${name}`)
  const texts = textsOf(entry, list)
  const leaves = list.columns.map(({ element }, index) => {
    const text = texts[index] ?? ''
    return text === ''
      ? `<${tag(element)}/>`
      : `<${tag(element)}>${escapeXml(text)}</${tag(element)}>`
  })
  return `<${tag(list.entry)}>${leaves.join('')}</${tag(list.entry)}>`
}
