/**
 * Names that stand for objects of which nothing else is known: every use of them is accepted. A file
 * `cl_x.void.txt` assumes the name CL_X, so that a restarted thread still knows it.
 */
import { Registry } from '@abaplint/core'
import type { Config } from '@abaplint/core'
import type { RepositoryFile } from '../types.ts'

const ASSUMED_TYPE = 'VOID'

/** A registry in which any name is an error unless it is known or assumed. */
export class AssumingRegistry extends Registry {
  readonly #assumed: ReadonlySet<string>

  constructor(configuration: Config, assumed: ReadonlySet<string>) {
    super(configuration)
    this.#assumed = assumed
  }

  override inErrorNamespace(name: string): boolean {
    return !this.#assumed.has(name.toUpperCase()) && super.inErrorNamespace(name)
  }
}

/** Whether a file assumes a name instead of defining an object. */
export function isAssumption(type: string): boolean {
  return type === ASSUMED_TYPE
}

export function assumptionFile(name: string): RepositoryFile {
  return { name: `${name.toLowerCase().replaceAll('/', '#')}.void.txt`, text: name.toUpperCase() }
}
