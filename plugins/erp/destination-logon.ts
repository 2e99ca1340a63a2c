/**
 * The log-on by a destination of SAP BTP: it gives the address of the system, and what logs callers
 * on there: each as their own user, or all as the one user of the destination.
 */
import type { BindingSources } from '../../cloud/binding-sources.ts'
import { BindingError } from '../../cloud/binding-sources.ts'
import type { Destination } from '../../cloud/destination.ts'
import { createDestinations } from '../../cloud/destinations.ts'
import type { Destinations } from '../../cloud/destinations.ts'
import { proxyOf } from '../../cloud/outbound.ts'
import { createTokenCache } from '../../cloud/token-cache.ts'
import { ErpError } from '../../erp-client/index.ts'
import type { ErpOptions, LogonTokens } from '../../erp-client/index.ts'
import { createTechnicalUser } from '../../systems/erp-connections.ts'
import type { ErpConnections } from '../../systems/erp-connections.ts'
import { createCallerConnections } from './caller-connections.ts'
import type { CallerLogon, CallerResources } from './caller-connections.ts'
import { tokenOf, tokenUserOf } from './user-tokens.ts'

export interface DestinationOptions {
  readonly erp: Omit<ErpOptions, 'credential' | 'baseUrl'>
  /** Name of the destination. */
  readonly destination: string
  readonly bindings: BindingSources
}

interface DestinationResources extends CallerResources {
  /** Told of the secrets of bindings each time they have been read. */
  learn(secrets: readonly string[]): void
}

/** @throws Error for a binding or a destination that cannot be used */
export async function connectDestination(
  options: DestinationOptions,
  { learn, ...resources }: DestinationResources
): Promise<ErpConnections> {
  const { log } = resources
  const way = await openWay(options, { learn, log })
  return way.found.type.users === 'own'
    ? createCallerConnections(way.target, ownUsers(way), resources)
    : oneUser(way, log)
}

/** The user of a destination, for a program that brings no callers. */
export interface DestinationUser {
  readonly options: ErpOptions
  close(): Promise<void>
}

/** @throws Error as above, and for a destination that each caller logs on at */
export async function openDestinationUser(
  options: DestinationOptions,
  resources: Pick<DestinationResources, 'learn' | 'log'>
): Promise<DestinationUser> {
  const { target, destinations, name, found } = await openWay(options, resources)
  const close = () => destinations.close()
  if (found.type.users !== 'own') {
    return { options: { ...target, ...userLogon({ destinations, name, found }) }, close }
  }
  await close()
  throw new BindingError(
    `the destination ${name} (${found.authentication}) logs on each caller as their own user, and a shell brings no caller; give a destination with a user of its own, or --user and --password`
  )
}

async function openWay(
  { erp, destination: name, bindings }: DestinationOptions,
  { learn, log }: Pick<DestinationResources, 'learn' | 'log'>
): Promise<Way & { readonly target: Omit<ErpOptions, 'credential'> }> {
  const destinations = createDestinations(bindings, {
    ...{ learn, caFile: erp.caFile, proxy: proxyOf(erp.proxy) },
    onFault: reason => {
      log.error({ reason }, 'a binding cannot be read again; what it said before stays in force')
    }
  })
  try {
    const found = await destinations.read(name)
    assertClient(name, found, erp.client)
    const { url, authentication, onPremise } = found
    log.info({ destination: name, url, authentication, onPremise }, 'destination read')
    return { target: { ...erp, baseUrl: url }, destinations, name, found }
  } catch (error) {
    await destinations.close()
    throw error
  }
}

interface Way {
  readonly destinations: Destinations
  readonly name: string
  /** As it was at the start. */
  readonly found: Destination
}

function ownUsers({ destinations, name, found }: Way): CallerLogon {
  return {
    userOf: tokenUserOf,
    knowsErpUser: false,
    optionsOf({ caller }, newest) {
      const token = () => tokenOf(newest().caller)
      if (found.type.by !== 'cloud-connector') {
        return {
          credential: { kind: 'token', tokens: tokensOf({ destinations, name, found }, token) }
        }
      }
      const issuer = caller.method === 'oidc' ? 'ias' : 'xsuaa'
      return {
        credential: { kind: 'propagated' },
        route: destinations.routeOf(found, { issuer, token })
      }
    },
    close: () => destinations.close()
  }
}

function userLogon(way: Way): Pick<ErpOptions, 'credential' | 'route'> {
  const { destinations, found } = way
  const credential: ErpOptions['credential'] =
    found.type.by === 'certificate'
      ? { kind: 'certificate-source', certificates: destinations.certificatesOf(way.name, found) }
      : { kind: 'token', tokens: tokensOf(way, undefined) }
  return {
    credential,
    ...(found.onPremise ? { route: destinations.routeOf(found, undefined) } : {})
  }
}

function oneUser(
  { target, destinations, ...way }: Way & { readonly target: Omit<ErpOptions, 'credential'> },
  log: CallerResources['log']
): ErpConnections {
  const logOn = userLogon({ destinations, ...way })
  const connections = createTechnicalUser(() => ({ log, ...target, ...logOn }), {
    isShared: target.connectionLimiter !== undefined
  })
  return {
    ...connections,
    async close() {
      await connections.close()
      await destinations.close()
    }
  }
}

function tokensOf(
  { destinations, name, found }: Way,
  userToken: (() => string) | undefined
): LogonTokens {
  const cache = createTokenCache(async () => {
    const now = await destinations.read(name, userToken?.())
    assertUnchanged(name, found, now)
    if (now.logon === undefined) {
      throw new ErpError('ERP_LOGON_FAILED', `The destination ${name} gave no token`, {
        outcome: 'failed',
        remedy: 'Check the destination in the cockpit (Check Connection).'
      })
    }
    return now.logon
  })
  return {
    current: async () => (await cache.current()).headers,
    refused: () => {
      cache.refused()
    }
  }
}

/** Signed handles and open sessions belong to one client. */
export function assertClient(name: string, { client }: Destination, configured: string): void {
  if (client === undefined || client === configured) return
  throw new BindingError(
    `the destination ${name} is of the client ${client}, and the bridge of ${configured}; give --client ${client}`
  )
}

/** Tokens of another system must not go to this one. */
function assertUnchanged(name: string, one: Destination, other: Destination): void {
  const marks = ({ url, authentication, onPremise, locationId, client }: Destination) =>
    JSON.stringify([url, authentication, onPremise, locationId, client])
  if (marks(one) === marks(other)) return
  throw new ErpError('ERP_LOGON_FAILED', `The destination ${name} was changed since the start`, {
    outcome: 'failed',
    remedy: 'Restart the bridge, or change the entry in the systems file.'
  })
}
