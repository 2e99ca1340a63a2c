/** What can be found and read beside the repository, and is neither listed nor changed. */
import type { ObjectKey, RepositoryFile } from '../../types.ts'
import { idOf } from '../model.ts'
import type { StoredObject } from '../model.ts'
import { keysOf } from '../load.ts'
import { parseFileName } from '../names.ts'
import type { Repository } from '../repository.ts'
import { kernelPackage, libraryObject } from './object.ts'

/** What is read of objects, by those of the repository before those of the library. */
export function withLibrary(
  repository: Repository,
  library: readonly RepositoryFile[]
): Repository {
  const others = new Map([...tablesOf(library), ...repository.mounted])
  const find = (key: ObjectKey) => repository.find(key) ?? others.get(idOf(key))
  return {
    ...repository,
    get objects() {
      return new Map([...others, ...repository.objects])
    },
    find,
    get: key => find(key) ?? repository.get(key)
  }
}

/** The ids of the objects that every system has: no other object has their names. */
export function standardIds(library: readonly RepositoryFile[]): ReadonlySet<string> {
  const files = library.map(({ name, text }) => ({ file: name, text, changedAt: 0 }))
  return new Set([...keysOf(files).values()].map(({ key }) => idOf(key)))
}

function tablesOf(library: readonly RepositoryFile[]): ReadonlyMap<string, StoredObject> {
  const tables = library
    .filter(({ name, text }) => name.endsWith('.tabl.xml') && text.includes('TRANSP</TABCLASS>'))
    .map(({ name, text }) => {
      const key: ObjectKey = { type: 'TABL', name: parseFileName(name)?.name ?? '' }
      return libraryObject(key, kernelPackage, [{ file: name, text, changedAt: 0 }])
    })
  return new Map(tables.map(table => [idOf(table.key), table]))
}
