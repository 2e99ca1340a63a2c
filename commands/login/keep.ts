/** What a log-on brings replaces what is kept of the one before it. */
import { endSession } from '../../logon/exchange.ts'
import { grantName, readSession, sessionName } from '../../logon/kept-sessions.ts'
import type { SessionRecord } from '../../logon/kept-sessions.ts'
import type { Grant } from '../../logon/oauth/kept-grant.ts'
import { isSameSession } from '../../logon/session-cookies.ts'
import type { CommandIo } from '../command.ts'
import type { Place } from './arguments.ts'
import { assertIdle } from './busy.ts'

/** A session, and what opens further ones without the user. */
export interface Acquired {
  readonly record: SessionRecord
  /** Tokens of the user. */
  readonly grant?: Grant
}

/**
 * The session before it is ended only when the new one is kept.
 */
export async function keep(at: Place, { record, grant }: Acquired, io: CommandIo): Promise<void> {
  const { store, place, target } = at
  const former = await readSession(store, place).catch(() => undefined)
  // What is pasted again is not ended in either way.
  const isKept = former !== undefined && isSameSession(former.cookies, record.cookies)
  try {
    assertIdle(at, io)
    // Tokens of another user must not follow this session.
    store.remove(grantName(place))
    const where = await store.write(sessionName(place), record)
    if (grant !== undefined) await store.write(grantName(place), grant)
    if (former !== undefined && !isKept) await endSession(target, former.cookies)
    io.say(`Logged on as ${record.user} at ${target.baseUrl}, client ${target.client}.`)
    const what = grant?.refresh === undefined ? 'session is' : 'session and its refresh token are'
    const until = grant?.refresh === undefined ? ', until the ERP ends it' : ''
    io.say(`The ${what} kept, sealed with a key of the ${where}${until}.`)
    if (former !== undefined && former.user !== record.user) {
      io.warn(`Before it was ${former.user}.`)
    }
  } catch (error) {
    if (!isKept) await endSession(target, record.cookies)
    throw error
  }
}
