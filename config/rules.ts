/**
 * The rules between settings: what must be given together, what excludes what, what is needed at
 * all.
 */
import { logOnSettings, setting, settingNames, titleOf } from './settings.ts'
import type { Naming, SettingName, Settings } from './settings.ts'

/** Says what is wrong, or nothing. */
export type Rule = (config: Settings, naming: Naming) => string | undefined

/** The ways to log on to the ERP that a configuration names. */
function logonMethods(config: Settings, naming: Naming): string[] {
  const methods: string[] = []
  if (config.user !== undefined || config.password !== undefined) {
    methods.push(`basic: ${naming('user')} and ${naming('password')}`)
  }
  if (config.cookieFile !== undefined) methods.push(`cookie file: ${naming('cookieFile')}`)
  if (config.cookieString !== undefined) methods.push(`cookie string: ${naming('cookieString')}`)
  if (config.clientCert !== undefined || config.clientKey !== undefined) {
    methods.push(`client certificate: ${naming('clientCert')}`)
  }
  if (config.ticketCommand !== undefined) {
    methods.push(`ticket: ${naming('ticketCommand')}`)
  }
  if (config.browserLogon) methods.push(`browser: ${naming('browserLogon')}`)
  if (config.serviceKey !== undefined) {
    methods.push(`service key: ${naming('serviceKey')}`)
  }
  if (config.destination !== undefined) {
    methods.push(`destination: ${naming('destination')}`)
  }
  if (config.ppCaKey !== undefined || config.ppCaCert !== undefined) {
    methods.push(`principal propagation: ${naming('ppCaKey')} and ${naming('ppCaCert')}`)
  }
  return methods
}

function together(one: SettingName, other: SettingName): Rule {
  return (config, naming) =>
    config[one] !== undefined && config[other] === undefined
      ? `${naming(one)} is given without ${naming(other)}; give both`
      : undefined
}

/** @param hasSandbox whether the program can start the embedded sandbox */
function urlRule(hasSandbox: boolean): Rule {
  return (config, naming) => {
    if (config.url !== undefined || config.sandbox || config.destination !== undefined) {
      return undefined
    }
    const required = `ERP URL is required: give ${naming('url')}, for example https://erp.example.com:44300`
    return hasSandbox && !isInFile(config)
      ? `${required}, or ${naming('sandbox')} to try the embedded sandbox`
      : required
  }
}

const ownRules: readonly Rule[] = [
  (config, naming) =>
    config.sandbox && config.url !== undefined
      ? `${naming('sandbox')} and ${naming('url')} exclude each other; give one of them`
      : undefined,
  (config, naming) =>
    config.sandbox && logonMethods(config, naming).length > 0
      ? `${naming('sandbox')} makes its own log-on; remove ${logonMethods(config, naming).join(' and ')}`
      : undefined,
  (config, naming) =>
    config.sandbox && config.client !== '001'
      ? `the sandbox has client 001 only; remove ${naming('client')}`
      : undefined,
  (config, naming) => {
    const methods = logonMethods(config, naming)
    if (config.sandbox || methods.length === 1) return undefined
    const remedy =
      methods.length === 0
        ? `none is configured; give ${naming('user')} and ${naming('password')}, or ${naming('cookieFile')}, or ${naming('cookieString')}, or ${naming('clientCert')}, or ${naming('ticketCommand')}, or ${naming('browserLogon')}, or ${naming('serviceKey')}, or ${naming('destination')}, or ${naming('ppCaKey')} and ${naming('ppCaCert')}`
        : `${methods.length} are configured (${methods.join('; ')}); keep one`
    return `ERP authentication required: exactly one method, but ${remedy}`
  },
  (config, naming) =>
    config.destination !== undefined && config.url !== undefined
      ? `${naming('destination')} and ${naming('url')} exclude each other; give one of them`
      : undefined,
  together('user', 'password'),
  together('password', 'user'),
  together('clientKey', 'clientCert'),
  together('ppCaKey', 'ppCaCert'),
  together('ppCaCert', 'ppCaKey'),
  (config, naming) =>
    config.ppCaKey !== undefined && config.url?.startsWith('http:') === true
      ? `${naming('ppCaKey')}: principal propagation logs on by certificate and needs TLS; give ${naming('url')} with https`
      : undefined,
  (config, naming) =>
    config.clientCert !== undefined && config.url?.startsWith('http:') === true
      ? `${naming('clientCert')}: a client certificate logs on by certificate and needs TLS; give ${naming('url')} with https`
      : undefined,
  (config, naming) =>
    config.ticketCommand !== undefined && config.url?.startsWith('http:') === true
      ? `${naming('ticketCommand')}: a ticket can be read without TLS; give ${naming('url')} with https`
      : undefined,
  (config, naming) =>
    config.browserLogon && /^http:\/\/(?!localhost|127\.0\.0\.1|\[::1\])/.test(config.url ?? '')
      ? `${naming('browserLogon')}: the session can be read without TLS; give ${naming('url')} with https`
      : undefined,
  (config, naming) =>
    config.serviceKey !== undefined && config.url?.startsWith('http:') === true
      ? `${naming('serviceKey')}: a token can be read without TLS; give ${naming('url')} with https`
      : undefined,
  (config, naming) => {
    const seconds =
      Number.parseInt(config.ppCertTtl) *
      ({ s: 1, m: 60, h: 3600 }[config.ppCertTtl.slice(-1)] ?? 1)
    return seconds < 10 || seconds > 86_400
      ? `${naming('ppCertTtl')}: ${config.ppCertTtl} is not between 10s and 24h; give for example 5m`
      : undefined
  },
  (config, naming) =>
    config.allowedOps !== undefined && config.disallowedOps !== undefined
      ? `invalid configuration: ${naming('allowedOps')} and ${naming('disallowedOps')} exclude each other; give one of them`
      : undefined,
  (config, naming) =>
    config.enableTransports && config.featureTransport === 'off'
      ? `${naming('enableTransports')} contradicts ${naming('featureTransport')} off; remove one of them`
      : undefined
]

