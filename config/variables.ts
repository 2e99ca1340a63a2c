/** Settings and platform facts from environment variables and the files that they name. */
import { readFileSync } from 'node:fs'
import { unreadable } from './files.ts'
import type { Environment, Findings } from './findings.ts'
import { meantVariable } from './near-names.ts'
import { setting, settingNames, variableOf } from './settings.ts'
import type { SettingName } from './settings.ts'

/** The standard proxy variables, as the environment has them; an empty text means no proxy. */
export interface ProxySettings {
  readonly https: string
  readonly http: string
  readonly no: string
}
/**
 * Where the platform tells about service bindings, as it was found; an empty text means that it
 * does not.
 */
export interface BindingSources {
  readonly vcapServices: string
  readonly vcapServicesFile: string
  readonly serviceBindingRoot: string
}

export function readVariables(env: Environment, findings: Findings): void {
  const known = new Set<string>()
  for (const name of settingNames) {
    const variable = variableOf(name)
    known.add(variable)
    if (env[variable] !== undefined) findings.raw.set(name, env[variable])
    if (setting(name).writeOnly === true) {
      known.add(`${variable}_FILE`)
      readSecret(name, env, findings)
    }
  }
  for (const variable of Object.keys(env)) {
    if (known.has(variable)) continue
    const meant = meantVariable(variable, [...known])
    if (meant !== undefined) {
      findings.problems.push(
        `unknown variable ${variable}; did you mean ${meant}? Correct or remove it`
      )
    } else if (variable.startsWith('ERP_')) {
      findings.warnings.push(`variable ${variable} is not a setting and is ignored`)
    }
  }
}

function readSecret(name: SettingName, env: Environment, { raw, problems }: Findings): void {
  const variable = `${variableOf(name)}_FILE`
  const path = env[variable]
  // Empty is none, but for the log-on of clients it is a mistake.
  if (path === '' && !raw.has(name)) raw.set(name, '')
  if (path === undefined || path === '') return
  if ((env[variableOf(name)] ?? '') !== '') {
    problems.push(`${variableOf(name)} and ${variable} are both set; keep one of them`)
    return
  }
  try {
    const secret = readFileSync(path, 'utf8').replace(/\r?\n$/, '')
    if (secret === '') {
      problems.push(
        `${variable}: the file ${path} is empty; put the secret into it or unset the variable`
      )
    } else raw.set(name, secret)
  } catch (error) {
    problems.push(`${variable}: ${unreadable(path, error)}`)
  }
}

export function readProxy(env: Environment): ProxySettings {
  // As curl does: the lower case comes first, and an empty variable is none.
  const read = (name: string) =>
    [env[name.toLowerCase()], env[name]]
      .map(text => text?.trim() ?? '')
      .find(text => text !== '') ?? ''
  return { https: read('HTTPS_PROXY'), http: read('HTTP_PROXY'), no: read('NO_PROXY') }
}

/** The message never quotes the URL: a password may stand in it. */
export function checkProxy({ https, http }: ProxySettings, { problems }: Findings): void {
  for (const [name, text] of [
    ['HTTPS_PROXY', https],
    ['HTTP_PROXY', http]
  ] as const) {
    if (text === '') continue
    const url = URL.parse(text)
    if (url === null || url.host === '' || url.pathname.length > 1 || url.search !== '') {
      problems.push(
        `${name} is not the URL of a proxy; give it as http://host:port or http://user:password@host:port, or unset it`
      )
    } else if (!isEncoded(url)) {
      problems.push(
        `${name}: user or password holds a % that encodes nothing; write special characters as their code, % as %25 and @ as %40`
      )
    } else if (url.protocol !== 'http:' && url.protocol !== 'https:') {
      problems.push(
        `${name}: proxies of the kind ${url.protocol.slice(0, -1)} are not supported; give an http or https proxy, or unset it`
      )
    }
  }
}

function isEncoded({ username, password }: URL): boolean {
  try {
    decodeURIComponent(`${username} ${password}`)
    return true
  } catch {
    return false
  }
}

export function readBindings(env: Environment): BindingSources {
  return {
    vcapServices: env['VCAP_SERVICES'] ?? '',
    vcapServicesFile: env['VCAP_SERVICES_FILE_PATH'] ?? '',
    serviceBindingRoot: env['SERVICE_BINDING_ROOT'] ?? ''
  }
}
