/** The ERP systems that a configuration describes: the one of flags and variables, or those of a file. */
import type { SettingName, SystemConfig } from './settings.ts'

/** The name of the one system that flags and variables describe. */
export const defaultSystemName = 'default'

/** What a name of a system looks like; names stand in URLs. */
export const systemNamePattern = '^[a-z0-9-]{1,32}$'

/** One line of printable characters. */
export const systemTitlePattern = '^[^\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]{1,80}$'

export const systemRoles = ['development', 'test', 'production'] as const
export type SystemRole = (typeof systemRoles)[number]

/** Lists that hold beside those of the system; each list has to permit a change. */
export interface ServerLists {
  readonly allowedPackages?: readonly string[] | undefined
  readonly allowedTransports?: readonly string[] | undefined
}

/** The settings of one system with the safety filters of the server applied. */
export type SystemSettings = SystemConfig & { readonly serverLists?: ServerLists | undefined }

/** `role`: the role of the system; `server`: beside the file; `both`: a list here and one there. */
export type Origin = 'role' | 'server' | 'both'
/** Settings that do not stand in the entry alone. */
export type Origins = Readonly<Partial<Record<SettingName, Origin>>>

/** One ERP system of a configuration. */
export interface SystemEntry {
  readonly name: string
  /** For people: shown to agents, on the status page and in reports. */
  readonly title?: string | undefined
  readonly role?: SystemRole | undefined
  /** Undefined where `faults` says why the system cannot be served. */
  readonly settings: SystemSettings | undefined
  /** Digest of the files that a system reads only when it opens. */
  readonly filesDigest?: string | undefined
  /** Settings that do not stand in the entry of a file alone. */
  readonly origins?: Origins | undefined
  readonly faults: readonly string[]
}

export interface Landscape {
  /** The system that `/mcp` serves. */
  readonly defaultSystem: string
  readonly systems: ReadonlyMap<string, SystemEntry>
  /** The file that describes the systems; undefined where flags and variables describe one. */
  readonly file?: SystemsFile | undefined
}

export interface SystemsFile {
  readonly path: string
  /** The file and the files that it names: a change of any of them can change a system. */
  readonly sources: readonly string[]
  /** Reads the file again. Throws ConfigError where it is not a systems file. */
  reread(): Landscape
}

/** The landscape of the one system that flags and variables describe. */
export function landscapeOf(settings: SystemConfig): Landscape {
  const name = defaultSystemName
  return { defaultSystem: name, systems: new Map([[name, { name, settings, faults: [] }]]) }
}

/** The settings of the default system; throws TypeError where it cannot be served. */
export function defaultSettings({ systems, defaultSystem }: Landscape): SystemSettings {
  const settings = systems.get(defaultSystem)?.settings
  if (settings === undefined) throw new TypeError(`the system ${defaultSystem} is not served`)
  return settings
}

/** The same landscape with the settings of its default system replaced in part. */
export function withDefaultSettings(
  landscape: Landscape,
  settings: Partial<Pick<SystemConfig, SettingName & keyof SystemConfig>>
): Landscape {
  const { systems, defaultSystem: name } = landscape
  const changed = { ...defaultSettings(landscape), ...settings }
  return {
    ...landscape,
    systems: new Map([...systems, [name, { name, settings: changed, faults: [] }]])
  }
}
