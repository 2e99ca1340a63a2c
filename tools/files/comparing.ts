/** What all entries of a comparison share. */
import type { Repository } from './layout/repository.ts'
import type { TypeLookup } from './named-types.ts'
import type { State, StateStore } from './state.ts'
import type { Workspace } from './workspace.ts'

export interface Comparing {
  readonly workspace: Workspace
  readonly store: StateStore
  readonly state: State
  readonly repository: Repository
  /** The folder has a file that says how it is laid out. */
  readonly isRepository: boolean
  readonly types: TypeLookup
  /** Folder by package. */
  readonly folders: ReadonlyMap<string, string>
}
