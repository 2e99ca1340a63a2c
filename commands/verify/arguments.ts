/** The arguments of `verify` beside the settings of the bridge. */
import { ConfigError } from '../../config/config.ts'

export interface VerifyArguments {
  readonly write: boolean
  readonly package: string | undefined
  /** Operations; empty for all. */
  readonly only: readonly string[]
  readonly json: string | undefined
  readonly markdown: string | undefined
  /** Flags of the bridge. */
  readonly settings: readonly string[]
}

const valued = ['--package', '--only', '--json', '--markdown'] as const
type Valued = (typeof valued)[number]

/** @throws ConfigError */
export function readArguments(argv: readonly string[]): VerifyArguments {
  const values = new Map<Valued, string>()
  const settings: string[] = []
  let write = false
  for (let at = 0; at < argv.length; at++) {
    const argument = argv[at] ?? ''
    const [name = '', joined] = split(argument)
    const flag = valued.find(each => each === name)
    if (argument === '--write') write = true
    else if (flag === undefined) settings.push(argument)
    else values.set(flag, valueOf(flag, joined ?? argv[++at]))
  }
  const packageName = values.get('--package')?.toUpperCase()
  if (packageName !== undefined && !write) {
    throw new ConfigError(['--package names where --write creates objects; give --write as well'])
  }
  const only =
    values
      .get('--only')
      ?.split(',')
      .map(name => name.trim()) ?? []
  return {
    write,
    package: packageName,
    only: only.filter(name => name !== ''),
    json: values.get('--json'),
    markdown: values.get('--markdown'),
    settings
  }
}

function split(argument: string): [string, string | undefined] {
  const at = argument.indexOf('=')
  return at < 0 ? [argument, undefined] : [argument.slice(0, at), argument.slice(at + 1)]
}

function valueOf(flag: Valued, value: string | undefined): string {
  if (value !== undefined && value !== '' && !value.startsWith('--')) return value
  throw new ConfigError([`${flag} needs a value; erp-bridge verify --help shows it`])
}
