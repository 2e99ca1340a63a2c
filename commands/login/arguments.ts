/** The arguments of `login` and `logout`, and the system that they mean. */
import { parseArgs } from 'node:util'
import { chosenEntry, ConfigError, viewOf } from '../../config/config.ts'
import type { SystemView } from '../../config/config.ts'
import { registerConfigSecrets } from '../../config/known-secrets.ts'
import { createSecrets } from '../../config/secrets.ts'
import type { Secrets } from '../../config/secrets.ts'
import { stateFolder } from '../../journal/state-folder.ts'
import { variableOf } from '../../config/settings.ts'
import type { SettingName } from '../../config/settings.ts'
import { loginCommand, logonFolder, openLogonStore } from '../../logon/kept-sessions.ts'
import type { RenewalPlace } from '../../logon/oauth/renewal.ts'
import type { LogonStore } from '../../logon/store/logon-store.ts'
import { erpTarget, placeOf } from '../../systems/options.ts'
import { isErpError } from '../../erp-client/index.ts'
import type { CommandIo } from '../command.ts'
import { loadSettings } from '../local-session.ts'

export interface Own {
  readonly status: boolean
  /** `page`: the page of the log-on in the browser of the user. */
  readonly way: 'page' | 'own-browser' | 'paste'
  /** Whether the command may open a browser. */
  readonly opens: boolean
  /** The file of the browser that the command drives. */
  readonly browser: string | undefined
  readonly port: number | undefined
  readonly timeLimitMs: number | undefined
  readonly flags: readonly string[]
}

const valued = ['--port', '--wait', '--browser'] as const
const switches = ['--status', '--no-browser', '--own-browser', '--paste'] as const

/** Separates the arguments of the command from the settings of the bridge. */
export function readOwn(argv: readonly string[]): Own {
  const own: string[] = []
  const flags: string[] = []
  for (let at = 0; at < argv.length; at++) {
    const argument = argv[at] ?? ''
    if (switches.some(one => one === argument)) own.push(argument)
    else if (valued.some(one => argument.startsWith(`${one}=`))) own.push(argument)
    else if (valued.some(one => one === argument)) own.push(argument, argv[++at] ?? '')
    else flags.push(argument)
  }
  const { values } = parseArgs({
    args: own,
    options: {
      status: { type: 'boolean' },
      'no-browser': { type: 'boolean' },
      'own-browser': { type: 'boolean' },
      paste: { type: 'boolean' },
      browser: { type: 'string' },
      port: { type: 'string' },
      wait: { type: 'string' }
    }
  })
  const wait = numberOf('--wait', values.wait, 3600)
  return {
    status: values.status === true,
    way: wayOf(values),
    opens: values['no-browser'] !== true,
    browser: values.browser,
    port: numberOf('--port', values.port, 65_535),
    timeLimitMs: wait === undefined ? undefined : wait * 1000,
    flags
  }
}

interface Ways {
  readonly 'no-browser'?: boolean | undefined
  readonly 'own-browser'?: boolean | undefined
  readonly paste?: boolean | undefined
  readonly browser?: string | undefined
}

/** @throws ConfigError where two of them contradict each other */
function wayOf(given: Ways): Own['way'] {
  if (given.browser?.trim() === '') throw new ConfigError(['--browser needs the file of a browser'])
  const drives = given['own-browser'] === true || given.browser !== undefined
  if (given.paste === true && (drives || given['no-browser'] === true)) {
    throw new ConfigError(['--paste opens no browser; leave the other flag out'])
  }
  if (drives && given['no-browser'] === true) {
    throw new ConfigError(['--own-browser and --no-browser exclude each other'])
  }
  if (given.paste === true) return 'paste'
  return drives ? 'own-browser' : 'page'
}

function numberOf(flag: string, text: string | undefined, most: number): number | undefined {
  if (text === undefined) return undefined
  if (/^[1-9]\d{0,4}$/.test(text) && Number(text) <= most) return Number(text)
  throw new ConfigError([`${flag} ${text} is no number from 1 to ${most}`])
}

export interface Place {
  readonly view: SystemView
  readonly store: LogonStore
  /** Where the store is, and the profile of a browser that is driven. */
  readonly folder: string
  readonly place: string
  readonly target: ReturnType<typeof erpTarget>
  readonly secrets: Secrets
  isAlive(pid: number): boolean
}

/**
 * The system and the store of its log-on. Where flags and variables describe the system, this
 * command is about its log-on in the browser; a systems file says so itself.
 *
 * @throws ConfigError
 */
export function placeFor(flags: readonly string[], io: CommandIo): Place {
  const isGiven = (name: SettingName, flag: RegExp) =>
    (io.env[variableOf(name)] ?? '').trim() !== '' || flags.some(each => flag.test(each))
  const saysHow =
    isGiven('systemsFile', /^--systems-file(?:=|$)/) ||
    isGiven('serviceKey', /^--service-key(?:=|$)/)
  const { config } = loadSettings(saysHow ? flags : [...flags, '--browser-logon'], io.env)
  const view = viewOf(config)
  if (!view.browserLogon && view.serviceKey === undefined) {
    throw new ConfigError([
      `the system ${chosenEntry(config).name} has no log-on in the browser; set browserLogon or serviceKey in its entry, in place of another log-on`
    ])
  }
  const secrets = io.secrets ?? createSecrets()
  registerConfigSecrets(secrets, config)
  return {
    ...{ view, secrets },
    store: openLogonStore(view, stateFolder(io.env)),
    folder: logonFolder(view, stateFolder(io.env)),
    place: placeOf(view),
    isAlive: pid => io.processes?.isAlive(pid) === true,
    target: { ...erpTarget(view), redact: secrets.redact, learn: secrets.source() }
  }
}

/** The tokens that are kept of a log-on, and what renews its session. */
export function renewalPlaceOf({ view, store, place, target }: Place): RenewalPlace {
  const { serviceKey, landscape } = view
  const name = landscape.file === undefined ? undefined : chosenEntry(view).name
  return { store, place, target, serviceKey, command: loginCommand(name) }
}

/** An error of the ERP as a line, with what to do. */
export function complain(error: unknown, io: CommandIo): number {
  if (!isErpError(error)) throw error
  io.warn(`${error.code}: ${error.message}`)
  io.warn(`→ ${error.remedy}`)
  return 1
}
