/**
 * Principal propagation: each caller works at the ERP as its own user, under a certificate of its
 * own, on connections of its own. With it on there is no technical user that anything could fall
 * back to.
 */
import { readFileSync } from 'node:fs'
import fp from 'fastify-plugin'
import {
  cacheMetrics,
  createConnectionLimiter,
  createCacheSpace,
  createErp,
  ErpError,
  othersMayRead
} from '../../erp-client/index.ts'
import type { CertificateSource, Erp, ErpOptions } from '../../erp-client/index.ts'
import { userNameKey } from '../../erp-client/pki/user-name.ts'
import { callerKey } from '../../tools/index.ts'
import type { Caller, Log } from '../../tools/index.ts'
import { createErpIdentities } from './identities.ts'
import type { ErpIdentities, ErpIdentitiesOptions, ErpIdentity } from './identities.ts'
import { createErpUsers } from './users.ts'
import type { ErpUsers } from './users.ts'
import { BridgeError } from '../errors.ts'
import type { Levels } from '../metrics.ts'

export interface PropagationOptions {
  readonly erp: Omit<ErpOptions, 'credential'>
  /** Paths of PEM files. */
  readonly caKey: string
  readonly caCertificate: string
  /** Of the key, where it is encrypted. */
  readonly passphrase?: string | undefined
  /** Of each certificate: `5m`, `90s`, `1h`. */
  readonly lifetime: string
  /** A JSON object or the path of a file with one: user name in the token → ERP user. */
  readonly mapping?: string | undefined
  readonly bounds?: Pick<ErpIdentitiesOptions, 'most' | 'idleMs' | 'restMs' | 'sweepMs'> | undefined
}

/** A caller as the ERP knows it, and the way there, which is opened at first use. */
export interface AtErp {
  readonly caller: Caller
  readonly erp: () => Erp
}

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Throws BridgeError: 403 for a caller without an ERP user, 503 where there are too many
     * identities at once.
     */
    erpAs: (caller: Caller) => AtErp
    /** Undefined while nobody has asked the ERP. */
    erpIsSandbox: () => boolean | undefined
  }
}

/** Connections of one identity; all together are bounded by the budget. */
const ownConnections = 4
const retrySeconds = 10

export default fp<{ propagation?: PropagationOptions | undefined }>(
  async (app, { propagation }) => {
    if (propagation === undefined) {
      app.decorate('erpAs', caller => {
        let own: Erp | undefined
        return {
          caller: withoutErpUser(caller),
          erp: () => (own ??= app.erp().forCaller(callerKey(caller)))
        }
      })
      app.decorate('erpIsSandbox', () => app.erp().reader.system.sandbox)
      return
    }
    const { erp: target, bounds } = propagation
    const place = [new URL(target.baseUrl).origin, target.client]
    const users = await createErpUsers({
      mapping: propagation.mapping,
      log: app.log,
      onChange: () => {
        forgetUnwanted()
      }
    })
    const certificatesOf = await createIssuer(propagation, {
      log: app.log,
      onIssued: app.metrics.certificate
    })
    const connections = target.connections ?? 32
    const connectionLimiter =
      target.connectionLimiter ?? createConnectionLimiter({ connections, shared: true })
    // One user with all of it, or many with a little each: the operator sets what the process
    // holds.
    const cacheSpace = target.cacheSpace ?? createCacheSpace(target.cacheBytes ?? 32 * 1024 * 1024)
    const identities = createErpIdentities({
      ...bounds,
      log: app.log,
      create: (user, until) =>
        createErp({
          log: app.log,
          ...target,
          connectionLimiter,
          cacheSpace,
          connections: Math.min(ownConnections, connections),
          credential: { kind: 'issued', user, certificates: certificatesOf(user, until) }
        })
    })
    const forgetUnwanted = () => {
      identities.retain(({ caller, user }) => {
        try {
          return users.of(caller) === user && !app.identities.isDenied(atErp(caller, user))
        } catch {
          return false
        }
      })
    }
    app.identities.onChange(forgetUnwanted)
    app.metrics.watch(() => levelsOf(identities))
    app.decorate('erpAs', caller => {
      const identity = identityOf(caller, {
        user: erpUserOf(caller, { users, log: app.log }),
        place
      })
      const known = atErp(caller, identity.user)
      if (app.identities.isDenied(known)) throw deniedUser(known, app.log)
      if (!identities.admits(identity.key)) throw crowded()
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
    })
    app.decorate('erpIsSandbox', () => identities.find(erp => erp.reader.system.sandbox))
    app.addHook('onClose', async () => {
      users.close()
      await identities.close()
    })
  },
  { name: 'principal', fastify: '5.x', dependencies: ['erp', 'errors', 'identities'] }
)

/** Of all identities together: figures tell nobody's name. */
function levelsOf(identities: ErpIdentities): Levels {
  let [bytes, entries] = [0, 0]
  identities.find(erp => {
    const own = cacheMetrics(erp)
    bytes += own.bytes
    entries += own.entries
    return undefined
  })
  return { identities: identities.size, bytes, entries }
}

/** A key's ERP user means something with propagation only. */
function withoutErpUser(caller: Caller): Caller {
  if (caller.principal.erpUser === undefined) return caller
  const { erpUser: _erpUser, ...principal } = caller.principal
  return { ...caller, principal }
}

function atErp(caller: Caller, erpUser: string): Caller {
  return { ...caller, principal: { ...caller.principal, erpUser } }
}

/** The log-on knows who a caller is; which ERP user that makes is known here first. */
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
        message: `Forbidden: everybody works at the ERP as their own user here, and ${reason}`
      },
      { cause }
    )
  }
}

/**
 * All that tells two identities apart goes into the key, and nothing that may be left out stands
 * for it.
 */
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

function crowded(): BridgeError {
  return new BridgeError('BRIDGE_CROWDED', {
    status: 503,
    code: -32000,
    message: `More users work at the ERP than the bridge has places for. Try again in ${retrySeconds} s.`,
    headers: { 'retry-after': String(retrySeconds) }
  })
}

/** @throws Error that says what is wrong with key, certificate or lifetime */
async function createIssuer(
  { caKey, caCertificate, passphrase, lifetime }: PropagationOptions,
  { log, onIssued }: { log: Log; onIssued: () => void }
): Promise<(user: string, until: () => number) => CertificateSource> {
  // What makes certificates is large and needed with propagation only.
  const [{ loadCertificateAuthority }, { parseLifetime }, { createCertificates }] =
    await Promise.all([
      import('../../erp-client/pki/certificate-authority.ts'),
      import('../../erp-client/pki/principal.ts'),
      import('../../erp-client/pki/certificates.ts')
    ])
  try {
    const authority = await loadCertificateAuthority({
      key: readFileSync(caKey, 'utf8'),
      certificate: readFileSync(caCertificate, 'utf8'),
      passphrase
    })
    const lifetimeMs = parseLifetime(lifetime)
    for (const warning of authority.warnings) log.warn({ caCertificate }, warning)
    if (othersMayRead(caKey)) {
      log.warn(
        { caKey },
        'the CA key can be read by other users of this machine; whoever has it can be any user of the ERP'
      )
    }
    return (user, until) => createCertificates({ authority, user, lifetimeMs, until, onIssued })
  } catch (cause) {
    const remedy = cause instanceof ErpError ? ` ${cause.remedy}` : ''
    throw new Error(
      `principal propagation: ${(cause as Error).message} (key ${caKey}, certificate ${caCertificate}).${remedy}`,
      { cause }
    )
  }
}
