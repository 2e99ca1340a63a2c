/** Resolves includes to the programs that contain them. */
import { Objects, Statements, Expressions, ABAPObject } from '@abaplint/core'
import { objectId } from './files.ts'
import { EngineError } from './protocol.ts'
import type { Repository } from './repository.ts'
import type { RepositoryFile } from '../types.ts'

/**
 * The programs and function groups that include this one, directly or through other includes; empty
 * for what is no include.
 */
export function mainPrograms(repository: Repository, id: string): string[] {
  if (!isInclude(repository, id)) return []
  const mains: string[] = []
  const visited = new Set([id])
  const queue = [id]
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    for (const user of repository.dependencies.mentioning([nameOf(next)])) {
      if (visited.has(user) || !includes(repository, user, nameOf(next))) continue
      visited.add(user)
      if (isInclude(repository, user)) queue.push(user)
      else mains.push(user)
    }
  }
  return mains
}

/**
 * The programs that an include is read in: the one that the request names, else all that include
 * it.
 */
export function programsInView(repository: Repository, id: string): string[] {
  const mains = mainPrograms(repository, id)
  const wanted = repository.main()
  return wanted !== undefined && mains.includes(wanted) ? [wanted] : mains
}

/**
 * Shows the drafts, and includes as parts of the named program (a file of it).
 * @throws EngineError INVALID when that program does not include the file; what is no include needs
 * none and passes
 */
export function enterProgram(repository: Repository, { file, overlay, main }: ViewRequest): void {
  repository.enter(overlay, main === undefined ? undefined : objectId(main))
  const [id, wanted] = [objectId(file), repository.main()]
  if (
    wanted === undefined ||
    wanted === id ||
    !isInclude(repository, id) ||
    mainPrograms(repository, id).includes(wanted)
  ) {
    return
  }
  throw new EngineError('INVALID', `${nameOf(wanted)} does not include ${nameOf(id)}.`)
}

/** A file, the drafts in force, and a file of the program that an include is to be read in. */
export interface ViewRequest {
  readonly file: string
  readonly overlay: readonly RepositoryFile[]
  readonly main?: string | undefined
}

function nameOf(id: string): string {
  return id.slice(id.indexOf(' ') + 1)
}

function isInclude(repository: Repository, id: string): boolean {
  const object = repository.object(id)
  return object instanceof Objects.Program && object.isInclude()
}

function includes(repository: Repository, id: string, name: string): boolean {
  repository.refresh([id])
  const object = repository.object(id)
  if (!(object instanceof ABAPObject)) return false
  return object
    .getABAPFiles()
    .some(file =>
      file
        .getStatements()
        .some(
          node =>
            node.get() instanceof Statements.Include &&
            node.findFirstExpression(Expressions.IncludeName)?.concatTokens().toUpperCase() === name
        )
    )
}
