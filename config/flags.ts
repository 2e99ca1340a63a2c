/** Settings from the command line. */
import type { Findings } from './findings.ts'
import { didYouMean } from './near-names.ts'
import { flagOf, setting, settingNames, titleOf, variableOf } from './settings.ts'
import type { SettingName } from './settings.ts'
import { truthOf } from './spellings.ts'

/**
 * @param commands names of commands, which stand before all flags
 */
export function readFlags(
  argv: readonly string[],
  { raw, problems }: Findings,
  commands: readonly string[]
): void {
  const byFlag = new Map(settingNames.map(name => [flagOf(name) ?? '', name]))
  const given = new Map<SettingName, string>()
  for (let at = 0; at < argv.length; at++) {
    const argument = argv[at] ?? ''
    const [flag = '', inline] = splitOnce(argument, '=')
    const name = byFlag.get(flag)
    const next = argv[at + 1]
    if (name === undefined) {
      const isCommand = commands.includes(argument)
      problems.push(
        isCommand
          ? `the command comes first: erp-bridge ${argument} and then the flags`
          : unknownArgument(argument, flag, at + 1)
      )
      // The value of a misspelt flag may be a secret: no message quotes it.
      if (flag.startsWith('--') && inline === undefined && next?.startsWith('-') === false) at++
      continue
    }
    const value = inline ?? ownValue(name, next)
    if (inline === undefined && value !== undefined && value === next) at++
    const text = value ?? bareValue(name)
    if (text === undefined) {
      problems.push(`${titleOf(name)} needs a value: ${flag} ${setting(name).value ?? 'VALUE'}`)
    } else if (text.trim() === '' && setting(name).filter !== true) {
      problems.push(
        `${titleOf(name)} is given without a value; give ${flag} ${setting(name).value ?? 'true'}, or leave it out (is a variable of the shell empty?)`
      )
    } else if ((given.get(name) ?? text) !== text) {
      problems.push(`${titleOf(name)} is given twice with different values; give it once`)
    } else given.set(name, text)
  }
  for (const [name, text] of given) raw.set(name, text)
}

/**
 * The argument behind a flag, if it belongs to the flag: switches take only words such as true and
 * false, and no value begins with `--`.
 */
function ownValue(name: SettingName, next: string | undefined): string | undefined {
  if (next === undefined || next.startsWith('--')) return undefined
  if (bareValue(name) === undefined) return next
  const isOwn =
    setting(name).type === 'boolean' ? truthOf(next) !== undefined : !next.startsWith('-')
  return isOwn ? next : undefined
}

function bareValue(name: SettingName): string | undefined {
  const { type, bare } = setting(name)
  return type === 'boolean' ? 'true' : bare
}

function unknownArgument(argument: string, flag: string, position: number): string {
  if (!argument.startsWith('-')) {
    return `unexpected argument ${/^[a-z-]{1,20}$/.test(argument) ? `"${argument}"` : `number ${position}`}; flags begin with -- (see --help)`
  }
  const variableOnly = settingNames.find(
    name =>
      flagOf(name) === undefined &&
      flag === `--${variableOf(name).slice(4).toLowerCase().replaceAll('_', '-')}`
  )
  if (variableOnly !== undefined) {
    return `${flag} is not a flag; set the variable ${variableOf(variableOnly)} instead`
  }
  return `unknown flag ${flag}${didYouMean(
    flag,
    settingNames.map(name => flagOf(name) ?? '')
  )} (see --help)`
}

function splitOnce(text: string, at: string): [string, string | undefined] {
  const index = text.indexOf(at)
  return index === -1 ? [text, undefined] : [text.slice(0, index), text.slice(index + 1)]
}
