/** Collects the objects that a set of objects needs to run. */
import { Comment } from '@abaplint/core'
import type { RepositoryFile } from '../types.ts'
import { objectId, parseFileName } from './files.ts'
import type { Repository } from './repository.ts'
import { wordsOf } from './word-index.ts'

/** Types of objects that code needs to run. */
const NEEDED = new Set([
  'CLAS',
  'INTF',
  'PROG',
  'FUGR',
  'TABL',
  'DTEL',
  'DOMA',
  'TTYP',
  'DDLS',
  'BDEF',
  'VIEW',
  'MSAG',
  'TYPE',
  'ENQU',
  'SHLP',
  'XSLT'
])

/**
 * The named objects and, over any number of steps, everything they mention, as far as it is no part
 * of the kernel library; mounted code is. Test parts come with the named objects only: what others
 * test is not needed to run.
 */
export function closure(
  repository: Repository,
  { files, overlay }: { files: readonly string[]; overlay: readonly RepositoryFile[] }
): RepositoryFile[] {
  repository.enter(overlay)
  const named = new Set(files.map(objectId).filter(id => repository.filesOf(id).length > 0))
  const found = new Set(named)
  const queue = [...named]
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    for (const used of usedBy(repository, id, named.has(id))) {
      if (
        found.has(used) ||
        repository.isKernel(used) ||
        !NEEDED.has(used.slice(0, used.indexOf(' ')))
      ) {
        continue
      }
      found.add(used)
      queue.push(used)
    }
  }
  return [...found].toSorted().flatMap(id =>
    repository
      .filesOf(id)
      .filter(file => named.has(id) || isNoTest(file))
      .toSorted()
      .flatMap(file => {
        const text = repository.text(file)
        return text === undefined ? [] : [{ name: file, text }]
      })
  )
}

/** Comments do not count: they mention objects that are not needed to run. */
function usedBy(repository: Repository, id: string, withTests: boolean): Set<string> {
  const used = new Set<string>()
  repository.refresh([id])
  for (const file of repository.filesOf(id)) {
    if (!withTests && !isNoTest(file)) continue
    const abap = repository.abapFile(file)
    const code = abap
      ?.getStatements()
      .filter(node => !(node.get() instanceof Comment))
      .map(node => node.concatTokens())
      .join('\n')
    for (const word of code === undefined
      ? repository.dependencies.index.wordsIn(file)
      : wordsOf(code)) {
      for (const object of repository.dependencies.named(word)) if (object !== id) used.add(object)
    }
  }
  return used
}

function isNoTest(file: string): boolean {
  return parseFileName(file)?.part !== 'testclasses'
}
