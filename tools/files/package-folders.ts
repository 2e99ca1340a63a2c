/** Folders of packages that the system does not have yet. */
import type { FolderFiles } from './folder-objects.ts'
import { packageOfFolder } from './layout/repository.ts'
import type { Repository } from './layout/repository.ts'

interface Placing {
  readonly repository: Pick<Repository, 'start' | 'logic'>
  readonly top: string
}

/** The folder of each package, with those that only the folder has. */
export function placedPackages(
  known: ReadonlyMap<string, string>,
  objects: readonly FolderFiles[],
  { repository, top }: Placing
): Map<string, string> {
  const folders = new Map(known)
  if (!folders.has(top)) folders.set(top, repository.start)
  const names = new Map([...folders].map(([name, folder]) => [folder, name]))
  for (const { folder } of objects) {
    let above = repository.start
    for (const word of folder.slice(repository.start.length).split('/')) {
      const parent = names.get(above)
      if (word === '' || parent === undefined) break
      above = `${above}${word}/`
      if (names.has(above)) continue
      const name = packageOfFolder(word, parent, repository.logic)
      names.set(above, name)
      if (!folders.has(name)) folders.set(name, above)
    }
  }
  return folders
}
