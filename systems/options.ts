/** From the settings of one ERP system to the options of the ERP client, the policy and the tools. */
import type { ProxySettings } from '../config/config.ts'
import { defaultSettings } from '../config/landscape.ts'
import { expertAbilities } from '../config/expert.ts'
import type { Landscape, SystemSettings } from '../config/landscape.ts'
import type { SystemConfig } from '../config/settings.ts'
import type { Credential, ErpOptions, KeptSession } from '../erp-client/index.ts'
import type {
  Expert,
  PolicyOptions,
  RegistryOptions,
  ResultForm,
  ToolSession
} from '../tools/index.ts'
import { userAgentOf } from '../version.ts'
import { featureStates, transportsEnabled } from './features.ts'

/** The proxy is that of the process; some ERP systems are reached through it. */
export type SystemTarget = SystemSettings & {
  readonly proxy?: ProxySettings | undefined
  /** The name and role of a system of a systems file, for head lines. */
  readonly label?: string | undefined
  /** What a log-on in the browser has left; given where the settings say so. */
  readonly keptSession?: KeptSession | undefined
}

/** The ERP and how it is reached; the same for every log-on method. */
export function erpTarget(config: SystemTarget): Omit<ErpOptions, 'credential'> {
  return {
    // The checks of the configuration have made sure of it.
    baseUrl: config.url ?? '',
    userAgent: userAgentOf(),
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
    terminalId: config.terminalId,
    label: config.label
  }
}

/**
 * Tells ERP systems apart: the origin of the URL and the client, and in a systems file the name as
 * well, because two entries of one client differ in rules and log-on. Another name of the same host
 * counts as another system, because nothing proves that it is not.
 * @param sandbox replicas with a sandbox each count as one system
 */
export function placeOf(
  {
    url = '',
    client,
    destination
  }: Pick<SystemConfig, 'url' | 'client'> & Partial<Pick<SystemConfig, 'destination'>>,
  { sandbox = false, name }: { sandbox?: boolean | undefined; name?: string | undefined } = {}
): string {
  const named = destination === undefined ? url : `destination ${destination}`
  const origin = sandbox ? 'sandbox' : (URL.parse(named)?.origin ?? named)
  return JSON.stringify(name === undefined ? [origin, client] : [origin, client, name])
}

/**
 * What replicas have in common beside the state key. The systems of a file may change while
 * replicas run, so that they are no part of it.
 */
export function sharedPlaceOf(landscape: Landscape, sandbox: boolean | undefined): string {
  return landscape.file === undefined
    ? placeOf(defaultSettings(landscape), { sandbox })
    : 'systems file'
}

/** The part of the dialog work processes of an ERP that a bridge may occupy; people need the others. */
const dialogShare = 0.6

/** What an operator should know where the bridge could occupy the dialog work processes of the ERP. */
export function tooManyConnections({
  connections,
  dialogProcesses
}: Pick<SystemConfig, 'connections' | 'dialogProcesses'>): string | undefined {
  if (dialogProcesses === 0) return undefined
  const most = Math.max(1, Math.floor(dialogShare * dialogProcesses))
  return connections <= most
    ? undefined
    : `--connections ${connections} is above ${most}, which is 0.6 of the ${dialogProcesses} dialog work processes of the ERP: the bridge could occupy so many that people wait`
}

/** The same with the log-on of the technical user. */
export function erpOptions(config: SystemTarget): ErpOptions {
  return { ...erpTarget(config), credential: credentialOf(config) }
}

/** What decides whose log-on it is. */
type OwnLogons = Pick<SystemTarget, 'keptSession'> & {
  readonly [Name in 'ppCaKey' | 'ppCaCert' | 'serviceKey' | 'destination']?: string | undefined
}

/** Whether the log-on is that of callers, or known at the start of the system alone. */
export function isPropagating({
  ppCaKey,
  ppCaCert,
  serviceKey,
  destination,
  keptSession
}: OwnLogons): boolean {
  const hasAuthority = ppCaKey !== undefined && ppCaCert !== undefined
  const exchanges = serviceKey !== undefined && keptSession === undefined
  return hasAuthority || exchanges || destination !== undefined
}

