/**
 * A log-on at a page in the browser of the user, in the order that Eclipse has: the service of a
 * service key, OAuth as the system announces it, a ticket.
 */
import { assertSystem, readServiceKey } from '../cloud/service-key.ts'
import { createPlainRequests } from '../erp-client/index.ts'
import type { BrowserOptions } from './browser-answer.ts'
import { logOnInBrowser, recordOf } from './browser-logon.ts'
import type { BrowserLogonOptions } from './browser-logon.ts'
import { sessionOfToken } from './exchange.ts'
import type { Acquired } from './keep.ts'
import { announcedServer } from './oauth/announced-oauth.ts'
import { serverOfKey } from './oauth/authorization-server.ts'
import type { AuthorizationServer } from './oauth/authorization-server.ts'
import { tokensByCode } from './oauth/code-logon.ts'
import { grantOf } from './oauth/kept-grant.ts'

export interface PageLogonOptions extends BrowserLogonOptions {
  /** Path of the service key of the system, if it has one. */
  readonly serviceKey?: string | undefined
}

/** @throws ErpError ERP_LOGON_FAILED with the reason */
export async function logOnAtPage(options: PageLogonOptions): Promise<Acquired> {
  const server = await authorizationServerOf(options)
  return server === undefined
    ? { record: await logOnInBrowser(options) }
    : await logOnByCode(server, options)
}

/** Undefined where the system offers no OAuth. */
async function authorizationServerOf({
  serviceKey,
  target
}: PageLogonOptions): Promise<AuthorizationServer | undefined> {
  if (serviceKey !== undefined) {
    const key = readServiceKey(serviceKey)
    assertSystem(key, target.baseUrl)
    return serverOfKey(key)
  }
  const requests = createPlainRequests(target)
  try {
    return await announcedServer(requests, target.client)
  } finally {
    await requests.close()
  }
}

async function logOnByCode(
  server: AuthorizationServer,
  options: BrowserOptions & Pick<PageLogonOptions, 'target' | 'serviceKey'>
): Promise<Acquired> {
  const { target, learn, serviceKey } = options
  const tokens = await tokensByCode({ ...options, server })
  const requests = createPlainRequests(target)
  try {
    const record = await recordOf(
      target,
      await sessionOfToken(requests, tokens.value, target),
      learn
    )
    const byKey = serviceKey !== undefined
    return { record, grant: grantOf(tokens, server, { user: record.user, byKey }) }
  } finally {
    await requests.close()
  }
}
