import { ABAPObject, Objects } from '@abaplint/core'
import type { Repository } from './repository.ts'

/**
 * Analyses ahead of being asked: where something is used that everything uses, all sources must
 * have been analysed, which takes seconds where there are many of them.
 */
export interface Ahead {
  /** Begins anew: sources have changed. */
  restart(): void
  /** Analyses one source more. False when there is nothing left to do. */
  step(): boolean
}

/**
 * Characters of an object beyond which its analysis would hold up whoever asks for something
 * meanwhile.
 */
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
        // All at once: what is stale of one depends on the others.
        repository.refresh(own)
        waiting = own.filter(id => isLacking(id) && sizeOf(id) <= LARGEST)
        return waiting.length > 0
      }
      const id = waiting.pop()
      if (id !== undefined && isLacking(id)) {
        // Drafts may have come and gone in between.
        repository.refresh([id])
        const object = repository.object(id)
        if (object !== undefined) repository.scopes(object)
      }
      return waiting.length > 0
    }
  }
}
