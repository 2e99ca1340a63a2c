/** Analyses sources in advance while no request is pending. */
import { ABAPObject, Objects } from '@abaplint/core'
import type { Repository } from './repository.ts'

/**
 * Analyses sources before a request needs them: the where-used list of an object that all others
 * use needs all sources analysed, which takes seconds in a large repository.
 */
export interface BackgroundAnalysis {
  /** Starts over after a change of sources. */
  restart(): void
  /** Analyses one more source. False when the queue is empty. */
  step(): boolean
}

/** Objects with more characters are skipped: a request would wait too long for their analysis. */
const MAX_CHARACTERS = 100_000

export function createBackgroundAnalysis(repository: Repository): BackgroundAnalysis {
  let queue: string[] | undefined
  const isUnanalyzed = (id: string): boolean => {
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
      queue = undefined
    },
    step() {
      if (queue === undefined) {
        const own = repository.objects().filter(id => !repository.isLibrary(id))
        // All in one call: whether an object is stale depends on the others.
        repository.refresh(own)
        queue = own.filter(id => isUnanalyzed(id) && sizeOf(id) <= MAX_CHARACTERS)
        return queue.length > 0
      }
      const id = queue.pop()
      if (id !== undefined && isUnanalyzed(id)) {
        // Drafts may have changed the object since the first refresh.
        repository.refresh([id])
        const object = repository.object(id)
        if (object !== undefined) repository.scopes(object)
      }
      return queue.length > 0
    }
  }
}
