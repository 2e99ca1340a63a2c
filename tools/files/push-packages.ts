/** Packages that a push has to make first. */
import type { Comparison } from './compare.ts'

export interface NewPackage {
  readonly name: string
  readonly parent: string | undefined
  readonly description: string
}

/** Packages of new objects that the system does not have. */
export function missingPackages(
  { folders, packages, entries, repository }: Comparison,
  items: readonly { readonly package?: string | undefined }[]
): NewPackage[] {
  const wanted = new Set(items.flatMap(item => item.package ?? []))
  const byFolder = new Map([...folders].map(([name, folder]) => [folder, name]))
  const needed = [...folders].filter(([name, folder]) => {
    const isAbove = [...wanted].some(one => folders.get(one)?.startsWith(folder) === true)
    return isAbove && !packages.has(name)
  })
  return needed
    .toSorted(([, a], [, b]) => a.length - b.length)
    .map(([name, folder]) => {
      const entry = entries.find(({ ref }) => ref.type === 'DEVC' && ref.name === name)
      const above = folder === repository.start ? undefined : folder.replace(/[^/]*\/$/, '')
      const text = entry?.here.get(`${folder}package.devc.xml`)
      return {
        name,
        parent: above === undefined ? undefined : byFolder.get(above),
        description: /<CTEXT>([^<]*)</.exec(text ?? '')?.[1] || name
      }
    })
}
