/** `erp-bridge login`: logs on in the browser, and keeps the session for the bridge of this user. */
import { userOf } from '../logon/exchange.ts'
import { assertIdle, keepSession } from '../logon/keep.ts'
import type { Acquired } from '../logon/keep.ts'
import { grantName, readSession, sessionName } from '../logon/kept-sessions.ts'
import type { SessionRecord } from '../logon/kept-sessions.ts'
import { createRenew } from '../logon/oauth/renewal.ts'
import { isErpError } from '../erp-client/index.ts'
import type { CommandIo } from './command.ts'
import { acquire } from './login/acquire.ts'
import { complain, placeFor, readOwn, renewalPlaceOf } from './login/arguments.ts'
import type { Own, Place } from './login/arguments.ts'

const help = `Usage: erp-bridge login [--system NAME] [--no-browser] [--port PORT] [--wait SECONDS] [settings]
       erp-bridge login [--system NAME] --own-browser | --browser FILE [--wait SECONDS] [settings]
       erp-bridge login [--system NAME] --paste [settings]
       erp-bridge login --status [--system NAME] [settings]

Opens the log-on page of the ERP in the browser, and keeps the session that it opens, sealed, for bridges of this
user with --browser-logon (ERP_BROWSER_LOGON=true, "browserLogon": true in a systems file). With --service-key, and
where the system announces OAuth, the log-on is by an authorization code, and a refresh token is kept as well. It
reads the same flags and variables as the bridge: --url, --client, --ca-file …

  --status         Say who is logged on, and whether the ERP still accepts it
  --no-browser     Print the address, and open nothing
  --port PORT      The port of 127.0.0.1 that the browser comes back to (default: a free one)
  --wait SECONDS   How long to wait for the log-on (default 300)
  --own-browser    Drive an installed Edge, Chrome or Chromium with a profile of its own, and take the session's
                   cookies from it; without the flag only where the system gives no log-on tickets (SAML, OIDC)
  --browser FILE   The same with this browser
  --paste          Read the Cookie header, or a ticket, of a log-on in a browser: from the terminal, without an echo

Exit code 0 when logged on, 1 otherwise. erp-bridge logout ends the session.`

export async function run(argv: readonly string[], io: CommandIo): Promise<number> {
  if (argv.includes('--help') || argv.includes('-h')) {
    io.say(help)
    return 0
  }
  const own = readOwn(argv)
  const at = placeFor(own.flags, io)
  try {
    return own.status ? await status(at, io) : await logOn(at, own, io)
  } catch (error) {
    return complain(error, io)
  }
}

async function logOn(at: Place, own: Own, io: CommandIo): Promise<number> {
  assertIdle(at)
  await keep(at, await acquire(at, own, io), io)
  return 0
}

async function keep(at: Place, found: Acquired, io: CommandIo): Promise<void> {
  const { record, grant } = found
  const { where, former } = await keepSession(at, found)
  const { baseUrl, client } = at.target
  io.say(`Logged on as ${record.user} at ${baseUrl}, client ${client}.`)
  const what = grant?.refresh === undefined ? 'session is' : 'session and its refresh token are'
  const until = grant?.refresh === undefined ? ', until the ERP ends it' : ''
  io.say(`The ${what} kept, sealed with a key of the ${where}${until}.`)
  if (former !== undefined && former.user !== record.user) {
    io.warn(`Before it was ${former.user}.`)
  }
}

async function status(at: Place, io: CommandIo): Promise<number> {
  const { store, place, target } = at
  const where = `${target.baseUrl}, client ${target.client}`
  const record = await readSession(store, place)
  if (record === undefined) {
    io.say(`Not logged on at ${where}.`)
    return 1
  }
  const since = new Date(record.since).toISOString().slice(0, 16).replace('T', ' ')
  try {
    const user = await userOf(target, await cookiesOf(at, record))
    io.say(`Logged on as ${user} at ${where} since ${since} UTC.`)
    return 0
  } catch (error) {
    const isOver = isErpError(error, 'ERP_LOGON_FAILED', 'ERP_LOGON_PAGE', 'ERP_LOGON_NEEDED')
    if (!isOver) throw error
    io.say(`The log-on of ${record.user} at ${where}, of ${since} UTC, has ended.`)
    return 1
  }
}

/** With a refresh token a session that has ended is followed by another one, as in a bridge. */
async function cookiesOf(at: Place, record: SessionRecord): Promise<SessionRecord['cookies']> {
  const { store, place, target } = at
  if (store.mark(grantName(place)) === undefined) return record.cookies
  const former = store.mark(sessionName(place))
  try {
    await userOf(target, record.cookies)
    return record.cookies
  } catch (error) {
    if (!isErpError(error, 'ERP_LOGON_FAILED', 'ERP_LOGON_PAGE')) throw error
    await createRenew(renewalPlaceOf(at))(former, at.secrets.source())
    return (await readSession(store, place))?.cookies ?? record.cookies
  }
}
