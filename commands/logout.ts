/** `erp-bridge logout`: ends a log-on at the ERP and its authorization service, and forgets it. */
import { endSession } from '../logon/exchange.ts'
import { assertIdle } from '../logon/keep.ts'
import { grantName, readSession, sessionName } from '../logon/kept-sessions.ts'
import { revokeGrant } from '../logon/oauth/revoke.ts'
import type { CommandIo } from './command.ts'
import { complain, placeFor, renewalPlaceOf } from './login/arguments.ts'

const help = `Usage: erp-bridge logout [--system NAME] [settings]

Ends the session that erp-bridge login opened, at the ERP as well, and removes it from this machine. A refresh token
is revoked where its authorization service offers that.`

export async function run(argv: readonly string[], io: CommandIo): Promise<number> {
  if (argv.includes('--help') || argv.includes('-h')) {
    io.say(help)
    return 0
  }
  const at = placeFor(argv, io)
  const { store, place, target } = at
  try {
    assertIdle(at)
    // What cannot be opened is removed all the same.
    const record = await readSession(store, place).catch(() => undefined)
    const revoked = await revokeGrant(renewalPlaceOf(at))
    const had = [sessionName, grantName].map(nameOf => store.remove(nameOf(place)))
    const wasThere = had.includes(true)
    if (record !== undefined) await endSession(target, record.cookies)
    io.say(wasThere ? `Logged off from ${target.baseUrl}.` : `Not logged on at ${target.baseUrl}.`)
    if (revoked !== undefined) io.say(revoked)
    return 0
  } catch (error) {
    return complain(error, io)
  }
}
