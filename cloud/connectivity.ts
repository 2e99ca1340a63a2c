/**
 * The connectivity service of SAP BTP: the proxy in front of the Cloud Connector, and the headers
 * that name the user to it. Evidence: SAP-docs/btp-connectivity,
 * configure-principal-propagation-via-user-exchange-token-39f538a.md (XSUAA: one header),
 * configure-principal-propagation-via-ias-token-47a3cff.md (IAS: two) and
 * consuming-the-connectivity-service-313b215.md (proxy, location id, token of IAS).
 */
import { ErpError } from '../erp-client/index.ts'
import type { ErpRoute } from '../erp-client/index.ts'
import { BindingError } from './binding-sources.ts'
import type { BoundService } from './binding-sources.ts'
import type { FollowedService } from './bound-service.ts'
import { textOf } from './client-credentials.ts'
import type { ClientRules } from './client-credentials.ts'
import { createTokenCache } from './token-cache.ts'
import type { Token, TokenCache } from './token-cache.ts'

const neededBy = '--destination leads through a Cloud Connector'

export const connectivityService: BoundService = {
  label: 'connectivity',
  title: 'the connectivity service',
  usualRoot: '/etc/secrets/sapcp/connectivity',
  neededBy
}

export const identityService: BoundService & { readonly rules: ClientRules } = {
  label: 'identity',
  title: 'the identity service',
  usualRoot: '/etc/secrets/sapcp/identity',
  neededBy: `${neededBy}, for callers of an OpenID provider`,
  rules: { urls: ['url'], path: '/oauth2/token' }
}

export interface PropagatedUser {
  /** Issuer of the caller's token: the platform (XSUAA) or an OpenID provider (IAS). */
  readonly issuer: 'xsuaa' | 'ias'
  /** The newest token of the caller. */
  token(): string
}

export interface ConnectivityServices {
  readonly connectivity: FollowedService
  /** Opened at the first caller of an OpenID provider. */
  identity(): FollowedService
}

/** @throws BindingError for a binding without the address of the proxy */
export function proxyOf({ connectivity }: Pick<ConnectivityServices, 'connectivity'>): string {
  const { credentials } = connectivity.current()
  const host = textOf(credentials, 'onpremise_proxy_host')
  const port =
    textOf(credentials, 'onpremise_proxy_http_port') ?? textOf(credentials, 'onpremise_proxy_port')
  if (host === undefined || !/^\d{1,5}$/.test(port ?? '')) {
    throw new BindingError(
      'the binding of the connectivity service has no onpremise_proxy_host and onpremise_proxy_http_port'
    )
  }
  return `http://${host}:${port}`
}

/** @param user the caller; undefined for a destination with a user of its own */
export function createRoute(
  services: ConnectivityServices,
  locationId: string | undefined,
  user: PropagatedUser | undefined
): ErpRoute {
  const cache = createTokenCache(() => proxyToken(services, user))
  const location: Record<string, string> =
    locationId === undefined ? {} : { 'sap-connectivity-scc-location_id': locationId }
  return {
    proxy: proxyOf(services),
    headers: async lockHeld => ({
      ...location,
      'proxy-authorization': `Bearer ${(await current(cache, lockHeld)).value}`,
      ...(user?.issuer === 'ias'
        ? { 'sap-connectivity-authentication': `Bearer ${user.token()}` }
        : {})
    }),
    refused: () => {
      cache.refused()
    }
  }
}

async function current(cache: TokenCache<Token>, lockHeld: boolean): Promise<Token> {
  try {
    return await cache.current(lockHeld)
  } catch (error) {
    if (!(error instanceof BindingError)) throw error
    throw new ErpError('ERP_LOGON_FAILED', error.message, {
      outcome: 'failed',
      remedy: 'Bind the service to the application.'
    })
  }
}

async function proxyToken(
  { connectivity, identity }: ConnectivityServices,
  user: PropagatedUser | undefined
): Promise<Token> {
  const { client, instance } = connectivity.current()
  if (user === undefined) return client.ofService()
  if (user.issuer === 'xsuaa') return client.exchange(user.token())
  if (instance === undefined) {
    throw new BindingError('the binding of the connectivity service has no instance_guid')
  }
  return identity()
    .current()
    .client.ofService({ resource: `urn:sap:identity:application:service:id:${instance}` })
}
