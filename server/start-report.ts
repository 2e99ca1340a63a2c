/** What the log says once the server listens: versions, decisions, and what is left open. */
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config/config.ts'
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
  log.info({ version, url, erp: config.url, client: config.client, sandbox }, 'started')
  const decisions = {
    features: Object.fromEntries(featureStates(config)),
    rules: safetyRules(config)
  }
  if (config.verbose) {
    log.info(
      { ...decisions, evidence: 'settings; unknown features are found out when a call needs them' },
      'startup decisions'
    )
  }
  if (config.insecure) log.warn('TLS certificates of the ERP are not verified (--insecure)')
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

export const openToOthers =
  'no client authentication is configured, and the address is not a loopback one: every client that reaches it uses the ERP; give --api-key (SVC_API_KEY) or another method'

export function isOpenToOthers(config: Config): boolean {
  return !isLoopback(config.httpAddr) && clientMethods(config).length === 0
}
