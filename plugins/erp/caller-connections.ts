/** The ERP clients of all callers who work as users of their own: one per identity. */
import {
  cacheMetrics,
  createCacheSpace,
  createConnectionLimiter,
  createErp,
  ErpError
} from '../../erp-client/index.ts'
import type { ErpOptions } from '../../erp-client/index.ts'
import { userNameKey } from '../../erp-client/pki/user-name.ts'
import type { ConnectionUsage, ErpConnections } from '../../systems/erp-connections.ts'
import type { Caller, Log } from '../../tools/index.ts'
import type { AccessList } from '../access-list.ts'
import { BridgeError } from '../errors.ts'
import { createErpIdentities } from './identities.ts'
import type { ErpIdentities, ErpIdentity } from './identities.ts'

/** How the callers of one system log on; one module for each kind. */
export interface CallerLogon {
  /**
   * The user whom the caller works as.
   * @throws Error in words that continue "each caller works as their own user here, and …"
   */
  userOf(caller: Caller): string
  /** Whether that is the user at the ERP; else the ERP maps it, and its name is not known here. */
  readonly knowsErpUser: boolean
  /** What is special of the client of one identity. */
  optionsOf(
    identity: ErpIdentity,
    newest: () => ErpIdentity
  ): Pick<ErpOptions, 'credential'> & Partial<Pick<ErpOptions, 'route'>>
  /** Told when another user may follow from the same caller. */
  onChange?(listener: () => void): void
  close(): void | Promise<void>
}

export interface CallerResources {
  readonly log: Log
  readonly accessList: AccessList
}

/** Connections of one identity; the connection limiter bounds all of them together. */
const ownConnections = 4
const retrySeconds = 10

export function createCallerConnections(
  target: Omit<ErpOptions, 'credential'>,
  logon: CallerLogon,
  { log, accessList }: CallerResources
): ErpConnections {
  const place = [new URL(target.baseUrl).origin, target.client]
  const identities = createIdentities(target, logon, log)
  const known = (caller: Caller, user: string) =>
    logon.knowsErpUser ? withErpUser(caller, user) : caller
  const endUnwanted = () => {
    identities.retain(({ caller, user }) => {
      try {
        return logon.userOf(caller) === user && !accessList.isDenied(known(caller, user))
      } catch {
        return false
      }
    })
  }
  logon.onChange?.(endUnwanted)
  const ignoreChanges = accessList.onChange(endUnwanted)
  return {
    accessOf(caller) {
      const identity = identityOf(caller, { user: userOf(caller, logon, log), place })
      const own = known(caller, identity.user)
      if (accessList.isDenied(own)) throw deniedUser(own, log)
      if (!identities.admits(identity.key)) throw tooManyIdentities()
      return {
        caller: own,
        erp: () => {
          const erp = identities.get(identity)
          if (erp === undefined) {
            throw new ErpError(
              'ERP_BUSY',
              'More users work at the ERP than the bridge has places for',
              { outcome: 'failed', retryAfter: retrySeconds }
            )
          }
          return erp
        }
      }
    },
    isSandbox: () => identities.find(erp => erp.reader.system.sandbox),
    usage: () => usageOf(identities),
    async close() {
      ignoreChanges()
      await identities.close()
      await logon.close()
    }
  }
}

function createIdentities(
  target: Omit<ErpOptions, 'credential'>,
  logon: CallerLogon,
  log: Log
): ErpIdentities {
  const connections = target.connections ?? 32
  const connectionLimiter =
    target.connectionLimiter ?? createConnectionLimiter({ connections, shared: true })
  // One cache for all identities: the operator sets what the process holds, whatever the number of
  // users.
  const cacheSpace = target.cacheSpace ?? createCacheSpace(target.cacheBytes ?? 32 * 1024 * 1024)
  return createErpIdentities({
    log,
    create: (identity, newest) =>
      createErp({
        log,
        ...target,
        connectionLimiter,
        cacheSpace,
        connections: Math.min(ownConnections, connections),
        ...logon.optionsOf(identity, newest)
      })
  })
}

/** Totals only: metrics name no user. */
function usageOf(identities: ErpIdentities): ConnectionUsage {
  let [bytes, entries] = [0, 0]
  identities.find(erp => {
    const own = cacheMetrics(erp)
    bytes += own.bytes
    entries += own.entries
    return undefined
  })
  return { identities: identities.size, bytes, entries }
}

function withErpUser(caller: Caller, erpUser: string): Caller {
  return { ...caller, principal: { ...caller.principal, erpUser } }
}

/** The log-on identifies the caller; its ERP user is known here first. */
function deniedUser({ principal: { name, id } }: Caller, log: Log): BridgeError {
  log.warn({ user: name, identity: id }, 'the ERP user of a caller is denied')
  return new BridgeError('BRIDGE_NO_ERP_USER', {
    status: 403,
    code: -32000,
    message: 'Forbidden: your ERP user is denied here'
  })
}

function userOf(caller: Caller, logon: CallerLogon, log: Log): string {
  try {
    return logon.userOf(caller)
  } catch (cause) {
    const { name, id } = caller.principal
    const reason = (cause as Error).message
    log.warn({ user: name, identity: id, reason }, 'a caller has no ERP user')
    throw new BridgeError(
      'BRIDGE_NO_ERP_USER',
      {
        status: 403,
        code: -32000,
        message: `Forbidden: each caller works at the ERP as their own user here, and ${reason}`
      },
      { cause }
    )
  }
}

/** The key has every part that distinguishes two identities, and no optional part replaces one. */
function identityOf(
  caller: Caller,
  { user, place }: { user: string; place: readonly string[] }
): ErpIdentity {
  const {
    principal: { id, kind, name },
    method,
    expiresAt
  } = caller
  const key = JSON.stringify([method, id ?? [kind, name], userNameKey(user), ...place])
  return { key, caller, user, until: expiresAt === undefined ? Infinity : expiresAt * 1000 }
}

function tooManyIdentities(): BridgeError {
  return new BridgeError('BRIDGE_CROWDED', {
    status: 503,
    code: -32000,
    message: `More users work at the ERP than the bridge has places for. Try again in ${retrySeconds} s.`,
    headers: { 'retry-after': String(retrySeconds) }
  })
}
