/** The ERP clients of one system: what a system needs of them, and those of a technical user. */
import { cacheMetrics, createErp } from '../erp-client/index.ts'
import type { Erp, ErpOptions } from '../erp-client/index.ts'
import { callerKey } from '../tools/index.ts'
import type { Caller } from '../tools/index.ts'

/** A caller as the ERP knows it, and the client for it, which connects at first use. */
export interface ErpAccess {
  readonly caller: Caller
  readonly erp: () => Erp
}

/** Totals over all identities of one system, at one moment. */
export interface ConnectionUsage {
  /** Users that are connected to the ERP. */
  readonly identities: number
  /** Size of the caches. */
  readonly bytes: number
  readonly entries: number
}

export interface ErpConnections {
  /**
   * With principal propagation it throws BridgeError: 403 for a caller without an ERP user, 503
   * where the limit of identities is reached.
   */
  accessOf(caller: Caller): ErpAccess
  /** Undefined until the ERP has answered once. */
  isSandbox(): boolean | undefined
  usage(): ConnectionUsage
  close(): Promise<void>
}

/**
 * One technical user for all callers; its client is created at first use.
 * @param options read at first use, so that a configuration without a technical user can list tools
 * @param isShared several callers share the connections, so that each of them gets a part only
 */
export function createTechnicalUser(
  options: () => ErpOptions,
  { isShared }: { readonly isShared: boolean }
): ErpConnections {
  let client: Erp | undefined
  const connect = () => (client ??= createErp(options()))
  return {
    accessOf(caller) {
      let own: Erp | undefined
      return {
        caller: withoutErpUser(caller),
        erp: () => (own ??= isShared ? connect().forCaller(callerKey(caller)) : connect())
      }
    },
    isSandbox: () => client?.reader.system.sandbox,
    usage: () =>
      client === undefined
        ? { identities: 0, bytes: 0, entries: 0 }
        : { identities: 1, ...cacheMetrics(client) },
    close: async () => {
      await client?.close()
    }
  }
}

/** The ERP user of a caller has a meaning with principal propagation only, or tells who it is. */
function withoutErpUser(caller: Caller): Caller {
  const { erpUser, ...principal } = caller.principal
  if (erpUser === undefined) return caller
  return { ...caller, principal, aliases: [...(caller.aliases ?? []), erpUser] }
}
