/** Opens a system and serves it over HTTP or HTTPS. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defaultBodyLimit } from './http/connection-manager.ts'
import { createHttpServer } from './http/server.ts'
import type { TokenRules } from './http/logon/tokens.ts'
import { createBrowserLogon } from './http/logon/browser-logon.ts'
import type { LogonPage } from './http/logon/browser-logon.ts'
import type { User } from './http/logon/users.ts'
import type { Counters } from './http/counters.ts'
import type { Faults } from './http/faults.ts'
import { createReleaseAdapter } from './http/releases/release-adapter.ts'
import { tlsSettings } from './http/logon/tls.ts'
import type { TlsSettings } from './http/logon/tls.ts'
import { standaloneIdentity } from './identity.ts'
import type { SystemIdentity } from './identity.ts'
import { standardRelease } from './releases.ts'
import type { Release } from './releases.ts'
import { removeAbandoned } from './store/abandoned.ts'
import { createSystem } from './system.ts'
import type { Log, System, SystemOptions, SystemParts } from './system.ts'
import { importQueue } from './transports/exchange/queue.ts'
import type { QueueImport, QueueReport } from './transports/exchange/queue.ts'
import type { Store } from './types.ts'

export { releases } from './releases.ts'
export type { Release } from './releases.ts'
export { parseRoles, parseUser, parseUsers } from './http/logon/user-list.ts'

export interface SandboxOptions {
  /** Loopback by default; any other address is logged as a warning. */
  readonly host?: string
  /** 0 (any free one) by default. */
  readonly port?: number
  /** The one user, DEVELOPER when left out, with a generated password unless given. */
  readonly user?: string
  readonly password?: string
  /** Several users; the first is the one that `user` and `password` of the result name. */
  readonly users?: readonly User[]
  /**
   * HTTPS: with a certificate of its own (`true`; the result's `ca` is to be trusted) or with the
   * given one, in PEM.
   */
  readonly tls?: boolean | { readonly cert: string; readonly key: string }
  /** PEM of the CAs whose client certificates log on the user their CN names; HTTPS then. */
  readonly clientCa?: string
  /** Tokens that log on. */
  readonly tokenRules?: TokenRules
  /** Wrong passwords in a row that lock a user's password; 5, and 0 for never. */
  readonly failuresToLock?: number
  /** What the system is in its landscape; a system that stands alone when left out. */
  readonly identity?: SystemIdentity
  /** Called after a release and an import, which may have exported a request. */
  readonly onExport?: () => void
  /** Whether findings of the checks interrupt the release of a transport request; false. */
  readonly atcAtRelease?: boolean
  /** The ERP release whose interface and limitations the sandbox has; 758 by default. */
  readonly release?: Release
  /** Keeps the sources and rows; a temporary folder, removed on close, when left out. */
  readonly dataDir?: string
  readonly log?: Log
  /** Idle minutes after which a stateful session and its locks are gone; 30. */
  readonly sessionMinutes?: number
  /** Idle minutes after which a security session ends, with all that is in it; 30. */
  readonly securitySessionMinutes?: number
  /**
   * A log-on in the browser, which requests without a log-on are led to: a form of the system, or
   * a SAML-like identity provider. Without it they are refused with 401.
   */
  readonly logonPage?: LogonPage
  /** Bytes of a request body; 100 MB, as an ERP is delivered. */
  readonly bodyLimit?: number
  /**
   * What an empty data folder is filled with, instead of the demo application: a folder with `src/`
   * and `data/`.
   */
  readonly seed?: string
  /** Folders of further ABAP in abapGit layout, mounted read-only as standard code. */
  readonly libraries?: readonly string[]
  /** Parts to use instead of the real ones, for tests of the HTTP interface. */
  readonly parts?: Partial<SystemParts>
  /** The clock of session time-outs, for tests; `Date.now`. */
  readonly now?: () => number
}

export interface Sandbox {
  readonly url: string
  readonly port: number
  /**
   * PEM of the CA that clients have to trust, over HTTPS, and the file that holds it when the
   * sandbox made it.
   */
  readonly ca?: string
  readonly caFile?: string
  readonly user: string
  readonly password: string
  readonly client: string
  readonly dataDir: string
  readonly store: Store
  readonly counters: Counters
  readonly faults: Faults
  /** Imports requests of the import queue. */
  importRequests(options: QueueImport): Promise<QueueReport>
  close(): Promise<void>
}

const silentLog: Log = { info() {}, warn() {}, error() {} }
const loopback = new Set(['127.0.0.1', '::1', 'localhost'])
const wildcards = new Set(['0.0.0.0', '::'])

const temporaryPrefix = 'erp-bridge-sandbox-'

async function dataFolder(
  given: string | undefined
): Promise<{ path: string; dispose: () => Promise<void> }> {
  if (given !== undefined) return { path: given, dispose: async () => {} }
  removeAbandoned(tmpdir(), temporaryPrefix)
  const path = await mkdtemp(join(tmpdir(), temporaryPrefix))
  return { path, dispose: () => rm(path, { recursive: true, force: true, maxRetries: 3 }) }
}

