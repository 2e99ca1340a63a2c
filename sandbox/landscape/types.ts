/** The content of a landscape file. */
import type { SystemRole } from '../identity.ts'
import type { Release } from '../releases.ts'

/** How requests are imported that a route brings. */
export type ImportMode = 'automatic' | 'manual'

export interface LandscapeSystem {
  readonly name: string
  readonly sid: string
  readonly role: SystemRole
  readonly title: string
  readonly client: string
  readonly port: number
  readonly user: string
  /** Absent: a new one at each start. */
  readonly password?: string
  readonly dataDir?: string
  /** A folder with `src/` and `data/`; the demo application when absent, nothing when `empty`. */
  readonly seed?: string
  /** Folders that are mounted read-only as standard code. */
  readonly libraries?: readonly string[]
  readonly release?: Release
  readonly modifiable: boolean
  readonly versionsAtImport: boolean
}

export interface LandscapeRoute {
  readonly from: string
  readonly to: string
  readonly import: ImportMode
}

export interface Landscape {
  readonly host: string
  readonly systems: readonly LandscapeSystem[]
  readonly routes: readonly LandscapeRoute[]
}
