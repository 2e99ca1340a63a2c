/** Sets a single value in a document: the text of an element, or an attribute. */
import { escapeXml } from '../xml.ts'
import { adtcoreNamespace, attributeNamed, childNamed, refused } from './find.ts'
import {
  childName,
  withAttribute,
  withMarkup,
  withText,
  withValue,
  withoutAttribute
} from './splice.ts'
import type { Splice } from './splice.ts'
import type { PlacedElement } from './tree.ts'

export interface Leaf {
  readonly parent: PlacedElement
  readonly name: string
  /** All possible children of the parent, in the order in which the ERP reads them. */
  readonly sequence: readonly string[]
  readonly known?: readonly string[]
}

/** Sets the text of an element; a missing element is added where the ERP expects it. */
export function setLeaf(
  { parent, name, sequence, known = [] }: Leaf,
  value: string
): readonly Splice[] {
  const found = childNamed(parent, name, known)
  if (found !== undefined) {
    if (found.children.length > 0) {
      throw refused(
        `<${name}> holds more than a text`,
        'Change the object in the editor of the ERP.'
      )
    }
    return withText(found, value)
  }
  if (value === '') return []
  return [addChild({ parent, name, sequence }, `>${escapeXml(value)}</`)]
}

/** Adds a missing child with `inner` as its content. */
export function addChild({ parent, name, sequence }: Leaf, inner: string): Splice {
  const at = sequence.indexOf(name)
  if (parent.closed || at < 0) {
    throw refused(`The document has no <${name}>`, 'The release of the ERP may not know it.')
  }
  const before = parent.children.find(each => sequence.indexOf(each.name) > at)
  const after = parent.children.findLast(
    each => sequence.includes(each.name) && sequence.indexOf(each.name) < at
  )
  const qualified = childName(parent, name)
  return withMarkup(parent, `<${qualified}${inner}${qualified}>`, { before, after })
}

/** Further attributes of a reference, which would be wrong for another target. */
const ofReference = ['uri', 'type', 'description', 'packageName']

/** Changes the target of a reference, or removes it. */
export function setReference(element: PlacedElement, value: string): readonly Splice[] {
  const name = attributeNamed(element, 'name')
  if ((name?.value ?? '') === value) return []
  const stale = element.attributes.filter(
    each => each.namespace === adtcoreNamespace && ofReference.includes(each.name)
  )
  const splices = stale.map(withoutAttribute)
  if (value === '') return [...splices, ...(name === undefined ? [] : [withoutAttribute(name)])]
  if (name !== undefined) return [...splices, withValue(name, value)]
  return [...splices, withAttribute(element, attributeName(element), value)]
}

/** `name` with the prefix of the common namespace. */
function attributeName(element: PlacedElement): string {
  const [prefix] =
    [...element.scope].find(([each, namespace]) => namespace === adtcoreNamespace && each !== '') ??
    []
  if (prefix === undefined) {
    throw refused(
      `<${element.name}> cannot name an object in this document`,
      'Change the object in the editor of the ERP.'
    )
  }
  return `${prefix}:name`
}
