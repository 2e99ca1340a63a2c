/** What an entry lets an agent do, in words for the person who adds it. */
import { ConfigError, loadConfig, viewOf } from '../../config/config.ts'
import type { SystemEntry } from '../../config/config.ts'
import { flagOf, setting, settingNames, variableOf } from '../../config/settings.ts'
import type { SettingName, SystemConfig } from '../../config/settings.ts'
import type { CommandIo } from '../command.ts'
import { systemsFor } from '../local-session.ts'
import type { Local } from './clients.ts'
import { example } from './entry.ts'
import type { ChosenSystems } from './systems.ts'

/**
 * What the entry lets an agent do, where that is more than reading; or why no bridge starts with
 * it.
 * @param strict throws ConfigError instead, because the flags of this call may be what is wrong
 */
export function permissions(entry: Local['env'], strict: boolean): string[] {
  return orProblems(strict, () => {
    const open = openTo(settingsOf(entry), flagOf)
    return open.length === 0 ? [] : [`This entry permits ${open.join(' and ')}.`]
  })
}

/** The same for the entries of a systems file, with the role of each system. */
export function systemPermissions(
  env: CommandIo['env'],
  { variables, word, strict }: Pick<ChosenSystems, 'variables'> & { word: string; strict: boolean }
): string[] {
  // The client has the secrets, and this shell may not have them.
  const secrets = variables
    .filter(name => (env[name] ?? '') === '')
    .map(name => [name, 'secret=unread'])
  return orProblems(strict, () =>
    systemsFor([], { ...env, ...Object.fromEntries(secrets) }).flatMap(entry =>
      entry === undefined ? [] : wordsOf(entry, `${word}-${entry.name}`)
    )
  )
}

function wordsOf({ role, settings, faults }: SystemEntry, word: string): string[] {
  if (settings === undefined) return faults.map(fault => `No bridge starts with ${word}: ${fault}.`)
  const open = openTo(settings, member => member)
  const facts = [role, settings.readOnly ? 'read-only' : undefined].filter(Boolean)
  const kind = facts.length === 0 ? '' : ` (${facts.join(', ')})`
  return [`${word}${kind} permits ${open.length === 0 ? 'reading alone' : open.join(' and ')}.`]
}

function orProblems(strict: boolean, read: () => string[]): string[] {
  try {
    return read()
  } catch (error) {
    if (strict || !(error instanceof ConfigError)) throw error
    return error.problems.map(problem => `No bridge starts with this entry: ${problem}.`)
  }
}

/** The safety filters of an entry, beside an example of everything else. */
function settingsOf(entry: Local['env']): SystemConfig {
  const safety = settingNames
    .filter(name => setting(name).group === 'Safety filters' && setting(name).value !== 'FILE')
    .map(variableOf)
  const filters = Object.fromEntries(
    Object.entries(entry).filter(([name]) => safety.includes(name))
  )
  const { config } = loadConfig([], {
    ERP_URL: example.ERP_URL,
    ERP_USER: 'U',
    ERP_PASSWORD: 'P',
    ...filters
  })
  return viewOf(config)
}

/** @param title how the settings are named that forbid it */
function openTo(
  { allowedOps = 'RSQCDUA', disallowedOps = '', readOnly, blockFreeSql }: SystemConfig,
  title: (name: SettingName) => string | undefined
): string[] {
  const isPermitted = (letters: string) =>
    [...letters].some(letter => allowedOps.includes(letter) && !disallowedOps.includes(letter))
  return [
    ...(!readOnly && isPermitted('CDUA') ? [`changes (${title('readOnly')} forbids them)`] : []),
    ...(!blockFreeSql && isPermitted('Q')
      ? [
          `queries of every table that the ERP user may read (${title('blockFreeSql')} forbids them, ${title('blockedTables')} some)`
        ]
      : [])
  ]
}
