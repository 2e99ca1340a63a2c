import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHttpServer } from './http/server.ts'
import type { User } from './http/auth.ts'
import type { Counters } from './http/counters.ts'
import type { Faults } from './http/faults.ts'
import { createSystem } from './system.ts'
import type { Log, SystemParts } from './system.ts'
import type { Store } from './types.ts'

export interface SandboxOptions {
  /** Loopback when left out; anything else is warned of. */
  readonly host?: string
  /** 0 (any free one) when left out. */
  readonly port?: number
  /** The one user, DEVELOPER when left out, with a generated password unless given. */
  readonly user?: string
  readonly password?: string
  /** Several users; the first is the one that `user` and `password` of the result name. */
  readonly users?: readonly User[]
  /** Keeps the sources and rows; a temporary folder, removed on close, when left out. */
  readonly dataDir?: string
  readonly log?: Log
  /** Idle minutes after which a stateful session and its locks are gone; 30. */
  readonly sessionMinutes?: number
  /** Bytes of a request body; 20 MB. */
  readonly bodyLimit?: number
  /** What an empty data folder is filled with, instead of the demo application: a folder with `src/` and `data/`. */
  readonly seed?: string
  /** Rooms to use instead of the real ones, for tests of the HTTP interface. */
  readonly parts?: Partial<SystemParts>
  /** The clock of session time-outs, for tests; `Date.now`. */
  readonly now?: () => number
}

export interface Sandbox {
  readonly url: string
  readonly port: number
  readonly user: string
  readonly password: string
  readonly client: string
  readonly dataDir: string
  readonly store: Store
  readonly counters: Counters
  readonly faults: Faults
  close (): Promise<void>
}

const silent: Log = { info () {}, warn () {}, error () {} }
const loopback = new Set(['127.0.0.1', '::1', 'localhost'])

async function dataFolder (given: string | undefined): Promise<{ path: string, dispose: () => Promise<void> }> {
  if (given !== undefined) return { path: given, dispose: async () => {} }
  const path = await mkdtemp(join(tmpdir(), 'erp-bridge-sandbox-'))
  return { path, dispose: () => rm(path, { recursive: true, force: true, maxRetries: 3 }) }
}

function usersOf (options: SandboxOptions): [User, ...User[]] {
  const [first, ...others] = options.users ?? []
  if (first !== undefined) return [first, ...others]
  return [{ name: options.user ?? 'DEVELOPER', password: options.password ?? randomBytes(12).toString('base64url'), fullName: 'Sandbox Developer' }]
}

/** Starts an ABAP development system on this machine. Rejects when the port is taken or the data folder cannot be used. */
export async function createSandbox (options: SandboxOptions = {}): Promise<Sandbox> {
  const log = options.log ?? silent
  const host = options.host ?? '127.0.0.1'
  if (!loopback.has(host)) log.warn(`The sandbox listens on ${host}: everyone who reaches it and has a password can run ABAP on this machine.`)
  const users = usersOf(options)
  const folder = await dataFolder(options.dataDir)
  const system = await createSystem({
    dataDir: folder.path,
    users,
    log,
    contextMilliseconds: (options.sessionMinutes ?? 30) * 60_000,
    ...(options.seed === undefined ? {} : { seed: options.seed }),
    ...(options.parts === undefined ? {} : { parts: options.parts })
  })
    .catch(async (error: unknown) => { await folder.dispose(); throw error })
  const http = createHttpServer({ system, bodyLimit: options.bodyLimit ?? 20_000_000, now: options.now ?? Date.now })
  const close = async () => {
    await http.close()
    await system.close()
    await folder.dispose()
  }
  const address = await http.listen(host, options.port ?? 0).catch(async (error: unknown) => { await close(); throw error })
  return assemble({ address, folder: folder.path, users, system, http, close })
}

interface Assembly {
  readonly address: AddressInfo
  readonly folder: string
  readonly users: readonly [User, ...User[]]
  readonly system: { readonly store: Store, readonly client: string }
  readonly http: { readonly counters: Counters, readonly faults: Faults }
  readonly close: () => Promise<void>
}

function assemble ({ address, folder, users: [user], system, http, close }: Assembly): Sandbox {
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address
  let closing: Promise<void> | undefined
  return {
    url: `http://${host}:${address.port}`,
    port: address.port,
    user: user.name.toUpperCase(),
    password: user.password,
    client: system.client,
    dataDir: folder,
    store: system.store,
    counters: http.counters,
    faults: http.faults,
    close () {
      closing ??= close()
      return closing
    }
  }
}
