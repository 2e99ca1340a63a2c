/**
 * Fixed values of a domain. Translations are linked to the position of a value: an existing value
 * keeps it, a new one gets the next.
 */
import { escapeXml } from '../xml.ts'
import { childNamed, childrenNamed, elementAt, refused } from './find.ts'
import { addChild, setLeaf } from './leaf.ts'
import { shapeFault, textFault, twice } from './lists.ts'
import type { FieldList } from './lists.ts'
import { withMarkup, without } from './splice.ts'
import type { Splice } from './splice.ts'
import { prefixOf } from './tree.ts'
import type { PlacedElement } from './tree.ts'
import { entriesOf } from './values.ts'
import type { Fields } from './values.ts'

const holderPath = ['content', 'valueInformation', 'fixValues'] as const
const holderSequence = ['valueTableRef', 'appendExists', 'fixValues'] as const
const rowSequence = ['position', 'low', 'high', 'text'] as const
const lastPosition = 9999

const leafText = (parent: PlacedElement, name: string): string =>
  childNamed(parent, name)?.text ?? ''
const bound = (entry: Fields, name: string): string => String(entry[name] ?? '').trim()

export const fixedValues: FieldList = {
  path: holderPath.join('/'),
  read: root => {
    const holder = elementAt(root, holderPath, [])
    if (holder === undefined) return []
    return childrenNamed(holder, 'fixValue').map(each => ({
      low: leafText(each, 'low'),
      high: leafText(each, 'high'),
      text: leafText(each, 'text')
    }))
  },
  write(root, requested) {
    const holder = elementAt(root, holderPath, [])
    const existing = holder === undefined ? [] : childrenNamed(holder, 'fixValue')
    const { changes, kept, added } = matched(existing, entriesOf(requested))
    const gone = existing.filter(each => !kept.has(each)).map(without)
    return [...changes, ...gone, ...addRows(root, existing, added)]
  },
  fault(requested) {
    const entries = entriesOf(requested)
    const double = twice(entries.map(each => `${bound(each, 'low')} to ${bound(each, 'high')}`))
    return (
      shapeFault('values', requested) ??
      textFault(entries, ['low', 'high', 'text']) ??
      (double === undefined ? undefined : `the fixed value ${double} stands twice in \`values\``)
    )
  }
}

interface Matched {
  readonly changes: readonly Splice[]
  readonly kept: ReadonlySet<PlacedElement>
  readonly added: readonly Fields[]
}

/** The existing value with the same bounds, else the only other one with the same lower bound. */
function matched(existing: readonly PlacedElement[], requested: readonly Fields[]): Matched {
  const byLow = Map.groupBy(existing, each => leafText(each, 'low').trim())
  const found = new Map<Fields, PlacedElement>()
  const kept = new Set<PlacedElement>()
  for (const exact of [true, false]) {
    for (const entry of requested) {
      const free = (byLow.get(bound(entry, 'low')) ?? []).filter(each => !kept.has(each))
      const row = exact
        ? free.find(each => leafText(each, 'high').trim() === bound(entry, 'high'))
        : free.length === 1
          ? free[0]
          : undefined
      if (row === undefined || found.has(entry)) continue
      found.set(entry, row)
      kept.add(row)
    }
  }
  return {
    changes: [...found].flatMap(changesOf),
    kept,
    added: requested.filter(entry => !found.has(entry))
  }
}

/** Members that an entry leaves out keep their value. */
function changesOf([entry, row]: readonly [Fields, PlacedElement]): readonly Splice[] {
  return (['high', 'text'] as const).flatMap(name => {
    const value = entry[name]
    return value === undefined || String(value) === leafText(row, name)
      ? []
      : setLeaf({ parent: row, name, sequence: rowSequence }, String(value))
  })
}

function addRows(
  root: PlacedElement,
  existing: readonly PlacedElement[],
  added: readonly Fields[]
): readonly Splice[] {
  if (added.length === 0) return []
  const holder = elementAt(root, holderPath, [])
  const parent = holder ?? elementAt(root, holderPath.slice(0, -1), [])
  if (parent === undefined) {
    throw refused(
      'The document of this domain has no <valueInformation>',
      'Change the domain in the editor of the ERP.'
    )
  }
  const last = existing.reduce(
    (highest, each) => Math.max(highest, Number(leafText(each, 'position')) || 0),
    0
  )
  if (last + added.length > lastPosition) {
    throw refused(
      `The positions of fixed values end at ${lastPosition}, and the last one here is ${last}`,
      'Renumber the fixed values in the editor of the ERP.'
    )
  }
  const prefix = prefixOf(parent.qualified)
  const markup = added.map((entry, index) => rowMarkup(prefix, entry, last + 1 + index)).join('')
  return [
    holder === undefined
      ? addChild({ parent, name: 'fixValues', sequence: holderSequence }, `>${markup}</`)
      : withMarkup(holder, markup, { after: existing.at(-1) })
  ]
}

function rowMarkup(prefix: string, entry: Fields, position: number): string {
  const tag = (name: string) => (prefix === '' ? name : `${prefix}:${name}`)
  const values = {
    position: String(position).padStart(4, '0'),
    low: entry['low'],
    high: entry['high'],
    text: entry['text']
  }
  const leaves = rowSequence.map(name => {
    const value = String(values[name] ?? '')
    return value === '' ? `<${tag(name)}/>` : `<${tag(name)}>${escapeXml(value)}</${tag(name)}>`
  })
  return `<${tag('fixValue')}>${leaves.join('')}</${tag('fixValue')}>`
}
