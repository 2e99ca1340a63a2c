/** Finds the place of a field in a document; ambiguous places are refused. */
import { ErpError } from '../../errors.ts'
import type { PlacedAttribute, PlacedElement } from './tree.ts'

export const adtcoreNamespace = 'http://www.sap.com/adt/core'

/** The error of a refused change, with its remedy. */
export function refused(message: string, remedy: string): ErpError {
  return new ErpError('ERP_BAD_REQUEST', message, {
    outcome: 'failed',
    remedy: `${remedy} Nothing was changed.`
  })
}

/**
 * Children of a name in the namespace of their parent or a known one; an element of a foreign
 * namespace with the same local name is another element.
 */
export function childrenNamed(
  parent: PlacedElement,
  name: string,
  known: readonly string[] = []
): readonly PlacedElement[] {
  return parent.children.filter(
    each =>
      each.name === name && (each.namespace === parent.namespace || known.includes(each.namespace))
  )
}

export function childNamed(
  parent: PlacedElement,
  name: string,
  known: readonly string[] = []
): PlacedElement | undefined {
  const [found, second] = childrenNamed(parent, name, known)
  if (second !== undefined) {
    throw refused(
      `The document has two <${name}> where one is expected`,
      'Change the object in the editor of the ERP.'
    )
  }
  return found
}

/** The element at a path of names below the root. */
export function elementAt(
  root: PlacedElement,
  path: readonly string[],
  known: readonly string[]
): PlacedElement | undefined {
  let found: PlacedElement | undefined = root
  for (const name of path) found = found === undefined ? undefined : childNamed(found, name, known)
  return found
}

/** An attribute of the element's own namespace, of the common one, or of none. */
export function attributeNamed(element: PlacedElement, name: string): PlacedAttribute | undefined {
  const own = ['', element.namespace, adtcoreNamespace]
  const [found, second] = element.attributes.filter(
    each => each.name === name && own.includes(each.namespace)
  )
  if (second !== undefined) {
    throw refused(
      `<${element.name}> has the attribute ${name} twice`,
      'Change the object in the editor of the ERP.'
    )
  }
  return found
}
