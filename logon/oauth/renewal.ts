/**
 * Another session without the user: by the access token that is kept, or by one that the refresh
 * token brings. One program of the user does so at a time, because a refresh token may be good once.
 */
import { createOAuthClient } from '../../cloud/oauth-client.ts'
import { createPlainRequests, isErpError } from '../../erp-client/index.ts'
import type { SessionRenewal } from '../../erp-client/index.ts'
import { logonNeeded } from '../../erp-client/logon/kept-session.ts'
import { endSession, sessionOfToken } from '../exchange.ts'
import type { Target } from '../exchange.ts'
import { recordOf } from '../browser-logon.ts'
import { grantName, sessionName } from '../session-record.ts'
import type { SessionRecord } from '../session-record.ts'
import { outboundOf, secretsOf } from './code-logon.ts'
import { credentialsOf, readGrant } from './kept-grant.ts'
import type { Grant, GrantPlace } from './kept-grant.ts'

export interface RenewalPlace extends GrantPlace {
  readonly target: Target
}

type Learn = Parameters<SessionRenewal['renew']>[1]

/** A token that is used now is good until the ERP has seen it. */
const marginMs = 60_000
/** After a refusal of the ERP, which may count towards the lock of the user. */
const refusedMs = 60_000
/** After a failure of the token service, or on the way to it. */
const failedMs = 10_000

export function createRenew(at: RenewalPlace): SessionRenewal['renew'] {
  const { store, place } = at
  let failed:
    { readonly mark: unknown; readonly error: unknown; readonly until: number } | undefined
  return async (former, learn) => {
    // A log-on in between counts at once.
    const mark = store.mark(grantName(place))
    if (failed?.mark === mark && failed !== undefined && Date.now() < failed.until) {
      throw failed.error
    }
    try {
      await store.exclusively(grantName(place), async () => {
        if (store.mark(sessionName(place)) === former) await renewSession(at, learn)
      })
      failed = undefined
    } catch (error) {
      const rest = isErpError(error, 'ERP_LOGON_FAILED', 'ERP_LOGON_NEEDED') ? refusedMs : failedMs
      failed = { mark: store.mark(grantName(place)), error, until: Date.now() + rest }
      throw error
    }
  }
}

async function renewSession(at: RenewalPlace, learn: Learn): Promise<void> {
  const grant = await readGrant(at)
  if (grant === undefined) return
  learn(secretsOf({ ...grant.access, refresh: grant.refresh }))
  const record = await sessionOfGrant(grant, at, learn)
  await at.store.write(sessionName(at.place), { ...record, since: grant.since })
}

async function sessionOfGrant(
  grant: Grant,
  at: RenewalPlace,
  learn: Learn
): Promise<SessionRecord> {
  const hasLife = grant.access.until - marginMs > Date.now()
  const token = hasLife ? grant.access : (await refreshed(grant, at, learn)).access
  try {
    return await sessionOf(token.value, grant, { at, learn })
  } catch (error) {
    const isRefused = isErpError(error, 'ERP_LOGON_FAILED') && error.status === 401
    // The clocks differ, or the token was revoked.
    if (!hasLife || !isRefused) throw error
    const { access } = await refreshed(grant, at, learn)
    return await sessionOf(access.value, grant, { at, learn })
  }
}

async function sessionOf(
  token: string,
  { user }: Grant,
  { at, learn }: { readonly at: RenewalPlace; readonly learn: Learn }
): Promise<SessionRecord> {
  const { target, command } = at
  const requests = createPlainRequests(target)
  try {
    const record = await recordOf(target, await sessionOfToken(requests, token, target), learn)
    if (record.user === user) return record
    await endSession(target, record.cookies)
    throw logonNeeded('The renewed log-on is of another user, and is not used', command)
  } finally {
    await requests.close()
  }
}

/** Kept at once: the token before it may be good no longer. */
async function refreshed(grant: Grant, at: RenewalPlace, learn: Learn): Promise<Grant> {
  const { store, place, target, command } = at
  const { refresh } = grant
  const { title, client } = credentialsOf(grant, at, target.baseUrl)
  if (refresh === undefined) {
    throw logonNeeded(`The log-on has ended: ${title} brought no refresh token`, command)
  }
  learn([client.secret, client.identity?.key].filter(each => each !== undefined))
  const oauth = createOAuthClient(client, outboundOf(title, target))
  try {
    const form = { grant_type: 'refresh_token', refresh_token: refresh }
    const token = await oauth.grant(form, grant.access.value)
    learn(secretsOf(token))
    const { value, until } = token
    const next = { ...grant, access: { value, until }, refresh: token.refresh ?? refresh }
    await store.write(grantName(place), next)
    return next
  } catch (error) {
    if (!isErpError(error) || !isOver(error.properties['error'])) throw error
    throw logonNeeded('The log-on has ended: its refresh token is no longer accepted', command)
  } finally {
    await oauth.close()
  }
}

/** XSUAA answers invalid_token where RFC 6749 has invalid_grant. */
function isOver(reason: string | undefined): boolean {
  return reason === 'invalid_grant' || reason === 'invalid_token'
}
