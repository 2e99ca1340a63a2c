/** The key or token of an approver: from a variable, its file, or the terminal; never an argument. */
import { readFileSync } from 'node:fs'
import { ConfigError } from '../../config/config.ts'
import type { CommandIo } from '../command.ts'

/** What a header can carry, as the bridge reads it. */
const credential = /^[!-+\--~]+$/

export async function keyOf(
  variable: string,
  { env, readSecret }: Pick<CommandIo, 'env' | 'readSecret'>
): Promise<string> {
  const file = env[`${variable}_FILE`] ?? ''
  const given = env[variable] ?? ''
  if (given !== '' && file !== '') {
    throw new ConfigError([`${variable} and ${variable}_FILE are both given; give one of them`])
  }
  const text =
    given !== ''
      ? given
      : file !== ''
        ? contentOf(file, variable)
        : ((await readSecret?.('Key or token of the approver: ')) ?? '')
  const key = text.trim()
  if (key === '') {
    throw new ConfigError([
      `no key of the approver is given; set ${variable} or ${variable}_FILE (see erp-bridge approvals --help)`
    ])
  }
  if (!credential.test(key)) {
    throw new ConfigError(['the key of the approver has characters that no key and no token has'])
  }
  return key
}

function contentOf(file: string, variable: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const { code = 'unreadable' } = error as NodeJS.ErrnoException
    throw new ConfigError([`${variable}_FILE: cannot read ${file} (${code})`])
  }
}
