/**
 * Looks up class and interface definitions, superclasses and the first declaration of a redefined
 * method.
 */
import { Objects } from '@abaplint/core'
import type { ABAPFile, ABAPObject, Info } from '@abaplint/core'
import { declarationAt } from './declarations.ts'
import { objectId } from '../files.ts'
import type { Repository } from '../repository.ts'
import { declarationPositionOf } from './declaration-positions.ts'
import type { DeclarationPosition } from './declaration-positions.ts'

export type ClassInfo = Info.InfoClassDefinition
export type InterfaceInfo = Info.InfoInterfaceDefinition

/** A class or interface definition with its file. */
export interface Found<T> {
  readonly info: T
  readonly file: ABAPFile
}

const MAX_DEPTH = 100

/** The class of this name in the scope of an object: a local one, else the global one. */
export function findClass(
  repository: Repository,
  from: string,
  name: string
): Found<ClassInfo> | undefined {
  for (const file of filesVisibleFrom(repository, from, 'CLAS', name)) {
    const info = file.getInfo().getClassDefinitionByName(name)
    if (info !== undefined) return { info, file }
  }
  return undefined
}

export function findInterface(
  repository: Repository,
  from: string,
  name: string
): Found<InterfaceInfo> | undefined {
  for (const file of filesVisibleFrom(repository, from, 'INTF', name)) {
    const info = file.getInfo().getInterfaceDefinitionByName(name)
    if (info !== undefined) return { info, file }
  }
  return undefined
}

function* filesVisibleFrom(
  repository: Repository,
  from: string,
  type: string,
  name: string
): Generator<ABAPFile> {
  const object = repository.object(from)
  if (isAbap(object)) yield* object.getABAPFiles()
  const global = repository.registry.getObject(type, name)
  const main =
    global instanceof Objects.Class || global instanceof Objects.Interface
      ? global.getMainABAPFile()
      : undefined
  if (main !== undefined) yield main
}

function isAbap(object: unknown): object is ABAPObject {
  return typeof object === 'object' && object !== null && 'getABAPFiles' in object
}

/** The superclasses of a class, nearest first. */
export function superclasses(
  repository: Repository,
  { info, file }: Found<ClassInfo>
): Found<ClassInfo>[] {
  const chain: Found<ClassInfo>[] = []
  let current: Found<ClassInfo> | undefined = { info, file }
  while (current?.info.superClassName !== undefined && chain.length < MAX_DEPTH) {
    current = findClass(
      repository,
      objectId(current.file.getFilename()),
      current.info.superClassName
    )
    if (current !== undefined) chain.push(current)
  }
  return chain
}

/** For a method that is a redefinition: where it was first declared, in a class or an interface. */
export function rootMethod(
  repository: Repository,
  spot: DeclarationPosition
): DeclarationPosition | undefined {
  const object = objectId(spot.file)
  const abap = repository.abapFile(spot.file)
  const owner = abap === undefined ? undefined : declarationAt(abap, spot)?.owner
  const start = owner === undefined ? undefined : findClass(repository, object, owner)
  const method = start?.info.methods.find(
    entry =>
      entry.name.toUpperCase() === spot.name || entry.identifier.getStart().getRow() === spot.row
  )
  if (start === undefined || method?.isRedefinition !== true) return undefined
  const [interfaceName, member] = method.name.toUpperCase().split('~')
  for (const ancestor of superclasses(repository, start)) {
    const declared = ancestor.info.methods.find(
      entry => !entry.isRedefinition && entry.name.toUpperCase() === method.name.toUpperCase()
    )
    if (declared !== undefined) return declarationPositionOf(declared.identifier)
  }
  if (interfaceName === undefined || member === undefined) return undefined
  const declared = findInterface(repository, object, interfaceName)?.info.methods.find(
    entry => entry.name.toUpperCase() === member
  )
  return declared === undefined ? undefined : declarationPositionOf(declared.identifier)
}