function usersOf(options: SandboxOptions): [User, ...User[]] {
  const [first, ...others] = options.users ?? []
  if (first !== undefined) return [first, ...others]
  return [
    {
      name: options.user ?? 'DEVELOPER',
      password: options.password ?? randomBytes(12).toString('base64url'),
      fullName: 'Sandbox Developer'
    }
  ]
}

/**
 * Starts an ABAP development system on this machine. Rejects when the port is taken or the data
 * folder or a certificate cannot be used.
 */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const log = options.log ?? silentLog
  const host = options.host ?? '127.0.0.1'
  if (!loopback.has(host)) {
    log.warn(
      `The sandbox listens on ${host}: everyone who reaches it and has a password can run ABAP on this machine.`
    )
  }
  const folder = await dataFolder(options.dataDir)
  // run in reverse order, also when a later step of the start fails
  const cleanups = [folder.dispose]
  const close = async () => {
    for (const each of cleanups.splice(0).reverse()) await each()
  }
  try {
    const users = usersOf(options)
    const tls = await tlsOf(options, folder.path, host)
    const system = await createSystem(systemOptions(options, { dataDir: folder.path, users, log }))
    cleanups.push(system.close)
    const http = createHttpServer({
      system,
      bodyLimit: options.bodyLimit ?? defaultBodyLimit,
      now: options.now ?? Date.now,
      sessionMilliseconds: (options.securitySessionMinutes ?? 30) * 60_000,
      ...(tls === undefined ? {} : { tls: tls.server })
    })
    cleanups.push(http.close)
    const address = await http.listen(host, options.port ?? 0)
    return sandboxOf({ address, folder: folder.path, users, system, http, close, tls })
  } catch (error) {
    await close()
    throw error
  }
}

function systemOptions(
  options: SandboxOptions,
  facts: Pick<SystemOptions, 'dataDir' | 'users' | 'log'>
): SystemOptions {
  return {
    ...facts,
    // a folder that is removed at the end need not survive a power failure
    durable: options.dataDir !== undefined,
    browserLogon: createBrowserLogon({
      page: options.logonPage,
      identity: options.identity ?? standaloneIdentity,
      now: options.now ?? Date.now
    }),
    contextMilliseconds: (options.sessionMinutes ?? 30) * 60_000,
    ...(options.failuresToLock === undefined ? {} : { failuresToLock: options.failuresToLock }),
    ...(options.tokenRules === undefined ? {} : { tokenRules: options.tokenRules }),
    ...(options.release === undefined ? {} : { release: options.release }),
    ...(options.identity === undefined ? {} : { identity: options.identity }),
    ...(options.onExport === undefined ? {} : { onExport: options.onExport }),
    atcAtRelease: options.atcAtRelease ?? false,
    ...(options.seed === undefined ? {} : { seed: options.seed }),
    ...(options.libraries === undefined ? {} : { libraries: options.libraries }),
    ...(options.parts === undefined ? {} : { parts: options.parts })
  }
}

async function tlsOf(
  { tls = false, clientCa, release }: SandboxOptions,
  folder: string,
  host: string
): Promise<TlsSettings | undefined> {
  if (tls === false && clientCa === undefined) return undefined
  const { tlsMaxVersion: maxVersion } = createReleaseAdapter(release ?? standardRelease)
  const options = {
    ...(maxVersion === undefined ? {} : { maxVersion }),
    ...(typeof tls === 'boolean' ? {} : { own: tls }),
    ...(clientCa === undefined ? {} : { clientCa })
  }
  return await tlsSettings(
    options,
    join(folder, '.sandbox', 'tls'),
    wildcards.has(host) ? [] : [host]
  )
}

interface SandboxParts {
  readonly address: AddressInfo
  readonly folder: string
  readonly users: readonly [User, ...User[]]
  readonly system: System
  readonly http: { readonly counters: Counters; readonly faults: Faults }
  readonly close: () => Promise<void>
  readonly tls: TlsSettings | undefined
}

function sandboxOf({
  address,
  folder,
  users: [user],
  system,
  http,
  close,
  tls
}: SandboxParts): Sandbox {
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address
  let closing: Promise<void> | undefined
  return {
    url: `${tls === undefined ? 'http' : 'https'}://${host}:${address.port}`,
    port: address.port,
    ...(tls?.ca === undefined ? {} : { ca: tls.ca }),
    ...(tls?.caFile === undefined ? {} : { caFile: tls.caFile }),
    user: user.name.toUpperCase(),
    password: user.password,
    client: system.client,
    dataDir: folder,
    store: system.store,
    counters: http.counters,
    faults: http.faults,
    importRequests: given => importQueue(system, given),
    close() {
      closing ??= close()
      return closing
    }
  }
}
