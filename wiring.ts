/** From the settings to what the rooms ask for; both launchers and the plugin use it. */
import type { Config } from './config/config.ts'
import type { Credential, ErpOptions } from './erp-client/index.ts'
import { setting, titleOf } from './config/settings.ts'
import type {
  Scope,
  Expert,
  FeatureState,
  PolicyOptions,
  RegistryOptions,
  ToolSession
} from './tools/index.ts'

/** The ERP and the way to it, whoever logs on. */
export function erpTarget(config: Config): Omit<ErpOptions, 'credential'> {
  return {
    // The checks of the configuration have made sure of it.
    baseUrl: config.url ?? '',
    client: config.client,
    language: config.language.toUpperCase(),
    insecure: config.insecure,
    caFile: config.caFile,
    tlsMaxVersion: config.tlsMaxVersion,
    proxy: config.proxy,
    timeoutMs: config.timeout,
    connections: config.connections,
    cacheBytes: config.cacheSize,
    freshnessMs: config.freshness,
    terminalId: config.terminalId
  }
}

/**
 * Tells ERP systems apart: the origin of the URL and the client. Another name of the same host
 * counts as another system, because nothing proves that it is not.
 * @param sandbox replicas with a sandbox each count as one system
 */
export function placeOf(
  { url = '', client }: Pick<Config, 'url' | 'client'>,
  sandbox = false
): string {
  return JSON.stringify([sandbox ? 'sandbox' : (URL.parse(url)?.origin ?? url), client])
}

/** The same with the log-on of the technical user. */
export function erpOptions(config: Config): ErpOptions {
  return { ...erpTarget(config), credential: credentialOf(config) }
}

/** What principal propagation needs; undefined where there is a technical user instead. */
export function propagationOptions(
  config: Config,
  beside: Pick<ErpOptions, 'connectionLimiter' | 'observe' | 'redact' | 'learn'> = {}
) {
  const {
    ppCaKey: caKey,
    ppCaCert: caCertificate,
    ppCaPassphrase: passphrase,
    ppCertTtl: lifetime,
    oidcUserMapping: mapping
  } = config
  return caKey === undefined || caCertificate === undefined
    ? undefined
    : {
        erp: { ...erpTarget(config), ...beside },
        caKey,
        caCertificate,
        passphrase,
        lifetime,
        mapping
      }
}

function credentialOf({ user, password, cookieFile, cookieString }: Config): Credential {
  if (cookieFile !== undefined) return { kind: 'cookie-file', path: cookieFile }
  if (cookieString !== undefined) return { kind: 'cookie', header: cookieString }
  if (user !== undefined && password !== undefined) return { kind: 'basic', user, password }
  throw new TypeError('a configuration without an ERP log-on')
}

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

export function policyOptions(config: Config): PolicyOptions {
  const {
    readOnly,
    blockFreeSql,
    allowedOps,
    disallowedOps,
    allowedPackages,
    allowedTransports,
    blockedTables,
    allowTransportableEdits,
    transportReadOnly
  } = config
  return {
    readOnly,
    blockFreeSql,
    allowedOps,
    disallowedOps,
    allowedPackages,
    allowedTransports,
    blockedTables,
    allowTransportableEdits,
    transportReadOnly,
    enableTransports: transportsEnabled(config),
    expert: expertOf(config)
  }
}

/**
 * @param sandbox whether the ERP is known to be the sandbox; asked each time, because the ERP may
 * tell later
 */
export function registryOptions(
  config: Config,
  sandbox: () => boolean | undefined
): RegistryOptions {
  return {
    transportable: config.allowTransportableEdits,
    transportsEnabled: transportsEnabled(config),
    expert: expertOf(config),
    features: featureStates(config),
    readOnly: config.readOnly,
    compact: config.compact,
    sandbox
  }
}

/** More than this a model cannot use at once, and clients put it aside or cut it themselves. */
const answerBytes = 100_000

export function limitsOf(config: Config): ToolSession['limits'] {
  return {
    bytes: Math.min(answerBytes, config.bodyLimit),
    rows: config.maxRows,
    wholeBytes: config.bodyLimit
  }
}

