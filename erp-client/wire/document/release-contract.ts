/** The document that changes one API release contract, made from the one that the ERP shows. */
import { attributeNamed, childNamed, elementAt } from './find.ts'
import { spliced, withAttribute, withoutAttribute, withValue } from './splice.ts'
import type { Splice } from './splice.ts'
import { placeXml } from './tree.ts'
import type { PlacedAttribute, PlacedElement } from './tree.ts'
import { xmlHead } from '../xml.ts'

/** What the ERP takes of a contract, in its order; it refuses links, transitions and references. */
const written = ['status', 'useConceptAsSuccessor', 'successors', 'successorConceptName']

const visibility = ['useInSAPCloudPlatform', 'useInKeyUserApps'] as const

/** The state of a contract; empty where the object cannot have the contract. */
export function contractState(document: string, contract: string): string {
  const place = [`${contract.toLowerCase()}Release`, 'status']
  const status = elementAt(placeXml(document), place, [])
  return (status === undefined ? undefined : attributeNamed(status, 'state'))?.value ?? ''
}

/**
 * The body that gives a contract a state; undefined where the object cannot have the contract. The
 * ERP takes less than it shows: the contract alone, and the catalogs beside it.
 */
export function contractBody(
  document: string,
  contract: string,
  state: string
): string | undefined {
  const root = placeXml(document)
  const name = `${contract.toLowerCase()}Release`
  const own = childNamed(root, name)
  const current = own === undefined ? undefined : childNamed(own, 'status')
  if (own === undefined || current === undefined) return undefined
  const place = attributeNamed(current, 'state')
  if (place === undefined) return undefined
  const description = attributeNamed(current, 'stateDescription')
  const splices: Splice[] = [
    withValue(place, state),
    // It describes the state before.
    ...(description === undefined ? [] : [withoutAttribute(description)]),
    ...(state === 'RELEASED' ? shown(own, elementAt(root, ['behaviour', name], [])) : []),
    ...own.children
      .filter(each => !written.includes(each.name))
      .map(({ start, end }) => ({ start, end, text: '' })),
    ...catalogs(root)
  ]
  const kept = root.children.filter(each => each === own || each.name === 'apiCatalogData')
  const dropped = root.children
    .filter(each => !kept.includes(each))
    .map(({ start, end }) => ({ start, end, text: '' }))
  return withHead(spliced(document, [...splices, ...dropped]))
}

const withHead = (text: string): string => (/^\s*<\?xml/.test(text) ? text : xmlHead + text)

const isOn = (attribute: PlacedAttribute | undefined): boolean => attribute?.value === 'true'

/** A contract that is visible nowhere gets the visibility that the ERP proposes, and no more. */
function shown(own: PlacedElement, proposed: PlacedElement | undefined): readonly Splice[] {
  if (proposed === undefined) return []
  if (visibility.some(name => isOn(attributeNamed(own, name)))) return []
  return visibility
    .filter(name => isOn(attributeNamed(proposed, `${name}Default`)))
    .map(name => {
      const place = attributeNamed(own, name)
      const prefix = own.qualified.slice(0, own.qualified.length - own.name.length)
      return place === undefined
        ? withAttribute(own, `${prefix}${name}`, 'true')
        : withValue(place, 'true')
    })
}

/** Both flags are true in every request that an ERP is known to have taken, whatever it shows. */
function catalogs(root: PlacedElement): readonly Splice[] {
  const data = childNamed(root, 'apiCatalogData')
  if (data === undefined) return []
  return ['isAnyAssignmentPossible', 'isAnyContractReleased'].flatMap(name => {
    const place = attributeNamed(data, name)
    return place === undefined ? [] : [withValue(place, 'true')]
  })
}
