/** What the store prepares for the import of a request. */
import type { ObjectKey, RepositoryFile, VersionCause } from '../../repository-types.ts'

/** An object that could not be prepared, and why. */
export interface RefusedObject {
  readonly key: ObjectKey
  readonly reason: string
}

export interface CommitOptions {
  /** Objects that stay inactive, because they cannot be activated. */
  readonly inactive: readonly ObjectKey[]
  /** The import that adds versions; undefined where the system keeps none at an import. */
  readonly versions: VersionCause | undefined
  /** Bookkeeping that happens with the change or not at all. */
  readonly alongside: () => void
}

/** Imported objects before they replace what is there. */
export interface StagedImport {
  readonly refused: readonly RefusedObject[]
  /** Objects that will be there afterwards, deleted ones left out. */
  readonly staged: readonly ObjectKey[]
  /** The files of an object as they will be active. */
  filesOf(key: ObjectKey): RepositoryFile[]
  commit(options: CommitOptions): void
}
