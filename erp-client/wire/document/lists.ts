/**
 * Fields that are lists. Entries have keys; an unchanged entry keeps its position and its bytes.
 */
import { escapeXml } from '../xml.ts'
import { attributeNamed, childrenNamed, elementAt, refused } from './find.ts'
import { childName, withMarkup, without } from './splice.ts'
import type { Splice } from './splice.ts'
import { prefixOf } from './tree.ts'
import type { PlacedElement } from './tree.ts'
import { entriesOf, plainText } from './values.ts'
import type { Fields } from './values.ts'

export interface FieldList {
  /** Path of the elements that contain the list. */
  readonly path: string
  read(root: PlacedElement): readonly unknown[]
  write(root: PlacedElement, requested: unknown, document: string): readonly Splice[]
  /** Why a value is no valid list. */
  fault(requested: unknown): string | undefined
}

export function twice(keys: readonly string[]): string | undefined {
  return keys.find((key, index) => keys.indexOf(key) !== index)
}

/** Checks that every text can stand in a document. */
export function textFault(
  entries: readonly Fields[],
  names: readonly string[]
): string | undefined {
  for (const entry of entries) {
    for (const name of names) {
      const value = entry[name]
      const fault = value === undefined ? undefined : plainText(name, value).fault
      if (fault !== undefined) return fault
    }
  }
  return undefined
}

export function shapeFault(name: string, requested: unknown): string | undefined {
  const fits = Array.isArray(requested) && entriesOf(requested).length === requested.length
  return fits ? undefined : `\`${name}\` must be a list of objects`
}

const namesOf = (requested: unknown): readonly string[] =>
  Array.isArray(requested) ? requested.map(each => String(each).trim().toUpperCase()) : []
const componentName = (element: PlacedElement): string =>
  attributeNamed(element, 'name')?.value.trim() ?? ''

/** Components of the primary key of a table type, in the order of the key. */
export const keyComponents: FieldList = {
  path: 'primaryKey/components',
  read: root => {
    const holder = elementAt(root, ['primaryKey', 'components'], [])
    return holder === undefined ? [] : childrenNamed(holder, 'component').map(componentName)
  },
  write(root, requested, document) {
    const holder = elementAt(root, ['primaryKey', 'components'], [])
    if (holder === undefined) {
      throw refused(
        'The document of this table type has no <components>',
        'Change the key in the editor of the ERP.'
      )
    }
    return arranged(
      { holder, existing: childrenNamed(holder, 'component') },
      namesOf(requested),
      document
    )
  },
  fault(requested) {
    if (!Array.isArray(requested) || !requested.every(each => typeof each === 'string')) {
      return '`keyComponents` must be a list of names'
    }
    const double = twice(namesOf(requested))
    return (
      textFault(
        requested.map(name => ({ name })),
        ['name']
      ) ??
      (double === undefined
        ? undefined
        : `the component ${double} stands twice in \`keyComponents\``)
    )
  }
}

interface Arrangement {
  readonly holder: PlacedElement
  readonly existing: readonly PlacedElement[]
}

/**
 * Puts entries in the requested order: entries in order stay, others are moved unchanged or added.
 */
function arranged(
  { holder, existing }: Arrangement,
  requested: readonly string[],
  document: string
): readonly Splice[] {
  const inPlace = new Set<PlacedElement>()
  const addedAfter = new Map<PlacedElement | undefined, string[]>()
  let last = -1
  for (const name of requested) {
    const at = existing.findIndex(each => componentName(each) === name)
    const found = existing[at]
    if (found !== undefined && at > last) {
      inPlace.add(found)
      last = at
      continue
    }
    const anchor = existing[last]
    addedAfter.set(anchor, [
      ...(addedAfter.get(anchor) ?? []),
      found === undefined ? componentMarkup(holder, name) : document.slice(found.start, found.end)
    ])
  }
  const [first] = existing
  const added = [...addedAfter].map(([anchor, markup]) =>
    withMarkup(holder, markup.join(''), {
      after: anchor,
      before: anchor === undefined ? first : undefined
    })
  )
  return [...added, ...existing.filter(each => !inPlace.has(each)).map(without)]
}

function componentMarkup(holder: PlacedElement, name: string): string {
  const prefix = prefixOf(holder.qualified)
  return `<${childName(holder, 'component')} ${prefix === '' ? '' : `${prefix}:`}name="${escapeXml(name)}"/>`
}