/**
 * What is neither switched on nor off is unknown until the ERP has been asked; unknown is not
 * absent.
 */
export function featureStates(config: Config): ReadonlyMap<string, FeatureState> {
  const states = { auto: 'unknown', on: 'present', off: 'absent' } as const
  return new Map([
    ['gitsync', states[config.featureGitsync]],
    ['rap', states[config.featureRap]],
    ['amdp', states[config.featureAmdp]],
    ['ui5', states[config.featureUi5]],
    ['transport', transportsEnabled(config) ? 'present' : 'absent'],
    ['db', states[config.featureDb]]
  ])
}

/** The features with what is known of them now, and why it is believed. */
export function featureFacts(
  config: Config,
  live: ReadonlyMap<string, FeatureState>,
  announced: Readonly<Record<string, readonly string[]>>
): { name: string; title: string; state: FeatureState; evidence: string }[] {
  const given = featureStates(config)
  return Object.entries(featureSettings).map(([name, key]) => {
    const state = live.get(name) ?? given.get(name) ?? 'unknown'
    const paths = (announced[name] ?? []).join(' or ')
    const decided = name === 'transport' || config[key] !== 'auto'
    const found = {
      present: `the ERP announces ${paths}`,
      absent: `the ERP does not announce ${paths}`,
      unknown: 'found out with the first call that reaches the ERP'
    }[state]
    return {
      name,
      title: setting(key).description ?? name,
      state,
      evidence: decided ? `decided by the setting ${titleOf(key)}` : found
    }
  })
}

const featureSettings = {
  gitsync: 'featureGitsync',
  rap: 'featureRap',
  amdp: 'featureAmdp',
  ui5: 'featureUi5',
  transport: 'featureTransport',
  db: 'featureDb'
} as const

/** The safety rules in force, in words, for the log. */
export function safetyRules(config: Config): string[] {
  const { allowedOps, disallowedOps, allowedPackages, allowedTransports, blockedTables } = config
  return [
    ...(config.readOnly ? ['read-only'] : []),
    ...(config.blockFreeSql ? ['no free SQL'] : []),
    ...(allowedOps === undefined ? [] : [`operations ${allowedOps} only`]),
    ...(disallowedOps === undefined ? [] : [`operations ${disallowedOps} blocked`]),
    ...(allowedPackages === undefined ? [] : [`writes in ${allowedPackages.join(', ')} only`]),
    ...(config.allowTransportableEdits ? [] : ['writes in local packages only']),
    ...(allowedTransports === undefined
      ? []
      : [`transport requests ${allowedTransports.join(', ')} only`]),
    ...(blockedTables === undefined ? [] : [`tables ${blockedTables.join(', ')} blocked`])
  ]
}

/** How clients may log on, in words. */
export function clientMethods({ apiKey, apiKeysFile, oidcIssuer, platformAuth }: Config): string[] {
  return [
    ...(platformAuth ? ['platform'] : []),
    ...(oidcIssuer === undefined ? [] : [`OIDC token of ${oidcIssuer}`]),
    ...(apiKey === undefined ? [] : ['API key']),
    ...(apiKeysFile === undefined ? [] : ['named API keys'])
  ]
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

/** How the bridge logs on at the ERP, in words. */
export function erpLogon({ user, cookieFile, cookieString, ppCaKey }: Config): string {
  if (ppCaKey !== undefined) return 'every caller as their own user (principal propagation)'
  return cookieFile !== undefined || cookieString !== undefined
    ? 'cookies'
    : `technical user ${user ?? ''}`
}

function transportsEnabled({ enableTransports, featureTransport }: Config): boolean {
  return enableTransports || featureTransport === 'on'
}

function expertOf({ expert = [] }: Config): ReadonlySet<Expert> {
  const all: readonly Expert[] = ['execute', 'debug', 'amdp']
  return new Set(expert.includes('true') ? all : all.filter(ability => expert.includes(ability)))
}
