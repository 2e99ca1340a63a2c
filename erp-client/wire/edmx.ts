/** OData metadata documents (EDMX) of versions 2 and 4. */
import { offLoop } from '../threads/worker-thread.ts'
import { attribute, children, parseXml } from './xml.ts'
import type { XmlElement } from './xml.ts'

export interface ServiceNavigation {
  readonly name: string
  readonly target: string
  readonly many: boolean
}

export interface ServiceEntity {
  readonly name: string
  /** Entity sets of this type. */
  readonly sets: readonly string[]
  readonly keys: readonly string[]
  /** Number of properties, keys included. */
  readonly properties: number
  readonly navigations: readonly ServiceNavigation[]
}

export interface ServiceModel {
  readonly version: string
  readonly entities: readonly ServiceEntity[]
  /** Actions and functions. */
  readonly operations: readonly string[]
}

const nameOf = (element: XmlElement): string => attribute(element, 'Name') ?? ''
const local = (qualified: string): string => qualified.slice(qualified.lastIndexOf('.') + 1)

/** In V2 the target of a navigation stands in its association, at the role `ToRole`. */
function associationEnds(
  schemas: readonly XmlElement[]
): ReadonlyMap<string, { readonly type: string; readonly many: boolean }> {
  const ends = schemas.flatMap(schema =>
    children(schema, 'Association').flatMap(one =>
      children(one, 'End').map(
        end =>
          [
            `${nameOf(one)} ${attribute(end, 'Role') ?? ''}`,
            {
              type: local(attribute(end, 'Type') ?? ''),
              many: attribute(end, 'Multiplicity') === '*'
            }
          ] as const
      )
    )
  )
  return new Map(ends)
}

function navigationOf(
  element: XmlElement,
  ends: ReturnType<typeof associationEnds>
): ServiceNavigation {
  const type = attribute(element, 'Type')
  if (type === undefined) {
    const end = ends.get(
      `${local(attribute(element, 'Relationship') ?? '')} ${attribute(element, 'ToRole') ?? ''}`
    )
    return { name: nameOf(element), target: end?.type ?? '', many: end?.many ?? false }
  }
  const collection = /^Collection\((.*)\)$/.exec(type)
  return {
    name: nameOf(element),
    target: local(collection?.[1] ?? type),
    many: collection !== null
  }
}

/** Reads an OData metadata document of version 2 or 4. @throws ErpError ERP_BAD_ANSWER */
export function readEdmx(xml: string): ServiceModel {
  const { element } = parseXml(xml, ['Edmx'])
  const schemas = children(element, 'DataServices', 'Schema')
  const ends = associationEnds(schemas)
  const sets = schemas.flatMap(schema => children(schema, 'EntityContainer', 'EntitySet'))
  const entities = schemas.flatMap(schema =>
    children(schema, 'EntityType').map((type): ServiceEntity => {
      const own = new Set(
        [attribute(schema, 'Namespace'), attribute(schema, 'Alias')].map(
          space => `${space ?? ''}.${nameOf(type)}`
        )
      )
      return {
        name: nameOf(type),
        sets: sets.filter(set => own.has(attribute(set, 'EntityType') ?? '')).map(nameOf),
        keys: children(type, 'Key', 'PropertyRef').map(nameOf),
        properties: children(type, 'Property').length,
        navigations: children(type, 'NavigationProperty').map(each => navigationOf(each, ends))
      }
    })
  )
  const operations = schemas.flatMap(schema => [
    ...children(schema, 'EntityContainer', 'FunctionImport'),
    ...children(schema, 'Action'),
    ...children(schema, 'Function')
  ])
  return {
    version: attribute(element, 'Version') ?? '',
    entities,
    operations: [...new Set(operations.map(nameOf))]
  }
}

export const decodeEdmx = offLoop({ readEdmx }, import.meta.url)
