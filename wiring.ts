/** From the settings of the server to the options of its plugins. */
import type { Config } from './config/config.ts'
import { logOnSettings, setting, titleOf } from './config/settings.ts'
import type { ServerConfig } from './config/settings.ts'
import type { Scope } from './tools/index.ts'

/** What the identity providers need; the authentication plugins have the types. */
export function providerOptions(config: Config) {
  const {
    oidcIssuer: issuer,
    oidcAudience: audience,
    oidcUsernameClaim: usernameClaim,
    oidcScopeClaim: scopeClaim,
    oidcScopePrefix: scopePrefix,
    oidcScopeMap: scopeMap,
    platformAuth,
    redirectUris,
    bindings: sources,
    proxy,
    caFile
  } = config
  const defaultScopes = config.oidcDefaultScopes.filter(scope => scope !== 'none') as Scope[]
  return {
    oidc:
      issuer === undefined || audience === undefined
        ? undefined
        : { issuer, audience, usernameClaim, scopeClaim, scopePrefix, scopeMap, defaultScopes },
    platform: platformAuth ? { sources, redirectUris } : undefined,
    outbound: { proxy, caFile }
  }
}

/** Where the audit goes, and what seals it. */
export function auditOptions({ audit, auditFile, auditAnchors, stateKey }: ServerConfig) {
  return { level: audit, file: auditFile, anchorFile: auditAnchors, stateKey }
}

/** Where the audit is, and whether a change of its lines shows, in words. */
export function auditWords({ auditFile, auditPseudonyms, stateKey }: ServerConfig): string {
  const names = auditPseudonyms === undefined ? '' : ', with pseudonyms for names'
  const place = `${auditFile === undefined ? 'in the log' : 'in a file'}${names}`
  return stateKey === undefined
    ? `${place}; without ${titleOf('stateKey')} a changed line does not show`
    : `${place}, sealed under the state key`
}

/** How clients may log on, in words. */
export function clientMethods(config: ServerConfig): string[] {
  const given = new Map<string, unknown>(Object.entries(config))
  return logOnSettings.flatMap(name => {
    const value = given.get(name)
    return value === undefined || value === false
      ? []
      : [(setting(name).logsOn ?? name).replace('{value}', String(value))]
  })
}

/**
 * The Host headers that are right. An open server that others reach takes the one that it is known
 * by.
 */
export function checkedHosts(
  config: Config,
  loopback: boolean,
  hostLogsOn = false
): readonly string[] | undefined {
  const { allowedHosts, publicUrl } = config
  const closed = hostLogsOn || clientMethods(config).length > 0
  if (loopback || closed || allowedHosts !== undefined || publicUrl === undefined) {
    return allowedHosts
  }
  return [new URL(publicUrl).hostname]
}
