/** What every translation is made of beside the sources of users. */
import { digestOfCode } from '../../../kept/code-digest.ts'
import type { RepositoryFile } from '../../../types.ts'

/** The digest of the library, the code that translates, and the versions of what it uses. */
export function digestOfTranslator(library: readonly RepositoryFile[]): string | undefined {
  return digestOfCode({
    packages: ['@abaplint/core', '@abaplint/transpiler'],
    folders: ['../../../runtime', '../../../grammar', '../../../engine'].map(
      folder => new URL(folder, import.meta.url)
    ),
    more: JSON.stringify(library)
  })
}
