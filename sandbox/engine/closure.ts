/** Collects the objects that a set of objects needs to run. */
import type { Engine, RepositoryFile } from '../types.ts'
import { objectId, parseFileName } from './files.ts'
import type { Repository } from './repository.ts'

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
  { files, also = [], overlay }: Parameters<Engine['closure']>[0]
): RepositoryFile[] {
  repository.enter(overlay)
  const existing = (names: readonly string[]) =>
    names.map(objectId).filter(id => repository.filesOf(id).length > 0)
  const named = new Set(existing(files))
  const found = new Set([...named, ...existing(also)])
  for (let wave = [...found]; wave.length > 0;) {
    // together: to look for what is outdated takes as long for one object as for all
    repository.read(wave)
    const used = new Set(wave.flatMap(id => [...usedBy(repository, id, named.has(id))]))
    wave = [...used].filter(id => !found.has(id) && isNeeded(repository, id))
    for (const id of wave) found.add(id)
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

function isNeeded(repository: Repository, id: string): boolean {
  return NEEDED.has(id.slice(0, id.indexOf(' '))) && !repository.isKernel(id)
}

/** The words of a file as it is parsed; those of comments do not count. */
function wordsIn(repository: Repository, file: string): Iterable<string> {
  const all = repository.dependencies.index.wordsIn(file)
  const abap = repository.abapFile(file)
  if (abap === undefined) return all
  const { only, more } = repository.searchCache(abap).comments(all)
  return [...[...all].filter(word => !only.has(word)), ...more]
}

/** Comments mention objects that are not needed to run. */
function usedBy(repository: Repository, id: string, withTests: boolean): Set<string> {
  const used = new Set<string>()
  for (const file of repository.filesOf(id)) {
    if (!withTests && !isNoTest(file)) continue
    for (const word of wordsIn(repository, file)) {
      for (const object of repository.dependencies.named(word)) if (object !== id) used.add(object)
    }
  }
  return used
}

function isNoTest(file: string): boolean {
  return parseFileName(file)?.part !== 'testclasses'
}
