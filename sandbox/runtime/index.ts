import type { RepositoryFile, Runtime } from '../types.ts'

/** What a runtime is made with: the kernel class library, in abapGit file format, that every closure runs on. */
export interface RuntimeOptions { readonly library: readonly RepositoryFile[] }

/** Transpiles closures of ABAP and runs them in confined child processes. */
export function createRuntime (options: RuntimeOptions): Runtime {
  throw new Error(`no runner yet for a library of ${options.library.length} files`)
}
