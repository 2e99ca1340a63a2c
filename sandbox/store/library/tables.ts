/** Tables of the library: objects that can be found and read, and neither listed nor changed. */
import type { ObjectKey, RepositoryFile } from '../../types.ts'
import { partNames } from '../info.ts'
import { digestOf, idOf } from '../model.ts'
import type { StoredObject } from '../model.ts'
import { parseFileName } from '../names.ts'
import type { Repository } from '../repository.ts'

/** The package of the tables that every system has; the name is that of no system. */
export const libraryPackage = 'SANDBOX_KERNEL'
const author = 'SAP'

/** What is read of objects, by those of the repository before those of the library. */
export function withLibrary(
  repository: Repository,
  library: readonly RepositoryFile[]
): Repository {
  const tables = tablesOf(library)
  const find = (key: ObjectKey) => repository.find(key) ?? tables.get(idOf(key))
  return {
    ...repository,
    get objects() {
      return new Map([...tables, ...repository.objects])
    },
    find,
    get: key => find(key) ?? repository.get(key)
  }
}

function tablesOf(library: readonly RepositoryFile[]): ReadonlyMap<string, StoredObject> {
  const tables = library
    .filter(({ name, text }) => name.endsWith('.tabl.xml') && text.includes('TRANSP</TABCLASS>'))
    .map(({ name, text }) => tableOf(parseFileName(name)?.name ?? '', { name, text }))
  return new Map(tables.map(table => [idOf(table.key), table]))
}

function tableOf(name: string, file: RepositoryFile): StoredObject {
  const object: StoredObject = {
    key: { type: 'TABL', name },
    ...{ package: libraryPackage, folder: '', original: author },
    ...{ responsible: author, createdBy: author, changedBy: author, createdAt: 0, changedAt: 0 },
    active: new Map([[file.name, file.text]]),
    drafts: new Map(),
    parts: []
  }
  const digest = digestOf([file.text])
  const facts = { version: 'active', changedBy: author, changedAt: 0, revision: 1, digest } as const
  return { ...object, parts: partNames(object, 'active').map(part => ({ part, ...facts })) }
}
