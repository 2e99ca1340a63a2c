/** Findings of the lint rules that are not so on this system. */
import type { IObject, Issue } from '@abaplint/core'
import type { Repository } from '../repository.ts'
import { isUsedByOthers } from '../refactor/unused.ts'
import { IGNORED } from './rules.ts'

/** What the rules cannot judge here: the format of files, uses in other objects, keys of rows. */
export function isFalse(repository: Repository, object: IObject, issue: Issue): boolean {
  return (
    IGNORED.test(issue.getMessage()) ||
    isForeignKey(repository, issue) ||
    isUsedByOthers(repository, object, issue)
  )
}

/**
 * A whole row as the key has no components: a condition on components of a structured row is not
 * compared with it.
 */
function isForeignKey(repository: Repository, issue: Issue): boolean {
  if (
    issue.getKey() !== 'sequential_read_sorted' ||
    !/component TABLE_LINE/.test(issue.getMessage())
  ) {
    return false
  }
  const statement = repository
    .abapFile(issue.getFilename())
    ?.getStatements()
    .find(node => node.getStart().equals(issue.getStart()))
  return !/\btable_line\b/i.test(statement?.concatTokens() ?? '')
}
