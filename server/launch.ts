/** What a launcher is started with. */
import type { Config } from '../config/config.ts'
import type { Secrets } from '../config/secrets.ts'

export interface Launch {
  readonly config: Config
  readonly version: string
  /** The ERP is the embedded sandbox. */
  readonly sandbox: boolean
  readonly secrets?: Secrets | undefined
}
