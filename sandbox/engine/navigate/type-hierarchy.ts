/** Lists the supertypes or subtypes of a class or interface. */
import { ABAPObject } from '@abaplint/core'
import type { FileHierarchyEntry, RepositoryFile } from '../../types.ts'
import { adtKind, declarationAt } from './declarations.ts'
import { objectId } from '../files.ts'
import { findClass, findInterface } from './hierarchy.ts'
import type { Found, InterfaceInfo } from './hierarchy.ts'
import { enterProgram } from '../includes.ts'
import { rangeOfToken } from '../ranges.ts'
import type { Repository } from '../repository.ts'
import { declarationPositionOf } from './declaration-positions.ts'
import { symbolAt } from './symbols.ts'

export interface HierarchyRequest {
  readonly file: string
  readonly row?: number
  readonly column?: number
  readonly overlay: readonly RepositoryFile[]
  readonly direction: 'superTypes' | 'subTypes'
  readonly main?: string | undefined
}

type Type = Found<InterfaceInfo>

/**
 * What is above or below a class or interface, over any number of steps, each once at its least
 * distance.
 */
export function typeHierarchy(
  repository: Repository,
  { file, row, column, overlay, main, direction }: HierarchyRequest
): FileHierarchyEntry[] {
  enterProgram(repository, { file, overlay, main })
  repository.refresh([objectId(file)])
  const start =
    row === undefined
      ? typeOfObject(repository, objectId(file))
      : typeAt(repository, file, row, column ?? 0)
  if (start === undefined) return []
  const seen = new Set([keyOf(start)])
  const entries: FileHierarchyEntry[] = []
  let level = [start]
  for (let distance = 1; level.length > 0; distance++) {
    const next = level
      .flatMap(type =>
        direction === 'superTypes' ? above(repository, type) : below(repository, type)
      )
      .filter(type => !seen.has(keyOf(type)) && Boolean(seen.add(keyOf(type))))
    entries.push(...next.map(type => entryOf(type, distance)))
    level = next
  }
  return entries
}

function keyOf({ info, file }: Type): string {
  return `${file.getFilename()} ${info.name.toUpperCase()}`
}

function entryOf({ info, file }: Type, distance: number): FileHierarchyEntry {
  const declaration = declarationAt(file, declarationPositionOf(info.identifier))
  const kind = declaration === undefined ? '' : adtKind(declaration, file.getFilename())
  return {
    ...rangeOfToken(file.getFilename(), info.identifier.getToken()),
    kind,
    name: info.name.toUpperCase(),
    distance
  }
}

function typeOfObject(repository: Repository, id: string): Type | undefined {
  const name = id.slice(id.indexOf(' ') + 1)
  return id.startsWith('INTF ')
    ? findInterface(repository, id, name)
    : findClass(repository, id, name)
}

/** The class or interface that the name means, or the one around the place. */
function typeAt(
  repository: Repository,
  file: string,
  row: number,
  column: number
): Type | undefined {
  const meaning = symbolAt(repository, file, row, column)
  if (meaning?.kind === 'object') return typeOfObject(repository, meaning.id)
  if (meaning?.kind === 'declared') {
    const id = objectId(meaning.spot.file)
    return (
      findClass(repository, id, meaning.spot.name) ??
      findInterface(repository, id, meaning.spot.name) ??
      typeOfObject(repository, id)
    )
  }
  return typeOfObject(repository, objectId(file))
}

function above(repository: Repository, { info, file }: Type): Type[] {
  const id = objectId(file.getFilename())
  const superclass = superclassName(info)
  const found = superclass === undefined ? [] : [findClass(repository, id, superclass)]
  return [
    ...found,
    ...info.interfaces.map(({ name }) => findInterface(repository, id, name))
  ].filter(type => type !== undefined)
}

function superclassName(info: InterfaceInfo): string | undefined {
  return 'superClassName' in info && typeof info.superClassName === 'string'
    ? info.superClassName
    : undefined
}

function below(repository: Repository, { info, file }: Type): Type[] {
  const name = info.name.toUpperCase()
  const isGlobal = !info.isLocal
  const ids = isGlobal ? repository.dependencies.mentioning([name]) : [objectId(file.getFilename())]
  const found: Type[] = []
  for (const id of ids) {
    repository.refresh([id])
    const object = repository.object(id)
    if (!(object instanceof ABAPObject)) continue
    for (const part of object.getABAPFiles()) {
      for (const other of [
        ...part.getInfo().listClassDefinitions(),
        ...part.getInfo().listInterfaceDefinitions()
      ]) {
        const isBelow =
          superclassName(other)?.toUpperCase() === name ||
          other.interfaces.some(entry => entry.name.toUpperCase() === name)
        if (isBelow) found.push({ info: other, file: part })
      }
    }
  }
  return found.toSorted((a, b) => a.info.name.localeCompare(b.info.name))
}
