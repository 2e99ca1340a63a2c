/** Analyses sources in advance while no request is pending. */
import { ABAPObject, Objects } from '@abaplint/core'
import type { Repository } from './repository.ts'

/**
 * Analyses sources before a request needs them: the where-used list of an object that all others
 * use needs all sources analysed, which takes seconds in a large repository.
 */
export interface Ahead {
  /** Starts over after a change of sources. */
  restart(): void
  /** Analyses one source more. False when there is nothing left to do. */
  step(): boolean
}

/** Objects with more characters are skipped: a request would wait too long for their analysis. */
const LARGEST = 100_000

export function createAhead(repository: Repository): Ahead {
  let waiting: string[] | undefined
  const isLacking = (id: string): boolean => {
    const object = repository.object(id)
    return (
      object instanceof ABAPObject &&
      object.syntaxResult === undefined &&
      !(object instanceof Objects.Program && object.isInclude())
    )
  }
  const sizeOf = (id: string) =>
    repository.filesOf(id).reduce((sum, file) => sum + (repository.text(file)?.length ?? 0), 0)
  return {
    restart() {
      waiting = undefined
    },
    step() {
      if (waiting === undefined) {
        const own = repository.objects().filter(id => !repository.isLibrary(id))
        // All in one call: whether an object is stale depends on the others.
        repository.refresh(own)
        waiting = own.filter(id => isLacking(id) && sizeOf(id) <= LARGEST)
        return waiting.length > 0
      }
      const id = waiting.pop()
      if (id !== undefined && isLacking(id)) {
        // Drafts may have changed the object since the first refresh.
        repository.refresh([id])
        const object = repository.object(id)
        if (object !== undefined) repository.scopes(object)
      }
      return waiting.length > 0
    }
  }
}
