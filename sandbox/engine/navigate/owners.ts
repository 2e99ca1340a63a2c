/** The objects whose sources contain a file: its own, or the programs that include it. */
import { ABAPObject } from '@abaplint/core'
import { objectId } from '../files.ts'
import type { Repository } from '../repository.ts'
import { mainPrograms, programsInView } from '../includes.ts'

function objectsOf(
  repository: Repository,
  file: string,
  programs: readonly string[]
): ABAPObject[] {
  return (programs.length > 0 ? programs : [objectId(file)])
    .map(id => repository.object(id))
    .filter(object => object instanceof ABAPObject)
}

/**
 * The object of the file, or all programs that include it, because a declaration in an include
 * exists in each of them.
 */
export function owningObjects(repository: Repository, file: string): ABAPObject[] {
  const programs = mainPrograms(repository, objectId(file))
  repository.refresh(programs)
  return objectsOf(repository, file, programs)
}

/** The objects whose analysis covers the file, limited to the main program of the request. */
export function scopeOwners(repository: Repository, file: string): ABAPObject[] {
  return objectsOf(repository, file, programsInView(repository, objectId(file)))
}
