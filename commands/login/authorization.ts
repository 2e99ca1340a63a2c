/** The log-on with an authorization code: of a service key, or where the system announces OAuth. */
import { assertSystem, readServiceKey } from '../../cloud/service-key.ts'
import { createPlainRequests } from '../../erp-client/index.ts'
import { recordOf } from '../../logon/browser-logon.ts'
import type { BrowserOptions } from '../../logon/browser-answer.ts'
import { sessionOfToken } from '../../logon/exchange.ts'
import { announcedServer } from '../../logon/oauth/announced-oauth.ts'
import { serverOfKey } from '../../logon/oauth/authorization-server.ts'
import type { AuthorizationServer } from '../../logon/oauth/authorization-server.ts'
import { tokensByCode } from '../../logon/oauth/code-logon.ts'
import { grantOf } from '../../logon/oauth/kept-grant.ts'
import type { Place } from './arguments.ts'
import type { Acquired } from './keep.ts'

/**
 * Undefined where the system offers no OAuth.
 * @throws ErpError ERP_LOGON_FAILED with the reason
 */
export async function authorizationServerOf({
  view,
  target
}: Place): Promise<AuthorizationServer | undefined> {
  if (view.serviceKey !== undefined) {
    const key = readServiceKey(view.serviceKey)
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

/** @throws ErpError ERP_LOGON_FAILED with the reason */
export async function logOnByCode(
  { view, target }: Place,
  server: AuthorizationServer,
  options: BrowserOptions
): Promise<Acquired> {
  const tokens = await tokensByCode({ ...options, server, target })
  const requests = createPlainRequests(target)
  try {
    const cookies = await sessionOfToken(requests, tokens.value, target)
    const record = await recordOf(target, cookies, options.learn)
    const byKey = view.serviceKey !== undefined
    return { record, grant: grantOf(tokens, server, { user: record.user, byKey }) }
  } finally {
    await requests.close()
  }
}
