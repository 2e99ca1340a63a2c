/** The services behind destinations: opened once for a system, closed with it. */
import { readClientIdentity } from '../erp-client/pki/client-identity.ts'
import type { ErpRoute, TlsIdentity } from '../erp-client/index.ts'
import type { BindingSources, BoundService } from './binding-sources.ts'
import { followService } from './bound-service.ts'
import type { FollowedService, FollowResources } from './bound-service.ts'
import { addressOf, missing, textOf } from './client-credentials.ts'
import { connectivityService, createRoute, identityService } from './connectivity.ts'
import type { PropagatedUser } from './connectivity.ts'
import { readDestination } from './destination.ts'
import type { Destination } from './destination.ts'
import { createOutbound } from './outbound.ts'
import { createTokenCache } from './token-cache.ts'

export const destinationService: BoundService = {
  label: 'destination',
  title: 'the destination service',
  usualRoot: '/etc/secrets/sapcp/destination',
  neededBy: '--destination is given'
}

export interface Destinations {
  /** @param userToken of the caller; left out for the configuration, or for one user for all */
  read(name: string, userToken?: string): Promise<Destination>
  /** @param user the caller; undefined for a destination with a user of its own */
  routeOf(destination: Destination, user: PropagatedUser | undefined): ErpRoute
  certificatesOf(name: string, destination: Destination): { current(): Promise<TlsIdentity> }
  close(): Promise<void>
}

/** The destination service asks others before it answers. */
const timeoutMs = 15_000
/** How often the certificate of a destination is looked at. */
const lookMs = 300_000

/** @throws BindingError where the destination service is not bound */
export function createDestinations(
  sources: BindingSources,
  resources: FollowResources
): Destinations {
  const { caFile, proxy } = resources
  const service = followService(sources, destinationService, resources)
  const outbound = createOutbound({ caFile, proxy, timeoutMs })
  const serviceToken = createTokenCache(() => service.current().client.ofService())
  const open = later(sources, resources)
  const read: Destinations['read'] = async (name, userToken) => {
    const { credentials } = service.current()
    const uri = textOf(credentials, 'uri') ?? missing('uri', destinationService.title)
    const { value } = await serviceToken.current()
    return await readDestination({
      outbound,
      uri: addressOf(uri, destinationService.title),
      serviceToken: value,
      name,
      userToken
    })
  }
  return {
    read,
    routeOf: ({ locationId }, user) =>
      createRoute(
        { connectivity: open.of(connectivityService), identity: () => open.of(identityService) },
        locationId,
        user
      ),
    certificatesOf: (name, first) => followCertificate(first, () => read(name)),
    async close() {
      await Promise.all([service.close(), outbound.close(), open.close()])
    }
  }
}

/** Services that few destinations need. */
function later(sources: BindingSources, resources: FollowResources) {
  const opened = new Map<BoundService, FollowedService>()
  return {
    of(service: BoundService): FollowedService {
      const known = opened.get(service)
      if (known !== undefined) return known
      const found = followService(sources, service, resources)
      opened.set(service, found)
      return found
    },
    async close() {
      await Promise.all([...opened.values()].map(service => service.close()))
    }
  }
}

/** The certificate of the destination, which its owner renews there. */
function followCertificate(first: Destination, read: () => Promise<Destination>) {
  const identityOf = ({ certificate }: Destination) => {
    if (certificate === undefined) return missing('a certificate', 'the destination')
    const { content, name, passphrase } = certificate
    return readClientIdentity({ certificate: content }, { certificate: name, passphrase }).identity
  }
  let identity = identityOf(first)
  let content = first.certificate?.content
  let looked = Date.now()
  return {
    async current(): Promise<TlsIdentity> {
      if (Date.now() - looked < lookMs) return identity
      looked = Date.now()
      // What cannot be read or used changes nothing.
      const next = await read().catch(() => undefined)
      if (next?.certificate === undefined || content?.equals(next.certificate.content) === true) {
        return identity
      }
      identity = identityOf(next)
      content = next.certificate.content
      return identity
    }
  }
}
