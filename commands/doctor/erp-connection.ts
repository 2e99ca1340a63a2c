/** The connection to the ERP in the order of a request: address, TLS, log-on, services. */
import type { SystemView } from '../../config/config.ts'
import { createSecrets } from '../../config/secrets.ts'
import { createErp, isErpError, readDiscovery, readSystem } from '../../erp-client/index.ts'
import type { Credential, Erp } from '../../erp-client/index.ts'
import { erpTarget } from '../../systems/options.ts'
import { checkAuthorizations } from './authorizations.ts'
import { checkClient } from './client.ts'
import { failed, ok, reasonOf, skipped, warning } from './check.ts'
import type { Check } from './check.ts'

/** In the order of a request; a code names the link that broke. */
const steps = ['ERP address', 'ERP TLS', 'ERP log-on'] as const
const failedStep: Readonly<Record<string, (typeof steps)[number]>> = {
  ERP_UNREACHABLE: 'ERP address',
  ERP_TIMEOUT: 'ERP address',
  ERP_BUSY: 'ERP address',
  ERP_TLS_UNTRUSTED: 'ERP TLS',
  ERP_CERTIFICATE_REFUSED: 'ERP TLS',
  ERP_USER_NOT_MAPPED: 'ERP log-on',
  ERP_LOGON_FAILED: 'ERP log-on',
  ERP_LOGON_PAGE: 'ERP log-on',
  ERP_LOGON_BLOCKED: 'ERP log-on',
  ERP_LOGON_NEEDED: 'ERP log-on',
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
/** An ERP that takes longer for one small answer makes each tool call slow. */
const slowMs = 2_000
/** Something else than the development tools of an ABAP system answers. */
const otherServerRemedy =
  'check that --url (ERP_URL) is the HTTPS or HTTP port of the ABAP system (transaction SMICM), and that its service /sap/bc/adt is active (SICF)'

/** Logs on with that credential, and reports every link up to the one that breaks. */
export async function tryLogOn(config: SystemView, credential: Credential): Promise<Check[]> {
  const erp = openErp(config, credential)
  try {
    return await checkServices(erp, config)
  } catch (error) {
    return connectionChecks(error, config)
  } finally {
    await erp.close()
  }
}

export function openErp(config: SystemView, credential: Credential): Erp {
  // An ERP may quote the cookies of a session, which no setting names.
  const { redact, source } = createSecrets()
  return createErp({
    ...erpTarget(config),
    ...{ credential, redact, learn: source() },
    timeoutMs: Math.min(config.timeout, boundMs)
  })
}

async function checkServices({ reader }: Erp, config: SystemView): Promise<Check[]> {
  const { url = '', client } = config
  const discovery = await readDiscovery(reader)
  const began = performance.now()
  const system = await readSystem(reader)
  const tookMs = Math.round(performance.now() - began)
  const offered = Object.entries(probes)
    .filter(([, path]) => discovery.has(path))
    .map(([name]) => name)
  return [
    ok('ERP address', url),
    tlsCheck(url),
    ok(
      'ERP log-on',
      `user ${system.user} in client ${client} of ${system.id}${system.release === undefined ? '' : `, release ${system.release}`}`
    ),
    ok('ERP services', offered.length === 0 ? 'no more than sources' : offered.join(', ')),
    ...(await checkAuthorizations(reader, config)),
    await checkClient(reader, config),
    tookMs < slowMs
      ? ok('ERP response time', `${tookMs} ms`)
      : warning(
          'ERP response time',
          `${(tookMs / 1000).toFixed(1)} s for one small answer`,
          'look at the load of the ERP (transactions SM50 and ST03N) and at the network path; raise --timeout (ERP_TIMEOUT) where this is usual'
        )
  ]
}

export function tlsCheck(url: string): Check {
  return url.startsWith('https:')
    ? ok('ERP TLS', 'trusted')
    : skipped('ERP TLS', 'the address has none')
}

export function connectionChecks(error: unknown, config: SystemView): Check[] {
  const { url = '' } = config
  const code = isErpError(error) ? error.code : ''
  const broken = failedStep[code] ?? 'ERP log-on'
  const at = steps.indexOf(broken)
  return steps.map((name, index) => {
    if (index < at) return name === 'ERP TLS' ? tlsCheck(url) : ok(name, url)
    return index === at
      ? failed(name, `${url}: ${whatFailed(error, config)}`, remedyFor(error, config))
      : skipped(name, 'not reached')
  })
}

const isOtherServer = (error: unknown) =>
  isErpError(error, 'ERP_NOT_FOUND', 'ERP_UNSUPPORTED', 'ERP_BAD_ANSWER')

function whatFailed(error: unknown, { user, client }: SystemView): string {
  const message = isErpError(error) ? error.message : reasonOf(error)
  if (isOtherServer(error)) {
    return `something answers, but not the development tools of an ABAP system: ${message}`
  }
  const who = user === undefined ? '' : ` (user ${user}, client ${client})`
  return isErpError(error, 'ERP_LOGON_FAILED') ? `${message}${who}` : message
}

function remedyFor(error: unknown, { url = '', user }: SystemView): string {
  if (!isErpError(error)) return 'see the message'
  if (isOtherServer(error) && !error.remedy.includes('SICF')) return otherServerRemedy
  if (error.code === 'ERP_FORBIDDEN') {
    return `${error.remedy} Or the service /sap/bc/adt is not active (transaction SICF).`
  }
  if (error.code === 'ERP_LOGON_PAGE' && user !== undefined) {
    return 'check that the service /sap/bc/adt permits basic authentication (transaction SICF, log-on data of the service), and that no proxy in between asks for a log-on of its own'
  }
  if (error.code === 'ERP_BUSY') {
    return 'the ERP, or a load balancer in front of it, takes no requests now: check that the application server is up (transaction SM51) and has free dialog work processes (SM50), then try again'
  }
  if (url.startsWith('http:') && isResetConnection(error)) {
    return `the port may speak TLS: give the address as https, with --url (ERP_URL). ${error.remedy}`
  }
  return error.remedy
}

/** What a TLS port does with a request in plain text. */
function isResetConnection(error: unknown): boolean {
  for (let each: unknown = error; each instanceof Error; each = each.cause) {
    if ('code' in each && /^(UND_ERR_SOCKET|ECONNRESET|HPE_\w+)$/.test(String(each.code))) {
      return true
    }
  }
  return false
}
