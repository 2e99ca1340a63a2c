/**
 * What clients' log-on reads beside the settings themselves: keys, the scope map, patterns of
 * redirect URIs. The bridge does not start on a bad one.
 */
import { readFileSync } from 'node:fs'
import type { Config } from '../../config/config.ts'
import { readKeysFile } from '../../plugins/auth/named-keys.ts'
import { createRedirectCheck, packagedRedirectUris } from '../../plugins/auth/redirect-uris.ts'
import { readScopeMap } from '../../plugins/auth/scopes.ts'
import { failed, ok } from './check.ts'
import type { Check } from './check.ts'

export function checkClientFiles({
  apiKeysFile,
  oidcIssuer,
  oidcScopeMap,
  platformAuth,
  redirectUris
}: Config): Check[] {
  return [
    ...(apiKeysFile === undefined ? [] : [checkKeys(apiKeysFile)]),
    ...(oidcIssuer === undefined || oidcScopeMap === undefined
      ? []
      : [checkScopeMap(oidcScopeMap)]),
    ...(platformAuth ? [checkRedirectUris(redirectUris ?? packagedRedirectUris())] : [])
  ]
}

function checkKeys(path: string): Check {
  const name = 'named keys'
  try {
    const { keys, denied } = readKeysFile(readFileSync(path, 'utf8'))
    const ended = keys.filter(
      ({ expires }) => expires !== undefined && Date.parse(expires) <= Date.now()
    ).length
    return ok(name, `${keys.length} in ${path}, ${ended} of them ended; ${denied.length} denied`)
  } catch (error) {
    return failed(
      name,
      `the file ${path} ${inWords(error)}`,
      'correct the file of --api-keys-file (ERP_API_KEYS_FILE), or make it anew with erp-bridge keys create'
    )
  }
}

function checkScopeMap(text: string): Check {
  const name = 'scope map'
  const inline = text.trimStart().startsWith('{')
  try {
    const { size } = readScopeMap(inline ? text : readFileSync(text, 'utf8'))
    return ok(name, `${size} ${size === 1 ? 'role or group' : 'roles or groups'}`)
  } catch (error) {
    return failed(
      name,
      `${inline ? 'it' : `the file ${text}`} ${inWords(error)}`,
      'correct --oidc-scope-map (ERP_OIDC_SCOPE_MAP), for example {"abap-developer":["read","write"]}'
    )
  }
}

function checkRedirectUris(patterns: readonly string[]): Check {
  const name = 'redirect URIs'
  try {
    createRedirectCheck(patterns)
    return ok(name, patterns.join(', '))
  } catch (error) {
    return failed(name, (error as Error).message, 'correct --redirect-uris (ERP_REDIRECT_URIS)')
  }
}

function inWords(error: unknown): string {
  if (error instanceof SyntaxError) return 'is not valid JSON'
  const { code, message } = error as NodeJS.ErrnoException
  return code === undefined ? message : `cannot be read (${code})`
}
