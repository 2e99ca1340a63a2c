/** The links between the bridge and the ERP: reachable, trusted, logged on, and what it offers. */
import type { Config } from '../../config/config.ts'
import { createErp, isErpError, readDiscovery, readSystem } from '../../erp-client/index.ts'
import type { Credential, Erp } from '../../erp-client/index.ts'
import { erpTarget } from '../../wiring.ts'
import { failed, ok, reasonOf, skipped } from './check.ts'
import type { Check } from './check.ts'

/** In the order in which a request meets them; a code tells which link broke. */
const links = ['ERP address', 'ERP TLS', 'ERP log-on'] as const
const brokenLink: Readonly<Record<string, (typeof links)[number]>> = {
  ERP_UNREACHABLE: 'ERP address',
  ERP_TIMEOUT: 'ERP address',
  ERP_BUSY: 'ERP address',
  ERP_TLS_UNTRUSTED: 'ERP TLS',
  ERP_CERTIFICATE_REFUSED: 'ERP TLS',
  ERP_LOGON_FAILED: 'ERP log-on',
  ERP_LOGON_PAGE: 'ERP log-on',
  ERP_LOGON_BLOCKED: 'ERP log-on',
  ERP_FORBIDDEN: 'ERP log-on',
  ERP_NOT_FOUND: 'ERP address',
  ERP_UNSUPPORTED: 'ERP address',
  ERP_BAD_ANSWER: 'ERP address'
}
const probes: Readonly<Record<string, string>> = {
  'free SQL': '/datapreview/freestyle',
  'table contents': '/datapreview/ddic',
  'unit tests': '/abapunit/testruns',
  'ATC checks': '/atc/runs',
  'transport requests': '/cts/transportrequests'
}
const boundMs = 20_000
/** Something answers that is no ABAP system, or one whose development tools are not there. */
const strangerRemedy =
  'check that --url (ERP_URL) is the HTTPS or HTTP port of the ABAP system (transaction SMICM), and that its service /sap/bc/adt is active (SICF)'

/** Logs on with that credential, and reports every link up to the one that breaks. */
export async function tryLogOn(config: Config, credential: Credential): Promise<Check[]> {
  const erp = openErp(config, credential)
  try {
    return await ask(erp, config)
  } catch (error) {
    return brokenChain(error, config)
  } finally {
    await erp.close()
  }
}

export function openErp(config: Config, credential: Credential): Erp {
  return createErp({
    ...erpTarget(config),
    credential,
    timeoutMs: Math.min(config.timeout, boundMs)
  })
}

async function ask({ reader }: Erp, { url = '', client }: Config): Promise<Check[]> {
  const discovery = await readDiscovery(reader)
  const system = await readSystem(reader)
  const offered = Object.entries(probes)
    .filter(([, path]) => discovery.has(path))
    .map(([name]) => name)
  return [
    ok('ERP address', url),
    trusted(url),
    ok(
      'ERP log-on',
      `user ${system.user} in client ${client} of ${system.id}${system.release === undefined ? '' : `, release ${system.release}`}`
    ),
    ok('ERP services', offered.length === 0 ? 'no more than sources' : offered.join(', '))
  ]
}

export function trusted(url: string): Check {
  return url.startsWith('https:')
    ? ok('ERP TLS', 'trusted')
    : skipped('ERP TLS', 'the address has none')
}

export function brokenChain(error: unknown, { url = '' }: Config): Check[] {
  const code = isErpError(error) ? error.code : ''
  const broken = brokenLink[code] ?? 'ERP log-on'
  const stranger = isErpError(error, 'ERP_NOT_FOUND', 'ERP_UNSUPPORTED', 'ERP_BAD_ANSWER')
  const remedy = !isErpError(error)
    ? 'see the message'
    : stranger && !error.remedy.includes('SICF')
      ? strangerRemedy
      : error.remedy
  const at = links.indexOf(broken)
  return links.map((name, index) => {
    if (index < at) return name === 'ERP TLS' ? trusted(url) : ok(name, url)
    return index === at
      ? failed(
          name,
          `${url}: ${stranger ? 'something answers, but not the development tools of an ABAP system: ' : ''}${isErpError(error) ? error.message : reasonOf(error)}`,
          remedy
        )
      : skipped(name, 'not reached')
  })
}
