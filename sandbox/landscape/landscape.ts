/** Starts the systems of a landscape in one process, each with data, users and port of its own. */
import { mkdtempSync, mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SystemIdentity, TransportTarget } from '../identity.ts'
import { createSandbox } from '../server.ts'
import type { Sandbox, SandboxOptions } from '../server.ts'
import type { Log } from '../system.ts'
import { createDelivery } from './delivery.ts'
import type { Landscape, LandscapeSystem } from './file.ts'

export interface RunningSystem {
  readonly system: LandscapeSystem
  readonly sandbox: Sandbox
}

export interface RunningLandscape {
  readonly systems: readonly RunningSystem[]
  /** Brings exported requests into the queues; every release and import does it by itself. */
  deliver(): void
  /** Settles when no import that follows a release by itself is under way. */
  idle(): Promise<void>
  close(): Promise<void>
}

export interface LandscapeOptions {
  readonly log: Log
  /** Further options of every system, for tests. */
  readonly system?: (system: LandscapeSystem) => SandboxOptions
}

function targetsOf(name: string, { systems, routes }: Landscape): TransportTarget[] {
  return routes
    .filter(({ from }) => from === name)
    .flatMap(({ to }) => systems.filter(each => each.name === to))
    .map(({ sid, title }) => ({ name: sid, description: title, exported: true }))
}

/** The system where the routes to a system begin: its objects are developed there. */
function sourceOf(name: string, landscape: Landscape): string {
  const route = landscape.routes.find(({ to }) => to === name)
  return route === undefined ? name : sourceOf(route.from, landscape)
}

function identityOf(system: LandscapeSystem, landscape: Landscape): SystemIdentity {
  const { sid, client, role, modifiable, versionsAtImport } = system
  const source = landscape.systems.find(({ name }) => name === sourceOf(system.name, landscape))
  return {
    id: sid,
    client,
    role,
    modifiable,
    targets: targetsOf(system.name, landscape),
    original: source?.sid ?? sid,
    versionsAtImport
  }
}

/** An empty seed in a folder that is removed at the end. */
function emptySeed(): { readonly path: string; dispose(): void } {
  const path = mkdtempSync(join(tmpdir(), 'erp-bridge-seed-'))
  mkdirSync(join(path, 'src'))
  return { path, dispose: () => rmSync(path, { recursive: true, force: true }) }
}

function optionsOf(system: LandscapeSystem, landscape: Landscape, empty: string): SandboxOptions {
  const { port, user, password, dataDir, seed, libraries, release } = system
  return {
    host: landscape.host,
    port,
    user,
    identity: identityOf(system, landscape),
    ...(password === undefined ? {} : { password }),
    ...(dataDir === undefined ? {} : { dataDir }),
    ...(seed === undefined ? {} : { seed: seed === 'empty' ? empty : seed }),
    ...(libraries === undefined ? {} : { libraries }),
    ...(release === undefined ? {} : { release })
  }
}

async function startAll(starts: readonly Promise<RunningSystem>[]): Promise<RunningSystem[]> {
  const settled = await Promise.allSettled(starts)
  const running = settled.flatMap(each => (each.status === 'fulfilled' ? [each.value] : []))
  const failed = settled.find(each => each.status === 'rejected')
  if (failed === undefined) return running
  await Promise.allSettled(running.map(({ sandbox }) => sandbox.close()))
  throw failed.reason
}

function started(
  system: LandscapeSystem,
  host: string,
  options: SandboxOptions
): Promise<RunningSystem> {
  return createSandbox(options).then(
    sandbox => ({ system, sandbox }),
    (error: unknown) => {
      const busy = (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
      throw new Error(
        busy
          ? `system ${system.name}: ${host}:${system.port} is taken by another program; stop it, or give the system another port`
          : `system ${system.name}: ${(error as Error).message}`,
        { cause: error }
      )
    }
  )
}

/** Starts every system. Rejects, with none of them running, when one cannot start. */
export async function startLandscape(
  landscape: Landscape,
  { log, system: more }: LandscapeOptions
): Promise<RunningLandscape> {
  const empty = emptySeed()
  let deliver = () => {}
  try {
    const running = await startAll(
      landscape.systems.map(system =>
        started(system, landscape.host, {
          log,
          ...optionsOf(system, landscape, empty.path),
          ...more?.(system),
          onExport: () => deliver()
        })
      )
    )
    const automatic = new Set(
      landscape.routes.filter(route => route.import === 'automatic').map(({ to }) => to)
    )
    const delivery = createDelivery(
      running.map(({ system, sandbox }) => ({
        sid: system.sid,
        sandbox,
        automatic: automatic.has(system.name)
      })),
      log
    )
    deliver = () => delivery.run()
    delivery.run()
    return {
      systems: running,
      deliver,
      idle: () => delivery.idle(),
      async close() {
        await delivery.close()
        await Promise.allSettled(running.map(({ sandbox }) => sandbox.close()))
      }
    }
  } finally {
    empty.dispose()
  }
}
