/** The objects that the text of a file is part of. */
import { ABAPObject } from '@abaplint/core'
import { objectId } from '../files.ts'
import type { Repository } from '../repository.ts'
import { mainPrograms, programsInView } from '../includes.ts'

function objectsOf(repository: Repository, file: string, mains: readonly string[]): ABAPObject[] {
  return (mains.length > 0 ? mains : [objectId(file)])
    .map(id => repository.object(id))
    .filter(object => object instanceof ABAPObject)
}

/**
 * The same, whichever program the request names: what is declared in an include is declared in all
 * of them.
 */

export function owningObjects(repository: Repository, file: string): ABAPObject[] {
  const mains = mainPrograms(repository, objectId(file))
  repository.refresh(mains)
  return objectsOf(repository, file, mains)
}

/** The objects whose analysis covers the file: itself, or the programs that include it. */

export function scopeOwners(repository: Repository, file: string): ABAPObject[] {
  return objectsOf(repository, file, programsInView(repository, objectId(file)))
}
