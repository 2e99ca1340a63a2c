/** Metadata of objects: the common attributes of their documents. */
import type { ObjectRef } from '../objects.ts'
import { refOfUri } from '../objects.ts'
import { attribute, attributesOf, child, children, parseXml } from './xml.ts'
import type { XmlElement } from './xml.ts'

/** A part of a class, with a last change of its own. */
export interface IncludeMetadata {
  readonly part: string
  readonly version: string
  readonly changedBy?: string | undefined
  readonly changedAt?: string | undefined
}

export interface Metadata {
  readonly ref: ObjectRef
  readonly description: string
  /**
   * Package; a package's own name for a package; undefined for parts of a function group, see
   * `resolvePackage`.
   */
  readonly package?: string | undefined
  /** Function group of a function module or function-group include. */
  readonly container?: ObjectRef | undefined
  readonly version: 'active' | 'inactive' | 'new'
  readonly responsible?: string | undefined
  readonly changedBy?: string | undefined
  readonly changedAt?: string | undefined
  readonly createdBy?: string | undefined
  readonly createdAt?: string | undefined
  readonly language?: string | undefined
  readonly abapLanguageVersion?: string | undefined
  /** All attributes of the root element by local name. */
  readonly attributes: Readonly<Record<string, string>>
  readonly includes: readonly IncludeMetadata[]
  readonly superclass?: string | undefined
  readonly interfaces: string[]
}

const versions = ['active', 'inactive', 'new'] as const

function versionOf(element: XmlElement): Metadata['version'] {
  const value = attribute(element, 'version')
  return versions.find(each => each === value) ?? 'active'
}

function nameOf(element: XmlElement | undefined): string | undefined {
  const name = attribute(element, 'name')
  return name === undefined || name === '' ? undefined : name.toUpperCase()
}

function containerOf(element: XmlElement): ObjectRef | undefined {
  const reference = child(element, 'containerRef')
  if (reference === undefined) return undefined
  const name = nameOf(reference)
  return (
    refOfUri(attribute(reference, 'uri') ?? '') ??
    (name === undefined ? undefined : { type: 'FUGR', name })
  )
}

/** The package reference of a package is its parent. */
function packageOf(element: XmlElement, root: string): string | undefined {
  if (root === 'package') return nameOf(element)
  return nameOf(child(element, 'packageRef'))
}

function text(element: XmlElement, name: string): string | undefined {
  const value = attribute(element, name)
  return value === '' ? undefined : value
}

/** Reads the answer to `GET {object}`, whatever its root. @throws ErpError ERP_BAD_ANSWER */
export function readMetadataXml(xml: string, ref: ObjectRef): Metadata {
  const { root, element } = parseXml(xml)
  const includes = children(element, 'include').map(each => ({
    part: attribute(each, 'includeType') ?? '',
    version: attribute(each, 'version') ?? '',
    changedBy: text(each, 'changedBy'),
    changedAt: text(each, 'changedAt')
  }))
  return {
    ref,
    description: attribute(element, 'description') ?? '',
    package: packageOf(element, root),
    container: containerOf(element),
    version: versionOf(element),
    responsible: text(element, 'responsible'),
    changedBy: text(element, 'changedBy'),
    changedAt: text(element, 'changedAt'),
    createdBy: text(element, 'createdBy'),
    createdAt: text(element, 'createdAt'),
    language: text(element, 'masterLanguage') ?? text(element, 'language'),
    abapLanguageVersion: text(element, 'abapLanguageVersion'),
    attributes: { ...attributesOf(element), ...attributesBelow(element, root) },
    includes,
    superclass: nameOf(child(element, 'superClassRef')),
    interfaces: children(element, 'interfaceRef').flatMap(each => nameOf(each) ?? [])
  }
}

/** Attributes of a package and of a service binding stand one level down. */
function attributesBelow(element: XmlElement, root: string): Record<string, string> {
  if (root === 'serviceBinding') return bindingAttributes(element)
  if (root !== 'package') return {}
  const superPackage = nameOf(child(element, 'superPackage'))
  return {
    ...attributesOf(child(element, 'attributes')),
    ...(superPackage === undefined ? {} : { superPackage }),
    softwareComponent: attribute(child(element, 'transport', 'softwareComponent'), 'name') ?? '',
    transportLayer: attribute(child(element, 'transport', 'transportLayer'), 'name') ?? ''
  }
}

function bindingAttributes(element: XmlElement): Record<string, string> {
  const binding = child(element, 'binding')
  const definition = child(element, 'services', 'content', 'serviceDefinition')
  const facts = {
    odataVersion: attribute(binding, 'version'),
    category: attribute(binding, 'category'),
    serviceDefinition: attribute(definition, 'name')
  }
  return Object.fromEntries(
    Object.entries(facts).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  )
}
