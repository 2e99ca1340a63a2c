/** Where this process has secrets: settings, variables of other programs, files and bindings. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { BindingSources, Config, Environment, SystemEntry } from './config.ts'
import type { Secrets } from './secrets.ts'
import { flagOf, setting, settingNames, variableOf } from './settings.ts'
import type { SettingName } from './settings.ts'

const secretNames = settingNames.filter(name => setting(name).writeOnly === true)

/** A file may hold certificates beside its key, which are no secrets. */
const privateKey = /-----BEGIN ([A-Z ]*PRIVATE KEY)-----[\s\S]*?-----END \1-----/g

/** What stands in arguments and variables, before anything is known to be valid. */
export function registerStartSecrets(
  secrets: Secrets,
  argv: readonly string[],
  env: Environment
): void {
  for (const name of secretNames) {
    const [flag = '', variable] = [flagOf(name), variableOf(name)]
    for (const [at, argument] of flag === '' ? [] : argv.entries()) {
      if (argument === flag) learnSetting(secrets, name, argv[at + 1])
      if (argument.startsWith(`${flag}=`)) {
        learnSetting(secrets, name, argument.slice(flag.length + 1))
      }
    }
    learnSetting(secrets, name, env[variable])
    learnSetting(secrets, name, textOf(env[`${variable}_FILE`]))
  }
  for (const name of ['HTTPS_PROXY', 'HTTP_PROXY', 'ERP_URL']) {
    for (const one of [name, name.toLowerCase()]) learnAddress(secrets, env[one])
  }
  for (const [name, value = ''] of Object.entries(env)) {
    if (name.startsWith('OTEL_')) learnTelemetry(secrets, name, value)
  }
  learnBindings(secrets, {
    vcapServices: env['VCAP_SERVICES'] ?? '',
    vcapServicesFile: env['VCAP_SERVICES_FILE_PATH'] ?? '',
    serviceBindingRoot: env['SERVICE_BINDING_ROOT'] ?? ''
  })
}

/** What a valid configuration has, and the files that it names. */
export function registerConfigSecrets(secrets: Secrets, config: Config): Secrets {
  learnSettings(secrets, config)
  const { landscape, proxy, bindings } = config
  for (const entry of landscape.systems.values()) registerSystemSecrets(secrets, entry)
  for (const address of [proxy.https, proxy.http]) learnAddress(secrets, address)
  learnBindings(secrets, bindings)
  return secrets
}

/** What the settings of a system have, and the files that they name. */
export function registerSystemSecrets(secrets: Secrets, { settings }: SystemEntry): void {
  if (settings === undefined) return
  learnSettings(secrets, settings)
  const { user, password, cookieFile, clientCert, clientKey, ppCaKey } = settings
  const { gitCredentialsFile, serviceKey } = settings
  if (user !== undefined && password !== undefined) {
    secrets.add(Buffer.from(`${user}:${password}`).toString('base64'))
  }
  for (const line of textOf(cookieFile).split(/\r?\n/)) {
    learnCookie(secrets, line.split('\t').slice(-2))
  }
  secrets.add(textOf(ppCaKey))
  for (const path of [clientCert, clientKey]) {
    for (const [key] of textOf(path).matchAll(privateKey)) secrets.add(key)
  }
  for (const path of [gitCredentialsFile, serviceKey]) learnJson(secrets, textOf(path))
}

function learnSettings(secrets: Secrets, settings: object): void {
  const values: Readonly<Record<string, unknown>> = { ...settings }
  for (const name of secretNames) {
    const value = values[name]
    if (typeof value === 'string') learnSetting(secrets, name, value)
  }
}

function learnSetting(secrets: Secrets, name: SettingName, value = ''): void {
  if (name === 'redisUrl') learnAddress(secrets, value)
  else if (name === 'cookieString') {
    for (const pair of value.split(';')) learnCookie(secrets, splitAt(pair, '='))
  } else secrets.add(value)
}

/** The password of an address, as it is written there and as it is meant. */
function learnAddress(secrets: Secrets, address = ''): void {
  const [, login = ''] = /^[a-z][a-z0-9+.-]*:\/\/(.*)@/is.exec(address) ?? []
  const [, query = ''] = /\?([^?]*)$/.exec(address) ?? []
  const [, password] = splitAt(login, ':')
  const beside = new URLSearchParams(query).get('password') ?? ''
  for (const one of [password, decoded(password), beside]) secrets.add(one)
}

/** Some cookies hold the client and the language alone, which are no secrets. */
function learnCookie(secrets: Secrets, [name = '', value = '']: readonly string[]): void {
  if (value.trim().length >= 8 && name.trim().toLowerCase() !== 'sap-usercontext') {
    secrets.add(value)
  }
}

function learnTelemetry(secrets: Secrets, name: string, value: string): void {
  if (!name.endsWith('HEADERS')) {
    learnAddress(secrets, value)
    return
  }
  for (const pair of value.split(',')) {
    const [, text = ''] = splitAt(pair, '=')
    // The scheme before a token is none of it.
    for (const one of [text, decoded(text)]) secrets.add(one.trim().split(/\s+/).at(-1) ?? '')
  }
}

function learnBindings(secrets: Secrets, sources: BindingSources): void {
  const { vcapServices, vcapServicesFile, serviceBindingRoot } = sources
  learnJson(secrets, vcapServices)
  learnJson(secrets, textOf(vcapServicesFile))
  if (serviceBindingRoot === '') return
  for (const file of filesBelow(serviceBindingRoot)) {
    const text = textOf(file)
    if (isSecretName(basename(file))) secrets.add(text)
    learnJson(secrets, text)
  }
}

/** Two levels: a directory for each binding. */
function filesBelow(root: string): string[] {
  try {
    return readdirSync(root).flatMap(name => {
      try {
        return readdirSync(join(root, name)).map(file => join(root, name, file))
      } catch {
        return [join(root, name)]
      }
    })
  } catch {
    return []
  }
}

const isSecretName = (name: string) =>
  /secret$|passw|token$|^key$|private.?key|^api.?key$/i.test(name)

function learnJson(secrets: Secrets, text: string): void {
  const visit = (value: unknown, name: string): void => {
    if (typeof value === 'string') {
      if (isSecretName(name) && !/^[a-z][a-z0-9+.-]*:\/\//i.test(value)) {
        secrets.add(value.replaceAll('\\n', '\n'))
      } else learnAddress(secrets, value)
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, one] of Object.entries(value)) visit(one, key)
    }
  }
  try {
    visit(JSON.parse(text), '')
  } catch {
    /* What is no JSON is refused where it is used. */
  }
}

/**
 * Empty where there is no such file: where it is used the reason is said. A pipe, as a shell makes
 * one for
 * `<(command)`, gives its text once, and that belongs to what needs it.
 */
function textOf(path = ''): string {
  try {
    return path === '' || !statSync(path).isFile()
      ? ''
      : readFileSync(path, 'utf8').replace(/\r?\n$/, '')
  } catch {
    return ''
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function splitAt(text: string, at: string): [string, string] {
  const index = text.indexOf(at)
  return index === -1 ? [text, ''] : [text.slice(0, index), text.slice(index + 1)]
}
