/** The second server for operators: metrics and status page on an address of its own. */
import fastify, { LogController } from 'fastify'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import errors, { answerError } from '../plugins/errors.ts'
import origin from '../plugins/origin.ts'
import admin from '../routes/admin.ts'
import type { LandscapeFacts } from '../routes/admin.ts'
import type { ServedHalts } from '../halt/gate.ts'
import { erpLogon, recordingWords, safetyRules } from '../systems/description.ts'
import { featureFacts } from '../systems/features.ts'
import { localCaller } from '../systems/local-caller.ts'
import { registryOptions } from '../systems/options.ts'
import type { System } from '../systems/system.ts'
import { createRegistry, featureEvidence, tools } from '../tools/index.ts'
import type { ServedSystems } from '../systems/landscape.ts'
import { chosenEntry, isPersonal, viewOf } from '../config/config.ts'
import { auditWords, clientMethods } from '../wiring.ts'
import { isLoopback } from './address.ts'
import type { Launch } from './launch.ts'
import { isOpenToOthers } from './start-report.ts'

/**
 * Metrics and status page, without log-on. The Host check keeps out web pages that resolve their own
 * name to this address (DNS rebinding).
 */
export async function buildAdmin(
  { config, version, sandbox, secrets }: Launch,
  {
    register,
    log: loggerInstance,
    url,
    systems,
    halts
  }: {
    register: Registry
    log: FastifyBaseLogger
    url: string
    systems?: ServedSystems | undefined
    halts?: ServedHalts | undefined
  }
): Promise<FastifyInstance> {
  const startedAt = new Date()
  const app = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    frameworkErrors: answerError
  })
  await app.register(errors)
  await app.register(origin, {
    loopback: config.adminAddr !== undefined && isLoopback(config.adminAddr)
  })
  await app.register(admin, {
    redact: secrets?.redact,
    register,
    landscape:
      systems?.hasPaths === true
        ? () => ({
            ...landscapeFacts(systems),
            halts: halts?.words(),
            version,
            url,
            authentication: clientMethods(config)
          })
        : undefined,
    status: system => {
      const state = systems?.states().find(({ entry }) => entry.name === system)
      if (system !== undefined && state?.system === undefined) return undefined
      const entry = state?.entry ?? chosenEntry(config)
      const view = viewOf(config, entry)
      const served = systems?.get(entry.name)
      const registry =
        served?.registry ??
        createRegistry(
          tools,
          registryOptions(view, () => sandbox)
        )
      return {
        version,
        startedAt,
        now: new Date(),
        node: process.versions.node,
        url: system === undefined ? url : `${url}/${system}`,
        authentication: clientMethods(config),
        audit: auditWords(config),
        openToOthers: isOpenToOthers(config),
        erp: {
          url: view.url ?? '',
          client: view.client,
          logon: erpLogon(view, isPersonal(config)),
          sandbox
        },
        recording: recordingOf(served),
        halts: halts?.words(),
        approvals: view.approval === undefined ? undefined : url.replace(/\/mcp$/, '/approvals'),
        rules: [...safetyRules(view), ...clientWords(served)],
        features: featureFacts(view, registry.features(), featureEvidence),
        tools: registry.visible(localCaller).map(({ name }) => name)
      }
    }
  })
  return app
}

/** Empty until a change has asked for it. */
function clientWords(system: System | undefined): readonly string[] {
  const words = system?.clientWords()
  return words === undefined ? [] : [words]
}

function recordingOf(system: System | undefined): string | undefined {
  return system?.recording === undefined ? undefined : recordingWords(system.recording())
}

/** The systems in their present state; a changed file changes them. */
function landscapeFacts(systems: ServedSystems): Pick<LandscapeFacts, 'systems'> {
  return {
    systems: systems.states().map(({ entry: { name, title, role, settings }, system, faults }) => ({
      name,
      title,
      role,
      erp: settings === undefined ? undefined : `${settings.url ?? ''}, client ${settings.client}`,
      isServed: system !== undefined,
      faults,
      recording: recordingOf(system),
      isDefault: name === systems.defaultSystem
    }))
  }
}
