import type { Store } from '../types.ts'
import { StoreError } from './errors.ts'

export { StoreError } from './errors.ts'
export type { SourcePosition, StoreErrorCode } from './errors.ts'

export interface StoreOptions {
  /** Where everything is kept; a fresh temporary folder, removed by `close`, when left out. */
  readonly dataDir?: string
  /** A folder with `src/` in abapGit format, copied into a data directory that is empty. */
  readonly seed?: string
  /** Who stands as author and responsible of objects that came without bookkeeping; `DEVELOPER` when left out. */
  readonly owner?: string
}

/** Opens the data directory. Throws StoreError `IN_USE` when another process has it open. */
export function createStore (options: StoreOptions = {}): Store {
  throw new StoreError('UNSUPPORTED', `The store is not built yet (${options.dataDir ?? 'temporary'})`)
}
