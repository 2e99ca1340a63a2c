/** The ERP clients of all callers under principal propagation: one per identity. */
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
import { createIssuer } from './certificate-issuer.ts'
import type { IssuerOptions } from './certificate-issuer.ts'
import { createErpIdentities } from './identities.ts'
import type { ErpIdentities, ErpIdentity } from './identities.ts'
import { createErpUsers } from './users.ts'
import type { ErpUsers } from './users.ts'

export interface PropagationOptions extends IssuerOptions {
  readonly erp: Omit<ErpOptions, 'credential'>
  /** A JSON object or the path of a file with one: user name in the token → ERP user. */
  readonly mapping?: string | undefined
}

export interface PrincipalResources {
  readonly log: Log
  readonly accessList: AccessList
  /** Called for each new certificate. */
  readonly onIssued: () => void
}

/** Connections of one identity; the connection limiter bounds all of them together. */
const ownConnections = 4
const retrySeconds = 10

/** @throws Error for files that cannot be read or used */
export async function createPrincipals(
  options: PropagationOptions,
  { log, accessList, onIssued }: PrincipalResources
): Promise<ErpConnections> {
  const target = options.erp
  const place = [new URL(target.baseUrl).origin, target.client]
  const users = await createErpUsers({
    mapping: options.mapping,
    log,
    onChange: () => {
      endUnwanted()
    }
  })
  const identities = await createIdentities(options, { log, onIssued }).catch((error: unknown) => {
    users.close()
    throw error
  })
  const endUnwanted = () => {
    identities.retain(({ caller, user }) => {
      try {
        return users.of(caller) === user && !accessList.isDenied(withErpUser(caller, user))
      } catch {
        return false
      }
    })
  }
  const ignoreChanges = accessList.onChange(endUnwanted)
  return {
    accessOf(caller) {
      const identity = identityOf(caller, { user: erpUserOf(caller, { users, log }), place })
      const known = withErpUser(caller, identity.user)
      if (accessList.isDenied(known)) throw deniedUser(known, log)
      if (!identities.admits(identity.key)) throw tooManyIdentities()
      return {
        caller: known,
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
      users.close()
      await identities.close()
    }
  }
}

async function createIdentities(
  { erp: target, ...issuer }: PropagationOptions,
  { log, onIssued }: Pick<PrincipalResources, 'log' | 'onIssued'>
): Promise<ErpIdentities> {
  const certificatesOf = await createIssuer(issuer, { log, onIssued })
  const connections = target.connections ?? 32
  const connectionLimiter =
    target.connectionLimiter ?? createConnectionLimiter({ connections, shared: true })
  // One cache for all identities: the operator sets what the process holds, whatever the number of
  // users.
  const cacheSpace = target.cacheSpace ?? createCacheSpace(target.cacheBytes ?? 32 * 1024 * 1024)
  return createErpIdentities({
    log,
    create: (user, until) =>
      createErp({
        log,
        ...target,
        connectionLimiter,
        cacheSpace,
        connections: Math.min(ownConnections, connections),
        credential: { kind: 'issued', user, certificates: certificatesOf(user, until) }
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

function erpUserOf(caller: Caller, { users, log }: { users: ErpUsers; log: Log }): string {
  try {
    return users.of(caller)
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
