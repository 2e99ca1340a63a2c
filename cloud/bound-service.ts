/** A bound service whose credentials are followed: mounted bindings are exchanged while the bridge runs. */
import { BindingError, findBinding } from './binding-sources.ts'
import type { BindingSources, BoundService, FoundBinding } from './binding-sources.ts'
import { clientOf } from './client-credentials.ts'
import type { ClientRules } from './client-credentials.ts'
import { lookOrComplain } from './follow.ts'
import { createOAuthClient } from './oauth-client.ts'
import type { OAuthClient, OAuthCredentials } from './oauth-client.ts'
import type { OutboundOptions } from './outbound.ts'

export interface ServiceState {
  readonly credentials: FoundBinding['credentials']
  readonly instance: string | undefined
  readonly client: OAuthClient
}

export interface FollowedService {
  /** As it stands now; what cannot be read changes nothing. */
  current(): ServiceState
  close(): Promise<void>
}

export interface FollowResources extends Omit<OutboundOptions, 'identity'> {
  learn(secrets: readonly string[]): void
  onFault(reason: string): void
}

/** No request for a token takes longer. */
const retireMs = 30_000

/** @throws BindingError where there is none at the start, or one that cannot be used */
export function followService(
  sources: BindingSources,
  service: BoundService & { readonly rules?: ClientRules },
  { learn, onFault, ...outbound }: FollowResources
): FollowedService {
  const read = () => {
    const found = findBinding(sources, service)
    const credentials = clientOf(found.credentials, found.origin, service.rules)
    return { found, credentials, text: JSON.stringify(found) }
  }
  const open = (credentials: OAuthCredentials) => {
    learn([credentials.secret, credentials.identity?.key].filter(each => each !== undefined))
    return createOAuthClient(credentials, { title: service.title, ...outbound })
  }
  let known = read()
  let client = open(known.credentials)
  const look = lookOrComplain(() => {
    const next = read()
    if (next.text === known.text) return
    if (next.credentials.clientId !== known.credentials.clientId) {
      throw new BindingError('it is of another client by now, which counts after a restart')
    }
    const former = client
    setTimeout(() => void former.close(), retireMs).unref()
    known = next
    client = open(next.credentials)
  }, onFault)
  return {
    current() {
      look()
      return { credentials: known.found.credentials, instance: known.found.instance, client }
    },
    close: () => client.close()
  }
}
