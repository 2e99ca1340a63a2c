/**
 * Which log-on in the browser a system offers: the virtual host, and the reentrance ticket in its two
 * forms. Sources: SAP/open-ux-tools
 * `packages/axios-extension/src/auth/reentrance-ticket` (virtual host, first form, names `UI` and
 * `API`), openadt `HttpAdtTransportClient.java` (name `api`), and the log of a
 * system in a fork of open-ux-tools (both forms, 404 of the first).
 */
import { ErpError } from '../erp-client/index.ts'
import type { PlainAnswer, PlainRequests } from '../erp-client/index.ts'

export interface TicketLogon {
  /** The origin that the browser opens. */
  readonly ui: string
  readonly path: string
}

/** Undefined for a system that gives no tickets. */
type Announced = TicketLogon | undefined

const virtualHostPath = '/sap/public/bc/icf/virtualhost'
const firstForm = '/sap/bc/sec/reentrance?scenario=FTO1&'
const secondForm = '/sap/bc/adt/core/http/reentranceticket?'

/**
 * @throws ErpError where the system does not answer, or its API has another address than the one
 * that was given
 */
export async function announcedLogon(requests: PlainRequests): Promise<Announced> {
  const { ui, api } = await virtualHost(requests)
  if (api !== requests.origin) throw otherAddress(api)
  // A log-on page, a redirect to an identity provider or a refusal: all of them show the service.
  for (const path of [firstForm, secondForm]) {
    const { status } = await requests.get(path.replace(/[&?]$/, ''))
    if (status !== 404) return { ui, path }
  }
  return undefined
}

/** The address of the log-on in the browser. Where one identity has several clients, it is named. */
export function logonAddress(
  { ui, path }: TicketLogon,
  { redirectUrl, client }: { readonly redirectUrl: string; readonly client: string }
): string {
  const query = new URLSearchParams({ 'sap-client': client, 'redirect-url': redirectUrl })
  return `${ui}${path}${query.toString()}`
}

async function virtualHost(
  requests: PlainRequests
): Promise<{ readonly ui: string; readonly api: string }> {
  const own = { ui: requests.origin, api: requests.origin }
  const answer = await requests.get(virtualHostPath, { accept: 'application/json' })
  const { relatedUrls } = (jsonOf(answer) ?? {}) as { relatedUrls?: Record<string, unknown> }
  if (typeof relatedUrls !== 'object' || relatedUrls === null) return own
  const { UI, ui = UI, API, api = API } = relatedUrls
  return { ui: originIn(ui, requests) ?? own.ui, api: originIn(api, requests) ?? own.api }
}

/** Undefined for what is no address of a browser; TLS is not given up. */
function originIn(text: unknown, { origin }: PlainRequests): string | undefined {
  const url = typeof text === 'string' ? URL.parse(text) : null
  const isSafe = url?.protocol === 'https:' || url?.origin === origin
  return isSafe ? url?.origin : undefined
}

export function jsonOf(answer: PlainAnswer): Record<string, unknown> | undefined {
  if (answer.status !== 200) return undefined
  try {
    const value: unknown = JSON.parse(answer.text)
    return typeof value === 'object' && value !== null
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

export function otherAddress(api: string): ErpError {
  return new ErpError('ERP_LOGON_FAILED', `The API of this system has the address ${api}`, {
    outcome: 'failed',
    remedy: `Give --url ${api} (ERP_URL), to the bridge as well.`
  })
}