/** The rules of one ERP system. */
export const systemRules: readonly Rule[] = [urlRule(true), ...ownRules]
/** The same for a host program, which has no embedded sandbox. */
export const hostSystemRules: readonly Rule[] = [
  urlRule(false),
  ...ownRules,
  (config, naming) =>
    config.browserLogon
      ? `${naming('browserLogon')}: a kept log-on is of one user, and a host program serves several; give another log-on`
      : undefined
]

function isInFile({ systemsFile }: Settings): boolean {
  return systemsFile !== undefined
}

/** The rules of what the server has once. */
export const serverRules: readonly Rule[] = [
  (config, naming) =>
    config.redisUrl !== undefined && config.stateKey === undefined
      ? `${naming('redisUrl')} is given without ${naming('stateKey')}, under which all replicas encrypt and sign what they share; give both`
      : undefined,
  (config, naming) =>
    config.journalDir !== undefined && config.journalUrl !== undefined
      ? `${naming('journalDir')} and ${naming('journalUrl')} exclude each other; give one of them`
      : undefined,
  (config, naming) =>
    config.journal === 'off' && (config.journalDir ?? config.journalUrl) !== undefined
      ? `${naming('journal')} off contradicts ${naming(config.journalDir === undefined ? 'journalUrl' : 'journalDir')}; remove one of them`
      : undefined,
  (config, naming) =>
    config.journalUrl !== undefined && config.stateKey === undefined
      ? `${naming('journalUrl')} is given without ${naming('stateKey')}, which encrypts the sources in it; give both`
      : undefined,
  (config, naming) =>
    config.auditPseudonyms === 'journal' && config.journalUrl === undefined
      ? `${naming('auditPseudonyms')} journal is given without ${naming('journalUrl')}, in whose database it keeps the keys; give both, or a file`
      : undefined,
  together('oidcIssuer', 'oidcAudience'),
  together('oidcAudience', 'oidcIssuer'),
  (config, naming) =>
    config.oidcDefaultScopes.length > 1 && config.oidcDefaultScopes.includes('none')
      ? `${naming('oidcDefaultScopes')}: none stands alone, or not at all`
      : undefined,
  (config, naming) =>
    Number(config.httpAddr.slice(config.httpAddr.lastIndexOf(':') + 1)) > 65_535
      ? `${naming('httpAddr')}: the port of ${config.httpAddr} is above 65535; give a port from 0 to 65535`
      : undefined,
  (config, naming) =>
    config.sandbox && isInFile(config)
      ? `${naming('sandbox')} and ${naming('systemsFile')} exclude each other; give one of them`
      : undefined,
  (config, naming) =>
    config.system !== undefined && !isInFile(config)
      ? `${naming('system')} names a system of ${naming('systemsFile')}; give both`
      : undefined
]

