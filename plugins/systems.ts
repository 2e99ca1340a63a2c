/** `app.systems`: the ERP systems by name, with their connections, policies and tool sessions. */
import { createHash, hash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { Landscape, SystemEntry } from '../config/landscape.ts'
import type { Secrets } from '../config/secrets.ts'
import type { ProxySettings } from '../config/config.ts'
import { defaultSystemName } from '../config/landscape.ts'
import { checkLogon } from '../erp-client/index.ts'
import type { ConnectionLimiter } from '../erp-client/index.ts'
import { logonKind } from '../systems/description.ts'
import { createLandscape } from '../systems/landscape.ts'
import { createInFlight } from '../systems/in-flight.ts'
import type { InFlight } from '../systems/in-flight.ts'
import type { LandscapeEvent, OpenedSystem, ServedSystems } from '../systems/landscape.ts'
import { erpOptions, isPropagating, placeOf, tooManyConnections } from '../systems/options.ts'
import type { SystemTarget } from '../systems/options.ts'
import { withKeptSession } from '../systems/local-systems.ts'
import type { KeptSessions } from '../systems/local-systems.ts'
import { otherSystemsOf } from '../systems/other-systems.ts'
import { openRecording } from '../systems/recording.ts'
import { createPlaceState, createPlaceStates } from '../systems/place-state.ts'
import type { PlaceState, PlaceStates } from '../systems/place-state.ts'
import { createSystem } from '../systems/system.ts'
import { labelOf } from '../systems/system-labels.ts'
import type { System, SystemDescription, SystemResources } from '../systems/system.ts'
import { withSystem } from '../systems/system-labels.ts'
import { openLease } from './leases.ts'
import type { Lease } from './leases.ts'
import type { SystemMetrics } from './metrics.ts'

export interface SystemsOptions extends Omit<SystemResources, LentResources> {
  readonly landscape: Landscape
  readonly proxy?: ProxySettings | undefined
  readonly secrets?: Secrets | undefined
  /** Called with each system before it opens, so that its secrets are known by value. */
  readonly learn?: ((secrets: Secrets, entry: SystemEntry) => void) | undefined
  /** Of the bridge, for recordings. */
  readonly version?: string | undefined
  /** Of the user of the process, where it serves no others. */
  readonly keptSessions?: KeptSessions | undefined
  /** Milliseconds after which a system that is no longer served closes, whatever its calls do. */
  readonly retireMs?: number | undefined
}

/** What this plugin gives to each system. */
type LentResources =
  | 'log'
  | 'connectionLimiter'
  | 'connections'
  | 'inFlight'
  | 'observe'
  | 'placeState'
  | 'recording'
  | 'results'
  | 'tracer'
  | 'used'

declare module 'fastify' {
  interface FastifyInstance {
    systems: ServedSystems
  }
}

/** How often the systems file and the files that it names are compared with what they were. */
const lookMs = 2000

export default fp<SystemsOptions>(
  async (app, { landscape, retireMs, ...resources }) => {
    // A random key must outlive a changed file: handles of a replaced system stay valid.
    const stateKey = resources.stateKey ?? randomBytes(32).toString('hex')
    const places = createPlaceStates(place =>
      createPlaceState(place, {
        ...resources,
        stateKey,
        used: app.shared?.used,
        results: app.shared?.resultsOf(place)
      })
    )
    const hasPaths = landscape.file !== undefined
    const inFlight = createInFlight()
    const systems = await createLandscape({
      landscape,
      retireMs,
      inFlight,
      open: entry => openSystem(app, entry, { ...resources, inFlight, places, hasPaths }),
      report: event => report(app, event)
    })
    app.decorate('systems', systems)
    app.addHook('onListen', () => {
      for (const { system } of systems.states()) system?.probeFeatures()
    })
    const end = hasPaths ? follow(systems) : () => {}
    app.addHook('onClose', async () => {
      end()
      await systems.close()
    })
  },
  { name: 'systems', fastify: '5.x', dependencies: ['metrics', 'principal', 'shared', 'telemetry'] }
)

interface OpenResources extends Omit<SystemsOptions, 'landscape' | 'retireMs'> {
  readonly inFlight: InFlight
  readonly places: PlaceStates
  readonly hasPaths: boolean
}

/** Everything that a system holds ends with it, and where it cannot be opened. */
async function openSystem(
  app: FastifyInstance,
  entry: SystemEntry,
  { places, ...resources }: OpenResources
): Promise<OpenedSystem> {
  const { name, title, role, origins, settings } = entry
  if (settings === undefined) throw new TypeError(`the system ${name} has faults`)
  const described = resources.hasPaths ? { name, title, role, origins } : undefined
  const config = withKeptSession(
    { ...settings, proxy: resources.proxy, label: labelOf(described) },
    resources.keptSessions,
    described?.name
  )
  const secrets = resources.secrets?.branch()
  if (secrets !== undefined) resources.learn?.(secrets, entry)
  const metrics = app.metrics.open(name, {
    connections: config.connections,
    logon: logonKind(config)
  })
  const place = places.hold(placeOf(config, { name: described?.name }))
  const lease = await leaseOf(app, { config, name, limiter: metrics.budget })
  const release = async () => {
    metrics.close()
    await lease?.close()
    place.release()
    secrets?.end()
  }
  try {
    const lent = { ...resources, metrics, secrets, placeState: place.state }
    const system = await connectSystem(app, { config, described }, lent)
    metrics.watch(() => system.connections.usage())
    const close = async () => {
      await system.close().finally(release)
    }
    const withdraw = () => {
      metrics.close()
      system.withdraw()
    }
    // A system that a changed file brings is probed at once, the others when the server listens.
    if (app.server.listening) system.probeFeatures()
    return { system: { ...system, close }, withdraw }
  } catch (error) {
    await release()
    throw error
  }
}

/** With Redis the replicas share the requests that the ERP takes, whatever systems name it. */
async function leaseOf(
  { shared, log }: FastifyInstance,
  { config, name, limiter }: { config: SystemTarget; name: string; limiter: ConnectionLimiter }
): Promise<Lease | undefined> {
  if (shared === undefined) return undefined
  const origin = URL.parse(config.url ?? '')?.origin ?? ''
  return await openLease(shared.redis, {
    name: hash('sha256', origin).slice(0, 16),
    limiter,
    connections: config.connections,
    log: withSystem(log, name)
  })
}

interface Connecting {
  readonly config: SystemTarget
  readonly described: SystemDescription | undefined
}

type Lent = Omit<OpenResources, 'places'> & {
  readonly metrics: SystemMetrics
  readonly placeState: PlaceState
}

async function connectSystem(
  app: FastifyInstance,
  { config, described }: Connecting,
  { hasPaths, metrics, version, keptSessions: _keptSessions, ...resources }: Lent
): Promise<System> {
  const { telemetry } = app
  const name = described?.name ?? defaultSystemName
  const log = withSystem(app.log, name)
  if (!isPropagating(config)) {
    for (const warning of checkLogon(erpOptions(config))) log.warn({}, warning)
  }
  const tooMany = tooManyConnections(config)
  if (tooMany !== undefined) log.warn({}, tooMany)
  const { secrets } = resources
  const recording = openRecording(config, { name, role: described?.role, version, log })
  const target = { name, config, metrics, secrets, recording }
  const connections = await app.connectPrincipals(target).catch(async (error: unknown) => {
    await recording?.close()
    throw error
  })
  try {
    return createSystem(
      config,
      {
        ...resources,
        log: app.log,
        connectionLimiter: metrics.budget,
        connections,
        recording,
        observe: exchange => {
          metrics.erp(exchange)
          telemetry?.erp(name, exchange)
        },
        tracer: telemetry?.tracer,
        ...(hasPaths
          ? { otherSystems: (caller, log) => otherSystemsOf(app.systems, { caller, log, name }) }
          : {})
      },
      described
    )
  } catch (error) {
    await connections?.close()
    await recording?.close()
    throw error
  }
}

function report({ log }: FastifyInstance, { kind, ...facts }: LandscapeEvent): void {
  if (kind === 'faulty') {
    log.error(facts, 'the system is not served until its settings are corrected')
  } else if (kind === 'kept') {
    log.error(facts, 'the changed settings have faults; the system is served with its earlier ones')
  } else if (kind === 'unreadable') {
    log.error(facts, 'the systems file cannot be read again; the systems stay as they are')
  } else if (kind === 'opened') log.debug(facts, 'the systems of the file are served')
  else log.info(facts, `system ${kind}`)
}

/**
 * Contents are compared and not dates: mounted files are exchanged behind links. A file that
 * appears or disappears counts as a change.
 * @returns ends the comparison
 */
function follow(systems: ServedSystems): () => void {
  // The first comparison reads the file again: it may have changed during the start.
  let state = ''
  let looking = false
  const look = async () => {
    if (looking) return
    looking = true
    const found = await digestOf(systems.sources)
    const isNew = state !== found
    state = found
    if (isNew) await systems.reload()
    looking = false
  }
  const timer = setInterval(() => {
    void look()
  }, lookMs).unref()
  return () => clearInterval(timer)
}

async function digestOf(paths: readonly string[]): Promise<string> {
  const digest = createHash('sha256')
  for (const path of paths) {
    const content = await readFile(path).catch(() => undefined)
    digest.update(content === undefined ? 'absent' : `${content.length} `).update(content ?? '')
  }
  return digest.digest('hex')
}
