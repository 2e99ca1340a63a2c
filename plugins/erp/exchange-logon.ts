/**
 * The log-on of callers with a service key: the token of each caller is exchanged for one of the
 * ABAP environment, so that the caller works there as their own user. No technical user.
 */
import { createOAuthClient } from '../../cloud/oauth-client.ts'
import type { OAuthClient } from '../../cloud/oauth-client.ts'
import { proxyOf } from '../../cloud/outbound.ts'
import { assertSystem, followServiceKey } from '../../cloud/service-key.ts'
import type { ServiceKey } from '../../cloud/service-key.ts'
import { createTokenCache } from '../../cloud/token-cache.ts'
import type { ErpOptions } from '../../erp-client/index.ts'
import type { Log } from '../../tools/index.ts'
import type { CallerLogon } from './caller-connections.ts'
import { tokenOf, tokenUserOf } from './user-tokens.ts'

export interface ExchangeOptions {
  readonly erp: Omit<ErpOptions, 'credential'>
  /** Path of the service key. */
  readonly serviceKey: string
}

interface ExchangeResources {
  readonly log: Log
  /** Told of the secrets of the key each time it has been read. */
  learn(secrets: readonly string[]): void
}

/** @throws ErpError ERP_LOGON_FAILED for a key that cannot be used, or is of another system */
export function createExchangeLogon(
  { erp, serviceKey: path }: ExchangeOptions,
  { log, learn }: ExchangeResources
): CallerLogon {
  const followed = followServiceKey(path, {
    learn,
    onFault: reason => {
      log.error(
        { path, reason },
        'the service key cannot be read again; what it said before stays in force'
      )
    }
  })
  assertSystem(followed.value(), erp.baseUrl)
  const { caFile, proxy } = erp
  const clients = createClients(key =>
    createOAuthClient(key.client, { title: 'the service key', caFile, proxy: proxyOf(proxy) })
  )
  return {
    userOf: tokenUserOf,
    knowsErpUser: false,
    optionsOf(_identity, newest) {
      const cache = createTokenCache(() =>
        clients.of(followed.value()).exchange(tokenOf(newest().caller))
      )
      return {
        credential: {
          kind: 'token',
          tokens: {
            current: async () => ({ authorization: `Bearer ${(await cache.current()).value}` }),
            refused: () => {
              cache.refused()
            }
          }
        }
      }
    },
    close: () => clients.close()
  }
}

/** No request for a token takes longer. */
const retireMs = 30_000

/** One client for each state of the key; the former one ends when its requests have. */
function createClients(create: (key: ServiceKey) => OAuthClient) {
  let current: { readonly key: ServiceKey; readonly client: OAuthClient } | undefined
  return {
    of(key: ServiceKey): OAuthClient {
      if (current?.key === key) return current.client
      const former = current?.client
      if (former !== undefined) setTimeout(() => void former.close(), retireMs).unref()
      const client = create(key)
      current = { key, client }
      return client
    },
    async close() {
      await current?.client.close()
    }
  }
}