function overHttp(name: SettingName, what: string): Rule {
  return (config, naming) =>
    config[name] !== undefined && config.transport === 'stdio'
      ? `${naming(name)}: ${what} needs callers that log on; give ${titleOf('transport')} http-streamable`
      : undefined
}

/** A server that one user alone can reach. */
export function isPersonal({
  transport,
  httpAddr,
  oidcIssuer,
  platformAuth,
  apiKeysFile
}: Pick<
  Settings,
  'transport' | 'httpAddr' | 'oidcIssuer' | 'platformAuth' | 'apiKeysFile'
>): boolean {
  if (transport === 'stdio') return true
  const users = [oidcIssuer, platformAuth, apiKeysFile].some(isOn)
  return !users && /^(?:127\.\d+\.\d+\.\d+|localhost|\[::1\]):/.test(httpAddr)
}

/** Each caller works as their own user, by a token that the bridge has verified. */
function withUsers(name: SettingName, what: string, instead = ''): Rule {
  return (config, naming) =>
    config[name] !== undefined && config.oidcIssuer === undefined && !config.platformAuth
      ? `${naming(name)}: ${what} needs users; give ${titleOf('oidcIssuer')} and ${titleOf('oidcAudience')}, or ${titleOf('platformAuth')}${instead}`
      : undefined
}

const exchangeNeedsUsers = withUsers(
  'serviceKey',
  'the exchange of tokens',
  ', or serve stdio or a loopback address without users, for the user of erp-bridge login'
)

/** Rules of one ERP system for the standalone launcher: a host program may authenticate users itself. */
export const launchSystemRules: readonly Rule[] = [
  (config, naming) =>
    config.browserLogon && !isPersonal(config)
      ? `${naming('browserLogon')}: a kept log-on is of one user, and this server has several; serve stdio or a loopback address without users, or give another log-on`
      : undefined,
  overHttp('ppCaKey', 'principal propagation'),
  withUsers('ppCaKey', 'principal propagation'),
  (config, naming) => (isPersonal(config) ? undefined : exchangeNeedsUsers(config, naming)),
  overHttp('destination', 'a destination')
]

/** Rules of the server for the standalone launcher. */
export const launchServerRules: readonly Rule[] = [
  (config, naming) =>
    config.workspaceDir !== undefined && config.transport !== 'stdio'
      ? `${naming('workspaceDir')} is a folder of the caller, which only ${titleOf('transport')} stdio has; remove one of them`
      : undefined,
  together('approvalHook', 'approvalHookSecret'),
  (config, naming) =>
    config.requireAuth && config.transport !== 'stdio' && !isClosed(config)
      ? `${naming('requireAuth')}: no client authentication is configured; give ${logOnSettings.map(naming).join(', ')}, or remove ${naming('requireAuth')}`
      : undefined
]

/** Each method of log-on closes the server. */
function isClosed(config: Settings): boolean {
  return logOnSettings.some(name => isOn(config[name]))
}

function isOn(value: unknown): boolean {
  return value !== undefined && value !== false
}

/** All that says how clients log on. A blank list stops the start by a rule of its own. */
const logOn = settingNames.filter(
  name => setting(name).group === 'Client authentication' && setting(name).filter !== true
)

interface Given {
  readonly naming: Naming
  valueOf(name: SettingName): unknown
}

/**
 * An empty value would count as none, and a server that was to be closed would be open to every
 * client.
 */
export function unfilled({ naming, valueOf }: Given): string[] {
  const isEmpty = (name: SettingName) => {
    const value = valueOf(name)
    return typeof value === 'string' && value.trim() === ''
  }
  return logOn
    .filter(isEmpty)
    .map(
      name =>
        `${naming(name)} is set but empty: a value of the client authentication was not filled in; give it, or remove the variable`
    )
}

/** What a bridge that serves HTTP should be told, and may start with. */
export function remarks(config: Settings, { naming, valueOf }: Given): string[] {
  const isGiven = (name: SettingName): boolean => String(valueOf(name) ?? '').trim() !== ''
  return settingNames.filter(isGiven).flatMap(name => {
    const needed = settingNames.find(other => other === setting(name).needs)
    return needed === undefined || isOn(config[needed])
      ? []
      : [`${naming(name)} has no effect without ${naming(needed)}`]
  })
}
