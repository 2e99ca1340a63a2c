import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/**
 * A package that is loaded when it is needed for the first time, so that a start pays for none of
 * what only a request needs.
 */
export function lazily<Package>(name: string): () => Package {
  let loaded: Package | undefined
  return () => (loaded ??= require(name) as Package)
}
