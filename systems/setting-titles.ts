/** How a refusal names the setting that decides, where the system stands in a systems file. */
import { flagOf, systemSettingNames } from '../config/settings.ts'
import type { SystemEntry } from '../config/landscape.ts'

type Named = Pick<SystemEntry, 'name' | 'role' | 'origins'>

/** The member of the entry, the role, or the flag beside the file, for the flag of a setting. */
export function settingTitles({ name, role, origins = {} }: Named) {
  return (flag: string): string => {
    const setting = systemSettingNames.find(one => flagOf(one) === flag)
    if (setting === undefined) return flag
    const member = `${setting} of system ${name}`
    const outside = `${flag} beside the systems file`
    const origin = origins[setting]
    if (origin === 'role') return `${member} (role ${role ?? ''})`
    if (origin === undefined) return member
    return origin === 'server' ? outside : `${member} or ${outside}`
  }
}
