/** Sets of objects as runs name them: objects, packages, software components, and unions of them. */
import type { System } from '../system.ts'
import { workbenchType } from '../transports/recording.ts'
import type { ObjectKey } from '../types.ts'
import { invalidData, notFound } from './errors.ts'
import { kinds } from './kinds.ts'
import type { XmlElement } from './xml-reader.ts'

type Reader = (system: System, element: XmlElement) => ObjectKey[]

function contents({ store }: System, name: string, deep: boolean): ObjectKey[] {
  const own = store
    .list({ package: name })
    .map(({ key }) => key)
    .filter(({ type }) => type !== 'DEVC')
  const below = deep ? store.subPackages(name).map(({ key }) => key.name) : []
  return [...own, ...below.flatMap(each => contents({ store } as System, each, true))]
}

function ofPackage(system: System, given: string, deep: boolean): ObjectKey[] {
  const name = given.trim().toUpperCase()
  if (system.store.get({ type: 'DEVC', name }) === undefined) throw notFound(name)
  return contents(system, name, deep)
}

function ofComponent(system: System, given: string): ObjectKey[] {
  const name = given.trim().toUpperCase()
  return system.store
    .list({ type: 'DEVC' })
    .filter(({ attributes }) => (attributes['softwareComponent'] ?? '').toUpperCase() === name)
    .flatMap(({ key }) => contents(system, key.name, false))
}

function ofObject({ store }: System, { attributes: { name = '', type = '' } }: XmlElement) {
  const wanted = name.trim().toUpperCase()
  const found = kinds
    .filter(kind => workbenchType(kind.type) === type.toUpperCase())
    .map(kind => ({ type: kind.type, name: wanted }))
    .find(key => store.get(key) !== undefined)
  if (found === undefined) throw notFound(wanted)
  return [found]
}

const nested: Reader = (system, { children }) => children.flatMap(each => read(system, each))

const readers: Readonly<Record<string, Reader>> = {
  objectSet: nested,
  set: nested,
  packages: nested,
  softwarecomponents: nested,
  object: ofObject,
  package: (system, { attributes: { name, value = '', includeSubpackages } }) =>
    ofPackage(system, name ?? value, includeSubpackages === 'true'),
  property: (system, { attributes: { key, value = '' } }) => {
    if (key === 'package') return ofPackage(system, value, true)
    throw invalidData(`The property ${key ?? ''} of a set of objects is not supported`)
  },
  softwareComponent: (system, { attributes: { name = '' } }) => ofComponent(system, name),
  softwarecomponent: (system, { attributes: { value = '' } }) => ofComponent(system, value)
}

function read(system: System, element: XmlElement): ObjectKey[] {
  const reader = Object.hasOwn(readers, element.name) ? readers[element.name] : undefined
  if (reader === undefined) {
    throw invalidData(`${element.name} in a set of objects is not supported`)
  }
  return reader(system, element)
}

/** The objects of a set, each once. 404 for what does not exist, 400 for what is not understood. */
export function objectsOfSet(system: System, set: XmlElement): ObjectKey[] {
  const all = read(system, set).map(key => [`${key.type} ${key.name}`, key] as const)
  return [...new Map(all).values()]
}
