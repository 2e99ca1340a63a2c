/** What reading and checking of settings collect: values as given, mistakes, warnings. */
import type { SettingName } from './settings.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** Problems stop the start, warnings do not. */
export interface Findings {
  readonly raw: Map<SettingName, unknown>
  readonly problems: string[]
  readonly warnings: string[]
}