/** The options of principal propagation; undefined where there is a technical user instead. */
export function propagationOptions(
  config: SystemTarget,
  resources: Pick<
    ErpOptions,
    'connectionLimiter' | 'observe' | 'exchanges' | 'redact' | 'learn'
  > = {}
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
        erp: { ...erpTarget(config), ...resources },
        caKey,
        caCertificate,
        passphrase,
        lifetime,
        mapping
      }
}

/** The options of callers whose tokens are exchanged; undefined for another log-on. */
export function exchangeOptions(
  config: SystemTarget,
  resources: Parameters<typeof propagationOptions>[1] = {}
) {
  const { serviceKey, keptSession } = config
  return serviceKey === undefined || keptSession !== undefined
    ? undefined
    : { erp: { ...erpTarget(config), ...resources }, serviceKey }
}

/** The options of a destination; undefined for another log-on. */
export function destinationOptions(
  config: SystemTarget,
  resources: Parameters<typeof propagationOptions>[1] = {}
) {
  const { destination } = config
  const { baseUrl: _baseUrl, ...target } = erpTarget(config)
  return destination === undefined ? undefined : { erp: { ...target, ...resources }, destination }
}

function credentialOf(config: SystemTarget): Credential {
  const { user, password, cookieFile, cookieString, ticketCommand } = config
  const { clientCert: certificate, clientKey: key, clientKeyPassphrase: passphrase } = config
  if (certificate !== undefined) return { kind: 'certificate-file', certificate, key, passphrase }
  if (ticketCommand !== undefined) return { kind: 'ticket-command', command: ticketCommand }
  if (config.keptSession !== undefined) {
    return { kind: 'kept-session', session: config.keptSession }
  }
  if (cookieFile !== undefined) return { kind: 'cookie-file', path: cookieFile }
  if (cookieString !== undefined) return { kind: 'cookie', header: cookieString }
  if (user !== undefined && password !== undefined) return { kind: 'basic', user, password }
  throw new TypeError('a configuration without an ERP log-on')
}

export function policyOptions(config: SystemSettings): PolicyOptions {
  const {
    readOnly,
    blockFreeSql,
    allowedOps,
    disallowedOps,
    allowedPackages,
    allowedTransports,
    blockedTables,
    maskedColumns,
    allowTransportableEdits,
    allowModifications,
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
    maskedColumns,
    allowTransportableEdits,
    allowModifications,
    transportReadOnly,
    enableTransports: transportsEnabled(config),
    expert: expertOf(config),
    serverLists: config.serverLists
  }
}

/**
 * @param sandbox whether the ERP is known to be the sandbox; asked each time, because the ERP may
 * tell later
 */
export function registryOptions(
  config: SystemConfig & {
    readonly compact?: boolean
    readonly results?: ResultForm | undefined
  },
  sandbox: () => boolean | undefined
): RegistryOptions {
  return {
    transportable: config.allowTransportableEdits,
    transportsEnabled: transportsEnabled(config),
    expert: expertOf(config),
    features: featureStates(config),
    readOnly: config.readOnly,
    compact: config.compact ?? false,
    results: config.results ?? 'both',
    sandbox
  }
}

/** About 10,000 tokens; clients cut, refuse or put aside more than twice as much. */
const answerBytes = 40_000
/** Where the call says how much it wants. */
const askedBytes = 100_000

interface LimitResources {
  readonly bodyLimit: number
  readonly answerBytes?: number | undefined
}

export function limitsOf(
  { maxRows }: Pick<SystemConfig, 'maxRows'>,
  { bodyLimit, answerBytes: given }: LimitResources
): ToolSession['limits'] {
  return {
    bytes: given ?? Math.min(answerBytes, bodyLimit),
    askedBytes: Math.min(askedBytes, bodyLimit),
    rows: maxRows,
    wholeBytes: bodyLimit
  }
}

function expertOf({ expert = [] }: SystemConfig): ReadonlySet<Expert> {
  // The schema of the settings permits these names alone.
  return new Set(expertAbilities(expert) as Expert[])
}
