/** The options of a command that also takes the settings of the bridge. */
import { parseArgs } from 'node:util'
import { ConfigError } from '../config/config.ts'

export type OwnOptions = Readonly<Record<string, { readonly type: 'string' | 'boolean' }>>

export type OwnValues<T extends OwnOptions> = {
  -readonly [Name in keyof T]?: T[Name]['type'] extends 'string' ? string : boolean
}

/** Own options; all other words are settings of the bridge. Throws ConfigError. */
export function parseOwn<T extends OwnOptions>(
  argv: readonly string[],
  options: T
): { readonly values: OwnValues<T>; readonly flags: string[] } {
  const { values, tokens } = parseArgs({
    args: [...argv],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true
  })
  const own = new Set<number>()
  for (const token of tokens) {
    if (token.kind !== 'option' || !Object.hasOwn(options, token.name)) continue
    own.add(token.index)
    if (token.value !== undefined && !token.inlineValue) own.add(token.index + 1)
  }
  const given = new Map(Object.entries(values))
  const wrong = Object.entries(options).filter(([name, { type }]) => {
    const value = given.get(name)
    return value !== undefined && (type === 'string' ? isNoText(value) : value !== true)
  })
  if (wrong.length > 0) throw new ConfigError(wrong.map(([name]) => `--${name} has a wrong value`))
  return { values: values as OwnValues<T>, flags: argv.filter((_word, at) => !own.has(at)) }
}

const isNoText = (value: unknown) => typeof value !== 'string' || value.trim() === ''
