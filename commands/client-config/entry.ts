/** The entry itself: a local server with its settings, or the address of a remote one. */
import { resolve } from 'node:path'
import { ConfigError } from '../../config/config.ts'
import { setting, variableOf } from '../../config/settings.ts'
import type { SettingName } from '../../config/settings.ts'
import type { CommandIo } from '../command.ts'
import { known } from './arguments.ts'
import type { ClientFile, Entry, Local } from './clients.ts'

/**
 * What stands in for settings that are not given yet: nothing is changed, and no SQL of an agent's
 * own runs.
 */
export const example = {
  ERP_URL: 'https://erp.example.com:44300',
  ERP_USER: 'USER',
  ERP_PASSWORD_FILE: '/path/of/a/file/with/the/password',
  ERP_READ_ONLY: 'true',
  ERP_BLOCK_FREE_SQL: 'true'
}

/** The program where no path of it is known. */
const published: NonNullable<CommandIo['program']> = ['npx', '-y', 'erp-bridge']

/**
 * The settings in force that are no secrets.
 * @param program the command line that starts the bridge
 * @param system the system of a systems file that the entry serves
 */
export function localEntry(
  env: CommandIo['env'],
  program: CommandIo['program'] = published,
  system?: string
): Local {
  const [command, ...args] = program
  const settings = Object.fromEntries(
    known.filter(name => name !== 'system').flatMap(name => inEntry(name, env))
  )
  if (system !== undefined) return { command, args: [...args, '--system', system], env: settings }
  const isTarget = settings['ERP_URL'] !== undefined || settings['ERP_SANDBOX'] !== undefined
  const target = isTarget ? {} : { ERP_URL: example.ERP_URL }
  return {
    command,
    args,
    env: Object.keys(settings).length > 0 ? { ...target, ...settings } : example
  }
}

function inEntry(name: SettingName, env: CommandIo['env']): [string, string][] {
  const { writeOnly, filter, value: kind } = setting(name)
  const variable = writeOnly === true ? `${variableOf(name)}_FILE` : variableOf(name)
  const value = env[variable]
  // A blank allow list stops the start; left out it would permit everything.
  if (value === undefined || (value === '' && filter !== true)) return []
  // The client starts the bridge in a folder of its own choice.
  return [
    [variable, writeOnly === true || kind === 'FILE' || kind === 'PATH' ? resolve(value) : value]
  ]
}

/** Secrets that are set here and will be missing there. */
export function leftOut(env: CommandIo['env']): string[] {
  return known
    .filter(name => setting(name).writeOnly === true)
    .map(variableOf)
    .filter(variable => (env[variable] ?? '') !== '' && (env[`${variable}_FILE`] ?? '') === '')
}

/** The address of a system at a bridge that serves several. */
export function systemAddress(url: string, system: string | undefined): string {
  return system === undefined ? url : `${url.replace(/\/+$/, '')}/${system}`
}

export function remoteEntry(client: ClientFile, url: string, variable: string | undefined): Entry {
  if (URL.parse(url) === null || !/^https?:/.test(url)) {
    throw new ConfigError([
      `--at ${url} is not an address; give it with scheme and path, e.g. https://bridge.example.com/mcp`
    ])
  }
  if (client.remote === undefined) {
    throw new ConfigError([
      `the file of ${client.title} takes no remote servers; add ${url} as a connector, or leave --at out`
    ])
  }
  if (variable === undefined) return client.remote({ url })
  if (client.variable === undefined) {
    throw new ConfigError([
      `the file of ${client.title} knows no environment variables; leave --key-variable out, and add "headers": {"Authorization": "Bearer KEY"} by hand`
    ])
  }
  return client.remote({ url, headers: { Authorization: `Bearer ${client.variable(variable)}` } })
}
