/** What the log says once the server listens: versions, decisions, and what is left open. */
import type { FastifyBaseLogger } from 'fastify'
import { viewOf } from '../config/config.ts'
import type { Config } from '../config/config.ts'
import type { SystemRole, SystemSettings } from '../config/landscape.ts'
import { safetyRules } from '../systems/description.ts'
import { featureStates } from '../systems/features.ts'
import { checkedHosts, clientMethods } from '../wiring.ts'
import { isLoopback } from './address.ts'
import type { Launch } from './launch.ts'

export function logStart(
  { config, version, sandbox }: Launch,
  log: FastifyBaseLogger,
  url: string
): void {
  const { defaultSystem, systems, file } = config.landscape
  if (file === undefined) {
    const { url: erp, client } = viewOf(config)
    log.info({ version, url, erp, client, sandbox }, 'started')
  } else log.info({ version, url, systems: [...systems.keys()], defaultSystem }, 'started')
  for (const { name, role, settings } of systems.values()) {
    if (settings === undefined) continue
    const facts = file === undefined ? {} : { system: name }
    if (config.verbose) {
      log.info(
        {
          ...facts,
          features: Object.fromEntries(featureStates(settings)),
          rules: safetyRules(settings),
          evidence: 'settings; the ERP is asked for unknown features in the background'
        },
        'startup decisions'
      )
    }
    warnAbout({ settings, role }, facts, log)
  }
  const loopback = isLoopback(config.httpAddr)
  if (
    !loopback &&
    checkedHosts(config, loopback) === undefined &&
    config.allowedOrigins === undefined
  ) {
    log.warn(
      'Host and Origin headers are not checked on this address; give --allowed-hosts (ERP_ALLOWED_HOSTS)'
    )
  }
}

/** What an operator should not leave as it is. */
function warnAbout(
  { settings, role }: { settings: SystemSettings; role: SystemRole | undefined },
  facts: object,
  log: FastifyBaseLogger
): void {
  const { record, recordSources: sources, recordProduction: production } = settings
  if (record !== undefined && (production || role !== 'production')) {
    log.warn(
      { ...facts, record, sources, production },
      'exchanges with the ERP are recorded while this server runs; remove --record (ERP_RECORD) when it is no longer needed'
    )
  }
  if (settings.insecure) {
    log.warn(facts, 'TLS certificates of the ERP are not verified (--insecure)')
  }
}

export const openToOthers =
  'no client authentication is configured, and the address is not a loopback one: every client that reaches it uses the ERP; give --api-key (SVC_API_KEY) or another method'

export function isOpenToOthers(config: Config): boolean {
  return !isLoopback(config.httpAddr) && clientMethods(config).length === 0
}
