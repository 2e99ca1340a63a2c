/** Loads a package at its first use. Benchmark: bench/performance.mts, the table of cold starts. */
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** The returned function loads the package once. */
export function lazily<Package>(name: string): () => Package {
  let loaded: Package | undefined
  return () => (loaded ??= require(name) as Package)
}
