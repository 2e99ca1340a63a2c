/** `app.systems`: the ERP systems by name, with their connections, policies and tool sessions. */
import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { Landscape, SystemEntry } from '../config/landscape.ts'
import type { Secrets } from '../config/secrets.ts'
import type { ProxySettings } from '../config/config.ts'
import { checkLogon } from '../erp-client/index.ts'
import { createLandscape } from '../systems/landscape.ts'
import type { LandscapeEvent, ServedSystems } from '../systems/landscape.ts'
import { erpOptions, isPropagating, placeOf } from '../systems/options.ts'
import { otherSystemsOf } from '../systems/other-systems.ts'
import { createSystem, labelOf } from '../systems/system.ts'
import type { System, SystemResources } from '../systems/system.ts'
import { withSystem } from '../systems/system-labels.ts'

export interface SystemsOptions extends Omit<
  SystemResources,
  'log' | 'connectionLimiter' | 'connections' | 'observe' | 'results' | 'tracer' | 'used'
> {
  readonly landscape: Landscape
  readonly proxy?: ProxySettings | undefined
  readonly secrets?: Secrets | undefined
  /** Called with each system before it opens, so that its secrets are known by value. */
  readonly learn?: ((entry: SystemEntry) => void) | undefined
}

declare module 'fastify' {
  interface FastifyInstance {
    systems: ServedSystems
  }
}

/** How often the systems file and the files that it names are compared with what they were. */
const lookMs = 2000

export default fp<SystemsOptions>(
  async (app, { landscape, learn, ...resources }) => {
    // A random key must outlive a changed file: handles of a replaced system stay valid.
    const stateKey = resources.stateKey ?? randomBytes(32).toString('hex')
    const open = async (entry: SystemEntry) => {
      learn?.(entry)
      return await openSystem(app, entry, {
        ...resources,
        stateKey,
        hasPaths: landscape.file !== undefined
      })
    }
    const systems = await createLandscape({
      landscape,
      open,
      report: event => report(app, event)
    })
    app.decorate('systems', systems)
    const end = landscape.file === undefined ? () => {} : follow(systems)
    app.addHook('onClose', async () => {
      end()
      await systems.close()
    })
  },
  { name: 'systems', fastify: '5.x', dependencies: ['metrics', 'principal', 'shared', 'telemetry'] }
)

type OpenResources = Omit<SystemsOptions, 'landscape' | 'learn'> & { readonly hasPaths: boolean }

async function openSystem(
  app: FastifyInstance,
  { name, title, role, settings }: SystemEntry,
  { hasPaths, ...resources }: OpenResources
): Promise<System> {
  if (settings === undefined) throw new TypeError(`the system ${name} has faults`)
  const { telemetry } = app
  const described = hasPaths ? { name, title, role } : undefined
  const config = { ...settings, proxy: resources.proxy, label: labelOf(described) }
  const log = withSystem(app.log, name)
  if (!isPropagating(config)) {
    for (const warning of checkLogon(erpOptions(config))) log.warn({}, warning)
  }
  const metrics = app.metrics.open(name, config.connections)
  const connections = await app.connectPrincipals({ name, config, metrics })
  const system = createSystem(
    config,
    {
      ...resources,
      log: app.log,
      connectionLimiter: metrics.budget,
      connections,
      observe: exchange => {
        metrics.erp(exchange)
        telemetry?.erp(name, exchange)
      },
      tracer: telemetry?.tracer,
      used: app.shared?.used,
      results: app.shared?.resultsOf(placeOf(config, { name: described?.name })),
      ...(hasPaths
        ? { otherSystems: (caller, log) => otherSystemsOf(app.systems, { caller, log, name }) }
        : {})
    },
    described
  )
  metrics.watch(() => system.connections.usage())
  return {
    ...system,
    close: async () => {
      metrics.close()
      await system.close()
    }
  }
}

function report({ log }: FastifyInstance, { kind, system, reasons }: LandscapeEvent): void {
  const facts = { ...(system === undefined ? {} : { system }), ...(reasons && { reasons }) }
  if (kind === 'faulty') {
    log.error(facts, 'the system is not served until its settings are corrected')
  } else if (kind === 'unreadable') {
    log.error(facts, 'the systems file cannot be read again; the systems stay as they are')
  } else log.info(facts, `system ${kind}`)
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
